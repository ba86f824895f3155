/*
 * requirement: dependency specifiers (packaging.python.org/specifications/dependency-specifiers)
 * and normalised distribution names (packaging.python.org/specifications/name-normalization).
 */
#ifndef CORDON_FORMATS_REQUIREMENT_H
#define CORDON_FORMATS_REQUIREMENT_H

#include "base/error.h"

struct requirement {
    struct text name;    /* as written; empty when the text does not begin with one */
    bool for_extra;      /* its marker speaks of extras */
    const char *problem; /* what is wrong with the text, or NULL */
    size_t position;     /* of the problem, in bytes */
};

/* A name is given also when what follows it is wrong: it is then the best guess at what was meant.
 * A name that goes on with something that cannot be part of it is none. */
struct requirement requirement_parse(struct text text);

/* Same, with a warning about a problem; file and line are where the text stands. */
struct requirement requirement_read(struct arena *arena, struct text text, struct text file,
                                    uint32_t line, struct errors *warnings);

/* Lower-case, with runs of "-", "_" and "." as one "-"; a copy. */
struct text distribution_name(struct arena *arena, struct text name);

#endif
