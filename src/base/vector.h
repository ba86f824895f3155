/*
 * VECTOR(T): a growing array in an arena.
 *
 *     VECTOR(struct text) names = {0};
 *     vector_push(arena, &names, T("a"));
 *     for (size_t i = 0; i < names.count; i++) use(names.items[i]);
 */
#ifndef CORDON_BASE_VECTOR_H
#define CORDON_BASE_VECTOR_H

#include "base/arena.h"

#define VECTOR(type)                                                                               \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count;                                                                              \
        size_t capacity;                                                                           \
    }

/* Room for one more; the old items are copied. */
void *vector_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size);

#define vector_push(arena, vector, ...)                                                            \
    do {                                                                                           \
        if ((vector)->count == (vector)->capacity)                                                 \
            (vector)->items = vector_grow((arena), (vector)->items, (vector)->count,               \
                                          &(vector)->capacity, sizeof(*(vector)->items));          \
        (vector)->items[(vector)->count++] = (__VA_ARGS__);                                        \
    } while (0)

#endif
