#include "rules/metric_epochs/metric_scope.h"

static struct text plain_callee(const struct py_node *call) {
    const struct py_Name *name = py_is(call, PY_Call) ? py_as_Name(py_as_Call(call)->func) : NULL;
    return name ? name->id : (struct text){0};
}

static struct text method_of(const struct py_node *call) {
    const struct py_Attribute *method =
        py_is(call, PY_Call) ? py_as_Attribute(py_as_Call(call)->func) : NULL;
    return method ? method->attr : (struct text){0};
}

/* NAME.value or ANYTHING.score.value */
static bool is_value_attribute(const struct py_node *node) {
    const struct py_Attribute *value = py_as_Attribute(node);
    if (!value || node->op != PY_LOAD || !text_is(value->attr, "value"))
        return false;
    const struct py_Attribute *score = py_as_Attribute(value->value);
    return py_is(value->value, PY_Name) || (score && text_is(score->attr, "score"));
}

static bool is_narrowing(const struct py_node *node) {
    static const char *const methods[] = {"as_int", "as_bool", NULL};
    return text_is(plain_callee(node), "int") || text_is_any(method_of(node), methods);
}

static bool reads_by_method(const struct py_node *node) {
    static const char *const methods[] = {"as_float", "as_int",  "as_bool", "as_str",
                                          "as_list",  "as_dict", NULL};
    return text_is_any(method_of(node), methods);
}

/* What it gives holds no value, whatever it is given. */
static bool hides_value(const struct py_node *node) {
    static const char *const names[] = {"len", "isinstance", "bool", "int",
                                        "str", "type",       "id",   NULL};
    return py_is(node, PY_Compare) || text_is_any(plain_callee(node), names);
}

static struct scope_name *name_of(struct metric_scope *scope, struct text name) {
    void **place = map_put(scope->arena, &scope->names, name);
    if (!*place) {
        *place = arena_new(scope->arena, struct scope_name);
        ((struct scope_name *)*place)->name = name;
    }
    return *place;
}

/* The walk */

struct adding {
    struct metric_scope *scope;
    uint32_t around; /* for expressions */
    bool guards_nan;
};

static void add_item(void *context, const struct py_node *node) {
    struct adding *adding = context;
    struct metric_scope *scope = adding->scope;
    bool expression = py_kind_group(node->kind) == PY_EXPR;
    uint32_t number = (uint32_t)scope->items.count;
    struct scope_item item = {
        .node = node, .around = expression ? adding->around : 0, .nan_guarded = adding->guards_nan};
    const struct py_Name *name = py_as_Name(node);
    if (name) {
        struct scope_name *known = name_of(scope, name->id);
        item.next_of_name = known->first;
        known->first = number;
    }
    vector_push(scope->arena, &scope->items, item);
    if (expression)
        *pairs_put(scope->arena, &scope->by_place, node->start, node->end) = number;
}

static bool asks_isnan(const struct py_node *node) {
    const struct py_BoolOp *operation = py_as_BoolOp(node);
    for (uint32_t i = 0; operation && node->op == PY_AND && i < operation->values.count; i++) {
        const struct py_Call *call = py_as_Call(operation->values.items[i]);
        if (call && text_is(py_last_name(call->func), "isnan"))
            return true;
    }
    return false;
}

static void bind(struct metric_scope *scope, const struct py_node *target,
                 const struct py_node *value) {
    vector_push(scope->arena, &scope->written, ((struct value_binding){target, value, 0, false}));
}

static void bind_by_method(struct metric_scope *scope, const struct py_Call *call) {
    static const char *const methods[] = {"append", "extend",     "insert", "update",
                                          "add",    "setdefault", NULL};
    if (!text_is_any(method_of(&call->node), methods))
        return;
    const struct py_node *receiver = py_as_Attribute(call->func)->value;
    for (uint32_t i = 0; i < call->args.count; i++)
        bind(scope, receiver, call->args.items[i]);
    for (uint32_t i = 0; i < call->keywords.count; i++)
        bind(scope, receiver, py_as_keyword(call->keywords.items[i])->value);
}

static void find_bindings(struct metric_scope *scope, const struct py_node *node) {
    switch ((enum py_kind)node->kind) {
    case PY_Assign:
        for (uint32_t i = 0; i < py_as_Assign(node)->targets.count; i++)
            bind(scope, py_as_Assign(node)->targets.items[i], py_as_Assign(node)->value);
        break;
    case PY_AnnAssign:
        if (py_as_AnnAssign(node)->value)
            bind(scope, py_as_AnnAssign(node)->target, py_as_AnnAssign(node)->value);
        break;
    case PY_AugAssign:
        bind(scope, py_as_AugAssign(node)->target, py_as_AugAssign(node)->value);
        break;
    case PY_NamedExpr:
        bind(scope, py_as_NamedExpr(node)->target, py_as_NamedExpr(node)->value);
        break;
    case PY_For:
    case PY_AsyncFor:
        bind(scope, ((const struct py_For *)node)->target, ((const struct py_For *)node)->iter);
        break;
    case PY_comprehension:
        bind(scope, py_as_comprehension(node)->target, py_as_comprehension(node)->iter);
        break;
    case PY_Call:
        bind_by_method(scope, py_as_Call(node));
        break;
    case PY_Return:
        if (py_is(py_as_Return(node)->value, PY_Name))
            map_put(scope->arena, &scope->returned, py_as_Name(py_as_Return(node)->value)->id);
        break;
    default:
        break;
    }
}

/* Values */

static void keep_part(struct metric_scope *scope, const struct py_node *target,
                      const struct py_node *value, bool all_names) {
    uint32_t item = pairs_get(&scope->by_place, value->start, value->end);
    struct value_binding binding = {target, value, scope->items.items[item].bindings, all_names};
    scope->items.items[item].bindings = (uint32_t)scope->bindings.count;
    vector_push(scope->arena, &scope->bindings, binding);
}

static void take_apart(struct metric_scope *scope, const struct py_node *target,
                       const struct py_node *value);

/* Targets beside the parts of a tuple, list or zip(). */
static void take_pairs(struct metric_scope *scope, const struct py_list *targets,
                       const struct py_list *values) {
    for (uint32_t i = 0; targets->count == values->count && i < targets->count; i++)
        take_apart(scope, targets->items[i], values->items[i]);
}

/* A part of the target is paired with a part of the value where that can be told. */
static void take_apart(struct metric_scope *scope, const struct py_node *target,
                       const struct py_node *value) {
    const struct py_list *targets = py_elements(target), *values = py_elements(value);
    const struct py_Call *call = py_as_Call(value);
    if (py_is(target, PY_Name))
        keep_part(scope, target, value, false);
    if (!targets)
        return;
    for (uint32_t i = 0; i < targets->count; i++)
        if (py_is(targets->items[i], PY_Starred))
            return;
    if (values)
        take_pairs(scope, targets, values);
    else if (targets->count == 2 && text_is(method_of(value), "items"))
        keep_part(scope, targets->items[1], value, true);
    else if (targets->count == 2 && text_is(plain_callee(value), "enumerate") && call->args.count)
        take_apart(scope, targets->items[1], call->args.items[0]);
    else if (text_is(plain_callee(value), "zip"))
        take_pairs(scope, targets, &call->args);
}

static void hold_value(struct metric_scope *scope, uint32_t item) {
    if (!item || scope->items.items[item].holds_value)
        return;
    scope->items.items[item].holds_value = true;
    vector_push(scope->arena, &scope->changed, item);
}

static void name_holds_value(struct metric_scope *scope, struct text id) {
    struct scope_name *name = name_of(scope, id);
    if (name->holds_value)
        return;
    name->holds_value = true;
    for (uint32_t item = name->first; item; item = scope->items.items[item].next_of_name)
        hold_value(scope, item);
}

static void names_hold_value(void *context, const struct py_node *target) {
    const struct py_list *parts = py_elements(target);
    if (py_is(target, PY_Name))
        name_holds_value(context, py_as_Name(target)->id);
    for (uint32_t i = 0; parts && i < parts->count; i++)
        names_hold_value(context, py_is(parts->items[i], PY_Starred)
                                      ? py_as_Starred(parts->items[i])->value
                                      : parts->items[i]);
}

/* Each item comes to hold a value once, so that this takes as long as the scope is large. */
static void spread_values(struct metric_scope *scope) {
    for (size_t i = 0; i < scope->changed.count; i++) {
        struct scope_item item = scope->items.items[scope->changed.items[i]];
        hold_value(scope, item.around);
        for (uint32_t k = item.bindings; k; k = scope->bindings.items[k].next) {
            const struct value_binding *binding = &scope->bindings.items[k];
            if (!is_narrowing(binding->value))
                names_hold_value(scope, binding->target);
        }
    }
}

bool metric_scope_is_value(const struct metric_scope *scope, const struct py_node *expression) {
    for (;;) {
        const struct py_Call *call = py_as_Call(expression);
        if (py_is(expression, PY_Subscript))
            expression = py_as_Subscript(expression)->value;
        else if (call && call->args.count == 2 && !call->keywords.count &&
                 text_is(py_last_name(call->func), "cast"))
            expression = call->args.items[1];
        else
            break;
    }
    const struct py_Name *name = py_as_Name(expression);
    const struct scope_name *known = name ? map_get(&scope->names, name->id) : NULL;
    return is_value_attribute(expression) || (known && known->is_value);
}

void metric_scope_read(struct metric_scope *scope, struct arena *arena,
                       const struct py_FunctionDef *def) {
    *scope = (struct metric_scope){.arena = arena, .def = def};
    vector_push(arena, &scope->items, (struct scope_item){0});
    vector_push(arena, &scope->bindings, (struct value_binding){0});
    struct adding adding = {.scope = scope};
    add_item(&adding, &def->node);
    for (uint32_t i = 1; i < scope->items.count; i++) {
        const struct py_node *node = scope->items.items[i].node;
        bool expression = py_kind_group(node->kind) == PY_EXPR;
        adding.around = expression && !hides_value(node) ? i : 0;
        adding.guards_nan = asks_isnan(node);
        py_children(node, add_item, &adding);
        find_bindings(scope, node);
        if (is_value_attribute(node) || reads_by_method(node))
            hold_value(scope, i);
    }
    for (size_t i = 0; i < scope->written.count; i++)
        take_apart(scope, scope->written.items[i].target, scope->written.items[i].value);
    spread_values(scope);
    for (size_t i = 0; i < scope->written.count; i++) {
        const struct py_Name *name = py_as_Name(scope->written.items[i].target);
        if (name && metric_scope_is_value(scope, scope->written.items[i].value))
            name_of(scope, name->id)->is_value = true;
    }
}
