/*
 * config: what [tool.inspect-evals-lint] says, with the presets' defaults filled in.
 */
#ifndef CORDON_REPO_CONFIG_H
#define CORDON_REPO_CONFIG_H

#include "base/map.h"
#include "formats/toml.h"

enum preset { PRESET_MULTI_EVAL, PRESET_MONOREPO, PRESET_SINGLE_EVAL };
enum tests_layout { TESTS_PER_EVAL, TESTS_FLAT };
enum readme_location { README_EVAL_DIR, README_REPO_ROOT };
enum registry_kind { REGISTRY_ENTRY_POINTS, REGISTRY_MODULE, REGISTRY_NONE };

struct texts {
    const struct text *items;
    size_t count;
};

bool texts_have(struct texts texts, struct text wanted);

/* Rules as `select`, `ignore` and comments name them: exact names, or beginnings of codes. */
struct file_ignore {
    struct text glob;
    struct texts selectors;
};

struct allowlist_entry {
    struct text package;
    struct text key;
};

struct config {
    enum preset preset;
    struct text source_root;
    struct text tests_root;
    enum tests_layout tests_layout;
    enum readme_location readme_location;
    bool eval_yaml_required;
    struct text import_prefix; /* empty when evaluations import as their name */
    enum registry_kind registry;
    struct text registry_module; /* empty when unset */
    struct texts helper_dirs;
    struct texts ignore_dirs;
    struct texts eval_yaml_required_fields;
    struct text isolated_packages_dir; /* empty when unset */
    bool per_eval_dependency_group;
    struct texts select;
    struct texts ignore;
    struct texts exclude;
    const struct file_ignore *file_ignores;
    size_t file_ignore_count;
    struct map allowlists; /* rule name to struct allowlist (config.c) */
    struct map options;    /* rule name to struct toml_value table: its own options */
    bool preview;
};

#endif
