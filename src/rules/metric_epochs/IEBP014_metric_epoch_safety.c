#include "rules/metric_epochs/metric_scope.h"
#include "rules/rules.h"

void report_metric(struct metric_file *file, const struct py_node *node, enum severity severity,
                   const char *message, const char *hint) {
    struct finding finding = {
        .location = location_of_node(file->file, node),
        .severity = severity,
        .message = text_of(message),
        .hint = text_of(hint),
    };
    uint32_t *reported = pairs_put(file->check->arena, &file->reported, node->start, node->end);
    if (!(*reported)++)
        check_add(file->check, &finding);
}

static bool is_unreduced(const struct py_node *decorator) {
    const struct py_Call *call = py_as_Call(decorator);
    for (uint32_t i = 0; call && i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        const struct py_Constant *string = py_as_string(keyword->value);
        if (text_is(keyword->arg, "scores") && string && text_is(string->text, "unreduced"))
            return true;
    }
    return false;
}

/* What decorators make of a function. */
struct kinds {
    bool any;
    bool reduced; /* a metric that is handed what a reducer left */
};

static struct kinds kinds_of(const struct py_FunctionDef *def) {
    struct kinds kinds = {0};
    for (uint32_t i = 0; i < def->decorator_list.count; i++) {
        const struct py_node *decorator = def->decorator_list.items[i];
        struct text name = py_decorator_name(decorator);
        bool metric = text_is(name, "metric");
        kinds.any |= metric || text_is(name, "score_reducer");
        kinds.reduced |= metric && !is_unreduced(decorator);
    }
    return kinds;
}

/* How many metrics and reducers there are. */
static size_t check_file(struct check *check, const struct python_file *python) {
    struct metric_file file = {.check = check, .file = python};
    struct arena scratch;
    arena_init(&scratch, check->arena->heap);
    size_t count = 0;
    for (size_t i = 0; i < python->index->function_count; i++) {
        struct kinds kinds = kinds_of(python->index->functions[i].def);
        if (!kinds.any)
            continue;
        count++;
        struct metric_scope scope;
        metric_scope_read(&scope, &scratch, python->index->functions[i].def);
        if (kinds.reduced)
            check_reduced(&file, &scope);
        check_writes(&file, &scope);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
    return count;
}

static void check_metric_epochs(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Metrics and reducers take scores as reducers leave them");
    else
        check_skip(check, "The package defines no metric and no reducer");
}

const struct rule rule_metric_epoch_safety = {
    .code = "IEBP014",
    .name = "metric_epoch_safety",
    .summary = "Metrics work on reduced scores, and change none of them",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .check = check_metric_epochs,
};
