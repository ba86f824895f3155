#include "rules/rules.h"

/* A function whose body runs for a sample, not at import or while a task is made. */
static bool is_component(const struct py_FunctionDef *def) {
    return py_has_decorator(def, T("solver")) || py_has_decorator(def, T("scorer")) ||
           py_has_decorator(def, T("agent"));
}

/* Of every function of a file whether it is a component or defined in one. */
static const bool *find_components(struct arena *arena, const struct py_index *index) {
    bool *inside = arena_array(arena, bool, index->function_count);
    for (size_t i = 0; i < index->function_count; i++) {
        const struct py_function *function = &index->functions[i];
        inside[i] =
            (function->parent && inside[function->parent->number]) || is_component(function->def);
    }
    return inside;
}

/* How many calls there are. */
static size_t check_file(struct check *check, const struct python_file *file) {
    const struct py_call *call = py_calls_of(file->index, T("get_model"));
    const bool *inside = call ? find_components(check->arena, file->index) : NULL;
    size_t calls = 0;
    for (; call; call = call->next_of_name, calls++)
        if (!call->function || !inside[call->function->number])
            check_finding(check, location_of_node(file, &call->call->node),
                          "resolve the model in the body of the solver, scorer or agent that uses "
                          "it, so that callers can choose it",
                          "get_model() is called outside of every @solver, @scorer and @agent "
                          "function");
    return calls;
}

static void check_get_model_location(struct check *check) {
    check_each_file(check, check_file);
    check_pass(check, "No get_model() is called outside of a solver, scorer or agent");
}

const struct rule rule_get_model_location = {
    .code = "IEBP001",
    .name = "get_model_location",
    .summary = "get_model() is called in the body of a solver, scorer or agent, nowhere else",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .check = check_get_model_location,
};
