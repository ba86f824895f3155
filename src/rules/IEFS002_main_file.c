#include "base/folder.h"
#include "base/path.h"
#include "rules/rules.h"
#include "rules/task.h"

static const char put_it[] = "define it in the module named after the package, or in tasks.py";

/* One of the two modules where a task is expected. */
struct conventional {
    struct text path;
    const struct python_file *file; /* NULL when it is absent or excluded */
};

static struct conventional conventional(struct check *check, struct text name) {
    struct package *package = check->package;
    struct text path = path_join(check->arena, package->folder, name);
    return (struct conventional){
        path, package_excludes(package, path) ? NULL : package_find_python(package, path)};
}

static bool broken(struct check *check, const struct conventional *module) {
    const struct python_file *file = module->file;
    if (!file || file->index)
        return false;
    check_finding(check, location_at(module->path, file->tree ? file->tree->error.line : 0, 0),
                  "mend the module; no task in it can run as it is", "The task module %s",
                  check_file_problem(check, file).data);
    return true;
}

static void warn_elsewhere(struct check *check, const struct python_file *file) {
    struct finding finding = {
        .location = location_of_file(file->source.path),
        .severity = SEVERITY_WARNING,
        .message = text_format(check->arena, "%.*s defines tasks, and no conventional module does",
                               TEXT_ARGS(path_name(file->source.path))),
        .hint = text_format(check->arena, "move them to %.*s.py or tasks.py, where readers look",
                            TEXT_ARGS(check->package->name)),
    };
    check_add(check, &finding);
}

/* Excluded or not. */
static bool is_there(struct package *package, struct text path) {
    return folder_has_file(package->repository->root_folder, path.data);
}

static void check_main_file(struct check *check) {
    struct package *package = check->package;
    struct python_files files = package_python(package);
    struct conventional named =
        conventional(check, text_format(check->arena, "%.*s.py", TEXT_ARGS(package->name)));
    struct conventional tasks = conventional(check, T("tasks.py"));
    if (broken(check, &named) || broken(check, &tasks))
        return;
    const struct python_file *main = has_task(named.file) ? named.file : tasks.file;
    if (main && has_task(main)) {
        check_pass(check, "%.*s defines a task", TEXT_ARGS(path_name(main->source.path)));
        return;
    }
    size_t found = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (!has_task(files.items[i]))
            continue;
        warn_elsewhere(check, files.items[i]);
        found++;
    }
    if (found)
        return;
    bool only_tasks = !is_there(package, named.path) && is_there(package, tasks.path);
    check_finding(check, location_of_file(only_tasks ? tasks.path : named.path), put_it,
                  "No module of the package defines a function decorated with @task");
}

const struct rule rule_main_file = {
    .code = "IEFS002",
    .name = "main_file",
    .summary = "A module of the package, best <name>.py or tasks.py, defines a @task function",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .check = check_main_file,
};
