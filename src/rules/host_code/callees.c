#include "rules/host_code/callees.h"

static void note_parameters(struct callees *callees, uint32_t body, struct py_list parameters,
                            enum parameter_kind kind) {
    for (uint32_t i = 0; i < parameters.count; i++) {
        uint32_t name = paths_name(callees->paths, py_as_arg(parameters.items[i])->arg);
        *pairs_put(callees->paths->arena, &callees->parameters, body, name) = kind;
    }
}

static void note_rest(struct callees *callees, uint32_t body, struct py_node *parameter) {
    note_parameters(callees, body, (struct py_list){&parameter, parameter != NULL}, PARAMETER_REST);
}

static bool is_static(const struct py_FunctionDef *def) {
    return py_has_decorator(def, T("staticmethod")) ||
           py_has_decorator(def, T("abstractstaticmethod"));
}

static void note_function(struct callees *callees, uint32_t number) {
    const struct py_function *function = &callees->index->functions[number];
    uint32_t name = paths_name(callees->paths, function->def->name);
    uint32_t outer = callees->bodies[function->outer->number], body = function->scope->number;
    *pairs_put(callees->paths->arena, &callees->functions, outer, name) = number + 1;
    callees->is_static[number] = is_static(function->def);
    const struct py_arguments *args = py_as_arguments(function->def->args);
    note_parameters(callees, body, args->posonlyargs, PARAMETER_POSITIONAL);
    note_parameters(callees, body, args->args, PARAMETER_PLAIN);
    note_parameters(callees, body, args->kwonlyargs, PARAMETER_KEYWORD);
    note_rest(callees, body, args->vararg);
    note_rest(callees, body, args->kwarg);
}

static void note_class(struct callees *callees, uint32_t number) {
    const struct py_class *class = &callees->index->classes[number];
    uint32_t name = paths_name(callees->paths, class->def->name);
    uint32_t outer = callees->bodies[class->outer->number];
    *pairs_put(callees->paths->arena, &callees->classes, outer, name) = number + 1;
    callees->class_around[class->scope->number] = number + 1;
}

void callees_init(struct callees *callees, struct paths *paths, const struct py_index *index,
                  const uint32_t *bodies) {
    *callees = (struct callees){.index = index, .paths = paths, .bodies = bodies};
    callees->is_static = arena_array(paths->arena, bool, index->function_count);
    callees->class_around = arena_array(paths->arena, uint32_t, index->scope_count);
    for (uint32_t i = 0; i < index->function_count; i++)
        note_function(callees, i);
    for (uint32_t i = 0; i < index->class_count; i++)
        note_class(callees, i);
    for (uint32_t i = 0; i < index->scope_count; i++) {
        const struct py_scope *scope = index->scopes[i];
        if (!callees->class_around[i] && scope->parent)
            callees->class_around[i] = callees->class_around[scope->parent->number];
    }
}

bool callees_is_parameter(const struct callees *callees, uint32_t body, uint32_t name) {
    return pairs_get(&callees->parameters, body, name) != PARAMETER_NONE;
}

/* What a name is defined as in the scopes around a body; a class body's names are its own only. */
static uint32_t find_defined(const struct callees *callees, const struct pairs *defined,
                             struct text text, uint32_t body) {
    uint32_t name = paths_known_name(callees->paths, text);
    const struct py_scope *scope = callees->index->scopes[body];
    for (; name && scope; scope = scope->parent) {
        if (scope->kind == PY_SCOPE_CLASS && scope->number != body)
            continue;
        uint32_t found = pairs_get(defined, scope->number, name);
        if (found)
            return found;
    }
    return 0;
}

/* The class of the file that a base names: B, B[T]. */
static uint32_t find_base(const struct callees *callees, const struct py_class *class,
                          const struct py_node *base) {
    if (py_is(base, PY_Subscript))
        base = py_as_Subscript(base)->value;
    const struct py_Name *name = py_as_Name(base);
    uint32_t body = callees->bodies[class->outer->number];
    return name ? find_defined(callees, &callees->classes, name->id, body) : 0;
}

/* So many classes are looked into for a method; this also ends a class that is its own base. */
enum { CLASSES_LOOKED_INTO = 64 };

static uint32_t find_method(const struct callees *callees, uint32_t class_number, uint32_t name,
                            int *left) {
    if (!class_number || (*left)-- <= 0)
        return 0;
    const struct py_class *class = &callees->index->classes[class_number - 1];
    uint32_t found = pairs_get(&callees->functions, class->scope->number, name);
    for (uint32_t i = 0; !found && i<class->def->bases.count && * left> 0; i++) {
        uint32_t base = find_base(callees, class, class->def->bases.items[i]);
        found = find_method(callees, base, name, left);
    }
    return found;
}

const struct py_function *callees_find(const struct callees *callees, const struct py_Call *call,
                                       uint32_t body, bool *bound) {
    const struct py_Name *name = py_as_Name(call->func);
    uint32_t found = 0;
    *bound = false;
    if (name) {
        found = find_defined(callees, &callees->functions, name->id, body);
    } else {
        const struct py_Attribute *method = py_as_Attribute(call->func);
        const struct py_Name *object = method ? py_as_Name(method->value) : NULL;
        if (!object || !(text_is(object->id, "self") || text_is(object->id, "cls")))
            return NULL;
        int left = CLASSES_LOOKED_INTO;
        uint32_t wanted = paths_known_name(callees->paths, method->attr);
        found = wanted ? find_method(callees, callees->class_around[body], wanted, &left) : 0;
        *bound = found && !callees->is_static[found - 1];
    }
    return found ? &callees->index->functions[found - 1] : NULL;
}

static struct text name_of(const struct py_node *parameter) {
    return parameter ? py_as_arg(parameter)->arg : (struct text){0};
}

struct text callees_object(const struct py_function *function) {
    const struct py_arguments *args = py_as_arguments(function->def->args);
    bool any = args->posonlyargs.count || args->args.count;
    return any ? callees_at(function, 0) : (struct text){0};
}

struct text callees_at(const struct py_function *function, size_t position) {
    const struct py_arguments *args = py_as_arguments(function->def->args);
    if (position < args->posonlyargs.count)
        return name_of(args->posonlyargs.items[position]);
    position -= args->posonlyargs.count;
    return name_of(position < args->args.count ? args->args.items[position] : args->vararg);
}

struct text callees_by_keyword(const struct callees *callees, const struct py_function *function,
                               struct text keyword) {
    uint32_t name = paths_known_name(callees->paths, keyword);
    uint32_t kind = name ? pairs_get(&callees->parameters, function->scope->number, name) : 0;
    if (kind == PARAMETER_PLAIN || kind == PARAMETER_KEYWORD)
        return keyword;
    return name_of(py_as_arguments(function->def->args)->kwarg);
}
