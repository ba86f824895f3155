#include "rules/rules.h"
#include "rules/tests.h"

static const struct text names[] = {TEXT("eval"), TEXT("eval_async")};
enum { NAME_COUNT = sizeof(names) / sizeof(*names) };

static bool is_inspect_ai(struct text module) {
    return text_is(module, "inspect_ai") || text_starts(module, T("inspect_ai."));
}

/* A call of eval(), of eval_async(), or of what inspect_ai's are imported as. */
static bool calls_eval(const struct py_index *index) {
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (py_calls_of(index, names[i]))
            return true;
    for (size_t i = 0; i < index->import_count; i++) {
        const struct py_import *import = &index->imports[i];
        if (import->level || !is_inspect_ai(import->module))
            continue;
        for (size_t j = 0; j < NAME_COUNT; j++)
            if (text_equal(import->name, names[j]) && py_calls_of(index, import->bound))
                return true;
    }
    return false;
}

static bool is_end_to_end(struct package *package, struct python_file *file) {
    if (!text_contains(source_text(package->arena, file), T("mockllm/")))
        return false;
    const struct py_index *index = package_parse(package, file);
    return index && calls_eval(index);
}

static void check_e2e_test(struct check *check) {
    if (tests_missing(check))
        return;
    struct python_files tests = package_tests(check->package);
    for (size_t i = 0; i < tests.count; i++)
        if (is_end_to_end(check->package, tests.items[i])) {
            check_pass(check, "%.*s runs the evaluation against the mock model",
                       TEXT_ARGS(tests.items[i]->source.path));
            return;
        }
    bool broken = false; /* a file that does not parse may be the test that is missing */
    for (size_t i = 0; i < tests.count; i++)
        package_parse(check->package, tests.items[i]);
    for (size_t i = 0; i < tests.count; i++)
        broken |= check_parse_failure(check, tests.items[i]);
    if (!broken)
        check_finding(check, location_of_file(package_tests_place(check->package)->folder),
                      "add a test that calls eval(..., model=\"mockllm/model\") and looks at the "
                      "log's status",
                      "No test runs the evaluation end to end against a mockllm/ model");
}

const struct rule rule_e2e_test = {
    .code = "IETS003",
    .name = "e2e_test",
    .summary = "A test runs the evaluation with eval() against a mockllm/ model",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_EVAL,
    .check = check_e2e_test,
};
