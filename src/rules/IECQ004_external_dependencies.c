#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "formats/requirement.h"
#include "python/stdlib.h"
#include "repo/dependencies.h"
#include "rules/rules.h"

/* A top-level module that the package imports, where it is first imported. In a helper that is
 * the first import that runs when the helper is loaded, if there is one. */
struct imported {
    struct text module;
    const struct python_file *file;
    const struct py_node *statement;
    bool deferred; /* imported only in functions, try statements and under TYPE_CHECKING */
};

struct imports {
    struct imported **items;
    size_t count;
    size_t capacity;
};

static const struct {
    struct text module;
    struct text distribution;
} aliases[] = {
    {TEXT("sklearn"), TEXT("scikit-learn")},
    {TEXT("PIL"), TEXT("pillow")},
    {TEXT("yaml"), TEXT("pyyaml")},
    {TEXT("bs4"), TEXT("beautifulsoup4")},
    {TEXT("odf"), TEXT("odfpy")},
};

/* The names of the package, of its modules and of the folders they are in. */
static struct map local_names(struct check *check) {
    struct map names = {0};
    const struct package *package = check->package;
    const struct tree *tree = package_tree(check->package);
    map_put(check->arena, &names, package->name);
    for (size_t i = 0; i < tree->files.count; i++) {
        struct text path = tree->files.items[i].path;
        if (!is_python_name(path_name(path)))
            continue;
        map_put(check->arena, &names, path_stem(path));
        struct text folders = path_relative(path_folder(path), package->folder), folder;
        while (folders.size && text_split(&folders, '/', &folder))
            map_put(check->arena, &names, folder);
    }
    return names;
}

/* A package directly under the source root. */
static bool is_own_package(struct check *check, struct text module) {
    struct text folder = path_join(check->arena, check->config->source_root, module);
    struct text path = path_join(check->arena, folder, T("__init__.py"));
    return folder_has_file(check->package->repository->root_folder, path.data);
}

/* typing_extensions comes with everything that is typed. */
static bool is_standard(struct text module) {
    return py_is_standard_module(module) || text_is(module, "typing_extensions");
}

static bool is_external(struct check *check, const struct map *local, struct text module) {
    struct text prefix = check->config->import_prefix;
    struct text lower = text_lower(check->arena, module);
    return !is_standard(module) && !is_standard(lower) && !map_has(local, module) &&
           !map_has(local, lower) &&
           !text_equal(module, text_slice(prefix, 0, text_find_byte(prefix, '.'))) &&
           !is_own_package(check, module) && !is_own_package(check, lower);
}

static void add_file(struct check *check, const struct python_file *file, const struct map *local,
                     struct map *seen, struct imports *imports) {
    bool helper = check->package->kind == PACKAGE_HELPER;
    for (size_t i = 0; i < file->index->import_count; i++) {
        const struct py_import *import = &file->index->imports[i];
        if (import->level)
            continue;
        bool deferred =
            helper && (import->in_function || import->in_try || import->in_type_checking);
        struct text module = text_slice(import->module, 0, text_find_byte(import->module, '.'));
        struct imported *imported = map_get(seen, module);
        if (imported && (!imported->deferred || deferred))
            continue;
        bool known = imported;
        if (!known && !map_has(seen, module) && is_external(check, local, module))
            imported = arena_new(check->arena, struct imported);
        *map_put(check->arena, seen, module) = imported;
        if (!imported)
            continue;
        *imported = (struct imported){module, file, import->statement, deferred};
        if (!known)
            vector_push(check->arena, imports, imported);
    }
}

static struct imports collect(struct check *check) {
    struct imports imports = {0};
    struct map seen = {0}; /* module to struct imported, NULL for what is not external */
    struct map local = local_names(check);
    struct python_files files = package_python(check->package);
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            add_file(check, files.items[i], &local, &seen, &imports);
    return imports;
}

/* The distributions that may provide a module: by the repository's own table, by what is installed,
 * by the few names that are known to differ, else the one that is called like it. */
static struct texts distributions_of(struct check *check, const struct dependencies *dependencies,
                                     struct text module) {
    const struct toml_value *own = check_option(check, "aliases");
    const struct toml_value *alias = own ? toml_find(own, module) : NULL;
    struct text *one = arena_new(check->arena, struct text);
    *one = distribution_name(check->arena, alias ? alias->text : module);
    if (!alias && dependencies->environment) {
        struct texts providers = environment_providers(dependencies->environment, module);
        if (providers.count)
            return providers;
    }
    for (size_t i = 0; !alias && i < sizeof(aliases) / sizeof(*aliases); i++)
        if (text_equal(module, aliases[i].module))
            *one = aliases[i].distribution;
    return (struct texts){one, 1};
}

static bool has_any(const struct map *names, struct texts distributions) {
    for (size_t i = 0; names && i < distributions.count; i++)
        if (map_has(names, distributions.items[i]))
            return true;
    return false;
}

/* What an isolated package declares: of an evaluation its own, of a helper any. */
static const struct map *isolated_names(const struct package *package,
                                        const struct dependencies *dependencies) {
    return package->kind == PACKAGE_HELPER ? &dependencies->isolated_any
                                           : map_get(&dependencies->isolated, package->name);
}

static bool is_grouped(struct check *check, const struct dependencies *dependencies,
                       struct text module, struct texts distributions) {
    const struct map *isolated = isolated_names(check->package, dependencies);
    struct text name = distribution_name(check->arena, module);
    struct texts same = {&name, 1}; /* a group may list the module's name as well */
    return has_any(&dependencies->grouped, distributions) ||
           has_any(&dependencies->grouped, same) || has_any(isolated, distributions) ||
           has_any(isolated, same);
}

static void report(struct check *check, const struct dependencies *dependencies,
                   const struct imported *imported, struct text distribution) {
    struct arena *arena = check->arena;
    bool core_only = check->package->kind == PACKAGE_HELPER && !imported->deferred;
    struct text of = T("");
    if (!text_equal(distribution, distribution_name(arena, imported->module)))
        of = text_format(arena, " (of %.*s)", TEXT_ARGS(distribution));
    struct text hint = text_format(
        arena, "add '%.*s' to %s in pyproject.toml%s", TEXT_ARGS(distribution),
        core_only ? "[project].dependencies"
                  : "[project].dependencies, an extra or a dependency group other than dev",
        dependencies->transitive ? ""
                                 : "; only declared names count, since there is neither a uv.lock "
                                   "nor an environment: run in the project's environment, or "
                                   "name it with --python");
    check_finding(check, location_of_node(imported->file, imported->statement), hint.data,
                  "%.*s%.*s is imported%s and not declared as a dependency",
                  TEXT_ARGS(imported->module), TEXT_ARGS(of),
                  core_only ? " when the helper is loaded" : "");
}

/* Every evaluation with third-party imports owns a group, where the configuration asks for it. */
static bool lacks_group(const struct check *check, const struct dependencies *dependencies) {
    const struct package *package = check->package;
    return package->kind == PACKAGE_EVAL && check->config->per_eval_dependency_group &&
           !map_has(&dependencies->isolated, package->name) &&
           !map_has(&dependencies->groups, package->name);
}

static void check_imports(struct check *check, const struct dependencies *dependencies,
                          struct imports imports) {
    size_t undeclared = 0, grouped = 0;
    for (size_t i = 0; i < imports.count; i++) {
        const struct imported *imported = imports.items[i];
        struct texts distributions = distributions_of(check, dependencies, imported->module);
        if (has_any(&dependencies->core, distributions))
            continue;
        bool core_only = check->package->kind == PACKAGE_HELPER && !imported->deferred;
        if (!core_only && is_grouped(check, dependencies, imported->module, distributions)) {
            grouped++;
            continue;
        }
        undeclared++;
        report(check, dependencies, imported, distributions.items[0]);
    }
    if (grouped && !undeclared && lacks_group(check, dependencies))
        check_finding(check, location_of_file(T("pyproject.toml")),
                      "add it to [project.optional-dependencies] with what the evaluation imports",
                      "There is no extra or dependency group '%.*s', so the evaluation's "
                      "dependencies cannot be installed without the others",
                      TEXT_ARGS(check->package->name));
}

/* Every package tells them, and each is shown once. */
static void pass_on_warnings(struct check *check, const struct errors *warnings) {
    for (size_t i = 0; i < warnings->count; i++)
        check_warn(check, &warnings->items[i]);
    if (warnings->dropped) {
        struct error more = {0};
        error_set(&more, check->arena, T(""), 0, 0,
                  "%zu more things are wrong with declared or installed dependencies",
                  warnings->dropped);
        check_warn(check, &more);
    }
}

static void check_external_dependencies(struct check *check) {
    struct imports imports = collect(check);
    if (imports.count) {
        const struct dependencies *dependencies =
            dependencies_get(check->package->repository->dependencies, check->arena->heap);
        pass_on_warnings(check, &dependencies->warnings);
        check_imports(check, dependencies, imports);
    }
    check_pass(check, "Every third-party import is declared");
}

static void validate_aliases(struct check *check, const struct toml_value *table,
                             struct error *error) {
    const struct toml_value *own = toml_find(table, T("aliases"));
    for (size_t i = 0; own && i < own->table.count; i++) {
        const struct toml_value *value = own->table.entries[i].value;
        bool good = value->type == TOML_STRING && value->text.size &&
                    requirement_parse(value->text).name.size == value->text.size;
        if (!good)
            error_set(error, check->arena, T("pyproject.toml"), value->line, value->column,
                      "tool.inspect-evals-lint.%s.aliases.%.*s must be the name of a "
                      "distribution, such as \"opencv-python\"",
                      check->rule->name, TEXT_ARGS(own->table.entries[i].key));
    }
}

static const struct rule_option options[] = {
    {.name = "aliases",
     .type = TOML_TABLE,
     .meaning = "Which distribution provides a module, where their names differ: `{ cv2 = "
                "\"opencv-python\" }`. Counts before what is installed."},
    {0},
};

static const char *const settings[] = {"per-eval-dependency-group", "isolated-packages-dir",
                                       "import-prefix", NULL};

const struct rule rule_external_dependencies = {
    .code = "IECQ004",
    .name = "external_dependencies",
    .summary = "Every module of a third party that is imported is declared as a dependency",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .options = options,
    .settings = settings,
    .validate = validate_aliases,
    .check = check_external_dependencies,
};
