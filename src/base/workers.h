/*
 * workers: independent jobs on several threads. A job's result must not depend on which thread
 * runs it, nor on the order: it writes to a place of its own.
 */
#ifndef CORDON_BASE_WORKERS_H
#define CORDON_BASE_WORKERS_H

#include "base/heap.h"

struct worker {
    struct heap heap; /* lives until workers_release() */
    unsigned number;  /* below the thread count; 0 is the calling thread */
    bool exhausted;   /* memory ran out in one of its jobs */
};

struct workers {
    struct worker *items;
    unsigned count;
};

unsigned workers_default_count(void); /* processors this process may use */

/* The worker array itself lives in heap. */
void workers_init(struct workers *workers, struct heap *heap, unsigned count,
                  const struct allocator *allocator);

/* Runs job(context, index, worker) for every index below count, in about rising order; false when
 * memory ran out in some job (the others still run). Falls back to fewer threads when the system
 * gives none. */
bool workers_run(struct workers *workers, size_t count,
                 void (*job)(void *context, size_t index, struct worker *worker), void *context);

void workers_release(struct workers *workers);

#endif
