#include "rules/rules.h"
#include "rules/tests.h"

static void check_custom_tool_tests(struct check *check) {
    check_components(check, COMPONENT_TOOL);
}

const struct rule rule_custom_tool_tests = {
    .code = "IETS007",
    .name = "custom_tool_tests",
    .summary = "The tests mention every function under @tool",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .check = check_custom_tool_tests,
};
