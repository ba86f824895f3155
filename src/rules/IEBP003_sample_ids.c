#include "rules/rules.h"

/* How many samples are made. */
static size_t check_file(struct check *check, const struct python_file *file) {
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
    if (check_each_file(check, check_file))
        check_pass(check, "Every Sample() is made with id=");
    else
        check_skip(check, "No Sample() is made");
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
