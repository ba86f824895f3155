#include "base/buffer.h"
#include "base/path.h"
#include "rules/rules.h"
#include "rules/task.h"

static void add_strings(struct check *check, struct map *names, struct py_list elements) {
    for (uint32_t i = 0; i < elements.count; i++) {
        const struct py_Constant *string = py_as_string(elements.items[i]);
        if (string)
            map_put(check->arena, names, string->text);
    }
}

/* `__all__ = [...]` or `__all__ = (...)`, among other targets too. */
static void add_all(struct check *check, struct map *names, const struct py_Assign *assign) {
    for (uint32_t i = 0; i < assign->targets.count; i++) {
        const struct py_Name *target = py_as_Name(assign->targets.items[i]);
        if (!target || !text_is(target->id, "__all__"))
            continue;
        if (py_is(assign->value, PY_List))
            add_strings(check, names, py_as_List(assign->value)->elts);
        else if (py_is(assign->value, PY_Tuple))
            add_strings(check, names, py_as_Tuple(assign->value)->elts);
    }
}

static struct map exported_names(struct check *check, const struct py_index *index) {
    struct map names = {0};
    for (size_t i = 0; i < index->import_count; i++)
        if (index->imports[i].name.data && index->imports[i].bound.size)
            map_put(check->arena, &names, index->imports[i].bound);
    for (size_t i = 0; i < index->assign_count; i++)
        add_all(check, &names, index->assigns[i]);
    return names;
}

/* ".parts.tasks" for parts/tasks.py of the package: what an import in __init__.py has to name. */
static struct text relative_module(struct check *check, struct text path) {
    struct text below = path_relative(path, check->package->folder), part;
    struct buffer name;
    buffer_init(&name, check->arena);
    below = text_slice(below, 0, below.size - path_suffix(below).size);
    while (text_split(&below, '/', &part)) {
        buffer_byte(&name, '.');
        buffer_text(&name, part);
    }
    return buffer_view(&name);
}

/* Reports the file's tasks that are not exported, and counts all its tasks: every definition is
   one, also of a name defined before. */
static size_t check_tasks(struct check *check, const struct python_file *file, struct text init,
                          const struct map *exported) {
    size_t tasks = 0;
    for (size_t i = 0; i < file->index->function_count; i++) {
        struct text name = file->index->functions[i].def->name;
        if (!is_task(&file->index->functions[i]))
            continue;
        tasks++;
        if (map_has(exported, name))
            continue;
        struct text hint =
            text_equal(file->source.path, init)
                ? text_format(check->arena, "add \"%.*s\" to __all__", TEXT_ARGS(name))
                : text_format(check->arena, "add 'from %.*s import %.*s'",
                              TEXT_ARGS(relative_module(check, file->source.path)),
                              TEXT_ARGS(name));
        check_finding(check, location_of_file(init), hint.data,
                      "The task %.*s of %.*s is not exported", TEXT_ARGS(name),
                      TEXT_ARGS(file->source.path));
    }
    return tasks;
}

static void check_init_exports(struct check *check) {
    struct package *package = check->package;
    struct python_files files = package_python(package);
    struct text path = path_join(check->arena, package->folder, T("__init__.py"));
    const struct python_file *init =
        package_excludes(package, path) ? NULL : package_find_python(package, path);
    if (init && !init->index) {
        check_finding(check, location_at(path, init->tree ? init->tree->error.line : 0, 0),
                      "mend it; nothing can be imported from the package as it is",
                      "__init__.py %s", check_file_problem(check, init).data);
        return;
    }
    if (!init) {
        check_skip(check, "__init__.py is excluded, so what it exports is not known");
        return;
    }
    struct map exported = exported_names(check, init->index);
    size_t tasks = 0;
    for (size_t i = 0; i < files.count; i++)
        if (files.items[i]->index)
            tasks += check_tasks(check, files.items[i], path, &exported);
    if (tasks)
        check_pass(check, "__init__.py exports every task");
    else
        check_skip(check, "The package defines no task");
}

const struct rule rule_init_exports = {
    .code = "IEFS003",
    .name = "init_exports",
    .summary = "Every @task function of the package is exported by its __init__.py",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .check = check_init_exports,
};
