/*
 * arena: memory that is given back all at once.
 *
 * Allocation is a pointer bump; nothing is freed by itself. An arena takes its blocks from a heap,
 * so it never returns NULL (see heap.h), and heap_release() also frees what an arena holds.
 */
#ifndef CORDON_BASE_ARENA_H
#define CORDON_BASE_ARENA_H

#include "base/heap.h"

#include <stdint.h>

struct arena {
    struct heap *heap;
    struct arena_block *blocks; /* the current block first */
    char *next;
    char *end;
    size_t block_size; /* of the next block: doubles up to a bound */
};

void arena_init(struct arena *arena, struct heap *heap);
void arena_release(struct arena *arena); /* the arena can be used again */

/* Gives back all but the newest block, which is used again: for a loop that needs the same amount
 * of memory many times. */
void arena_reset(struct arena *arena);

void *arena_allocate_slow(struct arena *arena, size_t size);

/* Aligned to 8 bytes, contents undefined. No size and one that overflows wrap below and are slow.
 */
static inline void *arena_allocate(struct arena *arena, size_t size) {
    size_t rounded = (size + 7) & ~(size_t)7;
    if (rounded - 1 >= (size_t)(arena->end - arena->next))
        return arena_allocate_slow(arena, size);
    void *memory = arena->next;
    arena->next += rounded;
    return memory;
}

/* Zeroed. A product that overflows counts as exhausted memory. */
void *arena_zeroed(struct arena *arena, size_t count, size_t size);
void *arena_copy(struct arena *arena, const void *data, size_t size);

#define arena_new(arena, type)          ((type *)arena_zeroed((arena), 1, sizeof(type)))
#define arena_array(arena, type, count) ((type *)arena_zeroed((arena), (count), sizeof(type)))

#endif
