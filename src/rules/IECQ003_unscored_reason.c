#include "python/literal.h"
#include "rules/rules.h"

static const struct text legacy_key = TEXT("unscored_reason");

/* None and the empty string are no reasons; what is not a literal may be one. */
static bool is_void(const struct py_node *value) {
    const struct py_Constant *string = py_as_string(value);
    return py_is_none(value) || (string && string->text.size == 0);
}

/* A written reason= decides; without one, unpacked keywords may hold it. */
static bool has_reason(const struct py_Call *call) {
    const struct py_keyword *reason = py_keyword_of(call, T("reason"));
    return reason ? !is_void(reason->value) : py_unpacks_keywords(call);
}

/* How many calls and keys the file has. */
static size_t check_file(struct check *check, const struct python_file *file) {
    size_t sites = 0;
    for (const struct py_call *call = py_calls_of(file->index, T("unscored")); call;
         call = call->next_of_name) {
        if (!py_is(call->call->func, PY_Attribute))
            continue;
        sites++;
        if (!has_reason(call->call))
            check_finding(check, location_of_node(file, &call->call->node),
                          "pass reason= with a short text such as \"grader_failed\"",
                          "The sample is left unscored without a reason");
    }
    for (size_t i = 0; i < file->index->string_count; i++) {
        const struct py_string *string = &file->index->strings[i];
        if (string->docstring || string->constant->node.op != PY_STRING ||
            !text_equal(string->constant->text, legacy_key))
            continue;
        sites++;
        check_finding(
            check, location_of_node(file, &string->constant->node),
            "pass the reason to Score.unscored(reason=...), and read it from Score.reason",
            "The metadata key \"unscored_reason\" is superseded");
    }
    return sites;
}

static void check_unscored_reason(struct check *check) {
    struct python_files files = package_python(check->package);
    size_t sites = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            sites += check_file(check, files.items[i]);
    if (sites)
        check_pass(check, "Every unscored sample has a reason");
    else
        check_skip(check, "No sample is left unscored");
}

const struct rule rule_unscored_reason = {
    .code = "IECQ003",
    .name = "unscored_reason",
    .summary = "Score.unscored() says why with reason=, and the old metadata key is gone",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .check = check_unscored_reason,
};
