#include "repo/dependencies.h"

#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "base/workers.h"
#include "formats/requirement.h"
#include "repo/lock.h"

struct environment_job {
    struct environment_place place;
    struct heap heap; /* lives as long as the environment */
    struct arena arena;
    struct errors warnings;
    struct environment *environment;
    pthread_t thread;
    bool started;
    bool whole; /* memory did not run out */
};

struct dependencies_once {
    const struct repository *repository;
    struct heap heap; /* its own: any thread may be the first to ask */
    struct arena arena;
    pthread_mutex_t lock;
    bool made;
    struct environment_job job;
    struct dependencies dependencies;
};

/* A pyproject.toml that is being read. */
struct project {
    struct arena *arena;
    const struct toml_value *root;
    struct text file;
    struct errors *warnings;
};

/* A dependency group, while inclusions are followed. */
struct group {
    const struct toml_value *list;
    struct text name;
    size_t next; /* item of the list */
    bool open;   /* on the way from where the walk began */
    bool seen;
    struct group *parent;
};

static bool is_type(const struct toml_value *value, enum toml_type type) {
    return value && value->type == type;
}

static void add(struct arena *arena, struct map *set, struct text name) {
    map_put(arena, set, name);
}

/* The group that an item of a dependency group includes, or NULL when it is no inclusion. */
static const struct toml_value *included(const struct toml_value *item) {
    const struct toml_value *name =
        is_type(item, TOML_TABLE) ? toml_get(item, "include-group", NULL) : NULL;
    return is_type(name, TOML_STRING) && item->table.count == 1 ? name : NULL;
}

static void read_list(const struct project *project, const struct toml_value *list, bool is_group,
                      struct map *names) {
    struct arena *arena = project->arena;
    if (!is_type(list, TOML_ARRAY)) {
        errors_add(arena, project->warnings, project->file, list->line, 0,
                   "requirements must be an array of strings, not of type %s; passed over",
                   toml_type_name(list->type));
        return;
    }
    for (size_t i = 0; i < list->array.count; i++) {
        const struct toml_value *item = list->array.items[i];
        if (is_type(item, TOML_STRING)) {
            struct requirement requirement =
                requirement_read(arena, item->text, project->file, item->line, project->warnings);
            if (requirement.name.size)
                add(arena, names, distribution_name(arena, requirement.name));
        } else if (!is_group || !included(item)) {
            errors_add(arena, project->warnings, project->file, item->line, 0,
                       "a requirement must be a string%s, not of type %s; passed over",
                       is_group ? " or { include-group = \"...\" }" : "",
                       toml_type_name(item->type));
        }
    }
}

static void follow_inclusion(const struct project *project, const struct map *groups,
                             struct group **current, const struct toml_value *name) {
    struct group *target = map_get(groups, distribution_name(project->arena, name->text));
    if (!target) {
        errors_add(project->arena, project->warnings, project->file, name->line, 0,
                   "dependency group '%.*s' includes '%.*s', which does not exist",
                   TEXT_ARGS((*current)->name), TEXT_ARGS(name->text));
    } else if (target->open) {
        errors_add(project->arena, project->warnings, project->file, name->line, 0,
                   "dependency group '%.*s' includes '%.*s', which %s: break the cycle",
                   TEXT_ARGS((*current)->name), TEXT_ARGS(name->text),
                   target == *current ? "is itself" : "includes it in turn");
    } else if (!target->seen) {
        target->open = target->seen = true;
        target->parent = *current;
        *current = target;
    }
}

/* Inclusions add nothing here, but those that lead nowhere or round in circles are told. */
static void check_inclusions(const struct project *project, const struct toml_value *table) {
    struct map groups = {0};
    for (size_t i = 0; i < table->table.count; i++) {
        struct group *group = arena_new(project->arena, struct group);
        group->name = table->table.entries[i].key;
        group->list = table->table.entries[i].value;
        *map_put(project->arena, &groups, distribution_name(project->arena, group->name)) = group;
    }
    for (size_t i = 0; i < groups.count; i++) {
        struct group *current = groups.entries[i].value;
        if (current->seen)
            continue;
        current->open = current->seen = true;
        while (current) {
            const struct toml_value *list = current->list;
            if (!is_type(list, TOML_ARRAY) || current->next == list->array.count) {
                current->open = false;
                current = current->parent;
                continue;
            }
            const struct toml_value *name = included(list->array.items[current->next++]);
            if (name)
                follow_inclusion(project, &groups, &current, name);
        }
    }
}

static void read_groups(const struct project *project, struct map *names, struct map *groups) {
    const struct toml_value *extras =
        toml_get(project->root, "project", "optional-dependencies", NULL);
    const struct toml_value *table = toml_get(project->root, "dependency-groups", NULL);
    for (size_t i = 0; is_type(extras, TOML_TABLE) && i < extras->table.count; i++) {
        read_list(project, extras->table.entries[i].value, false, names);
        add(project->arena, groups, extras->table.entries[i].key);
    }
    if (!is_type(table, TOML_TABLE))
        return;
    for (size_t i = 0; i < table->table.count; i++) {
        struct text name = table->table.entries[i].key;
        if (text_is(name, "dev")) /* installs nothing for a user */
            continue;
        read_list(project, table->table.entries[i].value, true, names);
        add(project->arena, groups, name);
    }
    check_inclusions(project, table);
}

static void read_core(const struct project *project, struct map *names) {
    const struct toml_value *list = toml_get(project->root, "project", "dependencies", NULL);
    if (list)
        read_list(project, list, false, names);
}

/* What the names in core require, and what that requires: the map is in order of insertion, so it
 * is its own queue. */
static void add_installed(struct dependencies_once *once, struct environment *environment) {
    struct map *core = &once->dependencies.core;
    for (size_t i = 0; i < core->count; i++) {
        struct texts required = environment_requires(
            &once->arena, environment, core->entries[i].key, &once->dependencies.warnings);
        for (size_t j = 0; j < required.count; j++)
            add(&once->arena, core, required.items[j]);
    }
}

static void read_isolated(struct dependencies_once *once, struct text name, struct text file,
                          struct text content) {
    struct dependencies *dependencies = &once->dependencies;
    struct map *names = arena_new(&once->arena, struct map);
    struct map groups = {0};
    struct error error = {0};
    struct project project = {&once->arena, NULL, file, &dependencies->warnings};
    *map_put(&once->arena, &dependencies->isolated, name) = names;
    project.root = toml_parse(&once->arena, file, content, &error);
    if (!project.root) {
        errors_add(&once->arena, &dependencies->warnings, error.file, error.line, error.column,
                   "%.*s", TEXT_ARGS(error.message));
        return;
    }
    read_core(&project, names);
    read_groups(&project, names, &groups);
    for (size_t i = 0; i < names->count; i++)
        add(&once->arena, &dependencies->isolated_any, names->entries[i].key);
}

static void list_isolated(struct dependencies_once *once) {
    struct arena *arena = &once->arena;
    int reason;
    struct text folder = once->repository->config.isolated_packages_dir;
    struct folder_entries entries;
    if (!folder.size)
        return;
    enum file_result listed =
        repository_read_folder(once->repository, arena, folder, &entries, &reason);
    if (listed == FILE_FAILED || listed == FILE_OUTSIDE)
        errors_add(arena, &once->dependencies.warnings, folder, 0, 0, "%s, so it declares nothing",
                   file_result_text(arena, listed, reason).data);
    for (size_t i = 0; i < entries.count; i++) {
        struct text name = entries.items[i].name, content = {NULL, 0};
        struct text file = path_join(arena, path_join(arena, folder, name), T("pyproject.toml"));
        enum file_result result =
            repository_read(once->repository, arena, file, FILE_SIZE_LIMIT, &content, &reason);
        if (result == FILE_MISSING)
            continue;
        if (result != FILE_READ) {
            struct text why = file_result_text(arena, result, reason);
            errors_add(arena, &once->dependencies.warnings, file, 0, 0,
                       "%.*s, so it declares nothing", TEXT_ARGS(why));
        }
        read_isolated(once, name, file, content);
    }
}

static void read_environment(void *argument) {
    struct environment_job *job = argument;
    arena_init(&job->arena, &job->heap);
    job->environment = environment_read(&job->arena, &job->place, &job->warnings);
}

static void *run_environment_job(void *argument) {
    struct environment_job *job = argument;
    job->whole = heap_run(&job->heap, read_environment, job);
    return NULL;
}

static void end_environment_job(void *argument) {
    struct environment_job *job = argument;
    if (job->started)
        pthread_join(job->thread, NULL);
    job->started = false;
}

/* The lock file, while a thread of its own reads the environment: both take their time. */
static const struct lock *read_lock_and_environment(struct dependencies_once *once) {
    struct environment_job *job = &once->job;
    struct errors *warnings = &once->dependencies.warnings;
    struct cleanup cleanup;
    job->started = workers_start_thread(&job->thread, run_environment_job, job);
    heap_push_cleanup(&once->heap, &cleanup, end_environment_job, job);
    const struct lock *lock = lock_read(&once->arena, once->repository, warnings);
    if (!job->started)
        run_environment_job(job);
    heap_pop_cleanup(&once->heap, &cleanup);
    end_environment_job(job);
    if (!job->whole)
        heap_exhausted(&once->heap);
    errors_join(&once->arena, warnings, &job->warnings);
    return lock;
}

static void make(void *argument) {
    struct dependencies_once *once = argument;
    const struct repository *repository = once->repository;
    struct dependencies *dependencies = &once->dependencies;
    arena_init(&once->arena, &once->heap);
    once->job.place =
        (struct environment_place){repository->root, repository->python, repository->virtual_env};
    const struct lock *lock = read_lock_and_environment(once);
    struct environment *environment = once->job.environment;
    dependencies->environment = environment;
    dependencies->transitive = lock || environment;
    struct project project = {&once->arena, repository->pyproject, T("pyproject.toml"),
                              &dependencies->warnings};
    if (project.root) {
        read_core(&project, &dependencies->core);
        read_groups(&project, &dependencies->grouped, &dependencies->groups);
    }
    if (lock)
        lock_add_required(&once->arena, lock, &dependencies->core);
    else if (environment)
        add_installed(once, environment);
    list_isolated(once);
    for (size_t i = 0; i < dependencies->warnings.count; i++)
        repository_hide_text(repository, &dependencies->warnings.items[i]);
}

struct dependencies_once *dependencies_prepare(struct arena *arena,
                                               const struct repository *repository) {
    struct dependencies_once *once = arena_new(arena, struct dependencies_once);
    once->repository = repository;
    heap_init(&once->heap, &arena->heap->allocator);
    heap_init(&once->job.heap, &arena->heap->allocator);
    pthread_mutex_init(&once->lock, NULL);
    return once;
}

static void forget(struct dependencies_once *once) {
    heap_release(&once->heap);
    heap_release(&once->job.heap);
}

void dependencies_release(struct dependencies_once *once) {
    forget(once);
    pthread_mutex_destroy(&once->lock);
}

const struct dependencies *dependencies_get(struct dependencies_once *once, struct heap *heap) {
    pthread_mutex_lock(&once->lock);
    bool made = once->made;
    if (!made) {
        made = once->made = heap_run(&once->heap, make, once);
        if (!made) {
            forget(once);
            once->dependencies = (struct dependencies){0};
            once->job.warnings = (struct errors){0};
        }
    }
    pthread_mutex_unlock(&once->lock);
    if (!made)
        heap_exhausted(heap);
    return &once->dependencies;
}
