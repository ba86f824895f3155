#include "formats/yaml_merge.h"

#include "base/map.h"
#include "formats/yaml_scalar.h"

#include <math.h>

/* Pairs that merge keys may add to one file: a bound on what few bytes can ask for. */
enum { MERGED_LIMIT = 1000000, SMALL_MAPPING = 8 };

struct merger {
    struct arena *arena;
    struct text file;
    struct error *error;
    size_t merged;
};

struct pairs {
    struct yaml_pair *items;
    size_t count;
    size_t capacity;
};

static struct yaml_building *building_of(const struct yaml_node *node) {
    return (struct yaml_building *)node;
}

/* Keys are the same when Python's dict holds them for the same: 1, 1.0 and True are. */
static struct text key_identity(struct arena *arena, const struct yaml_node *key) {
    switch (key->type) {
    case YAML_STRING:
        return key->text;
    case YAML_BOOL:
        return key->boolean ? T("\0n1") : T("\0n0");
    case YAML_INT:
        return text_join(arena, T("\0n"), key->printed);
    case YAML_FLOAT:
        if (isnan(key->number)) /* differs from itself */
            return text_format(arena, "%cf%p", 0, (const void *)key);
        if (key->number == floor(key->number) && fabs(key->number) < 1e300)
            return text_format(arena, "%cn%.0f", 0, key->number + 0.0);
        return text_join(arena, T("\0f"), key->printed);
    default:
        return text_format(arena, "%c%d%.*s", 0, (int)key->type, TEXT_ARGS(key->printed));
    }
}

/* A key as the dict has it, with the place of the one that is written last: `1` and `true`. */
static const struct yaml_node *key_at(struct arena *arena, const struct yaml_node *key,
                                      const struct yaml_node *last) {
    struct yaml_building *copy = arena_new(arena, struct yaml_building);
    copy->node = *key;
    copy->node.line = last->line;
    copy->node.column = last->column;
    return &copy->node;
}

static void put(struct arena *arena, struct pairs *pairs, struct yaml_pair pair, size_t *found) {
    if (*found != TEXT_NONE) { /* a dict keeps the first key and the last value */
        const struct yaml_node *first = pairs->items[*found].key;
        if (!text_equal(first->printed, pair.key->printed))
            pair.key = key_at(arena, first, pair.key);
        pairs->items[*found] = pair;
        return;
    }
    *found = pairs->count;
    vector_push(arena, pairs, pair);
}

/* Duplicates removed, as a dict does. */
static struct pairs unique(struct arena *arena, const struct pairs *all) {
    struct pairs out = {0};
    struct map seen = {0};
    struct text small[SMALL_MAPPING];
    for (size_t i = 0; i < all->count; i++) {
        struct text identity = key_identity(arena, all->items[i].key);
        size_t found = TEXT_NONE;
        if (all->count <= SMALL_MAPPING) {
            for (size_t j = 0; j < out.count && found == TEXT_NONE; j++)
                if (text_equal(small[j], identity))
                    found = j;
            put(arena, &out, all->items[i], &found);
            small[found] = identity;
            continue;
        }
        void **place = map_put(arena, &seen, identity);
        if (*place)
            found = (size_t)(uintptr_t)*place - 1;
        put(arena, &out, all->items[i], &found);
        *place = (void *)(uintptr_t)(found + 1);
    }
    return out;
}

static bool flatten(struct merger *merger, struct yaml_building *mapping);

static bool refuse(struct merger *merger, const struct yaml_node *value) {
    error_set(merger->error, merger->arena, merger->file, value->line, value->column,
              "'<<' merges a mapping or a list of mappings, not a %s", yaml_type_name(value->type));
    return false;
}

static bool merge_one(struct merger *merger, const struct yaml_node *value, struct pairs *into) {
    if (value->type != YAML_MAPPING)
        return refuse(merger, value);
    if (!flatten(merger, building_of(value)))
        return false;
    for (size_t i = 0; i < value->mapping.count; i++) {
        struct yaml_pair pair = value->mapping.pairs[i];
        pair.merged = true;
        if (++merger->merged > MERGED_LIMIT) {
            error_set(merger->error, merger->arena, merger->file, value->line, value->column,
                      "merge keys ('<<') add more than %d entries to this file", MERGED_LIMIT);
            return false;
        }
        if (!building_of(pair.key)->merge)
            vector_push(merger->arena, into, pair);
    }
    return true;
}

static bool merge_value(struct merger *merger, const struct yaml_node *value, struct pairs *into) {
    if (value->type != YAML_LIST)
        return merge_one(merger, value, into);
    for (size_t i = value->list.count; i-- > 0;) /* the first of a list wins */
        if (!merge_one(merger, value->list.items[i], into))
            return false;
    return true;
}

/* Merged pairs first, then the mapping's own, so that these win. A mapping that merges itself gets
 * what it has by then. Nesting bounds the recursion: what a merge names begins before it. */
static bool flatten(struct merger *merger, struct yaml_building *mapping) {
    if (mapping->state != MERGE_TO_DO)
        return true;
    mapping->state = MERGE_BEGUN;
    struct yaml_node *node = &mapping->node;
    struct pairs all = {0};
    size_t own = 0;
    for (size_t i = 0; i < node->mapping.count; i++) {
        struct yaml_pair pair = node->mapping.pairs[i];
        if (!building_of(pair.key)->merge)
            node->mapping.pairs[own++] = pair;
        else if (!merge_value(merger, pair.value, &all))
            return false;
    }
    for (size_t i = 0; i < own; i++)
        vector_push(merger->arena, &all, node->mapping.pairs[i]);
    struct pairs pairs = unique(merger->arena, &all);
    node->mapping.pairs = pairs.items;
    node->mapping.count = pairs.count;
    mapping->state = MERGE_DONE;
    return true;
}

bool yaml_merge(struct arena *arena, struct text file, const struct yaml_mappings *mappings,
                struct error *error) {
    struct merger merger = {arena, file, error, 0};
    for (size_t i = 0; i < mappings->count; i++)
        if (!flatten(&merger, mappings->items[i]))
            return false;
    return true;
}
