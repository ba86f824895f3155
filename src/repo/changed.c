#define _GNU_SOURCE /* realpath */
#include "repo/changed.h"

#include "base/path.h"

#include <limits.h>
#include <stdlib.h>

/* The path relative to the root; NULL data for a file elsewhere. */
static struct text in_root(struct arena *arena, const struct repository *repository,
                           struct text path) {
    if (!path.size || path.data[0] != '/')
        return path_normalise(arena, path);
    struct text relative = path_relative(path_normalise(arena, path), repository->root);
    if (relative.data)
        return relative;
    char room[PATH_MAX]; /* the root is physical, the path may lead there through links */
    if (!realpath(text_copy(arena, path).data, room))
        return relative;
    return path_relative(text_copy(arena, text_of(room)), repository->root);
}

static struct text below(struct arena *arena, struct text path, struct text folder) {
    folder = path_normalise(arena, folder);
    return text_is(folder, ".") ? path : path_relative(path, folder);
}

/* "a" of folder/a/...; NULL data for another path. */
static struct text package_below(struct arena *arena, struct text path, struct text folder) {
    struct text rest = below(arena, path, folder);
    size_t end = rest.data ? text_find_byte(rest, '/') : TEXT_NONE;
    return end == TEXT_NONE ? (struct text){NULL, 0} : text_slice(rest, 0, end);
}

static bool concerns_all(struct arena *arena, const struct config *config, struct text path) {
    if (text_is(path, "pyproject.toml") || text_is(path, "uv.lock"))
        return true;
    if (config->registry == REGISTRY_MODULE &&
        text_equal(path, path_normalise(arena, config->registry_module)))
        return true;
    if (config->readme_location == README_REPO_ROOT && text_is(path, "README.md"))
        return true;
    return config->tests_layout == TESTS_FLAT && below(arena, path, config->tests_root).data;
}

/* Names the package that a path is in, if any. False for a path that concerns all packages. */
static bool name_package(struct arena *arena, const struct config *config, struct text path,
                         struct map *named) {
    if (concerns_all(arena, config, path))
        return false;
    const struct text folders[] = {config->source_root, config->tests_root,
                                   config->isolated_packages_dir};
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        struct text name = {NULL, 0};
        if (folders[i].size)
            name = package_below(arena, path, folders[i]);
        if (name.data)
            map_put(arena, named, name);
    }
    return true;
}

bool changed_add(struct arena *arena, const struct repository *repository, struct texts paths,
                 struct package_places *places, struct error *error) {
    const struct config *config = &repository->config;
    struct map named = {0};
    bool everything = false;
    for (size_t i = 0; i < paths.count && !everything; i++) {
        struct text path = in_root(arena, repository, paths.items[i]);
        everything = path.data && !name_package(arena, config, path, &named);
    }
    struct package_places all = {0};
    if (!layout_add_all(arena, repository->root_folder, config, &all, error))
        return false;
    for (size_t i = 0; i < all.count; i++)
        if (everything || map_has(&named, all.items[i].name))
            layout_add(arena, places, all.items[i]);
    return true;
}
