#include "rules/rules.h"
#include "rules/tests.h"

static void check_custom_tool_tests(struct check *check) {
    static const struct component_kind kind = {
        .decorators = {"tool"}, .what = "tool", .by_option = true};
    check_components(check, &kind);
}

const struct rule rule_custom_tool_tests = {
    .code = "IETS007",
    .name = "custom_tool_tests",
    .summary = "The tests mention every function under @tool",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .check = check_custom_tool_tests,
};
