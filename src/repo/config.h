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
enum registry_kind { REGISTRY_MODULE, REGISTRY_ENTRY_POINTS, REGISTRY_NONE };

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

struct allowlist {
    struct allowlist_entry *items;
    size_t count;
    size_t capacity;
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
    struct map allowlists; /* rule name to struct allowlist */
    struct map options;    /* rule name to struct toml_value: a table, its keys written with '-' */
    bool preview;          /* rules and refinements that are not final yet are in force */
};

/* What the configuration needs to know of a rule. */
struct known_rule {
    struct text code;
    struct text name;
    bool allowlist;
};

struct known_rules {
    const struct known_rule *items;
    size_t count;
};

/* A name, or the beginning of a code. */
bool selector_selects(struct text selector, struct text code, struct text name);

/* False with *error set when a selector names no rule. where is how the message names its place:
 * "--select", "tool.inspect-evals-lint.select[0]". */
bool selector_check(struct arena *arena, struct known_rules rules, struct text selector,
                    struct text where, struct error *error);

/* A glob of the configuration against a path relative to the root: the whole path must match, as
 * it is or with a slash at its end. */
bool config_glob_matches(struct text glob, struct text path);

struct config_input {
    int root_folder;                    /* evaluations are counted when no preset is named */
    const struct toml_value *pyproject; /* root table, or NULL */
    struct text preset;                 /* --preset, or NULL data */
    struct known_rules rules;
    const struct toml_value *table; /* instead of the one in pyproject, or NULL */
};

struct notices {
    struct text *items;
    size_t count;
    size_t capacity;
};

/* False with *error set. What was decided for the user goes to notices. */
bool config_read(struct arena *arena, const struct config_input *input, struct config *config,
                 struct notices *notices, struct error *error);

struct setting_description {
    struct text name;   /* as the table is written: "source-root" */
    struct text values; /* what it takes, in Markdown: "a string" */
    const char *meaning;
};

size_t config_setting_count(void);
struct setting_description config_describe_setting(struct arena *arena, size_t setting);

struct json;

/* The setting's value, which is one of TOML as well unless it is a table. */
void config_write_setting(struct json *json, const struct config *config, size_t setting);

/* Every key with its value, as the table would be written. */
void config_write_json(struct json *json, struct arena *arena, const struct config *config);

#endif
