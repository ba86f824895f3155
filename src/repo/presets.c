#include "repo/presets.h"

#include "base/buffer.h"
#include "base/suggest.h"

const struct preset_name preset_names[] = {
    {TEXT("multi-eval"), PRESET_MULTI_EVAL, TEXT(""), false},
    {TEXT("monorepo"), PRESET_MONOREPO, TEXT(""), false},
    {TEXT("single-eval"), PRESET_SINGLE_EVAL, TEXT(""), false},
    {TEXT("template"), PRESET_MULTI_EVAL, TEXT("'multi-eval'"), false},
    {TEXT("register"), PRESET_SINGLE_EVAL, TEXT("'single-eval' with eval-yaml-required = false"),
     true},
};
const size_t preset_name_count = sizeof(preset_names) / sizeof(*preset_names);

static const struct text utils[] = {TEXT("utils")};
static const struct text examples[] = {TEXT("examples")};
static const struct text everything[] = {TEXT("IE")};
static const struct text required_fields[] = {TEXT("title"), TEXT("description"), TEXT("group"),
                                              TEXT("contributors"), TEXT("tasks")};

static const struct config multi_eval = {
    .preset = PRESET_MULTI_EVAL,
    .source_root = TEXT("src"),
    .tests_root = TEXT("tests"),
    .tests_layout = TESTS_PER_EVAL,
    .readme_location = README_EVAL_DIR,
    .eval_yaml_required = true,
    .registry = REGISTRY_ENTRY_POINTS,
    .helper_dirs = {utils, 1},
    .ignore_dirs = {examples, 1},
    .eval_yaml_required_fields = {required_fields, 5},
    .select = {everything, 1},
};

struct config preset_config(enum preset preset) {
    struct config config = multi_eval;
    config.preset = preset;
    if (preset == PRESET_SINGLE_EVAL) {
        config.tests_layout = TESTS_FLAT;
        config.readme_location = README_REPO_ROOT;
    }
    if (preset == PRESET_MONOREPO) {
        config.source_root = T("src/inspect_evals");
        config.import_prefix = T("inspect_evals");
        config.registry = REGISTRY_MODULE;
        config.registry_module = T("src/inspect_evals/_registry.py");
        config.ignore_dirs = (struct texts){NULL, 0};
        config.isolated_packages_dir = T("packages");
        config.per_eval_dependency_group = true;
    }
    return config;
}

struct text preset_list(struct arena *arena) {
    struct buffer list;
    buffer_init(&list, arena);
    for (size_t i = 0; i < preset_name_count; i++)
        if (!preset_names[i].instead.size)
            buffer_format(&list, "%s%.*s", list.size ? ", " : "", TEXT_ARGS(preset_names[i].name));
    return buffer_view(&list);
}

const struct preset_name *preset_check(struct arena *arena, struct text name, struct text where,
                                       struct error *error) {
    enum { CURRENT = 3 };
    struct text names[CURRENT];
    for (size_t i = 0; i < preset_name_count; i++)
        if (text_equal(preset_names[i].name, name))
            return &preset_names[i];
    for (size_t i = 0; i < CURRENT; i++)
        names[i] = preset_names[i].name;
    struct text near = suggest_phrase(arena, suggest(name, names, CURRENT));
    error_set(error, arena, T(""), 0, 0, "%.*s: there is no preset '%.*s'; the presets are %s%.*s",
              TEXT_ARGS(where), TEXT_ARGS(name), preset_list(arena).data, TEXT_ARGS(near));
    return NULL;
}
