#define _GNU_SOURCE
#include "base/workers.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* Work of a job that is shared, on the stack of the thread whose job it is. */
struct share {
    struct share *next;
    struct worker *owner;
    void (*part)(void *context, size_t index, struct arena *arena);
    void *context;
    size_t count;
    atomic_size_t taken;
    atomic_bool exhausted;
    unsigned helpers; /* threads other than the owner that are at it; under the lock */
};

struct run {
    atomic_size_t next;
    size_t count;
    void (*job)(void *context, size_t index, struct worker *worker);
    void *context;
    unsigned thread_count;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* shares, helpers or busy */
    struct share *shares;   /* those with parts that nobody has taken, perhaps */
    unsigned busy;          /* threads that may still share work */
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
    long count = sched_getaffinity(0, sizeof(set), &set) == 0
                     ? CPU_COUNT(&set)
                     : sysconf(_SC_NPROCESSORS_ONLN); /* more than the set has room for */
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (unsigned)count;
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

struct part_call {
    struct share *share;
    struct arena *arena;
    size_t index;
};

static void run_part(void *argument) {
    struct part_call *call = argument;
    call->share->part(call->share->context, call->index, call->arena);
}

/* Takes parts until there are none, in the memory that the job has for this thread. */
static void take_parts(struct share *share, unsigned number) {
    struct part_memory *memory = &share->owner->parts[number];
    struct part_call call = {.share = share, .arena = &memory->arena};
    if (!memory->used) {
        heap_init(&memory->heap, &share->owner->heap.allocator);
        arena_init(&memory->arena, &memory->heap);
        memory->used = true;
    }
    while ((call.index = atomic_fetch_add(&share->taken, 1)) < share->count)
        if (!heap_run(&memory->heap, run_part, &call))
            atomic_store(&share->exhausted, true);
}

static void make_parts(struct worker *worker) {
    size_t size = worker->run->thread_count * sizeof(*worker->parts);
    if (worker->parts)
        return;
    worker->parts = heap_allocate(&worker->heap, size);
    memset(worker->parts, 0, size);
}

static void forget_parts(struct worker *worker) {
    for (unsigned i = 0; worker->parts && i < worker->run->thread_count; i++)
        if (worker->parts[i].used)
            arena_reset(&worker->parts[i].arena);
}

static void release_parts(struct worker *worker) {
    for (unsigned i = 0; worker->parts && i < worker->run->thread_count; i++)
        if (worker->parts[i].used)
            heap_release(&worker->parts[i].heap);
    heap_free(&worker->heap, worker->parts);
    worker->parts = NULL;
}

static void remove_share(struct run *run, const struct share *share) {
    struct share **at = &run->shares;
    while (*at && *at != share)
        at = &(*at)->next;
    if (*at)
        *at = share->next;
}

void workers_share(struct worker *worker, size_t count,
                   void (*part)(void *context, size_t index, struct arena *arena), void *context) {
    struct run *run = worker->run;
    struct share share = {.owner = worker, .part = part, .context = context, .count = count};
    make_parts(worker);
    pthread_mutex_lock(&run->lock);
    share.next = run->shares;
    run->shares = &share;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    take_parts(&share, worker->number);
    pthread_mutex_lock(&run->lock);
    remove_share(run, &share);
    while (share.helpers)
        pthread_cond_wait(&run->changed, &run->lock);
    pthread_mutex_unlock(&run->lock);
    if (share.exhausted)
        heap_exhausted(&worker->heap);
}

/* Helps others until no thread has a job any more. */
static void help(struct run *run, unsigned number) {
    pthread_mutex_lock(&run->lock);
    run->busy--;
    pthread_cond_broadcast(&run->changed);
    while (run->busy) {
        struct share *share = run->shares;
        if (!share) {
            pthread_cond_wait(&run->changed, &run->lock);
            continue;
        }
        share->helpers++;
        pthread_mutex_unlock(&run->lock);
        take_parts(share, number);
        pthread_mutex_lock(&run->lock);
        remove_share(run, share);
        share->helpers--;
        pthread_cond_broadcast(&run->changed);
    }
    pthread_mutex_unlock(&run->lock);
}

static void run_one(void *argument) {
    struct thread *thread = argument;
    thread->run->job(thread->run->context, thread->index, thread->worker);
}

static void *run_jobs(void *argument) {
    struct thread *thread = argument;
    struct run *run = thread->run;
    while ((thread->index = atomic_fetch_add(&run->next, 1)) < run->count) {
        if (!heap_run(&thread->worker->heap, run_one, thread))
            thread->worker->exhausted = true;
        forget_parts(thread->worker);
    }
    help(run, thread->worker->number);
    return NULL;
}

bool workers_start_thread(pthread_t *thread, void *(*run)(void *argument), void *argument) {
    enum { STACK = 8 << 20 }; /* of addresses: memory is taken as it is used */
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    bool started = pthread_create(thread, &attributes, run, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* A thread that cannot be started does not count as busy. */
static void start(struct run *run, struct thread *thread) {
    run->busy++;
    thread->started = workers_start_thread(&thread->thread, run_jobs, thread);
    run->busy -= !thread->started;
}

bool workers_run(struct workers *workers, size_t count,
                 void (*job)(void *context, size_t index, struct worker *worker), void *context) {
    /* A few jobs may share their work with a few threads more, whose start costs some time. */
    enum { FEW_THREADS = 4 };
    size_t wanted = count < FEW_THREADS ? FEW_THREADS : count;
    unsigned used = workers->count < MOST_THREADS ? workers->count : MOST_THREADS;
    if (used > wanted)
        used = count ? (unsigned)wanted : 1;
    struct run run = {
        .count = count, .job = job, .context = context, .thread_count = used, .busy = 1};
    struct thread threads[MOST_THREADS] = {0};
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.changed, NULL);
    for (unsigned i = 0; i < used; i++) {
        threads[i] = (struct thread){.run = &run, .worker = &workers->items[i]};
        workers->items[i].run = &run;
        workers->items[i].exhausted = false;
    }
    pthread_mutex_lock(&run.lock); /* nobody is to see that none is busy before all are */
    for (unsigned i = 1; i < used; i++)
        start(&run, &threads[i]);
    pthread_mutex_unlock(&run.lock);
    run_jobs(&threads[0]);
    bool whole = !workers->items[0].exhausted;
    for (unsigned i = 1; i < used; i++) {
        if (threads[i].started)
            pthread_join(threads[i].thread, NULL);
        whole = whole && !workers->items[i].exhausted;
    }
    for (unsigned i = 0; i < used; i++)
        release_parts(&workers->items[i]);
    pthread_mutex_destroy(&run.lock);
    pthread_cond_destroy(&run.changed);
    return whole;
}

void workers_release(struct workers *workers) {
    for (unsigned i = 0; i < workers->count; i++)
        heap_release(&workers->items[i].heap);
    workers->count = 0;
}
