#include "base/vector.h"

#include <string.h>

void *vector_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
    size_t wanted = *capacity ? *capacity * 2 : 4;
    if (wanted > SIZE_MAX / 2 / size)
        heap_exhausted(arena->heap);
    void *grown = arena_allocate(arena, wanted * size);
    if (count)
        memcpy(grown, items, count * size);
    *capacity = wanted;
    return grown;
}
