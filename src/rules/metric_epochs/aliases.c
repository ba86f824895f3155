#include "rules/metric_epochs/aliases.h"

/* Deeper expressions reach nothing, and more replaced fields are not remembered. */
enum { DEEPEST_ALIAS = 200, MOST_FIELDS = 64 };

static const struct alias alias_copied = {.copied = true};

struct chain chain_of(const struct py_node *expression) {
    struct chain chain = {0};
    for (;; chain.links++) {
        const struct py_node *inner =
            py_is(expression, PY_Attribute)   ? py_as_Attribute(expression)->value
            : py_is(expression, PY_Subscript) ? py_as_Subscript(expression)->value
                                              : NULL;
        if (!inner)
            break;
        chain.first = expression;
        expression = inner;
    }
    chain.name = py_as_Name(expression);
    return chain;
}

/* Whether the link is an attribute that the copy got anew. */
static bool is_replaced(const struct alias *alias, const struct py_node *link) {
    const struct py_Attribute *field = py_as_Attribute(link);
    return alias->copied && field && alias_replaced(alias, field->attr);
}

static const struct alias *alias_of_chain(const struct state *state, struct chain chain) {
    const struct alias *alias = chain.name ? state_get(state, chain.name->id) : NULL;
    if (!alias || !chain.first)
        return alias;
    return is_replaced(alias, chain.first) ? NULL : &alias_original;
}

static const struct alias *find_alias(const struct state *state, const struct py_node *expression,
                                      int depth);

static bool any_alias(const struct state *state, const struct py_list *expressions, int depth) {
    for (uint32_t i = 0; i < expressions->count; i++)
        if (find_alias(state, expressions->items[i], depth))
            return true;
    return false;
}

/* {"field": value, ...} */
static bool has_text_keys(const struct py_Dict *update) {
    for (uint32_t i = 0; i < update->keys.count; i++)
        if (!py_as_string(update->keys.items[i]))
            return false;
    return true;
}

static const struct alias *with_fields(struct arena *arena, const struct alias *alias,
                                       const struct py_Dict *update) {
    size_t before = alias->copied ? alias->field_count : 0;
    struct text *fields = arena_array(arena, struct text, MOST_FIELDS);
    struct alias *copy = arena_new(arena, struct alias);
    *copy = (struct alias){true, fields, before};
    if (before)
        memcpy(fields, alias->fields, before * sizeof(*fields));
    for (uint32_t i = 0; update && i < update->keys.count && copy->field_count < MOST_FIELDS; i++)
        fields[copy->field_count++] = py_as_string(update->keys.items[i])->text;
    return copy;
}

/* object.model_copy(update={...}, deep=...) */
static const struct alias *alias_of_model_copy(const struct state *state,
                                               const struct py_Call *call, int depth) {
    const struct py_keyword *deep = py_last_keyword_of(call, T("deep"));
    const struct py_keyword *update = py_last_keyword_of(call, T("update"));
    const struct py_Dict *fields = update ? py_as_Dict(update->value) : NULL;
    if (deep && (!py_is(deep->value, PY_Constant) || deep->value->op == PY_TRUE))
        return NULL;
    if (update && (!fields || !has_text_keys(fields)))
        return NULL;
    const struct alias *alias = find_alias(state, py_as_Attribute(call->func)->value, depth);
    return alias ? with_fields(state->arena, alias, fields) : NULL;
}

static bool is_relisting(struct text name) {
    static const char *const names[] = {"enumerate", "reversed", "sorted", "zip",
                                        "list",      "iter",     "filter"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (text_is(name, names[i]))
            return true;
    return false;
}

static const struct alias *alias_of_call(const struct state *state, const struct py_Call *call,
                                         int depth) {
    const struct py_Name *name = py_as_Name(call->func);
    const struct py_Attribute *method = py_as_Attribute(call->func);
    if (method && text_is(method->attr, "model_copy"))
        return alias_of_model_copy(state, call, depth);
    const struct py_Name *module = method ? py_as_Name(method->value) : NULL;
    bool copies = name ? text_is(name->id, "copy")
                       : module && text_is(module->id, "copy") && text_is(method->attr, "copy");
    bool shares = (copies && call->args.count == 1) || (name && is_relisting(name->id));
    return shares && any_alias(state, &call->args, depth) ? &alias_copied : NULL;
}

static bool binds_name(const struct py_node *target, struct text name) {
    const struct py_list *parts = py_elements(target);
    if (py_is(target, PY_Starred))
        return binds_name(py_as_Starred(target)->value, name);
    for (uint32_t i = 0; parts && i < parts->count; i++)
        if (binds_name(parts->items[i], name))
            return true;
    return py_is(target, PY_Name) && text_equal(py_as_Name(target)->id, name);
}

/* A new list of the same objects, or of parts of them. */
static const struct alias *alias_of_comprehension(const struct state *state,
                                                  const struct py_node *element,
                                                  const struct py_list *generators, int depth) {
    struct chain chain = chain_of(element);
    bool bound = false, reaches = false;
    for (uint32_t i = 0; chain.name && i < generators->count; i++) {
        const struct py_comprehension *generator = py_as_comprehension(generators->items[i]);
        bound = bound || binds_name(generator->target, chain.name->id);
        reaches = reaches || find_alias(state, generator->iter, depth);
    }
    return bound && reaches ? &alias_copied : NULL;
}

static const struct alias *find_alias(const struct state *state, const struct py_node *expression,
                                      int depth) {
    if (depth++ > DEEPEST_ALIAS)
        return NULL;
    if (py_is(expression, PY_Call))
        return alias_of_call(state, py_as_Call(expression), depth);
    if (py_is(expression, PY_ListComp))
        return alias_of_comprehension(state, py_as_ListComp(expression)->elt,
                                      &py_as_ListComp(expression)->generators, depth);
    if (py_is(expression, PY_GeneratorExp))
        return alias_of_comprehension(state, py_as_GeneratorExp(expression)->elt,
                                      &py_as_GeneratorExp(expression)->generators, depth);
    return alias_of_chain(state, chain_of(expression));
}

const struct alias *alias_of(const struct state *state, const struct py_node *expression) {
    return find_alias(state, expression, 0);
}

bool store_changes_score(const struct state *state, const struct py_node *target) {
    struct chain chain = chain_of(target);
    const struct alias *alias = chain.name && chain.first ? state_get(state, chain.name->id) : NULL;
    if (!alias)
        return false;
    return !alias->copied || (chain.links >= 2 && !is_replaced(alias, chain.first));
}
