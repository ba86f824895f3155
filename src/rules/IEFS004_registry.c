#include "base/path.h"
#include "repo/repository.h"
#include "rules/rules.h"

static const char pyproject[] = "pyproject.toml";

/* module itself, or something behind it and one of the separators. */
static bool names_module(struct text value, struct text module, const char *separators) {
    return text_starts(value, module) &&
           (value.size == module.size || strchr(separators, value.data[module.size]));
}

static void check_entry_points(struct check *check, struct text module) {
    const struct toml_value *root = check->package->repository->pyproject;
    if (!root) {
        check_skip(check, "The repository has no pyproject.toml to register the evaluation in");
        return;
    }
    const struct toml_value *group = toml_get(root, "project", "entry-points", "inspect_ai", NULL);
    for (size_t i = 0; group && group->type == TOML_TABLE && i < group->table.count; i++) {
        const struct map_entry *entry = &group->table.entries[i];
        const struct toml_value *value = entry->value;
        if (text_equal(entry->key, check->package->name) ||
            (value->type == TOML_STRING && names_module(value->text, module, ".:"))) {
            check_pass(check, "The entry point \"%.*s\" registers the evaluation",
                       TEXT_ARGS(entry->key));
            return;
        }
    }
    struct text hint =
        text_format(check->arena, "add '%.*s = \"%.*s\"' below [project.entry-points.inspect_ai]",
                    TEXT_ARGS(check->package->name), TEXT_ARGS(module));
    check_finding(check, location_of_file(T(pyproject)), hint.data,
                  "No entry point of the group inspect_ai registers %.*s",
                  TEXT_ARGS(check->package->name));
}

/* `from ..a.b import c` names a folder: two up from the registry module's, then a/b. The package
 * may be that folder, one on the way to it, or c in it. */
static bool relative_import_names(struct check *check, const struct py_import *import,
                                  struct text registry) {
    struct text base = path_folder(registry), wanted, part;
    for (int32_t level = 1; level < import->level; level++)
        base = path_folder(base);
    struct text target = check->package->folder, module = import->module;
    if (base.size)
        target = path_relative(target, base);
    if (!target.size)
        return false;
    while (text_split(&target, '/', &wanted)) {
        if (!text_split(&module, '.', &part))
            return !target.data && text_equal(import->name, wanted);
        if (!text_equal(part, wanted))
            return false;
    }
    return true;
}

static bool import_names(struct check *check, const struct py_import *import, struct text module,
                         struct text registry) {
    if (import->level)
        return relative_import_names(check, import, registry);
    if (names_module(import->module, module, "."))
        return true;
    /* `from a.b import c` for the module a.b.c */
    size_t dot = import->module.size;
    return import->name.data && module.size == dot + 1 + import->name.size &&
           text_starts(module, import->module) && module.data[dot] == '.' &&
           text_ends(module, import->name);
}

static void check_registry_module(struct check *check, struct text module) {
    const struct python_file *file = package_registry(check->package);
    struct text path = check->config->registry_module;
    if (!file || file->source.result == FILE_MISSING || file->source.result == FILE_NOT_REGULAR) {
        check_skip(check, "There is no registry module %.*s", TEXT_ARGS(path));
        return;
    }
    if (package_excludes(check->package, path)) {
        check_skip(check, "The registry module is excluded, so what it imports is not known");
        return;
    }
    if (!file->index) {
        check_finding(check, location_of_file(path),
                      "mend it: no evaluation is registered until then", "The registry module %s",
                      check_file_problem(check, file).data);
        return;
    }
    for (size_t i = 0; i < file->index->import_count; i++)
        if (import_names(check, &file->index->imports[i], module, path)) {
            check_pass(check, "The registry module imports the evaluation");
            return;
        }
    struct text hint =
        text_format(check->arena, "import its tasks there, from %.*s", TEXT_ARGS(module));
    check_finding(check, location_of_file(path), hint.data,
                  "The registry module does not import %.*s", TEXT_ARGS(module));
}

static void check_registry(struct check *check) {
    const struct config *config = check->config;
    struct text name = check->package->name;
    struct text module = config->import_prefix.size
                             ? text_format(check->arena, "%.*s.%.*s",
                                           TEXT_ARGS(config->import_prefix), TEXT_ARGS(name))
                             : name;
    if (config->registry == REGISTRY_ENTRY_POINTS)
        check_entry_points(check, module);
    else if (config->registry == REGISTRY_MODULE)
        check_registry_module(check, module);
    else
        check_skip(check, "registry = \"none\": how tasks are found is not checked");
}

static const char *const settings[] = {"registry", "registry-module", NULL};

const struct rule rule_registry = {
    .code = "IEFS004",
    .name = "registry",
    .summary = "The evaluation is registered, so that inspect eval finds its tasks by name",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .settings = settings,
    .check = check_registry,
};
