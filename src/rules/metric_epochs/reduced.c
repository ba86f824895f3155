#include "rules/metric_epochs/metric_scope.h"

static bool holds_value(const struct metric_scope *scope, const struct py_node *expression) {
    uint32_t item = pairs_get(&scope->by_place, expression->start, expression->end);
    return scope->items.items[item].holds_value;
}

static bool is_number_type(const struct py_node *node) {
    const struct py_Name *name = py_as_Name(node);
    return name && (text_is(name->id, "int") || text_is(name->id, "float"));
}

static void check_call(struct metric_file *file, const struct metric_scope *scope,
                       const struct scope_item *item) {
    const struct py_Call *call = py_as_Call(item->node);
    const struct py_Attribute *method = py_as_Attribute(call->func);
    const struct py_Name *name = py_as_Name(call->func);
    if (method && (text_is(method->attr, "as_int") || text_is(method->attr, "as_bool")))
        report_metric(file, item->node, SEVERITY_ERROR,
                      "The value is narrowed to whole numbers or booleans, though a reducer may "
                      "have made a mean of it",
                      "read it with .as_float(), or declare the metric with scores=\"unreduced\"");
    else if (name && text_is(name->id, "int") && call->args.count &&
             holds_value(scope, call->args.items[0]))
        report_metric(file, item->node, SEVERITY_ERROR,
                      "int() cuts off what a reducer may have made a mean of",
                      "compute with the value as it is, or declare the metric with "
                      "scores=\"unreduced\"");
    else if (name && text_is(name->id, "isinstance") && call->args.count == 2 &&
             !item->nan_guarded && is_number_type(call->args.items[1]) &&
             metric_scope_is_value(scope, call->args.items[0]))
        report_metric(file, item->node, SEVERITY_WARNING,
                      "Whether the value is an int or a float depends on the reducer",
                      "ask for both, isinstance(value, (int, float)), or use .as_float()");
}

static bool is_dropped_field(const struct py_node *node) {
    const struct py_Attribute *field = py_as_Attribute(node);
    if (!field || node->op != PY_LOAD)
        return false;
    const struct py_Attribute *score = py_as_Attribute(field->value);
    return score && text_is(score->attr, "score") &&
           (text_is(field->attr, "answer") || text_is(field->attr, "explanation") ||
            text_is(field->attr, "reason"));
}

void check_reduced(struct metric_file *file, const struct metric_scope *scope) {
    for (size_t i = 1; i < scope->items.count; i++) {
        const struct scope_item *item = &scope->items.items[i];
        if (py_is(item->node, PY_Call))
            check_call(file, scope, item);
        else if (is_dropped_field(item->node))
            report_metric(file, item->node, SEVERITY_ERROR,
                          "A reducer may have dropped this field of the score",
                          "keep what the metric needs in the value, or declare the metric with "
                          "scores=\"unreduced\"");
    }
}
