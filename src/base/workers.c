#define _GNU_SOURCE
#include "base/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

struct run {
    atomic_size_t next;
    size_t count;
    void (*job)(void *context, size_t index, struct worker *worker);
    void *context;
};

struct thread {
    struct run *run;
    struct worker *worker;
    pthread_t thread;
    bool started;
    size_t index;
};

unsigned workers_default_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) < 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : (unsigned)count;
}

void workers_init(struct workers *workers, struct heap *heap, unsigned count,
                  const struct allocator *allocator) {
    workers->count = count ? count : 1;
    workers->items = heap_allocate(heap, workers->count * sizeof(*workers->items));
    for (unsigned i = 0; i < workers->count; i++) {
        workers->items[i] = (struct worker){.number = i};
        heap_init(&workers->items[i].heap, allocator);
    }
}

static void run_one(void *argument) {
    struct thread *thread = argument;
    thread->run->job(thread->run->context, thread->index, thread->worker);
}

static void *run_jobs(void *argument) {
    struct thread *thread = argument;
    struct run *run = thread->run;
    while ((thread->index = atomic_fetch_add(&run->next, 1)) < run->count)
        if (!heap_run(&thread->worker->heap, run_one, thread))
            thread->worker->exhausted = true;
    return NULL;
}

bool workers_run(struct workers *workers, size_t count,
                 void (*job)(void *context, size_t index, struct worker *worker), void *context) {
    enum { MOST_THREADS = 256 };
    struct run run = {.count = count, .job = job, .context = context};
    struct thread threads[MOST_THREADS] = {0};
    unsigned used = 1;
    while (used < workers->count && used < count && used < MOST_THREADS)
        used++;
    for (unsigned i = 0; i < used; i++) {
        threads[i] = (struct thread){.run = &run, .worker = &workers->items[i]};
        workers->items[i].exhausted = false;
    }
    for (unsigned i = 1; i < used; i++)
        threads[i].started = pthread_create(&threads[i].thread, NULL, run_jobs, &threads[i]) == 0;
    run_jobs(&threads[0]);
    bool whole = !workers->items[0].exhausted;
    for (unsigned i = 1; i < used; i++) {
        if (threads[i].started)
            pthread_join(threads[i].thread, NULL);
        whole = whole && !workers->items[i].exhausted;
    }
    return whole;
}

void workers_release(struct workers *workers) {
    for (unsigned i = 0; i < workers->count; i++)
        heap_release(&workers->items[i].heap);
    workers->count = 0;
}
