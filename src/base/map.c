#include "base/map.h"

#include "base/vector.h"

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
    size_t wanted = map->slot_count ? map->slot_count * 2 : 16;
    map->slots = arena_array(arena, uint32_t, wanted);
    map->slot_count = wanted;
    for (size_t i = 0; i < map->count; i++)
        *find_slot(map, map->entries[i].key, map->entries[i].hash) = (uint32_t)i + 1;
}

void **map_put(struct arena *arena, struct map *map, struct text key) {
    if ((map->count + 1) * 2 > map->slot_count)
        rehash(arena, map);
    uint32_t hash = text_hash(key);
    uint32_t *slot = find_slot(map, key, hash);
    if (!*slot) {
        if (map->count == map->capacity)
            map->entries =
                vector_grow(arena, map->entries, map->count, &map->capacity, sizeof(*map->entries));
        map->entries[map->count++] = (struct map_entry){key, NULL, hash};
        *slot = (uint32_t)map->count;
    }
    return &map->entries[*slot - 1].value;
}

static const struct map_entry *find_entry(const struct map *map, struct text key) {
    if (!map->count)
        return NULL;
    uint32_t slot = *find_slot(map, key, text_hash(key));
    return slot ? &map->entries[slot - 1] : NULL;
}

void *map_get(const struct map *map, struct text key) {
    const struct map_entry *entry = find_entry(map, key);
    return entry ? entry->value : NULL;
}

bool map_has(const struct map *map, struct text key) {
    return find_entry(map, key) != NULL;
}
