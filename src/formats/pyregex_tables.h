/* Tables of pyregex: case as Python 3.13 has it. */
#ifndef CORDON_FORMATS_PYREGEX_TABLES_H
#define CORDON_FORMATS_PYREGEX_TABLES_H

#include "formats/pyregex.h"

/* The lower case of first, first + step, ... last is delta away. */
struct pyregex_lower_run {
    uint32_t first;
    uint32_t last;
    uint32_t step;
    int32_t delta;
};

extern const struct pyregex_lower_run pyregex_lower_runs[];
extern const size_t pyregex_lower_run_count;

/* Pairs of different lower-case characters that have one upper case: they match when case is
 * ignored (but back references keep them apart). */
extern const struct pyregex_range pyregex_lower_twins[];
extern const size_t pyregex_lower_twin_count;

#endif
