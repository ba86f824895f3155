#include "rules/metric_epochs/state.h"

const struct alias alias_original = {0};

bool alias_replaced(const struct alias *alias, struct text field) {
    for (size_t i = 0; i < alias->field_count; i++)
        if (text_equal(alias->fields[i], field))
            return true;
    return false;
}

/* A name that is known on either side stays known, at its worst; both must have replaced a field.
 */
static const struct alias *merge(struct arena *arena, const struct alias *a,
                                 const struct alias *b) {
    if (!a || !b || a == b)
        return a ? a : b;
    if (!a->copied || !b->copied)
        return &alias_original;
    struct text *fields = arena_array(arena, struct text, a->field_count);
    size_t count = 0;
    for (size_t i = 0; i < a->field_count; i++)
        if (alias_replaced(b, a->fields[i]))
            fields[count++] = a->fields[i];
    if (count == a->field_count)
        return a;
    struct alias *merged = arena_new(arena, struct alias);
    *merged = (struct alias){true, fields, count};
    return merged;
}

void state_init(struct state *state, struct arena *arena) {
    *state = (struct state){.arena = arena};
    vector_push(arena, &state->names, (struct state_name){0});
}

const struct alias *state_get(const struct state *state, struct text name) {
    return state->names.items[(uintptr_t)map_get(&state->numbers, name)].alias;
}

static void set_number(struct state *state, uint32_t name, const struct alias *alias) {
    struct state_name *known = &state->names.items[name];
    if (known->alias == alias)
        return;
    vector_push(state->arena, &state->trail, ((struct state_change){name, known->alias}));
    known->alias = alias;
}

void state_set(struct state *state, struct text name, const struct alias *alias) {
    if (!alias && !map_has(&state->numbers, name))
        return;
    void **number = map_put(state->arena, &state->numbers, name);
    if (!*number) {
        *number = (void *)(uintptr_t)state->names.count;
        vector_push(state->arena, &state->names, (struct state_name){0});
    }
    set_number(state, (uint32_t)(uintptr_t)*number, alias);
}

size_t state_begin(const struct state *state) {
    return state->trail.count;
}

void state_end(struct state *state, size_t begin, struct state_changes *changes) {
    *changes = (struct state_changes){0};
    state->ends++;
    for (size_t i = begin; i < state->trail.count; i++) {
        uint32_t name = state->trail.items[i].name;
        if (state->names.items[name].seen == state->ends)
            continue;
        state->names.items[name].seen = state->ends;
        vector_push(state->arena, changes,
                    ((struct state_change){name, state->names.items[name].alias}));
    }
    while (state->trail.count > begin) {
        struct state_change before = state->trail.items[--state->trail.count];
        state->names.items[before.name].alias = before.alias;
    }
}

void state_apply(struct state *state, const struct state_changes *changes) {
    for (size_t i = 0; i < changes->count; i++)
        set_number(state, changes->items[i].name, changes->items[i].alias);
}

bool state_join(struct state *state, const struct state_changes *branches, size_t count,
                bool may_skip) {
    VECTOR(uint32_t) touched = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < branches[i].count; k++) {
            struct state_change change = branches[i].items[k];
            struct state_name *name = &state->names.items[change.name];
            if (!name->branches++)
                vector_push(state->arena, &touched, change.name);
            name->joined = name->branches == 1 ? change.alias
                                               : merge(state->arena, name->joined, change.alias);
        }
    bool changed = false;
    for (size_t i = 0; i < touched.count; i++) {
        struct state_name *name = &state->names.items[touched.items[i]];
        const struct alias *joined = name->joined;
        if (may_skip || name->branches < count)
            joined = merge(state->arena, name->alias, joined);
        name->branches = 0;
        changed |= joined != name->alias;
        set_number(state, touched.items[i], joined);
    }
    return changed;
}
