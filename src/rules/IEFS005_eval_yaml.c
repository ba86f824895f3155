#include "rules/rules.h"

static void check_fields(struct check *check, const struct yaml_node *root, struct text path) {
    struct texts required = check->config->eval_yaml_required_fields;
    for (size_t i = 0; i < required.count; i++) {
        if (yaml_find(root, required.items[i]))
            continue;
        struct text hint =
            text_format(check->arena, "add '%.*s:' at the top level", TEXT_ARGS(required.items[i]));
        check_finding(check, location_of_file(path), hint.data,
                      "eval.yaml does not define the required field '%.*s'",
                      TEXT_ARGS(required.items[i]));
    }
    check_pass(check, "eval.yaml defines every required field");
}

static void check_missing(struct check *check, struct text path) {
    if (!check->config->eval_yaml_required)
        check_skip(check, "There is no eval.yaml, and eval-yaml-required is false");
    else
        check_finding(check, location_of_file(path),
                      "add one, or set 'eval-yaml-required = false' when another place holds the "
                      "metadata",
                      "The evaluation has no eval.yaml");
}

static void check_eval_yaml(struct check *check) {
    const struct eval_yaml *eval_yaml = package_eval_yaml(check->package);
    const struct source_file *file = eval_yaml->source;
    struct text path = file->path;
    if (file->result == FILE_MISSING || file->result == FILE_NOT_REGULAR) {
        check_missing(check, path);
        return;
    }
    if (file->result != FILE_READ) {
        struct text why = file_result_text(check->arena, file->result, file->reason);
        check_finding(check, location_of_file(path), NULL, "eval.yaml %.*s", TEXT_ARGS(why));
        return;
    }
    const struct yaml_node *root = eval_yaml->root;
    if (!root)
        check_finding(check, location_of_file(path), NULL,
                      "eval.yaml is not valid YAML: line %u, column %u: %.*s",
                      eval_yaml->error.line, eval_yaml->error.column,
                      TEXT_ARGS(eval_yaml->error.message));
    else if (root->type != YAML_MAPPING || root->set)
        check_finding(check, location_of_file(path), "write 'field: value' lines at the top level",
                      "eval.yaml holds no mapping of fields to values");
    else
        check_fields(check, root, path);
}

static const char *const settings[] = {"eval-yaml-required", "eval-yaml-required-fields", NULL};

const struct rule rule_eval_yaml = {
    .code = "IEFS005",
    .name = "eval_yaml",
    .summary = "eval.yaml is there, is a mapping, and has the required fields",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .settings = settings,
    .check = check_eval_yaml,
};
