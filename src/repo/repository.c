#define _GNU_SOURCE /* O_PATH */
#include "repo/repository.h"

#include "base/folder.h"
#include "base/path.h"
#include "repo/dependencies.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* pyproject.toml of a folder, as far as it got. */
struct candidate {
    struct text folder; /* empty: none */
    const struct toml_value *table;
    bool elsewhere; /* a link leads to it */
    struct error error;
};

/* Who made the link need not be who may read what it leads to. */
static void hide_text(bool elsewhere, struct error *error) {
    if (elsewhere && text_is(error->file, "pyproject.toml"))
        error->message = T("what stands here is not valid; the file is a link out of the "
                           "repository, so none of its text is shown");
}

void repository_hide_text(const struct repository *repository, struct error *error) {
    hide_text(repository->pyproject_elsewhere, error);
}

static bool is_elsewhere(struct text folder, struct text path) {
    char room[PATH_MAX], root[PATH_MAX];
    return !realpath(path.data, room) || !realpath(folder.data, root) ||
           !path_relative(text_of(room), text_of(root)).data;
}

static void read_pyproject(struct arena *arena, struct text folder, struct candidate *candidate,
                           bool *exists) {
    struct text content;
    int reason;
    *candidate = (struct candidate){.folder = folder};
    struct text path = path_join(arena, folder, T("pyproject.toml"));
    enum file_result result =
        file_read(arena, AT_FDCWD, path.data, (size_t)64 << 20, &content, &reason);
    *exists = result != FILE_MISSING;
    candidate->elsewhere = result == FILE_READ && is_elsewhere(folder, path);
    if (result == FILE_READ)
        candidate->table = toml_parse(arena, T("pyproject.toml"), content, &candidate->error);
    else if (*exists)
        error_set(&candidate->error, arena, T("pyproject.toml"), 0, 0, "%s",
                  file_result_text(arena, result, reason).data);
    if (error_is_set(&candidate->error))
        hide_text(candidate->elsewhere, &candidate->error);
}

static bool has_table(const struct candidate *candidate) {
    const struct toml_value *table =
        candidate->table ? toml_get(candidate->table, "tool", "inspect-evals-lint", NULL) : NULL;
    return table && table->type == TOML_TABLE;
}

static void find_root(struct arena *arena, struct text start, struct candidate *found) {
    struct candidate nearest = {.folder = start};
    bool any = false;
    for (struct text folder = start;; folder = path_folder(folder)) {
        struct candidate here;
        bool exists;
        read_pyproject(arena, text_copy(arena, folder), &here, &exists);
        if (has_table(&here)) {
            *found = here;
            return;
        }
        if (exists && !any)
            nearest = here;
        any = any || exists;
        if (folder.size <= 1)
            break;
    }
    *found = nearest;
}

/* Absolute and physical, as far as the path exists. */
static struct text physical_path(struct arena *arena, struct text working, struct text path) {
    char room[PATH_MAX];
    bool whole = path.size && path.data[0] == '/';
    struct text full = whole ? text_copy(arena, path) : path_join(arena, working, path);
    if (realpath(full.data, room))
        return text_copy(arena, text_of(room));
    return path_normalise(arena, full);
}

static void close_root(void *argument) {
    struct repository *repository = argument;
    if (repository->root_folder >= 0)
        close(repository->root_folder);
    repository->root_folder = -1;
    dependencies_release(repository->dependencies);
}

struct text repository_find_root(struct arena *arena, struct text start) {
    struct candidate found;
    find_root(arena, physical_path(arena, T("/"), start), &found);
    return found.folder;
}

static bool read_config(struct repository *repository, const struct repository_input *input,
                        struct error *error) {
    struct config_input config = {repository->root_folder, repository->pyproject, input->preset,
                                  input->rules, input->table};
    if (!config_read(repository->arena, &config, &repository->config, &repository->notices,
                     error)) {
        repository_hide_text(repository, error);
        return false;
    }
    repository->config.preview |= input->preview;
    return true;
}

bool repository_open(struct repository *repository, struct arena *arena,
                     const struct repository_input *input, struct error *error) {
    char room[PATH_MAX];
    *repository = (struct repository){
        .arena = arena,
        .root_folder = -1,
        .python = input->python,
        .virtual_env = input->virtual_env,
    };
    if (!getcwd(room, sizeof(room))) {
        error_set(error, arena, T(""), 0, 0, "the working directory cannot be found: %s",
                  strerror(errno));
        return false;
    }
    struct text working = text_copy(arena, text_of(room));
    struct candidate found;
    bool exists;
    if (input->root.data)
        read_pyproject(arena, physical_path(arena, working, input->root), &found, &exists);
    else
        find_root(arena, working, &found);
    if (error_is_set(&found.error)) {
        *error = found.error;
        return false;
    }
    repository->root = found.folder;
    repository->pyproject = found.table;
    repository->pyproject_elsewhere = found.elsewhere;
    repository->root_folder = file_open_raw(AT_FDCWD, found.folder.data, O_PATH | O_DIRECTORY);
    if (repository->root_folder < 0 && errno != ENOENT && errno != ENOTDIR) {
        error_set(error, arena, found.folder, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    repository->dependencies = dependencies_prepare(arena, repository);
    heap_push_cleanup(arena->heap, &repository->cleanup, close_root, repository);
    if (read_config(repository, input, error))
        return true;
    repository_close(repository);
    return false;
}

void repository_close(struct repository *repository) {
    heap_pop_cleanup(repository->arena->heap, &repository->cleanup);
    close_root(repository);
}

struct text repository_resolve(const struct repository *repository, struct arena *arena,
                               struct text path) {
    char room[PATH_MAX];
    struct text full = path_join(arena, repository->root, path);
    return realpath(full.data, room) ? text_copy(arena, text_of(room)) : (struct text){NULL, 0};
}

/* Whether no part of the path is a link or "..": then there is nothing to resolve. */
static bool is_plain(const struct repository *repository, struct arena *arena, struct text path) {
    struct stat status;
    if (text_starts(path, T("/")))
        return false;
    for (size_t end = 0; end < path.size; end++) {
        size_t begin = end;
        while (end < path.size && path.data[end] != '/')
            end++;
        const char *prefix = text_copy(arena, text_slice(path, 0, end)).data;
        if (text_is(text_slice(path, begin, end), "..") ||
            fstatat(repository->root_folder, prefix, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
            S_ISLNK(status.st_mode))
            return false;
    }
    return true;
}

bool repository_contains(const struct repository *repository, struct arena *arena,
                         struct text path) {
    char room[PATH_MAX];
    if (is_plain(repository, arena, path))
        return true;
    struct text full = text_starts(path, T("/")) ? text_copy(arena, path)
                                                 : path_join(arena, repository->root, path);
    if (!realpath(full.data, room))
        return folder_leads_nowhere(errno);
    return path_relative(text_of(room), repository->root).data;
}

enum file_result repository_read_folder(const struct repository *repository, struct arena *arena,
                                        struct text path, struct folder_entries *entries,
                                        int *reason) {
    *entries = (struct folder_entries){0};
    path = text_copy(arena, path);
    if (!repository_contains(repository, arena, path))
        return FILE_OUTSIDE;
    return folder_read(arena, repository->root_folder, path.data, entries, reason);
}

enum file_result repository_read(const struct repository *repository, struct arena *arena,
                                 struct text path, size_t limit, struct text *content,
                                 int *reason) {
    path = text_copy(arena, path);
    if (!repository_contains(repository, arena, path))
        return FILE_OUTSIDE;
    return file_read(arena, repository->root_folder, path.data, limit, content, reason);
}

void repository_read_source(const struct repository *repository, struct arena *arena,
                            struct text path, struct source_file *file) {
    file->path = text_copy(arena, path);
    file->result = file_read_unlinked(arena, repository->root_folder, file->path.data,
                                      SOURCE_FILE_LIMIT, &file->content, &file->reason);
    if (file->result == FILE_LINK)
        file->result = repository_read(repository, arena, path, SOURCE_FILE_LIMIT, &file->content,
                                       &file->reason);
}

void repository_read_registry(struct repository *repository) {
    if (repository->config.registry != REGISTRY_MODULE || repository->registry)
        return;
    repository->registry = arena_new(repository->arena, struct python_file);
    struct source_file *source = &repository->registry->source;
    source->path = repository->config.registry_module;
    source->result = repository_read(repository, repository->arena, source->path, SOURCE_FILE_LIMIT,
                                     &source->content, &source->reason);
    source_parse(repository->arena, repository->registry);
}
