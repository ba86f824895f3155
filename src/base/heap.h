/*
 * heap: where all memory of one thread of work comes from.
 *
 * Code that allocates never checks for failure: when memory runs out, the heap runs the registered
 * clean-ups, then leaves the body that heap_run() started. The owner of the heap then calls
 * heap_release(), which frees every block at once. That is why nothing else may call malloc():
 * a library that insists on it is given these functions, or is wrapped by a clean-up.
 *
 * A heap is used by one thread at a time.
 */
#ifndef CORDON_BASE_HEAP_H
#define CORDON_BASE_HEAP_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Where a heap's blocks come from. Both functions may be called from any thread. */
struct allocator {
    void *(*allocate)(void *user, size_t size); /* NULL when there is no memory */
    void (*release)(void *user, void *block);
    void *user;
};

/* Something that is not memory and must be given back when memory runs out: a file, a lock. */
struct cleanup {
    struct cleanup *next;
    void (*run)(void *argument);
    void *argument;
};

struct heap {
    struct allocator allocator;
    struct heap_block *blocks;
    struct cleanup *cleanups; /* innermost first */
    jmp_buf *escape;
    size_t used; /* bytes in live blocks */
    size_t peak;
};

/* With allocator NULL, blocks come from malloc(). */
void heap_init(struct heap *heap, const struct allocator *allocator);

/* Frees every block. The heap can be used again. */
void heap_release(struct heap *heap);

/* Calls body(argument); false when it was left because memory ran out. Calls may nest. */
bool heap_run(struct heap *heap, void (*body)(void *argument), void *argument);

/* Aligned to 16 bytes, contents undefined. Never NULL. */
void *heap_allocate(struct heap *heap, size_t size);
void heap_free(struct heap *heap, void *memory);

/* Leaves the body of heap_run() as if memory had run out. Without one, ends the process. */
_Noreturn void heap_exhausted(struct heap *heap);

/* Clean-ups run in reverse order. Popping does not run it; what was pushed later stays. */
void heap_push_cleanup(struct heap *heap, struct cleanup *cleanup, void (*run)(void *argument),
                       void *argument);
void heap_pop_cleanup(struct heap *heap, struct cleanup *cleanup);

#endif
