#include "base/pairs.h"

struct pair {
    uint32_t a, b;
    uint32_t value;
    bool used;
};

static size_t place_of(uint32_t a, uint32_t b, size_t mask) {
    uint64_t key = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    return (size_t)(key >> 32) & mask;
}

static struct pair *find(const struct pairs *pairs, uint32_t a, uint32_t b) {
    size_t mask = pairs->capacity - 1;
    for (size_t i = place_of(a, b, mask);; i = (i + 1) & mask) {
        struct pair *pair = &pairs->slots[i];
        if (!pair->used || (pair->a == a && pair->b == b))
            return pair;
    }
}

static void grow(struct arena *arena, struct pairs *pairs) {
    struct pairs larger = {.count = pairs->count,
                           .capacity = pairs->capacity ? pairs->capacity * 2 : 64};
    larger.slots = arena_array(arena, struct pair, larger.capacity);
    for (size_t i = 0; i < pairs->capacity; i++)
        if (pairs->slots[i].used)
            *find(&larger, pairs->slots[i].a, pairs->slots[i].b) = pairs->slots[i];
    *pairs = larger;
}

uint32_t *pairs_put(struct arena *arena, struct pairs *pairs, uint32_t a, uint32_t b) {
    if ((pairs->count + 1) * 2 > pairs->capacity)
        grow(arena, pairs);
    struct pair *pair = find(pairs, a, b);
    if (!pair->used) {
        *pair = (struct pair){a, b, 0, true};
        pairs->count++;
    }
    return &pair->value;
}

uint32_t pairs_get(const struct pairs *pairs, uint32_t a, uint32_t b) {
    return pairs->capacity ? find(pairs, a, b)->value : 0;
}
