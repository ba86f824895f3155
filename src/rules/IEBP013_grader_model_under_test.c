#include "python/literal.h"
#include "rules/dataset_loaders.h"
#include "rules/name_values.h"
#include "rules/rules.h"
#include "rules/scorer_code.h"

struct grader_check {
    struct check *check;
    const struct scorer_code *code;
    uint32_t file;
    struct name_values values; /* of the file */
    struct pairs reported;     /* by where a call starts and ends */
};

static bool is_given(const struct py_node *argument) {
    return argument && !py_is_none(argument);
}

/* state.model */
static bool is_own_model(const struct py_node *node) {
    const struct py_Attribute *model = py_as_Attribute(node);
    const struct py_Name *state = model ? py_as_Name(model->value) : NULL;
    return state && text_is(state->id, "state") && text_is(model->attr, "model");
}

/* str(state.model) */
static bool is_own_name(const struct py_node *node) {
    const struct py_Call *call = py_as_Call(node);
    const struct py_Name *name = call ? py_as_Name(call->func) : NULL;
    return name && text_is(name->id, "str") && call->args.count == 1 && !call->keywords.count &&
           is_own_model(call->args.items[0]);
}

static bool gives_model_under_test(const struct py_Call *call) {
    const struct py_node *model = argument_of_keyword(call, T("model"));
    if (!model && call->args.count)
        model = call->args.items[0];
    if (is_given(argument_of_keyword(call, T("role"))) || py_unpacks_keywords(call))
        return false;
    if (is_given(model))
        return is_own_model(model) || is_own_name(model);
    return !is_given(argument_of_keyword(call, T("default")));
}

/* A call in scorer code, once: it may be used several times. */
static void report(struct grader_check *grader, const struct py_Call *call) {
    const struct scorer_call *scorer_call = scorer_call_of(grader->code, grader->file, &call->node);
    uint32_t *reported =
        pairs_put(grader->code->calls.arena, &grader->reported, call->node.start, call->node.end);
    if (!scorer_call || scorer_call->target.kind != TARGET_OUTSIDE || (*reported)++)
        return;
    check_finding(grader->check,
                  location_of_node(grader->code->calls.files[grader->file].file, &call->node),
                  "name the grader's role with a default: get_model(role=\"grader\", "
                  "default=\"...\")",
                  "The scorer asks the model under evaluation to grade itself");
}

/* What an expression may be: itself, or the alternatives of `or` and of a conditional. */
enum { MOST_ALTERNATIVES = 64 };

static void report_alternatives(struct grader_check *grader, const struct py_node *expression) {
    const struct py_node *stack[MOST_ALTERNATIVES] = {expression};
    for (size_t count = 1; count;) {
        const struct py_node *node = stack[--count];
        const struct py_Call *call = py_as_Call(node);
        const struct py_BoolOp *operation = py_as_BoolOp(node);
        const struct py_IfExp *conditional = py_as_IfExp(node);
        if (call && text_is(py_last_name(call->func), "get_model") && gives_model_under_test(call))
            report(grader, call);
        for (uint32_t i = 0; operation && i < operation->values.count; i++)
            if (count < MOST_ALTERNATIVES)
                stack[count++] = operation->values.items[i];
        if (conditional && count + 2 <= MOST_ALTERNATIVES) {
            stack[count++] = conditional->body;
            stack[count++] = conditional->orelse;
        }
    }
}

enum { SCOPES_LOOKED_THROUGH = 200 };

/* The value that a name has where it is used: in its function the last one before the use, in the
 * functions around it the one that no other follows. */
static const struct py_node *value_of(const struct grader_check *grader, struct text name,
                                      const struct py_call *use) {
    const struct py_scope *scope = use->scope;
    bool inside = true;
    for (int looked = 0; scope && scope->function && looked < SCOPES_LOOKED_THROUGH; looked++) {
        bool owned = false;
        uint32_t before = inside ? use->call->node.start : UINT32_MAX;
        const struct name_binding *binding =
            scope->kind == PY_SCOPE_CLASS
                ? NULL
                : name_values_last(&grader->values, scope, name, before, &owned);
        if (owned)
            return binding ? binding->value : NULL;
        inside &= scope->kind != PY_SCOPE_FUNCTION;
        scope = scope->parent;
    }
    return NULL;
}

static void check_use(struct grader_check *grader, const struct py_call *use) {
    const struct py_Attribute *method = py_as_Attribute(use->call->func);
    const struct py_Name *name = method ? py_as_Name(method->value) : NULL;
    const struct py_node *value = name     ? value_of(grader, name->id, use)
                                  : method ? method->value
                                           : NULL;
    if (value)
        report_alternatives(grader, value);
}

static void check_file(struct check *check, const struct scorer_code *code, uint32_t file) {
    const struct python_file *python = code->calls.files[file].file;
    if (!python || !py_calls_of(python->index, T("get_model")))
        return;
    struct grader_check grader = {.check = check, .code = code, .file = file};
    name_values_init(&grader.values, code->calls.arena, python->index);
    for (const struct py_call *use = py_calls_of(python->index, T("generate")); use;
         use = use->next_of_name)
        if (scorer_call_of(code, file, &use->call->node))
            check_use(&grader, use);
}

static void check_files(struct check *check, const struct scorer_code *code) {
    for (uint32_t i = 0; i < code->calls.count; i++)
        check_file(check, code, i);
}

static void check_grader_model(struct check *check) {
    scorer_code_check(check, check_files, "No scorer asks the model under evaluation to grade");
}

const struct rule rule_grader_model_under_test = {
    .code = "IEBP013",
    .name = "grader_model_under_test",
    .summary = "Scorers do not grade with the model under evaluation",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .check = check_grader_model,
};
