#include "rules/rules.h"
#include "rules/task.h"

/* The pieces of a task that callers swap; "metric" and "grader" are found in longer words too. */
static bool names_a_piece(struct arena *arena, struct text parameter) {
    static const char *const pieces[] = {"solver", "scorer", "metric", "grader", "model"};
    struct text name = text_lower(arena, parameter);
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
        if (text_contains(name, text_of(pieces[i])))
            return true;
    return false;
}

static void check_parameter(struct check *check, struct location location,
                            const struct py_node *node) {
    struct text name = py_as_arg(node)->arg;
    if (names_a_piece(check->arena, name))
        check_finding(check, location, "give it a default, such as None",
                      "The task's parameter %.*s has no default", TEXT_ARGS(name));
}

static void check_task(struct check *check, const struct python_file *file,
                       const struct py_FunctionDef *def) {
    const struct py_arguments *parameters = py_as_arguments(def->args);
    struct location location = location_of_line(file, &def->node);
    const struct py_list *first = &parameters->posonlyargs, *second = &parameters->args;
    /* defaults belong to the last of both lists together */
    uint32_t without = first->count + second->count - parameters->defaults.count;
    for (uint32_t i = 0; i < without; i++)
        check_parameter(check, location,
                        i < first->count ? first->items[i] : second->items[i - first->count]);
    for (uint32_t i = 0; i < parameters->kwonlyargs.count; i++)
        if (!parameters->kw_defaults.items[i])
            check_parameter(check, location, parameters->kwonlyargs.items[i]);
}

/* How many tasks the file defines. */
static size_t check_file(struct check *check, const struct python_file *file) {
    size_t tasks = 0;
    for (size_t i = 0; i < file->index->function_count; i++) {
        const struct py_function *function = &file->index->functions[i];
        if (!is_task(function))
            continue;
        tasks++;
        check_task(check, file, function->def);
    }
    return tasks;
}

static void check_task_overridable_defaults(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Every piece that a task takes has a default");
    else
        check_skip(check, "No task is defined");
}

const struct rule rule_task_overridable_defaults = {
    .code = "IEBP004",
    .name = "task_overridable_defaults",
    .summary = "Parameters of a task that name a solver, scorer, metric, grader or model have "
               "defaults",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .check = check_task_overridable_defaults,
};
