/*
 * workers: independent jobs on several threads. A job's result must not depend on which thread
 * runs it, nor on the order: it writes to a place of its own. A long job can share its work with
 * threads that would otherwise be idle.
 */
#ifndef CORDON_BASE_WORKERS_H
#define CORDON_BASE_WORKERS_H

#include "base/arena.h"

#include <pthread.h>

/* Memory of a thread that takes part in the job of another. */
struct part_memory {
    struct heap heap;
    struct arena arena;
    bool used;
};

struct worker {
    struct heap heap;          /* lives until workers_release() */
    unsigned number;           /* below the thread count; 0 is the calling thread */
    bool exhausted;            /* memory ran out in one of its jobs */
    struct run *run;           /* that it works for; workers.c */
    struct part_memory *parts; /* of its job, one for each thread; NULL until work is shared */
};

enum { MOST_THREADS = 256 };

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

/* Within a job: runs part(context, index, arena) for every index below count, on this thread and on
 * those that have no job left. Each part may use memory of arena, which lives as long as the job. A
 * part must not share its own work. Leaves the job when memory ran out in a part. */
void workers_share(struct worker *worker, size_t count,
                   void (*part)(void *context, size_t index, struct arena *arena), void *context);

void workers_release(struct workers *workers);

/* pthread_create() with a stack as large as work on foreign data needs, whatever the limit of the
 * process's own is. False when the system gives no thread. */
bool workers_start_thread(pthread_t *thread, void *(*run)(void *argument), void *argument);

#endif
