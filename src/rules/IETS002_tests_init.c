#include "base/path.h"
#include "rules/rules.h"
#include "rules/tests.h"

/* `__pycache__`, `.pytest_cache` and their like hold no tests. */
static bool is_cache(struct text name) {
    return text_is(name, "__pycache__") ||
           (text_starts(name, T(".")) && text_ends(name, T("cache")));
}

static bool is_below_cache(struct text path, struct text root) {
    struct text rest = path_relative(path, root), part;
    while (text_split(&rest, '/', &part))
        if (is_cache(part))
            return true;
    return false;
}

static void check_folders(struct check *check, struct text root) {
    const struct tree *tree = package_tests_tree(check->package);
    for (size_t i = 0; i < tree->folders.count; i++) {
        const struct tree_folder *folder = &tree->folders.items[i];
        bool own = path_relative(folder->path, root).data != NULL;
        if (own && !folder->has_init && !is_below_cache(folder->path, root))
            check_finding(
                check, location_of_file(folder->path), "add an empty __init__.py",
                "The test folder has no __init__.py, so equally named test modules collide");
    }
    check_pass(check, "Every test folder has an __init__.py");
}

static void check_tests_init(struct check *check) {
    const struct tests_place *place = package_tests_place(check->package);
    if (check->package->kind == PACKAGE_HELPER && place->kind == TESTS_MISSING)
        check_skip(check, "The helper has no test folder of its own");
    else if (tests_missing(check))
        return;
    else if (check->config->tests_layout == TESTS_FLAT)
        check_skip(check, "tests-layout is \"flat\", where test folders need no __init__.py");
    else
        check_folders(check, place->folder);
}

static const char *const settings[] = {"tests-layout", NULL};

const struct rule rule_tests_init = {
    .code = "IETS002",
    .name = "tests_init",
    .summary = "The test folder and every folder below it hold an __init__.py",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .settings = settings,
    .check = check_tests_init,
};
