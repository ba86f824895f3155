#include "python/literal.h"
#include "rules/rules.h"
#include "rules/url.h"

static const char *what_is_missing(const struct py_Call *call) {
    const struct py_keyword *reason = py_keyword_of(call, T("reason"));
    bool unpacks = py_unpacks_keywords(call); /* may hold what is not written */
    bool counted = py_keyword_of(call, T("max_duplicates")) || unpacks;
    if (reason && lacks_url(reason->value))
        return counted ? "its reason= links no upstream report"
                       : "it has no max_duplicates=, and its reason= links no upstream report";
    bool explained = reason || unpacks;
    if (!counted && !explained)
        return "it has neither max_duplicates= nor reason=";
    if (!counted)
        return "it has no max_duplicates=";
    return explained ? NULL : "it has no reason=";
}

/* How many calls there are. */
static size_t check_file(struct check *check, const struct python_file *file) {
    size_t calls = 0;
    for (const struct py_call *call = py_calls_of(file->index, T("filter_duplicate_ids")); call;
         call = call->next_of_name) {
        const char *missing = what_is_missing(call->call);
        calls++;
        if (missing)
            check_finding(check, location_of_node(file, &call->call->node),
                          "pass max_duplicates= with the number you counted, and reason= with the "
                          "URL of the report",
                          "filter_duplicate_ids() drops samples unaccounted for: %s", missing);
    }
    return calls;
}

static void check_duplicate_filter(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Every dropped duplicate is counted and reported");
    else
        check_skip(check, "filter_duplicate_ids() is not called");
}

const struct rule rule_duplicate_filter_acknowledged = {
    .code = "IEBP008",
    .name = "duplicate_filter_acknowledged",
    .summary = "filter_duplicate_ids() says how many duplicates it drops and links their report",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .check = check_duplicate_filter,
};
