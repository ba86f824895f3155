#include "rules/shuffle/values.h"

#include <stdlib.h>

struct name_store {
    uint32_t name;
    uint32_t start;
};

struct module_constant {
    const struct py_node *expression;
    const struct py_Constant *value; /* once it is known; NULL: unknown */
    enum { UNREAD, READING, READ } state;
    struct module_constant *before; /* the one that names this one */
};

static uint32_t number_of(const struct values *values, struct text name) {
    return (uint32_t)(uintptr_t)map_get(&values->names, name);
}

static uint32_t make_number(struct values *values, struct text name) {
    void **number = map_put(values->arena, &values->names, name);
    if (!*number)
        *number = (void *)(uintptr_t)values->names.count;
    return (uint32_t)(uintptr_t)*number;
}

/* Every assignment to a plain name counts, `x: int` and `type x = ...` too; del does not, nor does
 * what def, class, import and except bind. */
static bool is_store(const struct py_binding *binding) {
    return (py_is(binding->node, PY_Name) && binding->node->op == PY_STORE) ||
           py_is(binding->node, PY_TypeAlias);
}

static int compare_stores(const void *left, const void *right) {
    const struct name_store *a = left, *b = right;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

static void find_stores(struct values *values) {
    for (size_t i = 0; i < values->index->scope_count; i++) {
        const struct py_scope *scope = values->index->scopes[i];
        for (size_t k = 0; k < scope->binding_count; k++)
            if (is_store(&scope->bindings[k]))
                vector_push(values->arena, &values->stores,
                            ((struct name_store){make_number(values, scope->bindings[k].name),
                                                 scope->bindings[k].node->start}));
    }
    if (values->stores.count)
        qsort(values->stores.items, values->stores.count, sizeof(*values->stores.items),
              compare_stores);
}

/* The first store of the name at or behind a place. */
static size_t first_store(const struct values *values, uint32_t name, uint32_t start) {
    const struct name_store wanted = {name, start};
    size_t low = 0, high = values->stores.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_stores(&values->stores.items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_stored_between(const struct values *values, uint32_t name, uint32_t start,
                              uint32_t end) {
    size_t i = first_store(values, name, start);
    return i < values->stores.count && values->stores.items[i].name == name &&
           values->stores.items[i].start < end;
}

static void keep_parameter(struct values *values, const struct py_scope *scope,
                           const struct py_node *parameter, const struct py_node *otherwise) {
    if (!parameter)
        return;
    uint32_t name = make_number(values, py_as_arg(parameter)->arg);
    vector_push(values->arena, &values->defaults, otherwise);
    *pairs_put(values->arena, &values->parameters, scope->number, name) =
        (uint32_t)values->defaults.count;
}

static void keep_parameters(struct values *values, const struct py_scope *scope) {
    const struct py_FunctionDef *def = py_as_function(scope->node);
    const struct py_arguments *args =
        py_as_arguments(def ? def->args : py_as_Lambda(scope->node)->args);
    uint32_t positional = args->posonlyargs.count + args->args.count;
    for (uint32_t i = 0; i < positional; i++) {
        const struct py_node *parameter = i < args->posonlyargs.count
                                              ? args->posonlyargs.items[i]
                                              : args->args.items[i - args->posonlyargs.count];
        uint32_t left = positional - i;
        keep_parameter(values, scope, parameter,
                       left <= args->defaults.count
                           ? args->defaults.items[args->defaults.count - left]
                           : NULL);
    }
    for (uint32_t i = 0; i < args->kwonlyargs.count; i++)
        keep_parameter(values, scope, args->kwonlyargs.items[i], args->kw_defaults.items[i]);
    keep_parameter(values, scope, args->vararg, NULL);
    keep_parameter(values, scope, args->kwarg, NULL);
}

static bool is_function(const struct py_scope *scope) {
    return scope->kind == PY_SCOPE_FUNCTION || scope->kind == PY_SCOPE_LAMBDA;
}

/* A constant is a name stored once in the whole file, by a statement of the module's top level. */
static void keep_constant(struct values *values, const struct py_node *target,
                          const struct py_node *value) {
    const struct py_Name *name = py_as_Name(target);
    if (!name || !value)
        return;
    uint32_t number = number_of(values, name->id);
    size_t first = first_store(values, number, 0);
    bool again = first + 1 < values->stores.count && values->stores.items[first + 1].name == number;
    if (again)
        return;
    struct module_constant *constant = arena_new(values->arena, struct module_constant);
    constant->expression = value;
    *map_put(values->arena, &values->constants, name->id) = constant;
}

static void find_constants(struct values *values) {
    const struct py_Module *module = py_as_Module(values->index->tree->root);
    for (uint32_t i = 0; module && i < module->body.count; i++) {
        const struct py_Assign *assign = py_as_Assign(module->body.items[i]);
        const struct py_AnnAssign *annotated = py_as_AnnAssign(module->body.items[i]);
        if (assign && assign->targets.count == 1)
            keep_constant(values, assign->targets.items[0], assign->value);
        else if (annotated)
            keep_constant(values, annotated->target, annotated->value);
    }
}

void values_init(struct values *values, struct arena *arena, const struct py_index *index) {
    *values = (struct values){.arena = arena, .index = index};
    find_stores(values);
    for (size_t i = 0; i < index->scope_count; i++)
        if (is_function(index->scopes[i]))
            keep_parameters(values, index->scopes[i]);
    find_constants(values);
}

/* Constants that name constants, each read once; a cycle is unknown. */
static const struct py_Constant *constant_value(const struct values *values, struct text name) {
    struct module_constant *last = NULL, *next;
    const struct py_Constant *value = NULL;
    while ((next = map_get(&values->constants, name)) && next->state == UNREAD) {
        next->state = READING;
        next->before = last;
        last = next;
        const struct py_Name *named = py_as_Name(next->expression);
        value = py_as_Constant(next->expression);
        if (!named)
            break;
        name = named->id;
    }
    if (next && next->state == READ)
        value = next->value;
    for (; last; last = last->before) {
        last->value = value;
        last->state = READ;
    }
    return value;
}

/* Where the body of a function begins, the decorators of its first statement included. */
static uint32_t body_start(const struct py_scope *scope) {
    const struct py_FunctionDef *def = py_as_function(scope->node);
    if (!def)
        return py_as_Lambda(scope->node)->body->start;
    const struct py_FunctionDef *inner = py_as_function(def->body.items[0]);
    const struct py_ClassDef *class = py_as_ClassDef(def->body.items[0]);
    const struct py_list *decorators = inner   ? &inner->decorator_list
                                       : class ? &class->decorator_list
                                               : NULL;
    return decorators && decorators->count ? decorators->items[0]->start
                                           : def->body.items[0]->start;
}

/* So many functions around a call are looked through. */
enum { FUNCTIONS_LOOKED_THROUGH = 200 };

struct value values_of(const struct values *values, const struct py_node *expression,
                       const struct py_scope *scope) {
    struct value value = {py_as_Constant(expression), NULL};
    const struct py_Name *name = py_as_Name(expression);
    uint32_t number = name ? number_of(values, name->id) : 0;
    for (int looked = 0; number && scope; scope = scope->parent) {
        if (!is_function(scope))
            continue;
        if (looked++ == FUNCTIONS_LOOKED_THROUGH ||
            is_stored_between(values, number, body_start(scope), scope->node->end))
            return (struct value){0};
        uint32_t parameter = pairs_get(&values->parameters, scope->number, number);
        if (!parameter)
            continue;
        value.place = values->defaults.items[parameter - 1];
        value.constant = py_as_Constant(value.place);
        name = py_as_Name(value.place);
        number = name ? number_of(values, name->id) : 0;
        if (!name)
            return value;
    }
    if (number)
        value.constant = constant_value(values, name->id);
    return value;
}
