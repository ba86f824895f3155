/*
 * spool: texts that are put aside in a temporary file and read back later, so that their number
 * does not decide how much memory is needed. Several threads may put texts aside at once.
 */
#ifndef CORDON_BASE_SPOOL_H
#define CORDON_BASE_SPOOL_H

#include "base/text.h"

#include <stdatomic.h>

struct spool {
    int file; /* open for reading and writing, the caller's; -1: everything stays in memory */
    atomic_size_t kept;    /* bytes in memory */
    atomic_size_t written; /* bytes in the file */
};

/* A text that was put aside: in memory, or where it is in the file. */
struct spooled {
    const char *data;
    size_t offset;
    size_t size;
};

void spool_init(struct spool *spool, int file);

/* The first few stay in memory, which is arena; so does what the file does not take. */
struct spooled spool_put(struct spool *spool, struct arena *arena, struct text text);

/* False with errno set when the file cannot be read. A text in memory is not copied. */
bool spool_get(const struct spool *spool, struct arena *arena, const struct spooled *spooled,
               struct text *text);

#endif
