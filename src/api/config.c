#include "api/lint.h"
#include "api/work.h"

#include "base/json.h"
#include "base/vector.h"
#include "lint/registry.h"
#include "repo/presets.h"

void cordon_lint_options_init(cordon_lint_options *options) {
    *options = (cordon_lint_options){.struct_size = sizeof(*options)};
}

static cordon_lint_options complete(const cordon_lint_options *given) {
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    object_take_struct(&options, sizeof(options), given);
    return options;
}

struct load {
    cordon_config *config;
    const char *root;
    const cordon_lint_options *options;
    struct error error;
};

static struct text optional(struct arena *arena, const char *string) {
    return string ? text_copy(arena, text_of(string)) : (struct text){NULL, 0};
}

/* An empty list selects nothing, which is not the same as no list. */
static struct texts selectors(struct load *load, const char *const *given, size_t count,
                              const char *name) {
    struct arena *arena = &load->config->object.arena;
    struct text *items = arena_array(arena, struct text, count + 1);
    struct known_rules rules = registry_known(arena);
    for (size_t i = 0; i < count; i++) {
        items[i] = text_copy(arena, text_of(given[i]));
        selector_check(arena, rules, items[i], text_of(name), &load->error);
    }
    return (struct texts){items, count};
}

static bool check_preset(struct load *load, struct text preset) {
    struct arena *arena = &load->config->object.arena;
    return !preset.data || preset_check(arena, preset, T("preset"), &load->error);
}

static void load_config(void *argument) {
    struct load *load = argument;
    cordon_config *config = load->config;
    struct arena *arena = &config->object.arena;
    const cordon_lint_options *options = load->options;
    struct repository_input input = {
        .root = optional(arena, load->root),
        .preset = optional(arena, options->preset),
        .python = optional(arena, options->python),
        .virtual_env = optional(arena, options->virtual_env),
        .rules = registry_known(arena),
        .preview = options->preview,
    };
    if (options->select)
        config->options.select = selectors(load, options->select, options->select_count, "select");
    if (options->ignore)
        config->options.ignore = selectors(load, options->ignore, options->ignore_count, "ignore");
    config->options.jobs = options->threads < MOST_THREADS ? options->threads : MOST_THREADS;
    if (options->table)
        input.table = toml_parse(arena, T("table"), optional(arena, options->table), &load->error);
    if (error_is_set(&load->error) || !check_preset(load, input.preset) ||
        !repository_open(&config->repository, arena, &input, &load->error))
        return;
    for (size_t i = 0; i < config->repository.notices.count; i++)
        vector_push(arena, &config->notices, config->repository.notices.items[i]);
    lint_selection_notices(arena, &config->repository.config, &config->options, &config->notices);
}

cordon_status cordon_config_load(const char *root, const cordon_lint_options *given,
                                 cordon_config **result, cordon_error **error) {
    cordon_lint_options options = complete(given);
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_config *config = object_new(options.allocator, sizeof(*config));
    if (!config)
        return CORDON_NO_MEMORY;
    if (options.allocator)
        config->allocator = *options.allocator;
    config->hooks = (struct hooks){options.cancelled, options.progress, options.user};
    config->repository.root_folder = -1;
    struct load load = {.config = config, .root = root, .options = &options};
    cordon_status status = CORDON_OK;
    if (!heap_run(&config->object.heap, load_config, &load))
        status = CORDON_NO_MEMORY;
    else if (error_is_set(&load.error))
        status = object_fail(CORDON_INVALID, options.allocator, &load.error, error);
    if (status == CORDON_OK)
        *result = config;
    else
        object_free(config);
    return status;
}

void cordon_config_free(cordon_config *config) {
    if (!config || !object_done(&config->object))
        return;
    repository_close(&config->repository);
    object_free(config);
}

cordon_text cordon_config_root(const cordon_config *config) {
    return public_text(config->repository.root);
}

cordon_text cordon_config_source_root(const cordon_config *config) {
    return public_text(config->repository.config.source_root);
}

size_t cordon_config_notice_count(const cordon_config *config) {
    return config->notices.count;
}

cordon_text cordon_config_notice(const cordon_config *config, size_t index) {
    return public_text(config->notices.items[index]);
}

struct config_document {
    struct work work;
    const struct config *config;
};

static void write_config(void *argument) {
    struct config_document *document = argument;
    struct json json;
    json_init(&json, &document->work.out, 2);
    config_write_json(&json, &document->work.arena, document->config);
}

cordon_status cordon_config_json(const cordon_config *config, cordon_writer writer, void *user) {
    struct config_document document = {.work = {.writer = writer, .user = user},
                                       .config = &config->repository.config};
    return work_run(&document.work, &config->object.heap.allocator, write_config, NULL);
}

struct root_search {
    struct work work;
    struct text start;
};

static void find_root(void *argument) {
    struct root_search *search = argument;
    buffer_text(&search->work.out, repository_find_root(&search->work.arena, search->start));
}

cordon_status cordon_find_root(const char *start, cordon_writer writer, void *user) {
    struct root_search search = {.work = {.writer = writer, .user = user}, .start = text_of(start)};
    return work_run(&search.work, NULL, find_root, NULL);
}

struct word_check {
    struct work work;
    struct text word;
    struct text where;
};

static void check_selector(void *argument) {
    struct word_check *check = argument;
    struct arena *arena = &check->work.arena;
    selector_check(arena, registry_known(arena), check->word, check->where, &check->work.error);
}

cordon_status cordon_check_selector(const char *selector, const char *where, cordon_error **error) {
    struct word_check check = {.word = text_of(selector), .where = text_of(where)};
    return work_run(&check.work, NULL, check_selector, error);
}

static void check_preset_name(void *argument) {
    struct word_check *check = argument;
    preset_check(&check->work.arena, check->word, check->where, &check->work.error);
}

cordon_status cordon_check_preset(const char *preset, const char *where, cordon_error **error) {
    struct word_check check = {.word = text_of(preset), .where = text_of(where)};
    return work_run(&check.work, NULL, check_preset_name, error);
}
