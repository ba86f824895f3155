#include "base/map.h"
#include "base/vector.h"
#include "base/workers.h"
#include "unit.h"

#include <stdlib.h>

/* An allocator that fails when its budget is used up, and counts what is not given back. */
struct budget {
    size_t left;
    size_t live;
};

static void *budget_allocate(void *user, size_t size) {
    struct budget *budget = user;
    if (!budget->left)
        return NULL;
    budget->left--;
    budget->live++;
    return malloc(size);
}

static void budget_release(void *user, void *block) {
    ((struct budget *)user)->live--;
    free(block);
}

static void fill(void *argument) {
    struct arena arena;
    arena_init(&arena, argument);
    struct map map = {0};
    for (int i = 0; i < 20000; i++)
        *map_put(&arena, &map, text_format(&arena, "key %d", i)) = &map;
    arena_release(&arena);
}

static void count_cleanup(void *argument) {
    ++*(int *)argument;
}

static void fill_with_cleanup(void *argument) {
    struct cleanup cleanup;
    struct heap *heap = ((void **)argument)[0];
    heap_push_cleanup(heap, &cleanup, count_cleanup, ((void **)argument)[1]);
    fill(heap);
    heap_pop_cleanup(heap, &cleanup);
}

static void exhaustion_leaves_nothing_behind(void **state) {
    (void)state;
    bool whole = false;
    for (size_t k = 0; !whole; k++) {
        struct budget budget = {k, 0};
        struct allocator allocator = {budget_allocate, budget_release, &budget};
        struct heap heap;
        heap_init(&heap, &allocator);
        int cleaned = 0;
        void *arguments[] = {&heap, &cleaned};
        whole = heap_run(&heap, fill_with_cleanup, arguments);
        assert_int_equal(cleaned, !whole);
        heap_release(&heap);
        assert_int_equal(budget.live, 0);
    }
}

struct pair {
    struct heap *heap;
    int first, second;
};

static void run_out_after_popping_the_first(void *argument) {
    struct pair *pair = argument;
    struct cleanup first, second;
    heap_push_cleanup(pair->heap, &first, count_cleanup, &pair->first);
    heap_push_cleanup(pair->heap, &second, count_cleanup, &pair->second);
    heap_pop_cleanup(pair->heap, &first);
    heap_exhausted(pair->heap);
}

static void later_cleanups_stay_when_one_is_popped(void **state) {
    (void)state;
    struct heap heap;
    struct pair pair = {.heap = &heap};
    heap_init(&heap, NULL);
    assert_false(heap_run(&heap, run_out_after_popping_the_first, &pair));
    assert_int_equal(pair.first, 0);
    assert_int_equal(pair.second, 1);
    heap_release(&heap);
}

static void map_finds_what_was_put(void **state) {
    (void)state;
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct map map = {0};
    assert_null(map_get(&map, T("x")));
    static int values[1000];
    for (int i = 0; i < 1000; i++)
        *map_put(&arena, &map, text_format(&arena, "%d", i)) = &values[i];
    for (int i = 0; i < 1000; i++)
        assert_ptr_equal(map_get(&map, text_format(&arena, "%d", i)), &values[i]);
    assert_int_equal(map.count, 1000);
    assert_text(map.entries[7].key, "7");
    assert_false(map_has(&map, T("1000")));
    heap_release(&heap);
}

static void square(void *context, size_t index, struct worker *worker) {
    (void)worker;
    ((size_t *)context)[index] = index * index;
}

static void every_job_runs_once(void **state) {
    (void)state;
    struct heap heap;
    heap_init(&heap, NULL);
    struct workers workers;
    workers_init(&workers, &heap, 4, NULL);
    static size_t results[5000];
    assert_true(workers_run(&workers, 5000, square, results));
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(results[i], i * i);
    workers_release(&workers);
    heap_release(&heap);
}

enum { JOBS = 40, PARTS = 60 };

static void add_part(void *context, size_t index, struct arena *arena) {
    size_t **rows = context; /* memory of parts lives until the job is done */
    rows[index] = arena_copy(arena, &index, sizeof(index));
}

static void sum_of_parts(void *context, size_t index, struct worker *worker) {
    size_t *rows[PARTS] = {0};
    for (int i = 0; i < 2; i++)
        workers_share(worker, PARTS, add_part, rows);
    for (size_t i = 0; i < PARTS; i++)
        ((size_t *)context)[index] += *rows[i];
}

static void jobs_share_their_work(void **state) {
    (void)state;
    for (unsigned threads = 1; threads < 9; threads++) {
        struct heap heap;
        struct workers workers;
        size_t sums[JOBS] = {0};
        heap_init(&heap, NULL);
        workers_init(&workers, &heap, threads, NULL);
        for (size_t jobs = 1; jobs <= JOBS; jobs += JOBS - 1)
            assert_true(workers_run(&workers, jobs, sum_of_parts, sums));
        for (size_t i = 0; i < JOBS; i++)
            assert_int_equal(sums[i], (i ? 1 : 2) * PARTS * (PARTS - 1) / 2);
        workers_release(&workers);
        heap_release(&heap);
    }
}

static void exhaust_one_part(void *context, size_t index, struct arena *arena) {
    (void)context;
    arena_allocate(arena, index == PARTS / 2 ? SIZE_MAX : 100);
}

static void share_and_run_out(void *context, size_t index, struct worker *worker) {
    if (index == 0)
        workers_share(worker, PARTS, exhaust_one_part, NULL);
    ((bool *)context)[index] = true;
}

static void a_part_that_runs_out_of_memory_ends_its_job(void **state) {
    (void)state;
    struct heap heap;
    struct workers workers;
    bool ended[2] = {false, false};
    heap_init(&heap, NULL);
    workers_init(&workers, &heap, 3, NULL);
    assert_false(workers_run(&workers, 2, share_and_run_out, ended));
    assert_false(ended[0]);
    assert_true(ended[1]);
    workers_release(&workers);
    heap_release(&heap);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exhaustion_leaves_nothing_behind),
        cmocka_unit_test(later_cleanups_stay_when_one_is_popped),
        cmocka_unit_test(map_finds_what_was_put),
        cmocka_unit_test(every_job_runs_once),
        cmocka_unit_test(jobs_share_their_work),
        cmocka_unit_test(a_part_that_runs_out_of_memory_ends_its_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
