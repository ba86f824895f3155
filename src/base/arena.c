#include "base/arena.h"

#include <string.h>

struct arena_block {
    struct arena_block *next;
    size_t size;
};

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

void arena_init(struct arena *arena, struct heap *heap) {
    *arena = (struct arena){.heap = heap, .block_size = FIRST_BLOCK};
}

static void free_blocks(struct arena *arena, struct arena_block *block) {
    while (block) {
        struct arena_block *next = block->next;
        heap_free(arena->heap, block);
        block = next;
    }
}

void arena_release(struct arena *arena) {
    free_blocks(arena, arena->blocks);
    arena_init(arena, arena->heap);
}

void arena_reset(struct arena *arena) {
    if (!arena->blocks)
        return;
    free_blocks(arena, arena->blocks->next);
    arena->blocks->next = NULL;
    arena->next = (char *)(arena->blocks + 1);
    arena->end = arena->next + arena->blocks->size;
}

void *arena_allocate_slow(struct arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        heap_exhausted(arena->heap);
    if (size == 0)
        return arena_allocate(arena, 1);
    size_t rounded = (size + 7) & ~(size_t)7;
    bool large = rounded > arena->block_size / 4;
    size_t room = large ? rounded : arena->block_size;
    struct arena_block *block = heap_allocate(arena->heap, sizeof(*block) + room);
    block->size = room;
    char *memory = (char *)(block + 1);
    if (large && arena->blocks) {
        /* A large piece gets a block of its own behind the current one, which stays in use. */
        block->next = arena->blocks->next;
        arena->blocks->next = block;
        return memory;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->next = memory + rounded;
    arena->end = memory + room;
    if (arena->block_size < LARGEST_BLOCK)
        arena->block_size *= 2;
    return memory;
}

void *arena_zeroed(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        heap_exhausted(arena->heap);
    void *memory = arena_allocate(arena, count * size);
    return memset(memory, 0, count * size);
}

void *arena_copy(struct arena *arena, const void *data, size_t size) {
    void *memory = arena_allocate(arena, size);
    return size ? memcpy(memory, data, size) : memory;
}
