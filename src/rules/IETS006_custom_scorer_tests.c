#include "rules/rules.h"
#include "rules/tests.h"

static void check_custom_scorer_tests(struct check *check) {
    static const struct component_kind kind = {.decorators = {"scorer"}, .what = "scorer"};
    check_components(check, &kind);
}

const struct rule rule_custom_scorer_tests = {
    .code = "IETS006",
    .name = "custom_scorer_tests",
    .summary = "The tests mention every function under @scorer",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .check = check_custom_scorer_tests,
};
