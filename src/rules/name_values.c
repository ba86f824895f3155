#include "rules/name_values.h"

#include "rules/statement_lists.h"

#include <stdlib.h>

/* Scopes around a use, and earlier bindings of its name, that are looked through. */
enum { SCOPES_LOOKED_THROUGH = 500, BINDINGS_LOOKED_THROUGH = 1000 };

static uint32_t number_of(const struct name_values *values, struct text name) {
    return (uint32_t)(uintptr_t)map_get(&values->names, name);
}

static uint32_t make_number(struct name_values *values, struct text name) {
    void **number = map_put(values->arena, &values->names, name);
    if (!*number)
        *number = (void *)(uintptr_t)values->names.count;
    return (uint32_t)(uintptr_t)*number;
}

static void find_declared(struct name_values *values) {
    for (size_t i = 0; i < values->index->scope_count; i++) {
        const struct py_scope *scope = values->index->scopes[i];
        for (size_t k = 0; k < scope->binding_count; k++)
            if (scope->bindings[k].kind == PY_BIND_GLOBAL)
                *pairs_put(values->arena, &values->declared, scope->number,
                           make_number(values, scope->bindings[k].name)) =
                    scope->bindings[k].node->kind;
    }
}

static uint32_t owner_of(const struct name_values *values, const struct py_scope *scope,
                         uint32_t name) {
    uint32_t declared = pairs_get(&values->declared, scope->number, name);
    if (declared == PY_Global)
        return 0;
    if (declared == PY_Nonlocal)
        do
            scope = scope->parent;
        while (scope->parent && scope->kind != PY_SCOPE_FUNCTION);
    return scope->number;
}

/* What del, a bare annotation and the rest of a mapping pattern name is not bound. */
static bool binds(const struct py_binding *binding) {
    bool deleted = py_is(binding->node, PY_Name) && binding->node->op == PY_DEL;
    return binding->kind != PY_BIND_GLOBAL && binding->kind != PY_BIND_ANNOTATION && !deleted &&
           !py_is(binding->node, PY_MatchMapping);
}

static void keep(struct name_values *values, const struct statement_lists *lists,
                 const struct py_scope *scope, const struct py_binding *binding) {
    const struct py_node *node = binding->node;
    uint32_t name = make_number(values, binding->name);
    struct name_binding kept = {
        .owner = owner_of(values, scope, name), .name = name, .at = node->start, .scope = scope};
    bool parameter = binding->kind == PY_BIND_PARAMETER;
    bool definition = binding->kind == PY_BIND_FUNCTION || binding->kind == PY_BIND_CLASS;
    if (parameter)
        kept.at = scope->node->start;
    uint32_t assigned = parameter ? 0 : pairs_get(&lists->by_target, node->start, 0);
    if (assigned)
        kept.value = lists->assigned.items[assigned - 1].value;
    kept.place = assigned     ? lists->assigned.items[assigned - 1].end
                 : definition ? node->end
                              : kept.at;
    vector_push(values->arena, &values->bindings, kept);
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

static int compare_places(const void *left, const void *right) {
    const struct name_binding *a = left, *b = right;
    return compare_numbers(a->at, b->at);
}

static int compare_names(const void *left, const void *right) {
    const struct name_binding *a = left, *b = right;
    int order = compare_numbers(a->owner, b->owner);
    order = order ? order : compare_numbers(a->name, b->name);
    order = order ? order : compare_numbers(a->place, b->place);
    return order ? order : compare_numbers(a->at, b->at);
}

/* The innermost list around each binding; both are in order of the source. */
static void find_lists(struct name_values *values, const struct statement_lists *lists) {
    VECTOR(struct statement_list) around = {0};
    const struct statement_list module = {0, UINT32_MAX};
    size_t next = 0;
    for (size_t i = 0; i < values->bindings.count; i++) {
        struct name_binding *binding = &values->bindings.items[i];
        for (; next < lists->lists.count && lists->lists.items[next].start <= binding->at; next++) {
            struct statement_list list = lists->lists.items[next];
            while (around.count && around.items[around.count - 1].end <= list.start)
                around.count--;
            vector_push(values->arena, &around, list);
        }
        while (around.count && around.items[around.count - 1].end <= binding->at)
            around.count--;
        struct statement_list list = around.count ? around.items[around.count - 1] : module;
        binding->list_start = list.start;
        binding->list_end = list.end;
    }
}

void name_values_init(struct name_values *values, struct arena *arena,
                      const struct py_index *index) {
    *values = (struct name_values){.arena = arena, .index = index};
    struct statement_lists lists;
    statement_lists_read(&lists, arena, index->tree);
    find_declared(values);
    for (size_t i = 0; i < index->scope_count; i++)
        for (size_t k = 0; k < index->scopes[i]->binding_count; k++)
            if (binds(&index->scopes[i]->bindings[k]))
                keep(values, &lists, index->scopes[i], &index->scopes[i]->bindings[k]);
    if (!values->bindings.count)
        return;
    struct name_binding *bindings = values->bindings.items;
    qsort(bindings, values->bindings.count, sizeof(*bindings), compare_places);
    find_lists(values, &lists);
    qsort(bindings, values->bindings.count, sizeof(*bindings), compare_names);
    for (size_t i = values->bindings.count; i-- > 0;)
        *pairs_put(arena, &values->first, bindings[i].owner, bindings[i].name) = (uint32_t)i + 1;
}

/* The first binding of the name in the scope that owns it, from 1; 0: none. crossed: a function
 * lies between, so that the order of statements tells nothing. */
static uint32_t find_owner(const struct name_values *values, const struct py_scope *use,
                           uint32_t name, bool *crossed) {
    *crossed = false;
    int looked = 0;
    for (const struct py_scope *scope = use; scope && looked < SCOPES_LOOKED_THROUGH; looked++) {
        uint32_t declared = pairs_get(&values->declared, scope->number, name);
        if (declared == PY_Global) {
            *crossed = true;
            return pairs_get(&values->first, 0, name);
        }
        bool visible = scope == use || scope->kind != PY_SCOPE_CLASS;
        uint32_t first = visible && !declared ? pairs_get(&values->first, scope->number, name) : 0;
        if (first)
            return first;
        *crossed |= scope->kind == PY_SCOPE_FUNCTION || scope->kind == PY_SCOPE_LAMBDA;
        scope = scope->parent;
    }
    return 0;
}

static bool is_same_name(const struct name_values *values, size_t binding, size_t other) {
    const struct name_binding *bindings = values->bindings.items;
    return binding < values->bindings.count && bindings[binding].owner == bindings[other].owner &&
           bindings[binding].name == bindings[other].name;
}

/* The first binding of the run that comes behind the place. */
static size_t behind(const struct name_values *values, size_t first, uint32_t place) {
    size_t low = first, high = values->bindings.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_same_name(values, middle, first) && values->bindings.items[middle].place <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A later binding replaces the earlier ones in its statement list, when that holds the use too. All
 * these lists hold the use, so the one that starts first is the largest. */
static void visit_in_order(struct name_values *values, size_t first, const struct name_use *use,
                           void (*visit)(void *context, struct name_binding *binding),
                           void *context) {
    uint32_t replaced_from = UINT32_MAX;
    int looked = 0;
    for (size_t i = behind(values, first, use->place);
         i-- > first && looked < BINDINGS_LOOKED_THROUGH; looked++) {
        struct name_binding *binding = &values->bindings.items[i];
        if (binding->at < replaced_from)
            visit(context, binding);
        bool holds_use = binding->list_start <= use->at && use->at < binding->list_end;
        if (holds_use && binding->list_start < replaced_from)
            replaced_from = binding->list_start;
    }
}

void name_values_visit(struct name_values *values, const struct name_use *use,
                       void (*visit)(void *context, struct name_binding *binding), void *context) {
    uint32_t name = number_of(values, use->name);
    bool crossed;
    uint32_t first = name ? find_owner(values, use->scope, name, &crossed) : 0;
    if (!first)
        return;
    if (!crossed) {
        visit_in_order(values, first - 1, use, visit, context);
        return;
    }
    for (size_t i = first - 1, looked = 0;
         is_same_name(values, i, first - 1) && looked < BINDINGS_LOOKED_THROUGH; i++, looked++)
        visit(context, &values->bindings.items[i]);
}

const struct name_binding *name_values_last(const struct name_values *values,
                                            const struct py_scope *scope, struct text name,
                                            uint32_t place, bool *owned) {
    uint32_t number = number_of(values, name);
    uint32_t first = number ? pairs_get(&values->first, scope->number, number) : 0;
    *owned = first != 0;
    size_t last = first ? behind(values, first - 1, place) : 0;
    return last > first - 1 && first ? &values->bindings.items[last - 1] : NULL;
}
