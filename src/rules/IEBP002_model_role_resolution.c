#include "python/literal.h"
#include "rules/rules.h"

static bool has_value(const struct py_Call *call, struct text keyword) {
    const struct py_keyword *given = py_last_keyword_of(call, keyword);
    return given && !py_is_none(given->value);
}

/* Whether the call says what happens when nobody binds the role. */
static bool is_resolved(const struct py_Call *call) {
    const struct py_keyword *required = py_last_keyword_of(call, T("required"));
    return (call->args.count && !py_is_none(call->args.items[0])) || has_value(call, T("model")) ||
           has_value(call, T("default")) || (required && py_may_be_true(required->value));
}

static void report(struct check *check, const struct python_file *file, const struct py_Call *call,
                   const struct py_node *role) {
    const struct py_Constant *string = py_as_string(role);
    struct text key = string ? string->text : T("<dynamic>");
    struct finding finding = {
        .location = location_of_node(file, &call->node),
        .severity = check->rule->severity,
        .message = text_format(check->arena,
                               "get_model() falls back to the model under evaluation when the role "
                               "%.*s is not bound",
                               TEXT_ARGS(key)),
        .hint = T("pass default= with a model, or required=True"),
        .key = key,
    };
    check_add(check, &finding);
}

/* How many calls name a role. */
static size_t check_file(struct check *check, const struct python_file *file) {
    size_t roles = 0;
    for (const struct py_call *call = py_calls_of(file->index, T("get_model")); call;
         call = call->next_of_name) {
        const struct py_keyword *role = py_last_keyword_of(call->call, T("role"));
        if (!role)
            continue;
        roles++;
        if (!is_resolved(call->call))
            report(check, file, call->call, role->value);
    }
    return roles;
}

static void check_model_role_resolution(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Every role has a model, a default, or is required");
    else
        check_skip(check, "No get_model() names a role");
}

const struct rule rule_model_role_resolution = {
    .code = "IEBP002",
    .name = "model_role_resolution",
    .summary = "get_model(role=...) has a model, a default, or requires the role",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .allowlist = true,
    .check = check_model_role_resolution,
};
