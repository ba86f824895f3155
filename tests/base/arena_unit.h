/* An arena for each test: begin and end are its set-up and its end. */
#ifndef CORDON_TESTS_ARENA_UNIT_H
#define CORDON_TESTS_ARENA_UNIT_H

#include "base/arena.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static int begin(void **state) {
    (void)state;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    return 0;
}

static int end(void **state) {
    (void)state;
    heap_release(&heap);
    return 0;
}

#endif
