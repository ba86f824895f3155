#include "rules/rules.h"

/* `from inspect_ai.<...>._<name> import ...`, absolute. */
static bool is_private(const struct py_import *import) {
    return import->name.data && import->level == 0 &&
           text_starts(import->module, T("inspect_ai.")) && text_contains(import->module, T("._"));
}

static void check_file(struct check *check, const struct python_file *file) {
    const struct py_node *reported = NULL;
    for (size_t i = 0; i < file->index->import_count; i++) {
        const struct py_import *import = &file->index->imports[i];
        if (!is_private(import) || import->statement == reported)
            continue;
        reported = import->statement; /* once, however many names it imports */
        check_finding(check, location_of_node(file, import->statement),
                      "import the name from the public module that offers it",
                      "The import reaches into %.*s, a private module of inspect_ai",
                      TEXT_ARGS(import->module));
    }
}

static void check_private_api_imports(struct check *check) {
    struct python_files files = package_python(check->package);
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            check_file(check, files.items[i]);
    check_pass(check, "No import reaches into a private module of inspect_ai");
}

const struct rule rule_private_api_imports = {
    .code = "IECQ001",
    .name = "private_api_imports",
    .summary = "No module imports from the private modules of inspect_ai",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .check = check_private_api_imports,
};
