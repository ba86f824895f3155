#include "rules/rules.h"

static bool is_text(const struct yaml_node *node) {
    return node && node->type == YAML_STRING;
}

/* metadata.requires.gpu: true, or a mapping that says what kind. */
static bool requires_gpu(const struct yaml_node *root) {
    const struct yaml_node *requires = yaml_get(yaml_get(root, T("metadata")), T("requires"));
    const struct yaml_node *gpu = yaml_get(requires, T("gpu"));
    return gpu &&
           ((gpu->type == YAML_MAPPING && !gpu->set) || (gpu->type == YAML_BOOL && gpu->boolean));
}

static bool is_check_task(const struct yaml_node *task) {
    const struct yaml_node *name = yaml_get(task, T("name"));
    const struct yaml_node *kind = yaml_get(task, T("kind"));
    return is_text(name) && text_ends(name->text, T("_sandbox_check")) && is_text(kind) &&
           text_is(kind->text, "maintenance");
}

static bool has_check_task(const struct yaml_node *root) {
    const struct yaml_node *tasks = yaml_get(root, T("tasks"));
    for (size_t i = 0; tasks && tasks->type == YAML_LIST && i < tasks->list.count; i++)
        if (is_check_task(tasks->list.items[i]))
            return true;
    return false;
}

static void report_unreadable(struct check *check, struct text path, struct text why) {
    struct finding finding = {
        .location = location_of_file(path),
        .severity = SEVERITY_WARNING,
        .message = text_format(check->arena, "Whether a GPU is required cannot be told: %.*s",
                               TEXT_ARGS(why)),
        .hint = T("mend the file"),
    };
    check_add(check, &finding);
}

static void check_gpu_sandbox_check(struct check *check) {
    const struct eval_yaml *eval_yaml = package_eval_yaml(check->package);
    const struct source_file *file = eval_yaml->source;
    struct text path = file->path;
    if (file->result == FILE_MISSING || file->result == FILE_NOT_REGULAR) {
        check_skip(check, "There is no eval.yaml");
        return;
    }
    if (file->result != FILE_READ) {
        report_unreadable(check, path, file_result_text(check->arena, file->result, file->reason));
        return;
    }
    const struct yaml_node *root = eval_yaml->root;
    if (!root)
        report_unreadable(check, path, error_text(check->arena, &eval_yaml->error));
    else if (!requires_gpu(root))
        check_skip(check, "eval.yaml requires no GPU");
    else if (has_check_task(root))
        check_pass(check, "A maintenance task checks the GPU sandbox");
    else
        check_finding(check, location_of_file(path),
                      "add a task named <eval>_sandbox_check with 'kind: maintenance' to tasks",
                      "A GPU is required, and no maintenance task checks the sandbox");
}

const struct rule rule_gpu_sandbox_check = {
    .code = "IEBP006",
    .name = "gpu_sandbox_check",
    .summary = "An evaluation that requires a GPU has a maintenance task that checks its sandbox",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_EVAL,
    .severity = SEVERITY_ERROR,
    .check = check_gpu_sandbox_check,
};
