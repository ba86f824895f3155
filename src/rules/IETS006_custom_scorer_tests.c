#include "rules/rules.h"
#include "rules/tests.h"

static void check_custom_scorer_tests(struct check *check) {
    check_components(check, COMPONENT_SCORER);
}

const struct rule rule_custom_scorer_tests = {
    .code = "IETS006",
    .name = "custom_scorer_tests",
    .summary = "The tests mention every function under @scorer",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .check = check_custom_scorer_tests,
};
