#include "base/map.h"

#include "base/vector.h"

/* A map this small is searched without slots: comparing a few hashes is cheaper than a table. */
enum { SMALL = 8 };

static uint32_t *find_slot(const struct map *map, struct text key, uint32_t hash) {
    size_t mask = map->slot_count - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &map->slots[i];
        if (!*slot)
            return slot;
        const struct map_entry *entry = &map->entries[*slot - 1];
        if (entry->hash == hash && text_equal(entry->key, key))
            return slot;
    }
}

static void rehash(struct arena *arena, struct map *map) {
    size_t wanted = map->slot_count ? map->slot_count * 2 : SMALL * 4;
    map->slots = arena_array(arena, uint32_t, wanted);
    map->slot_count = wanted;
    for (size_t i = 0; i < map->count; i++)
        *find_slot(map, map->entries[i].key, map->entries[i].hash) = (uint32_t)i + 1;
}

static struct map_entry *find_entry(const struct map *map, struct text key, uint32_t hash) {
    if (map->slot_count) {
        uint32_t slot = *find_slot(map, key, hash);
        return slot ? &map->entries[slot - 1] : NULL;
    }
    for (size_t i = 0; i < map->count; i++)
        if (map->entries[i].hash == hash && text_equal(map->entries[i].key, key))
            return &map->entries[i];
    return NULL;
}

void **map_put(struct arena *arena, struct map *map, struct text key) {
    uint32_t hash = text_hash(key);
    struct map_entry *entry = find_entry(map, key, hash);
    if (entry)
        return &entry->value;
    if (map->count >= SMALL && (map->count + 1) * 2 > map->slot_count)
        rehash(arena, map);
    if (map->count == map->capacity)
        map->entries =
            vector_grow(arena, map->entries, map->count, &map->capacity, sizeof(*map->entries));
    if (map->slot_count)
        *find_slot(map, key, hash) = (uint32_t)map->count + 1;
    map->entries[map->count] = (struct map_entry){key, NULL, hash};
    return &map->entries[map->count++].value;
}

void *map_get(const struct map *map, struct text key) {
    const struct map_entry *entry = map->count ? find_entry(map, key, text_hash(key)) : NULL;
    return entry ? entry->value : NULL;
}

bool map_has(const struct map *map, struct text key) {
    return map->count && find_entry(map, key, text_hash(key));
}
