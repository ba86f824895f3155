#include "rules/rules.h"

/* A function whose body runs for a sample, not at import or while a task is made. */
static bool is_component(const struct py_FunctionDef *def) {
    return py_has_decorator(def, T("solver")) || py_has_decorator(def, T("scorer")) ||
           py_has_decorator(def, T("agent"));
}

static bool in_component(const struct py_call *call) {
    for (const struct py_function *function = call->function; function; function = function->parent)
        if (is_component(function->def))
            return true;
    return false;
}

static void check_file(struct check *check, const struct python_file *file) {
    for (const struct py_call *call = py_calls_of(file->index, T("get_model")); call;
         call = call->next_of_name)
        if (!in_component(call))
            check_finding(check, location_of_node(file, &call->call->node),
                          "resolve the model in the body of the solver, scorer or agent that uses "
                          "it, so that callers can choose it",
                          "get_model() is called outside of every @solver, @scorer and @agent "
                          "function");
}

static void check_get_model_location(struct check *check) {
    struct python_files files = package_python(check->package);
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            check_file(check, files.items[i]);
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
