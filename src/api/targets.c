#include "api/lint.h"

#include "base/vector.h"
#include "repo/changed.h"
#include "repo/reach.h"

cordon_status cordon_targets_new(cordon_config *config, cordon_targets **result) {
    cordon_targets *targets = object_new(&config->allocator, sizeof(*targets));
    *result = targets;
    if (!targets)
        return CORDON_NO_MEMORY;
    targets->config = config;
    targets->hooks = config->hooks;
    object_use(&config->object);
    return CORDON_OK;
}

void cordon_targets_free(cordon_targets *targets) {
    if (!targets || !object_done(&targets->object))
        return;
    cordon_config_free(targets->config);
    object_free(targets);
}

void cordon_targets_watch(cordon_targets *targets, bool (*cancelled)(void *user),
                          void (*progress)(void *user, size_t done, size_t total), void *user) {
    targets->hooks = (struct hooks){cancelled, progress, user};
}

/* Packages to be added, in one of several ways. */
struct addition {
    cordon_targets *targets;
    void (*add)(struct addition *addition);
    const char *const *words;
    size_t count;
    struct error error;
};

static void run_addition(void *argument) {
    struct addition *addition = argument;
    addition->add(addition);
}

static cordon_status add(struct addition *addition, cordon_error **error) {
    cordon_targets *targets = addition->targets;
    if (error)
        *error = NULL;
    if (!heap_run(&targets->object.heap, run_addition, addition))
        return CORDON_NO_MEMORY;
    if (!error_is_set(&addition->error))
        return CORDON_OK;
    return object_fail(CORDON_INVALID, &targets->config->allocator, &addition->error, error);
}

static void add_all(struct addition *addition) {
    cordon_targets *targets = addition->targets;
    const struct repository *repository = &targets->config->repository;
    layout_add_all(&targets->object.arena, repository->root_folder, &repository->config,
                   &targets->places, &addition->error);
}

cordon_status cordon_targets_add_all(cordon_targets *targets, cordon_error **error) {
    struct addition addition = {.targets = targets, .add = add_all};
    return add(&addition, error);
}

static void add_packages(struct addition *addition) {
    cordon_targets *targets = addition->targets;
    const struct repository *repository = &targets->config->repository;
    struct arena *arena = &targets->object.arena;
    for (size_t i = 0; i < addition->count; i++)
        layout_add_name(arena, repository->root_folder, &repository->config,
                        text_copy(arena, text_of(addition->words[i])), &targets->places);
}

cordon_status cordon_targets_add_packages(cordon_targets *targets, const char *const *names,
                                          size_t count, cordon_error **error) {
    struct addition addition = {
        .targets = targets, .add = add_packages, .words = names, .count = count};
    return add(&addition, error);
}

static void add_task_files(struct addition *addition) {
    cordon_targets *targets = addition->targets;
    struct arena *arena = &targets->object.arena;
    for (size_t i = 0; i < addition->count; i++)
        if (!layout_add_task(arena, &targets->config->repository,
                             text_copy(arena, text_of(addition->words[i])), &targets->places,
                             &addition->error))
            return;
}

cordon_status cordon_targets_add_task_files(cordon_targets *targets, const char *const *paths,
                                            size_t count, cordon_error **error) {
    struct addition addition = {
        .targets = targets, .add = add_task_files, .words = paths, .count = count};
    return add(&addition, error);
}

static void add_changed(struct addition *addition) {
    cordon_targets *targets = addition->targets;
    struct arena *arena = &targets->object.arena;
    struct text *paths = arena_array(arena, struct text, addition->count);
    for (size_t i = 0; i < addition->count; i++)
        paths[i] = text_copy(arena, text_of(addition->words[i]));
    changed_add(arena, &targets->config->repository, (struct texts){paths, addition->count},
                &targets->places, &addition->error);
}

cordon_status cordon_targets_add_changed(cordon_targets *targets, const char *const *paths,
                                         size_t count, cordon_error **error) {
    struct addition addition = {
        .targets = targets, .add = add_changed, .words = paths, .count = count};
    return add(&addition, error);
}

size_t cordon_targets_count(const cordon_targets *targets) {
    return targets->places.count;
}

cordon_text cordon_targets_name(const cordon_targets *targets, size_t index) {
    return public_text(targets->places.items[index].name);
}

struct reach_search {
    cordon_targets *targets;
    cordon_text *paths;
    size_t count;
};

static void find_reach(void *argument) {
    struct reach_search *search = argument;
    struct arena *arena = &search->targets->object.arena;
    struct texts found = reach_find(arena, &search->targets->config->repository);
    search->paths = arena_array(arena, cordon_text, found.count);
    for (search->count = 0; search->count < found.count; search->count++)
        search->paths[search->count] = public_text(text_copy(arena, found.items[search->count]));
}

cordon_status cordon_targets_reach(cordon_targets *targets, const cordon_text **paths,
                                   size_t *count) {
    struct reach_search search = {.targets = targets};
    if (!heap_run(&targets->object.heap, find_reach, &search))
        return CORDON_NO_MEMORY;
    *paths = search.paths;
    *count = search.count;
    return CORDON_OK;
}
