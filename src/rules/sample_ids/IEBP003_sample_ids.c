#include "rules/rules.h"
#include "rules/sample_ids/field_specs.h"

/* How many samples are made. */
static size_t check_samples(struct check *check, const struct python_file *file) {
    size_t samples = 0;
    for (const struct py_call *call = py_calls_of(file->index, T("Sample")); call;
         call = call->next_of_name) {
        samples++;
        if (!py_keyword_of(call->call, T("id")))
            check_finding(check, location_of_node(file, &call->call->node),
                          "pass id= with something that stays the same when the dataset is "
                          "shuffled or grows",
                          "Sample() is made without id=");
    }
    return samples;
}

static void check_sample_ids(struct check *check) {
    struct python_files files = package_python(check->package);
    bool preview = check->config->preview;
    size_t samples = 0, specs = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (check_parse_failure(check, files.items[i]))
            continue;
        samples += check_samples(check, files.items[i]);
        specs += preview ? check_field_specs(check, files.items[i]) : 0;
    }
    if (!samples && !specs)
        check_skip(check,
                   preview ? "No Sample() and no FieldSpec() is made" : "No Sample() is made");
    else if (preview)
        check_pass(check, "Samples have ids: %zu of Sample(), %zu of FieldSpec()", samples, specs);
    else
        check_pass(check, "Every Sample() is made with id=");
}

const struct rule rule_sample_ids = {
    .code = "IEBP003",
    .name = "sample_ids",
    .summary = "Every Sample() is made with id=",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .check = check_sample_ids,
};
