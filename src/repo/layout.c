#define _GNU_SOURCE /* realpath */
#include "repo/layout.h"

#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* `parent` and `name` as one path; "." as the parent adds nothing. */
static struct text below(struct arena *arena, struct text parent, struct text name) {
    struct text folder = path_normalise(arena, parent);
    if (text_is(folder, "."))
        return text_copy(arena, name);
    while (name.size > 1 && name.data[name.size - 1] == '/')
        name.size--;
    return path_join(arena, folder, name);
}

static bool has_init(struct arena *arena, int root_folder, struct text folder) {
    return folder_has_file(root_folder, path_join(arena, folder, T("__init__.py")).data);
}

static enum package_state find_state(struct arena *arena, int root_folder,
                                     const struct config *config, struct text name,
                                     struct text folder) {
    if (texts_have(config->ignore_dirs, name))
        return PACKAGE_IGNORED;
    if (has_init(arena, root_folder, folder))
        return PACKAGE_FOUND;
    enum entry_type type;
    bool is_folder = folder_has(root_folder, folder.data, &type) && type == ENTRY_FOLDER;
    return is_folder ? PACKAGE_WITHOUT_INIT : PACKAGE_MISSING;
}

void layout_add(struct arena *arena, struct package_places *places, struct package_place place) {
    map_put(arena, &places->names, place.name);
    map_put(arena, &places->folders, place.folder);
    vector_push(arena, places, place);
}

static void add_place(struct arena *arena, int root_folder, const struct config *config,
                      struct text name, struct text folder, struct package_places *places) {
    bool helper = texts_have(config->helper_dirs, name);
    struct package_place place = {
        .name = name,
        .kind = helper ? PACKAGE_HELPER : PACKAGE_EVAL,
        .state = find_state(arena, root_folder, config, name, folder),
        .folder = folder,
        .config = config,
    };
    layout_add(arena, places, place);
}

void layout_add_name(struct arena *arena, int root_folder, const struct config *config,
                     struct text name, struct package_places *places) {
    if (!map_has(&places->names, name))
        add_place(arena, root_folder, config, name, below(arena, config->source_root, name),
                  places);
}

static bool is_hidden(const struct config *config, struct text name) {
    return name.data[0] == '_' || name.data[0] == '.' || texts_have(config->helper_dirs, name) ||
           texts_have(config->ignore_dirs, name);
}

static bool fail_to_look(struct arena *arena, struct text folder, const char *reason,
                         struct error *error) {
    error_set(error, arena, folder, 0, 0,
              "cannot be read: %s; make it readable or name the packages to lint", reason);
    return false;
}

static bool add_evaluations(struct arena *arena, int root_folder, const struct config *config,
                            struct package_places *places, struct error *error) {
    struct folder_entries entries;
    int reason;
    struct text root = path_normalise(arena, config->source_root);
    if (folder_read(arena, root_folder, root.data, &entries, &reason) == FILE_FAILED &&
        !folder_is_absent(reason))
        return fail_to_look(arena, root, strerror(reason), error);
    for (size_t i = 0; i < entries.count; i++) {
        const struct folder_entry *entry = &entries.items[i];
        if ((entry->type != ENTRY_FOLDER && entry->type != ENTRY_LINK) ||
            is_hidden(config, entry->name))
            continue;
        struct text folder = below(arena, root, entry->name);
        if (map_has(&places->folders, folder))
            continue;
        errno = ENOENT; /* kept when there is something, but no file */
        if (has_init(arena, root_folder, folder))
            layout_add(
                arena, places,
                (struct package_place){entry->name, PACKAGE_EVAL, PACKAGE_FOUND, folder, config});
        else if (!folder_is_absent(errno))
            return fail_to_look(arena, folder, strerror(errno), error);
    }
    return true;
}

static int compare_names(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

bool layout_add_all(struct arena *arena, int root_folder, const struct config *config,
                    struct package_places *places, struct error *error) {
    if (!add_evaluations(arena, root_folder, config, places, error))
        return false;
    struct texts helpers = config->helper_dirs;
    if (!helpers.count)
        return true;
    struct text *sorted = arena_copy(arena, helpers.items, helpers.count * sizeof(*sorted));
    qsort(sorted, helpers.count, sizeof(*sorted), compare_names);
    for (size_t i = 0; i < helpers.count; i++)
        if (has_init(arena, root_folder, below(arena, config->source_root, sorted[i])))
            layout_add_name(arena, root_folder, config, sorted[i], places);
    return true;
}

struct texts layout_names(struct arena *arena, const struct repository *repository) {
    const struct config *config = &repository->config;
    struct package_places places = {0};
    struct error ignored = {0};
    if (repository_contains(repository, arena, config->source_root))
        layout_add_all(arena, repository->root_folder, config, &places, &ignored);
    struct text *names = arena_array(arena, struct text, places.count);
    for (size_t i = 0; i < places.count; i++)
        names[i] = places.items[i].name;
    return (struct texts){names, places.count};
}

/* The names of the unbroken run of packages that holds the folder, joined by dots. */
static struct text enclosing_packages(struct arena *arena, int root_folder, struct text folder) {
    struct text prefix = T("");
    for (struct text at = path_folder(folder); at.size; at = path_folder(at)) {
        at = text_copy(arena, at);
        if (!has_init(arena, root_folder, at))
            break;
        prefix = text_format(arena, "%.*s%s%.*s", TEXT_ARGS(path_name(at)), prefix.size ? "." : "",
                             TEXT_ARGS(prefix));
    }
    return prefix;
}

static bool task_error(struct arena *arena, struct error *error, struct text path,
                       const char *problem) {
    error_set(error, arena, path, 0, 0, "%s", problem);
    return false;
}

/* The path of the task file relative to the root, resolved. */
static bool resolve_task(struct arena *arena, const struct repository *repository, struct text path,
                         struct text *file, struct error *error) {
    char room[PATH_MAX];
    bool whole = path.size && path.data[0] == '/';
    struct text full = whole ? text_copy(arena, path) : path_join(arena, repository->root, path);
    if (!realpath(full.data, room))
        return task_error(arena, error, path,
                          errno == ENOENT || errno == ENOTDIR
                              ? "there is no such file; the path is relative to the "
                                "repository's root, not to the working directory"
                              : strerror(errno));
    struct text relative = path_relative(text_of(room), repository->root);
    if (!relative.data)
        return task_error(arena, error, path,
                          "the file is outside the repository's root; choose "
                          "a root that holds it");
    *file = text_copy(arena, relative);
    enum entry_type type = ENTRY_FILE;
    folder_has(repository->root_folder, relative.size ? file->data : ".", &type);
    if (type == ENTRY_FOLDER)
        return task_error(arena, error, path,
                          "this is a folder; give the file in it that defines the task");
    return true;
}

bool layout_add_task(struct arena *arena, const struct repository *repository, struct text path,
                     struct package_places *places, struct error *error) {
    struct text file;
    if (!resolve_task(arena, repository, path, &file, error))
        return false;
    struct text folder = text_copy(arena, path_folder(file));
    if (!folder.size)
        return task_error(arena, error, path,
                          "the file lies in the root itself, which is no package; move it into a "
                          "folder with an __init__.py");
    if (!has_init(arena, repository->root_folder, folder))
        return task_error(arena, error, path,
                          "there is no __init__.py beside it, so it is in no package; add one");
    if (map_has(&places->folders, folder))
        return true;
    struct config *config = arena_copy(arena, &repository->config, sizeof(*config));
    config->source_root = text_copy(arena, path_folder(folder));
    if (!config->source_root.size)
        config->source_root = T(".");
    config->import_prefix = enclosing_packages(arena, repository->root_folder, folder);
    add_place(arena, repository->root_folder, config, path_name(folder), folder, places);
    return true;
}
