#include "python/unicode.h"
#include "rules/ruff/ruff_config.h"
#include "rules/rules.h"

static const struct toml_value *declined_reason(const struct check *check) {
    const struct toml_value *declined = check_option(check, "declined");
    return declined ? toml_find(declined, T(RUFF_CODE)) : NULL;
}

/* declined = { CODE = "reason" } */
static void validate(struct check *check, const struct toml_value *table, struct error *error) {
    const struct toml_value *declined = toml_find(table, T("declined"));
    for (size_t i = 0; declined && i < declined->table.count; i++) {
        struct text code = declined->table.entries[i].key;
        const struct toml_value *reason = declined->table.entries[i].value;
        if (!text_is(code, RUFF_CODE))
            error_set(error, check->arena, T("pyproject.toml"), reason->key_line,
                      reason->key_column,
                      "tool.inspect-evals-lint.ruff_rules_enabled.declined: '%.*s' is not asked "
                      "for, so it cannot be declined; " RUFF_CODE " can",
                      TEXT_ARGS(code));
        else if (reason->type != TOML_STRING || !py_strip(reason->text).size)
            error_set(error, check->arena, T("pyproject.toml"), reason->line, reason->column,
                      "tool.inspect-evals-lint.ruff_rules_enabled.declined." RUFF_CODE
                      " must be a string that says why the rule is declined");
    }
}

static void report(struct check *check, struct text file) {
    const struct toml_value *reason = declined_reason(check);
    struct finding finding = {
        .location = location_of_file(file),
        .severity = SEVERITY_WARNING,
        .message =
            reason ? text_format(check->arena,
                                 "ruff's rule " RUFF_CODE " (unspecified-encoding) is not enabled "
                                 "by %.*s; declined: %.*s",
                                 TEXT_ARGS(file), TEXT_ARGS(reason->text))
                   : text_format(check->arena,
                                 "ruff's rule " RUFF_CODE
                                 " (unspecified-encoding) is not enabled by %.*s",
                                 TEXT_ARGS(file)),
        .hint = T("add \"" RUFF_CODE "\" to extend-select and set preview = true in ruff's lint "
                  "table; without preview neither the code nor a prefix selects it"),
        .declined = reason != NULL,
        .shared = true,
    };
    check_add(check, &finding);
}

static void check_ruff_rules_enabled(struct check *check) {
    struct text file = ruff_governing_file(check), problem = {0};
    if (!file.data) {
        report(check, T("pyproject.toml"));
        return;
    }
    switch (ruff_resolve(check, file, &problem)) {
    case RUFF_ENABLED:
        check_pass(check, "%.*s enables " RUFF_CODE, TEXT_ARGS(file));
        break;
    case RUFF_DISABLED:
        report(check, file);
        break;
    case RUFF_UNREADABLE:
        check_skip(check, "ruff's configuration cannot be used: %.*s", TEXT_ARGS(problem));
        break;
    }
}

static const struct rule_option options[] = {
    {.name = "declined",
     .type = TOML_TABLE,
     .meaning = "The codes that are not to be enabled, each with the reason."},
    {0},
};

const struct rule rule_ruff_rules_enabled = {
    .code = "IECQ007",
    .name = "ruff_rules_enabled",
    .summary = "The repository's ruff configuration enables the rules that evaluations need",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .preview = true,
    .options = options,
    .validate = validate,
    .check = check_ruff_rules_enabled,
};
