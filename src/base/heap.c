#include "base/heap.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct heap_block {
    struct heap_block *next;
    struct heap_block *previous;
    size_t size;
    size_t reserved; /* keeps what follows aligned to 16 bytes */
};

static void *system_allocate(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void system_release(void *user, void *block) {
    (void)user;
    free(block);
}

void heap_init(struct heap *heap, const struct allocator *allocator) {
    *heap = (struct heap){.allocator = {system_allocate, system_release, NULL}};
    if (allocator && allocator->allocate)
        heap->allocator = *allocator;
}

void heap_release(struct heap *heap) {
    struct heap_block *block = heap->blocks;
    while (block) {
        struct heap_block *next = block->next;
        heap->allocator.release(heap->allocator.user, block);
        block = next;
    }
    heap->blocks = NULL;
    heap->cleanups = NULL;
    heap->used = 0;
}

bool heap_run(struct heap *heap, void (*body)(void *argument), void *argument) {
    jmp_buf here;
    jmp_buf *outer = heap->escape;
    struct cleanup *cleanups = heap->cleanups;
    heap->escape = &here;
    if (setjmp(here)) {
        heap->escape = outer;
        heap->cleanups = cleanups;
        return false;
    }
    heap->cleanups = NULL;
    body(argument);
    heap->cleanups = cleanups;
    heap->escape = outer;
    return true;
}

void *heap_allocate(struct heap *heap, size_t size) {
    if (size > SIZE_MAX - sizeof(struct heap_block))
        heap_exhausted(heap);
    struct heap_block *block =
        heap->allocator.allocate(heap->allocator.user, sizeof(*block) + size);
    if (!block)
        heap_exhausted(heap);
    *block = (struct heap_block){.next = heap->blocks, .size = size};
    if (heap->blocks)
        heap->blocks->previous = block;
    heap->blocks = block;
    heap->used += size;
    if (heap->used > heap->peak)
        heap->peak = heap->used;
    return block + 1;
}

void heap_free(struct heap *heap, void *memory) {
    if (!memory)
        return;
    struct heap_block *block = (struct heap_block *)memory - 1;
    if (block->next)
        block->next->previous = block->previous;
    if (block->previous)
        block->previous->next = block->next;
    else
        heap->blocks = block->next;
    heap->used -= block->size;
    heap->allocator.release(heap->allocator.user, block);
}

_Noreturn void heap_exhausted(struct heap *heap) {
    while (heap->cleanups) {
        struct cleanup *cleanup = heap->cleanups;
        heap->cleanups = cleanup->next;
        cleanup->run(cleanup->argument);
    }
    if (heap->escape)
        longjmp(*heap->escape, 1);
    fputs("cordon: out of memory\n", stderr);
    abort();
}

void heap_push_cleanup(struct heap *heap, struct cleanup *cleanup, void (*run)(void *argument),
                       void *argument) {
    *cleanup = (struct cleanup){heap->cleanups, run, argument};
    heap->cleanups = cleanup;
}

void heap_pop_cleanup(struct heap *heap, struct cleanup *cleanup) {
    struct cleanup **place = &heap->cleanups;
    while (*place && *place != cleanup)
        place = &(*place)->next;
    if (*place)
        *place = cleanup->next;
}
