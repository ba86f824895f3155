#include "rules/rules.h"
#include "rules/tests.h"

static void check_custom_solver_tests(struct check *check) {
    check_components(check, COMPONENT_SOLVER);
}

const struct rule rule_custom_solver_tests = {
    .code = "IETS005",
    .name = "custom_solver_tests",
    .summary = "The tests mention every function under @solver or @agent",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .check = check_custom_solver_tests,
};
