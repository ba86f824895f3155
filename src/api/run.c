#include "api/lint.h"

#include "base/vector.h"
#include "repo/changed.h"

enum what { REPOSITORY, PACKAGES, TASK_FILES, CHANGED_FILES };

struct request {
    cordon_config *config;
    cordon_report *report;
    enum what what;
    const char *const *words;
    size_t count;
    enum lint_result result;
    struct error error;
};

static bool find_places(struct request *request) {
    struct arena *arena = &request->report->object.arena;
    struct repository *repository = &request->report->repository;
    struct package_places *places = &request->report->places;
    if (request->what == REPOSITORY &&
        !layout_add_all(arena, repository->root_folder, &repository->config, places,
                        &request->error))
        return false;
    VECTOR(struct text) changed = {0};
    for (size_t i = 0; i < request->count; i++) {
        struct text word = text_copy(arena, text_of(request->words[i]));
        if (request->what == CHANGED_FILES)
            vector_push(arena, &changed, word);
        else if (request->what == PACKAGES)
            layout_add_name(arena, repository->root_folder, &repository->config, word, places);
        else if (!layout_add_task(arena, repository, word, places, &request->error))
            return false;
    }
    return request->what != CHANGED_FILES ||
           changed_add(arena, repository, (struct texts){changed.items, changed.count}, places,
                       &request->error);
}

static void run_request(void *argument) {
    struct request *request = argument;
    const cordon_config *config = request->config;
    struct repository *repository = &request->report->repository;
    *repository = config->repository;
    repository->arena = &request->report->object.arena;
    request->result = LINT_INVALID;
    if (!find_places(request))
        return;
    struct lint_options options = config->options;
    options.progress = config->progress;
    options.cancelled = config->cancelled;
    options.context = config->user;
    request->result = lint_packages(&request->report->run, repository, &request->report->places,
                                    &options, &request->error);
}

static cordon_status status_of(enum lint_result result) {
    switch (result) {
    case LINT_DONE:
        return CORDON_OK;
    case LINT_INVALID:
        return CORDON_INVALID;
    case LINT_CANCELLED:
        return CORDON_CANCELLED;
    case LINT_OUT_OF_MEMORY:
        break;
    }
    return CORDON_NO_MEMORY;
}

static cordon_status run(struct request *request, cordon_report **result, cordon_error **error) {
    const cordon_allocator *allocator = &request->config->allocator;
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_report *report = object_new(allocator, sizeof(*report));
    if (!report)
        return CORDON_NO_MEMORY;
    request->report = report;
    report->config = request->config;
    atomic_fetch_add(&report->config->users, 1);
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&report->object.heap, run_request, request))
        status = status_of(request->result);
    if (status == CORDON_INVALID)
        object_fail(status, allocator, &request->error, error);
    if (status == CORDON_OK) {
        *result = report;
        return status;
    }
    cordon_config_free(report->config);
    object_free(report);
    return status;
}

cordon_status cordon_lint_repository(cordon_config *config, cordon_report **report,
                                     cordon_error **error) {
    struct request request = {.config = config, .what = REPOSITORY};
    return run(&request, report, error);
}

cordon_status cordon_lint_packages(cordon_config *config, const char *const *names, size_t count,
                                   cordon_report **report, cordon_error **error) {
    struct request request = {.config = config, .what = PACKAGES, .words = names, .count = count};
    return run(&request, report, error);
}

cordon_status cordon_lint_task_files(cordon_config *config, const char *const *paths, size_t count,
                                     cordon_report **report, cordon_error **error) {
    struct request request = {.config = config, .what = TASK_FILES, .words = paths, .count = count};
    return run(&request, report, error);
}

cordon_status cordon_lint_changed(cordon_config *config, const char *const *paths, size_t count,
                                  cordon_report **report, cordon_error **error) {
    struct request request = {
        .config = config, .what = CHANGED_FILES, .words = paths, .count = count};
    return run(&request, report, error);
}

void cordon_report_free(cordon_report *report) {
    if (!report)
        return;
    lint_release(&report->run);
    cordon_config_free(report->config);
    object_free(report);
}

struct cordon_task_layout {
    struct object object;
    struct package_places places; /* one */
};

struct search {
    const cordon_config *config;
    cordon_task_layout *layout;
    const char *path;
    struct error error;
};

static void find_layout(void *argument) {
    struct search *search = argument;
    struct arena *arena = &search->layout->object.arena;
    layout_add_task(arena, &search->config->repository, text_copy(arena, text_of(search->path)),
                    &search->layout->places, &search->error);
}

cordon_status cordon_task_layout_find(const cordon_config *config, const char *path,
                                      cordon_task_layout **result, cordon_error **error) {
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_task_layout *layout = object_new(&config->allocator, sizeof(*layout));
    if (!layout)
        return CORDON_NO_MEMORY;
    struct search search = {.config = config, .layout = layout, .path = path};
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&layout->object.heap, find_layout, &search))
        status = error_is_set(&search.error) ? CORDON_INVALID : CORDON_OK;
    if (status == CORDON_OK) {
        *result = layout;
        return status;
    }
    if (status == CORDON_INVALID)
        object_fail(status, &config->allocator, &search.error, error);
    object_free(layout);
    return status;
}

cordon_text cordon_task_layout_name(const cordon_task_layout *layout) {
    return public_text(layout->places.items[0].name);
}

cordon_text cordon_task_layout_source_root(const cordon_task_layout *layout) {
    return public_text(layout->places.items[0].config->source_root);
}

cordon_text cordon_task_layout_import_prefix(const cordon_task_layout *layout) {
    return public_text(layout->places.items[0].config->import_prefix);
}

void cordon_task_layout_free(cordon_task_layout *layout) {
    object_free(layout);
}
