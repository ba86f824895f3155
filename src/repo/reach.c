#define _GNU_SOURCE /* realpath */
#include "repo/reach.h"

#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "repo/environment.h"
#include "repo/package.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>

struct reach {
    struct arena *arena;
    struct arena scratch; /* for the folder that is being walked */
    const struct repository *repository;
    VECTOR(struct text) paths;
    struct map walked; /* tests are often shared by packages */
};

/* Everything below the root is readable as it is, and what holds the root is never given. */
static void add(struct reach *reach, struct text path, bool may_be_folder) {
    char room[PATH_MAX];
    enum entry_type type;
    struct text root = reach->repository->root;
    struct text full = path_join(&reach->scratch, root, path);
    if (path.size && path.data[0] == '/')
        full = text_copy(&reach->scratch, path);
    if (!realpath(full.data, room) || path_relative(text_of(room), root).data ||
        path_relative(root, text_of(room)).data || !folder_has(AT_FDCWD, room, &type))
        return;
    if (type == ENTRY_FILE || (type == ENTRY_FOLDER && may_be_folder))
        vector_push(reach->arena, &reach->paths, text_copy(reach->arena, text_of(room)));
}

static bool may_be_read(struct text name) {
    return is_python_name(name) || is_dockerfile_name(name) || is_compose_name(name) ||
           text_is(name, "README.md") || text_is(name, "eval.yaml") || text_is(name, ".noautolint");
}

static void walk_folder(struct reach *reach, struct text path) {
    struct folder_entries entries;
    int reason;
    folder_read(&reach->scratch, reach->repository->root_folder, path.data, &entries, &reason);
    for (size_t i = 0; i < entries.count; i++) {
        const struct folder_entry *entry = &entries.items[i];
        if (entry->type != ENTRY_FOLDER && entry->type != ENTRY_LINK)
            continue;
        struct text below = path_join(&reach->scratch, path, entry->name);
        if (entry->type == ENTRY_FOLDER)
            walk_folder(reach, below);
        else if (may_be_read(entry->name))
            add(reach, below, false);
    }
}

static void walk(struct reach *reach, struct text folder) {
    if (map_has(&reach->walked, folder))
        return;
    folder = text_copy(reach->arena, folder);
    map_put(reach->arena, &reach->walked, folder);
    add(reach, folder, true); /* it may itself be a link */
    walk_folder(reach, folder);
    arena_reset(&reach->scratch);
}

static void add_package(struct reach *reach, const struct package_place *place) {
    struct text tests = path_normalise(reach->arena, place->config->tests_root);
    walk(reach, place->folder);
    if (place->kind == PACKAGE_HELPER || place->config->tests_layout == TESTS_FLAT)
        walk(reach, tests);
    else
        walk(reach, path_join(reach->arena, tests, place->name));
}

static void add_isolated(struct reach *reach, struct text folder) {
    struct folder_entries entries;
    int reason;
    if (!folder.size)
        return;
    folder = text_copy(reach->arena, folder);
    add(reach, folder, true);
    folder_read(&reach->scratch, reach->repository->root_folder, folder.data, &entries, &reason);
    for (size_t i = 0; i < entries.count; i++)
        if (entries.items[i].type == ENTRY_FOLDER || entries.items[i].type == ENTRY_LINK)
            add(reach,
                path_join(&reach->scratch,
                          path_join(&reach->scratch, folder, entries.items[i].name),
                          T("pyproject.toml")),
                false);
    arena_reset(&reach->scratch);
}

struct texts reach_find(struct arena *arena, const struct repository *repository,
                        const struct package_places *places) {
    struct reach reach = {.arena = arena, .repository = repository};
    arena_init(&reach.scratch, arena->heap);
    vector_push(arena, &reach.paths, repository->root);
    for (size_t i = 0; i < places->count; i++)
        add_package(&reach, &places->items[i]);
    add(&reach, T("uv.lock"), false);
    add(&reach, T("README.md"), false);
    add(&reach, repository->config.source_root, true);
    if (repository->config.registry == REGISTRY_MODULE)
        add(&reach, repository->config.registry_module, false);
    add_isolated(&reach, repository->config.isolated_packages_dir);
    const struct environment_place place = {repository->root, repository->python,
                                            repository->virtual_env};
    struct texts installed = environment_reach(arena, &place);
    for (size_t i = 0; i < installed.count; i++)
        vector_push(arena, &reach.paths, installed.items[i]);
    arena_release(&reach.scratch);
    return (struct texts){reach.paths.items, reach.paths.count};
}
