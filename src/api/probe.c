#include <cordon/probe.h>

#include "api/object.h"
#include "probe/process.h"
#include "probe/scan.h"
#include "probe/window.h"

struct cordon_probe_recipe {
    struct object object;
    struct recipe recipe;
    struct builtins builtins;
    bool read;
};

struct cordon_probe_result {
    struct object object;
    struct trial trial;
    struct text folder;        /* with the log; empty unless the trial was run here */
    struct text start_failure; /* why its command could not be started, or empty */
    struct findings findings;
    struct verdict verdict;
    struct text json;
};

struct reading {
    cordon_probe_recipe *result;
    struct text name;
    struct text source;
    struct error *error;
};

static void read_recipe(void *argument) {
    struct reading *reading = argument;
    cordon_probe_recipe *result = reading->result;
    struct heap *heap = &result->object.heap;
    struct arena *arena = &result->object.arena;
    struct text source = text_copy(arena, reading->source);
    result->read = recipe_read(&result->recipe, heap, arena, text_copy(arena, reading->name),
                               source, reading->error);
    if (result->read)
        builtins_open(&result->builtins, heap, arena);
    else
        recipe_free(&result->recipe);
}

cordon_status cordon_probe_recipe_read(const char *name, const char *source, size_t size,
                                       const cordon_allocator *allocator,
                                       cordon_probe_recipe **recipe, cordon_error **error) {
    *recipe = NULL;
    if (error)
        *error = NULL;
    cordon_probe_recipe *result = object_new(allocator, sizeof(*result));
    if (!result)
        return CORDON_NO_MEMORY;
    struct error refused = {0};
    struct reading reading = {result, text_of(name), {source, size}, &refused};
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&result->object.heap, read_recipe, &reading))
        status = result->read ? CORDON_OK : object_fail(CORDON_INVALID, allocator, &refused, error);
    if (status == CORDON_OK)
        *recipe = result;
    else
        object_free(result);
    return status;
}

void cordon_probe_recipe_free(cordon_probe_recipe *recipe) {
    if (!recipe)
        return;
    builtins_close(&recipe->builtins);
    recipe_free(&recipe->recipe);
    object_free(recipe);
}

size_t cordon_probe_recipe_pattern_count(const cordon_probe_recipe *recipe) {
    return recipe->recipe.patterns.count;
}

cordon_text cordon_probe_recipe_detector(const cordon_probe_recipe *recipe, size_t index) {
    return public_text(recipe->recipe.patterns.items[index].detector);
}

size_t cordon_probe_recipe_warning_count(const cordon_probe_recipe *recipe) {
    return recipe->recipe.warnings.count;
}

cordon_text cordon_probe_recipe_warning(const cordon_probe_recipe *recipe, size_t index) {
    return public_text(recipe->recipe.warnings.items[index]);
}

size_t cordon_probe_builtin_count(void) {
    return builtin_pattern_count;
}

cordon_probe_builtin cordon_probe_builtin_at(size_t index) {
    const struct builtin_pattern *pattern = &builtin_patterns[index];
    return (cordon_probe_builtin){.id = pattern->id,
                                  .detects = pattern->detects,
                                  .regex = pattern->regex,
                                  .flags = pattern->flags,
                                  .sample = pattern->sample};
}

void cordon_probe_trial_init(cordon_probe_trial *trial) {
    *trial = (cordon_probe_trial){.struct_size = sizeof(*trial), .peak_vram_mib = -1};
}

void cordon_probe_options_init(cordon_probe_options *options) {
    *options = (cordon_probe_options){
        .struct_size = sizeof(*options), .window = WINDOW_SIZE, .overlap = WINDOW_OVERLAP};
}

struct scanning {
    cordon_probe_result *result;
    const cordon_probe_recipe *recipe;
    const char *const *command; /* of a trial that is run */
    struct text folder;
    int descriptor; /* -1: text */
    struct text name;
    struct text text;
    struct scan_options options;
    struct cancellation cancellation;
    struct error error;
};

static void open_log(struct scanning *scanning, struct stream *log) {
    struct heap *heap = &scanning->result->object.heap;
    struct arena *arena = &scanning->result->object.arena;
    if (scanning->descriptor < 0)
        stream_open_text(log, heap, arena, scanning->text, &scanning->error);
    else
        stream_open(log, heap, arena, scanning->descriptor, scanning->name, &scanning->cancellation,
                    &scanning->error);
}

static void scan(void *argument) {
    struct scanning *scanning = argument;
    cordon_probe_result *result = scanning->result;
    struct arena *arena = &result->object.arena;
    struct stream log;
    open_log(scanning, &log);
    scan_log(&result->object.heap, arena, &scanning->recipe->recipe, &scanning->recipe->builtins,
             &log, &result->trial, &scanning->options, &result->findings);
    stream_close(&log);
    result->verdict = trial_verdict(arena, &result->trial, &result->findings);
    struct buffer json;
    buffer_init(&json, arena);
    trial_write_json(&json, &result->trial, &result->findings, &result->verdict, result->folder);
    result->json = buffer_view(&json);
}

static void run_and_scan(void *argument) {
    struct scanning *scanning = argument;
    cordon_probe_result *result = scanning->result;
    const struct recipe *recipe = &scanning->recipe->recipe;
    struct arena *arena = &result->object.arena;
    result->folder = text_copy(arena, scanning->folder);
    struct process_options process = {.command = scanning->command,
                                      .folder = result->folder.data,
                                      .timeout = recipe->timeout_seconds,
                                      .hang_window = recipe->hang_window_seconds,
                                      .hang_grace = recipe->hang_grace_seconds};
    if (!process_run(arena, &process, &result->trial, &scanning->error))
        return;
    if (result->trial.refusal)
        result->start_failure = text_copy(arena, text_of(strerror(result->trial.refusal)));
    if (process_log(arena, process.folder, &scanning->text, &scanning->error))
        scan(scanning);
}

static bool read_options(struct scanning *scanning, const cordon_probe_options *given,
                         const cordon_allocator **allocator) {
    cordon_probe_options options;
    cordon_probe_options_init(&options);
    object_take_struct(&options, sizeof(options), given);
    *allocator = options.allocator;
    scanning->cancellation = (struct cancellation){options.cancelled, options.user, false};
    scanning->options = (struct scan_options){options.window, options.overlap, options.no_filter,
                                              &scanning->cancellation};
    return options.window && options.overlap <= options.window / 2;
}

static struct trial read_trial(const cordon_probe_trial *given) {
    cordon_probe_trial trial;
    cordon_probe_trial_init(&trial);
    object_take_struct(&trial, sizeof(trial), given);
    return (struct trial){.exit_code = trial.exit_code,
                          .walltime_seconds = trial.walltime_sec,
                          .peak_vram_mib = trial.peak_vram_mib,
                          .vram_known = trial.peak_vram_mib >= 0,
                          .timed_out = trial.timed_out,
                          .core_dumped = trial.core_dumped,
                          .hung = trial.hung};
}

/* A trial that has a command is yet to be run. */
static cordon_status run_scan(struct scanning *scanning, const cordon_probe_trial *trial,
                              const cordon_probe_options *options, cordon_probe_result **result,
                              cordon_error **error) {
    const cordon_allocator *allocator;
    *result = NULL;
    if (error)
        *error = NULL;
    if (!read_options(scanning, options, &allocator)) {
        struct error wrong = {.message = TEXT("the overlap must be at most half of the window")};
        return object_fail(CORDON_INVALID, allocator, &wrong, error);
    }
    scanning->result = object_new(allocator, sizeof(**result));
    if (!scanning->result)
        return CORDON_NO_MEMORY;
    if (!scanning->command)
        scanning->result->trial = read_trial(trial);
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&scanning->result->object.heap, scanning->command ? run_and_scan : scan, scanning))
        status = scanning->cancellation.said ? CORDON_CANCELLED
                 : error_is_set(&scanning->error)
                     ? object_fail(CORDON_FAILED, allocator, &scanning->error, error)
                     : CORDON_OK;
    if (status == CORDON_OK)
        *result = scanning->result;
    else
        object_free(scanning->result);
    return status;
}

cordon_status cordon_probe_scan(const cordon_probe_recipe *recipe, int descriptor, const char *name,
                                const cordon_probe_trial *trial,
                                const cordon_probe_options *options, cordon_probe_result **result,
                                cordon_error **error) {
    struct scanning scanning = {.recipe = recipe, .descriptor = descriptor, .name = text_of(name)};
    return run_scan(&scanning, trial, options, result, error);
}

cordon_status cordon_probe_scan_text(const cordon_probe_recipe *recipe, const char *log,
                                     size_t size, const cordon_probe_trial *trial,
                                     const cordon_probe_options *options,
                                     cordon_probe_result **result, cordon_error **error) {
    struct scanning scanning = {.recipe = recipe, .descriptor = -1, .text = {log, size}};
    return run_scan(&scanning, trial, options, result, error);
}

cordon_status cordon_probe_run(const cordon_probe_recipe *recipe, const char *const *command,
                               const char *folder, const cordon_probe_options *options,
                               cordon_probe_result **result, cordon_error **error) {
    struct scanning scanning = {
        .recipe = recipe, .command = command, .folder = text_of(folder), .descriptor = -1};
    return run_scan(&scanning, NULL, options, result, error);
}

void cordon_probe_result_free(cordon_probe_result *result) {
    object_free(result);
}

bool cordon_probe_failed(const cordon_probe_result *result) {
    return result->verdict.failed;
}

void cordon_probe_result_trial(const cordon_probe_result *result, cordon_probe_trial *trial) {
    const struct trial *seen = &result->trial;
    size_t size = trial->struct_size;
    cordon_probe_trial whole = {.struct_size = size,
                                .exit_code = seen->exit_code,
                                .walltime_sec = seen->walltime_seconds,
                                .peak_vram_mib = seen->vram_known ? seen->peak_vram_mib : -1,
                                .timed_out = seen->timed_out,
                                .core_dumped = seen->core_dumped,
                                .hung = seen->hung};
    memcpy(trial, &whole, size < sizeof(whole) ? size : sizeof(whole));
}

cordon_text cordon_probe_log_folder(const cordon_probe_result *result) {
    return public_text(result->folder);
}

cordon_text cordon_probe_start_failure(const cordon_probe_result *result) {
    return public_text(result->start_failure);
}

uint64_t cordon_probe_log_size(const cordon_probe_result *result) {
    return result->findings.bytes;
}

uint64_t cordon_probe_window_count(const cordon_probe_result *result) {
    return result->findings.windows;
}

static const texts *texts_of(const cordon_probe_result *result, cordon_probe_list list) {
    switch (list) {
    case CORDON_PROBE_FAILURES:
        return &result->verdict.failures;
    case CORDON_PROBE_WARNINGS:
        return &result->verdict.warnings;
    default:
        return &result->findings.custom_fired;
    }
}

size_t cordon_probe_count(const cordon_probe_result *result, cordon_probe_list list) {
    if (list == CORDON_PROBE_GIVEN_UP)
        return result->findings.given_up.count;
    if (list == CORDON_PROBE_UNMET)
        return result->findings.unmet.count;
    return texts_of(result, list)->count;
}

cordon_text cordon_probe_detector(const cordon_probe_result *result, cordon_probe_list list,
                                  size_t index) {
    if (list == CORDON_PROBE_GIVEN_UP)
        return public_text(result->findings.given_up.items[index].detector);
    if (list == CORDON_PROBE_UNMET)
        return public_text(result->findings.unmet.items[index].detector);
    return public_text(texts_of(result, list)->items[index]);
}

uint64_t cordon_probe_given_up_windows(const cordon_probe_result *result, size_t index) {
    return result->findings.given_up.items[index].windows;
}

uint64_t cordon_probe_unmet_windows(const cordon_probe_result *result, size_t index) {
    return result->findings.unmet.items[index].windows;
}

cordon_text cordon_probe_unmet_exception(const cordon_probe_result *result, size_t index) {
    return public_text(result->findings.unmet.items[index].exception);
}

size_t cordon_probe_capture_count(const cordon_probe_result *result) {
    return result->findings.captures.count;
}

cordon_text cordon_probe_capture_name(const cordon_probe_result *result, size_t index) {
    return public_text(result->findings.captures.items[index].name);
}

cordon_text cordon_probe_capture_value(const cordon_probe_result *result, size_t index) {
    return public_text(result->findings.captures.items[index].value);
}

cordon_text cordon_probe_json(const cordon_probe_result *result) {
    return public_text(result->json);
}
