/*
 * map: from text to a pointer, in insertion order. Keys are not copied: they must live as long as
 * the map. A zeroed struct is an empty map.
 */
#ifndef CORDON_BASE_MAP_H
#define CORDON_BASE_MAP_H

#include "base/text.h"

struct map_entry {
    struct text key;
    void *value;
    uint32_t hash;
};

struct map {
    struct map_entry *entries; /* in insertion order */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* index into entries plus one; 0 is free */
    size_t slot_count;
};

/* The place of the key's value, made (as NULL) when it is new; valid until the next map_put(). */
void **map_put(struct arena *arena, struct map *map, struct text key);

/* NULL when the key is absent. */
void *map_get(const struct map *map, struct text key);
bool map_has(const struct map *map, struct text key);

#endif
