/*
 * pairs: from two numbers to a number. What is absent is 0. A zeroed struct is empty.
 */
#ifndef CORDON_BASE_PAIRS_H
#define CORDON_BASE_PAIRS_H

#include "base/arena.h"

struct pairs {
    struct pair *slots;
    size_t count;
    size_t capacity; /* a power of two, or 0 */
};

/* The place of the pair's value, 0 when it is new; valid until the next pairs_put(). */
uint32_t *pairs_put(struct arena *arena, struct pairs *pairs, uint32_t a, uint32_t b);
uint32_t pairs_get(const struct pairs *pairs, uint32_t a, uint32_t b);

#endif
