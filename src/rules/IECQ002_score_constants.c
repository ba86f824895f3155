#include "rules/rules.h"

/* The constant that a literal value stands for, or NULL. */
static const char *constant_of(struct text value) {
    if (text_is(value, "C") || text_is(value, "CORRECT"))
        return "CORRECT";
    if (text_is(value, "I") || text_is(value, "INCORRECT"))
        return "INCORRECT";
    return NULL;
}

static void check_call(struct check *check, const struct python_file *file,
                       const struct py_Call *call) {
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        const struct py_Constant *string = py_as_string(keyword->value);
        const char *constant = string ? constant_of(string->text) : NULL;
        if (!constant || !text_is(keyword->arg, "value"))
            continue;
        struct text hint = text_format(
            check->arena, "import %s from inspect_ai.scorer and pass it as value=", constant);
        check_finding(check, location_of_node(file, &call->node), hint.data,
                      "Score() gets the literal \"%.*s\" in place of the constant %s",
                      TEXT_ARGS(string->text), constant);
    }
}

static void check_file(struct check *check, const struct python_file *file) {
    for (const struct py_call *call = py_calls_of(file->index, T("Score")); call;
         call = call->next_of_name)
        check_call(check, file, call->call);
}

static void check_score_constants(struct check *check) {
    struct python_files files = package_python(check->package);
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            check_file(check, files.items[i]);
    check_pass(check, "No Score() gets a literal in place of CORRECT or INCORRECT");
}

const struct rule rule_score_constants = {
    .code = "IECQ002",
    .name = "score_constants",
    .summary = "Score() gets the constants CORRECT and INCORRECT, not their text",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .check = check_score_constants,
};
