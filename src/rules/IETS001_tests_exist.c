#include "rules/rules.h"
#include "rules/tests.h"

static void check_tests_exist(struct check *check) {
    if (!tests_missing(check))
        check_pass(check, "The folder for its tests is there: %.*s",
                   TEXT_ARGS(package_tests_place(check->package)->folder));
}

static const char *const settings[] = {"tests-root", "tests-layout", NULL};

const struct rule rule_tests_exist = {
    .code = "IETS001",
    .name = "tests_exist",
    .summary = "The evaluation has tests of its own below the tests root",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_EVAL,
    .settings = settings,
    .check = check_tests_exist,
};
