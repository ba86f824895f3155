#include "api/lint.h"

struct request {
    cordon_report *report;
    const char *format; /* of its one document, or NULL */
    int spool;
    enum lint_result result;
    struct error error;
};

static void make_part(void *context, struct arena *kept, size_t place,
                      const struct package_report *package) {
    struct document_parts *parts = context;
    struct arena scratch;
    struct buffer part;
    arena_init(&scratch, kept->heap);
    buffer_init(&part, &scratch);
    parts->format->part(&part, package);
    parts->items[place] = spool_put(&parts->spool, kept, buffer_view(&part));
    arena_release(&scratch);
}

static void prepare_parts(struct request *request, struct lint_options *options) {
    cordon_report *report = request->report;
    struct arena *arena = &report->object.arena;
    const struct render_format *format =
        request->format ? render_format_named(arena, request->format, &request->error) : NULL;
    if (!format || !format->part)
        return;
    report->parts = arena_new(arena, struct document_parts);
    report->parts->format = format;
    report->parts->items = arena_array(arena, struct spooled, report->targets->places.count);
    spool_init(&report->parts->spool, request->spool);
    options->finished = make_part;
    options->finished_context = report->parts;
}

static void run_request(void *argument) {
    struct request *request = argument;
    cordon_report *report = request->report;
    const cordon_config *config = report->targets->config;
    const struct hooks *hooks = &report->targets->hooks;
    report->repository = config->repository;
    report->repository.arena = &report->object.arena;
    struct lint_options options = config->options;
    options.progress = hooks->progress;
    options.cancelled = hooks->cancelled;
    options.context = hooks->user;
    request->result = LINT_INVALID;
    prepare_parts(request, &options);
    if (error_is_set(&request->error))
        return;
    request->result = lint_packages(&report->run, &report->repository, &report->targets->places,
                                    &options, &request->error);
    if (request->result == LINT_DONE)
        report->warnings = report_warnings(&report->object.arena, &report->run.report);
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

static void free_unfinished(cordon_report *report) {
    cordon_targets_free(report->targets);
    object_free(report);
}

static cordon_status lint(cordon_targets *targets, const char *format, int spool,
                          cordon_report **result, cordon_error **error) {
    const cordon_allocator *allocator = &targets->config->allocator;
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_report *report = object_new(allocator, sizeof(*report));
    if (!report)
        return CORDON_NO_MEMORY;
    report->targets = targets;
    object_use(&targets->object);
    struct request request = {.report = report, .format = format, .spool = spool};
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&report->object.heap, run_request, &request))
        status = status_of(request.result);
    if (status == CORDON_INVALID)
        object_fail(status, allocator, &request.error, error);
    if (status == CORDON_OK)
        *result = report;
    else
        free_unfinished(report);
    return status;
}

cordon_status cordon_lint(cordon_targets *targets, cordon_report **report, cordon_error **error) {
    return lint(targets, NULL, -1, report, error);
}

cordon_status cordon_lint_document(cordon_targets *targets, const char *format, int spool,
                                   cordon_report **report, cordon_error **error) {
    return lint(targets, format, spool, report, error);
}

void cordon_report_free(cordon_report *report) {
    if (!report)
        return;
    lint_release(&report->run);
    free_unfinished(report);
}

/* The targets are made, filled and used; the report keeps them. */
static cordon_status lint_these(cordon_config *config, const char *const *words, size_t count,
                                cordon_status (*fill)(cordon_targets *targets,
                                                      const char *const *words, size_t count,
                                                      cordon_error **error),
                                cordon_report **report, cordon_error **error) {
    cordon_targets *targets;
    *report = NULL;
    if (error)
        *error = NULL;
    cordon_status status = cordon_targets_new(config, &targets);
    if (status == CORDON_OK)
        status = fill(targets, words, count, error);
    if (status == CORDON_OK)
        status = cordon_lint(targets, report, error);
    cordon_targets_free(targets);
    return status;
}

static cordon_status fill_with_all(cordon_targets *targets, const char *const *words, size_t count,
                                   cordon_error **error) {
    (void)words;
    (void)count;
    return cordon_targets_add_all(targets, error);
}

cordon_status cordon_lint_repository(cordon_config *config, cordon_report **report,
                                     cordon_error **error) {
    return lint_these(config, NULL, 0, fill_with_all, report, error);
}

cordon_status cordon_lint_packages(cordon_config *config, const char *const *names, size_t count,
                                   cordon_report **report, cordon_error **error) {
    return lint_these(config, names, count, cordon_targets_add_packages, report, error);
}

cordon_status cordon_lint_task_files(cordon_config *config, const char *const *paths, size_t count,
                                     cordon_report **report, cordon_error **error) {
    return lint_these(config, paths, count, cordon_targets_add_task_files, report, error);
}

cordon_status cordon_lint_changed(cordon_config *config, const char *const *paths, size_t count,
                                  cordon_report **report, cordon_error **error) {
    return lint_these(config, paths, count, cordon_targets_add_changed, report, error);
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
