#include "repo/config.h"

#include "base/buffer.h"
#include "base/glob.h"
#include "base/json.h"
#include "base/path.h"
#include "base/suggest.h"
#include "base/vector.h"
#include "repo/config_reader.h"
#include "repo/layout.h"
#include "repo/presets.h"

#include <limits.h>

enum setting_kind {
    SETTING_TEXT,
    SETTING_BOOLEAN,
    SETTING_CHOICE, /* of an enum whose values are in the order of choices */
    SETTING_TEXTS,
    SETTING_SELECTORS,
    SETTING_FILE_IGNORES,
    SETTING_ALLOWLISTS,
    SETTING_PRESET, /* read before all others */
};

struct setting {
    const char *name; /* with '_' */
    enum setting_kind kind;
    size_t offset;
    const char *const *choices;
    const char *meaning; /* for its documentation, in Markdown */
};

static const char *const tests_layouts[] = {"per-eval", "flat", NULL};
static const char *const readme_locations[] = {"eval-dir", "repo-root", NULL};
static const char *const registry_kinds[] = {"module", "entry-points", "none", NULL};

#define AT(member) offsetof(struct config, member)
static const struct setting settings[] = {
    {"preset", SETTING_PRESET, 0, NULL, "The layout to start from."},
    {"source_root", SETTING_TEXT, AT(source_root), NULL,
     "The folder that holds a folder for each evaluation."},
    {"tests_root", SETTING_TEXT, AT(tests_root), NULL, "The folder of the tests."},
    {"tests_layout", SETTING_CHOICE, AT(tests_layout), tests_layouts,
     "`per-eval`: each evaluation has its tests in a folder of its name, with `__init__.py` files. "
     "`flat`: tests may also lie directly in the tests folder."},
    {"readme_location", SETTING_CHOICE, AT(readme_location), readme_locations,
     "Where an evaluation has its `README.md`; `repo-root` accepts both places."},
    {"eval_yaml_required", SETTING_BOOLEAN, AT(eval_yaml_required), NULL,
     "Whether an evaluation without `eval.yaml` fails. One that is there is checked in any case."},
    {"import_prefix", SETTING_TEXT, AT(import_prefix), NULL,
     "What stands before an evaluation's name when it is imported, such as `inspect_evals`."},
    {"registry", SETTING_CHOICE, AT(registry), registry_kinds,
     "How tasks are registered: by a module that imports every evaluation, by "
     "`[project.entry-points.inspect_ai]`, or in no way that is checked."},
    {"registry_module", SETTING_TEXT, AT(registry_module), NULL,
     "The file of that module, needed with `registry = \"module\"`."},
    {"helper_dirs", SETTING_TEXTS, AT(helper_dirs), NULL,
     "Folders below the source root that hold shared code. Only the rules for helpers apply to "
     "them."},
    {"ignore_dirs", SETTING_TEXTS, AT(ignore_dirs), NULL,
     "Folders below the source root that are not linted."},
    {"eval_yaml_required_fields", SETTING_TEXTS, AT(eval_yaml_required_fields), NULL,
     "The keys that every `eval.yaml` needs."},
    {"isolated_packages_dir", SETTING_TEXT, AT(isolated_packages_dir), NULL,
     "A folder with a `NAME/pyproject.toml` for evaluations whose dependencies stand apart."},
    {"per_eval_dependency_group", SETTING_BOOLEAN, AT(per_eval_dependency_group), NULL,
     "Whether each evaluation that imports other distributions needs an optional dependency group "
     "of its name."},
    {"select", SETTING_SELECTORS, AT(select), NULL,
     "The rules to run: names, codes or beginnings of codes."},
    {"ignore", SETTING_SELECTORS, AT(ignore), NULL,
     "The rules not to run; stronger than `select`."},
    {"exclude", SETTING_TEXTS, AT(exclude), NULL,
     "Globs of files, relative to the root, whose Python code no rule reads: code that is shipped "
     "into a sandbox."},
    {"per_file_ignores", SETTING_FILE_IGNORES, 0, NULL,
     "Globs of files, and the rules whose findings there are suppressed."},
    {"allowlists", SETTING_ALLOWLISTS, 0, NULL,
     "A table for each rule that takes one: packages, and the keys of findings that are warnings."},
    {"preview", SETTING_BOOLEAN, AT(preview), NULL,
     "Whether rules and refinements that are not final yet are in force."},
};
#undef AT
enum { SETTING_COUNT = sizeof(settings) / sizeof(*settings) };

static const struct removed_key {
    const char *name;
    const char *instead;
} removed_keys[] = {
    {"disabled_checks", "list those rules under 'ignore'"},
    {"non_eval_dirs", "list folders of shared code under 'helper-dirs' and folders that are not to "
                      "be linted under 'ignore-dirs'"},
    {"sandbox_image_allowlist",
     "write [" CONFIG_TABLE ".allowlists.sandbox_image_pinning] with PACKAGE = [IMAGES]"},
    {"model_role_allowlist",
     "write [" CONFIG_TABLE ".allowlists.model_role_resolution] with PACKAGE = [ROLES]"},
};
enum { REMOVED_COUNT = sizeof(removed_keys) / sizeof(*removed_keys) };

/* A key of the table as written, by its folded name; the later spelling wins. */
struct written_key {
    struct text name;
    struct text folded;
};

struct written_keys {
    struct written_key *items;
    size_t count;
    size_t capacity;
};

bool texts_have(struct texts texts, struct text wanted) {
    for (size_t i = 0; i < texts.count; i++)
        if (text_equal(texts.items[i], wanted))
            return true;
    return false;
}

bool config_glob_matches(struct text glob, struct text path) {
    if (glob_match(glob, path))
        return true;
    char with_slash[PATH_MAX + 1]; /* no longer path can be opened */
    if (path.size > PATH_MAX || !glob.size || !memchr("*?]/", glob.data[glob.size - 1], 4))
        return false;
    memcpy(with_slash, path.data, path.size);
    with_slash[path.size] = '/';
    return glob_match(glob, (struct text){with_slash, path.size + 1});
}

static const struct setting *find_setting(struct text folded) {
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (text_is(folded, settings[i].name))
            return &settings[i];
    return NULL;
}

static bool read_choice(struct config_reader *reader, struct config_value at,
                        const struct setting *setting) {
    struct buffer list;
    buffer_init(&list, reader->arena);
    VECTOR(struct text) names = {0};
    for (unsigned i = 0; setting->choices[i]; i++) {
        if (at.value->type == TOML_STRING && text_is(at.value->text, setting->choices[i])) {
            *(unsigned *)((char *)reader->config + setting->offset) = i;
            return true;
        }
        buffer_format(&list, "%s\"%s\"", i ? ", " : "", setting->choices[i]);
        vector_push(reader->arena, &names, text_of(setting->choices[i]));
    }
    struct text wanted = text_format(reader->arena, "one of %s", buffer_view(&list).data);
    if (!config_expect(reader, at, TOML_STRING, wanted.data))
        return false;
    struct text near =
        suggest_phrase(reader->arena, suggest(at.value->text, names.items, names.count));
    return config_fail(reader, at.value, "%.*s cannot be \"%.*s\"; it takes %s%.*s",
                       TEXT_ARGS(at.path), TEXT_ARGS(at.value->text), wanted.data, TEXT_ARGS(near));
}

static bool read_setting(struct config_reader *reader, struct config_value at,
                         const struct setting *setting) {
    void *field = (char *)reader->config + setting->offset;
    switch (setting->kind) {
    case SETTING_TEXT:
        if (!config_expect(reader, at, TOML_STRING, "a string"))
            return false;
        *(struct text *)field = at.value->text;
        return true;
    case SETTING_BOOLEAN:
        if (!config_expect(reader, at, TOML_BOOLEAN, "a boolean, true or false"))
            return false;
        *(bool *)field = at.value->boolean;
        return true;
    case SETTING_CHOICE:
        return read_choice(reader, at, setting);
    case SETTING_TEXTS:
        return config_texts(reader, at, field);
    case SETTING_SELECTORS:
        return config_selectors(reader, at, field);
    case SETTING_FILE_IGNORES:
        return config_file_ignores(reader, at);
    case SETTING_ALLOWLISTS:
        return config_allowlists(reader, at);
    case SETTING_PRESET:
        break;
    }
    return true;
}

static bool unknown_key(struct config_reader *reader, struct config_value at, struct text key,
                        struct text folded) {
    for (size_t i = 0; i < REMOVED_COUNT; i++)
        if (text_is(folded, removed_keys[i].name))
            return config_fail_at_key(reader, at.value, "%.*s is no longer read; remove it and %s",
                                      TEXT_ARGS(at.path), removed_keys[i].instead);
    struct arena *arena = reader->arena;
    VECTOR(struct text) names = {0};
    for (size_t i = 0; i < SETTING_COUNT; i++)
        vector_push(arena, &names, config_fold(arena, text_of(settings[i].name), '_', '-'));
    for (size_t i = 0; i < reader->input->rules.count; i++)
        vector_push(arena, &names, reader->input->rules.items[i].name);
    struct text near = suggest(key, names.items, names.count);
    return config_fail_at_key(reader, at.value,
                              "%.*s is neither a setting nor the name of a rule%.*s",
                              TEXT_ARGS(at.path), TEXT_ARGS(suggest_phrase(arena, near)));
}

static bool read_key(struct config_reader *reader, struct config_value at,
                     struct written_key written) {
    const struct setting *setting = find_setting(written.folded);
    if (setting)
        return read_setting(reader, at, setting);
    const struct known_rule *rules = reader->input->rules.items;
    for (size_t i = 0; i < reader->input->rules.count; i++)
        if (text_equal(rules[i].name, written.folded) || text_equal(rules[i].code, written.folded))
            return config_rule_options(reader, at, rules[i].name);
    return unknown_key(reader, at, written.name, written.folded);
}

static struct written_keys fold_keys(struct arena *arena, const struct toml_value *table) {
    struct written_keys keys = {0};
    struct map places = {0};
    for (size_t i = 0; table && i < table->table.count; i++) {
        struct text name = table->table.entries[i].key;
        struct text folded = config_fold(arena, name, '-', '_');
        void **place = map_put(arena, &places, folded);
        if (*place) {
            keys.items[(size_t)(uintptr_t)*place - 1].name = name;
            continue;
        }
        vector_push(arena, &keys, (struct written_key){name, folded});
        *place = (void *)(uintptr_t)keys.count;
    }
    return keys;
}

static bool check_registry(struct config_reader *reader, struct config_value table,
                           const struct written_keys *keys) {
    if (reader->config->registry != REGISTRY_MODULE || reader->config->registry_module.size)
        return true;
    const struct toml_value *at = table.value;
    for (size_t i = 0; i < keys->count; i++)
        if (text_is(keys->items[i].folded, "registry"))
            at = toml_find(table.value, keys->items[i].name);
    return config_fail(reader, at,
                       "registry = \"module\" needs registry-module as well: the path of the "
                       "module that imports every evaluation, such as \"src/registry.py\"");
}

static bool apply_table(struct config_reader *reader, struct config_value table,
                        const struct written_keys *keys) {
    for (size_t i = 0; i < keys->count; i++) {
        struct config_value at = config_member(reader, table, keys->items[i].name);
        if (!read_key(reader, at, keys->items[i]))
            return false;
    }
    return check_registry(reader, table, keys);
}

/* The preset that is chosen for this run, or else by the table; NULL when none is. */
static bool find_preset(struct config_reader *reader, struct config_value table,
                        const struct written_keys *keys, const struct preset_name **preset) {
    if (reader->input->preset.data) {
        *preset = preset_check(reader->arena, reader->input->preset, T("preset"), reader->error);
        return *preset != NULL;
    }
    for (size_t i = 0; i < keys->count; i++) {
        if (!text_is(keys->items[i].folded, "preset"))
            continue;
        struct config_value at = config_member(reader, table, keys->items[i].name);
        struct text wanted = text_format(reader->arena, "the name of a preset (%s)",
                                         preset_list(reader->arena).data);
        if (!config_expect(reader, at, TOML_STRING, wanted.data))
            return false;
        struct error error = {0};
        *preset = preset_check(reader->arena, at.value->text, at.path, &error);
        return *preset || config_fail(reader, at.value, "%.*s", TEXT_ARGS(error.message));
    }
    return true;
}

static void add_notice(struct config_reader *reader, struct notices *notices, const char *format,
                       ...) __attribute__((format(printf, 3, 4)));
static void add_notice(struct config_reader *reader, struct notices *notices, const char *format,
                       ...) {
    va_list words;
    va_start(words, format);
    vector_push(reader->arena, notices, text_vformat(reader->arena, format, words));
    va_end(words);
}

/* Without a preset the number of evaluations decides, counted under the table's own keys. */
static bool infer_preset(struct config_reader *reader, struct config_value table,
                         const struct written_keys *keys, struct notices *notices) {
    struct config *config = reader->config;
    struct package_places places = {0};
    if (!layout_add_all(reader->arena, reader->input->root_folder, config, &places, reader->error))
        return false;
    size_t count = 0;
    struct text only = {0};
    struct text holder = path_normalise(reader->arena, config->source_root);
    if (text_is(holder, "."))
        holder = T("the root");
    else if (!text_is(holder, "/"))
        holder = text_join(reader->arena, holder, T("/"));
    for (size_t i = 0; i < places.count; i++) {
        if (places.items[i].kind != PACKAGE_EVAL)
            continue;
        only = places.items[i].name;
        count++;
    }
    if (count != 1) {
        add_notice(reader, notices,
                   "no preset is named: using multi-eval, because %.*s holds %zu evaluation "
                   "packages",
                   TEXT_ARGS(holder), count);
        return true;
    }
    add_notice(reader, notices,
               "no preset is named: using single-eval, because %.*s holds one evaluation package, "
               "%.*s",
               TEXT_ARGS(holder), TEXT_ARGS(only));
    *config = preset_config(PRESET_SINGLE_EVAL);
    return apply_table(reader, table, keys);
}

/* Other programs have tables as well: only a name that differs in a letter or two is meant. */
static void notice_misspelt_table(struct config_reader *reader, struct notices *notices) {
    static const struct text names[] = {TEXT("inspect-evals-lint")};
    const struct toml_value *tool = toml_get(reader->input->pyproject, "tool", NULL);
    if (!tool || tool->type != TOML_TABLE)
        return;
    for (size_t i = 0; i < tool->table.count; i++)
        if (suggest(tool->table.entries[i].key, names, 1).data)
            add_notice(reader, notices, "[tool.%.*s] is not read; did you mean [" CONFIG_TABLE "]?",
                       TEXT_ARGS(tool->table.entries[i].key));
}

bool config_read(struct arena *arena, const struct config_input *input, struct config *config,
                 struct notices *notices, struct error *error) {
    struct config_reader reader = {arena, input, config, error};
    const struct toml_value *value = input->table;
    if (!value && input->pyproject)
        value = toml_get(input->pyproject, "tool", "inspect-evals-lint", NULL);
    if (!value && input->pyproject)
        notice_misspelt_table(&reader, notices);
    struct config_value table = {value, T(CONFIG_TABLE)};
    if (value && !config_expect(&reader, table, TOML_TABLE, "a table"))
        return false;
    struct written_keys keys = fold_keys(arena, value);
    const struct preset_name *preset = NULL;
    if (!find_preset(&reader, table, &keys, &preset))
        return false;
    *config = preset_config(preset ? preset->preset : PRESET_MULTI_EVAL);
    if (preset && preset->eval_yaml_optional)
        config->eval_yaml_required = false;
    if (preset && preset->instead.size)
        add_notice(&reader, notices, "the preset '%.*s' is a former name; write %.*s",
                   TEXT_ARGS(preset->name), TEXT_ARGS(preset->instead));
    if (!apply_table(&reader, table, &keys))
        return false;
    return preset || infer_preset(&reader, table, &keys, notices);
}

static void write_texts(struct json *json, struct texts texts) {
    json_array(json);
    for (size_t i = 0; i < texts.count; i++)
        json_text(json, texts.items[i]);
    json_end(json);
}

static void write_file_ignores(struct json *json, const struct config *config) {
    json_object(json);
    for (size_t i = 0; i < config->file_ignore_count; i++) {
        json_key_text(json, config->file_ignores[i].glob);
        write_texts(json, config->file_ignores[i].selectors);
    }
    json_end(json);
}

/* Entries of one package follow each other, as they were read. */
static void write_allowlist(struct json *json, const struct allowlist *list) {
    json_object(json);
    for (size_t i = 0; i < list->count; i++) {
        bool begins = !i || !text_equal(list->items[i].package, list->items[i - 1].package);
        if (begins && i)
            json_end(json);
        if (begins) {
            json_key_text(json, list->items[i].package);
            json_array(json);
        }
        json_text(json, list->items[i].key);
    }
    if (list->count)
        json_end(json);
    json_end(json);
}

static void write_setting(struct json *json, const struct config *config,
                          const struct setting *setting) {
    const void *field = (const char *)config + setting->offset;
    switch (setting->kind) {
    case SETTING_TEXT:
        json_text(json, *(const struct text *)field);
        break;
    case SETTING_BOOLEAN:
        json_bool(json, *(const bool *)field);
        break;
    case SETTING_CHOICE:
        json_string(json, setting->choices[*(const unsigned *)field]);
        break;
    case SETTING_TEXTS:
    case SETTING_SELECTORS:
        write_texts(json, *(const struct texts *)field);
        break;
    case SETTING_FILE_IGNORES:
        write_file_ignores(json, config);
        break;
    case SETTING_ALLOWLISTS:
        json_object(json);
        for (size_t i = 0; i < config->allowlists.count; i++) {
            json_key_text(json, config->allowlists.entries[i].key);
            write_allowlist(json, config->allowlists.entries[i].value);
        }
        json_end(json);
        break;
    case SETTING_PRESET:
        json_text(json, preset_names[config->preset].name);
        break;
    }
}

void config_write_setting(struct json *json, const struct config *config, size_t setting) {
    write_setting(json, config, &settings[setting]);
}

size_t config_setting_count(void) {
    return SETTING_COUNT;
}

static struct text setting_values(struct arena *arena, const struct setting *setting) {
    static const char *const kinds[] = {
        [SETTING_TEXT] = "a string",
        [SETTING_BOOLEAN] = "a boolean",
        [SETTING_TEXTS] = "strings",
        [SETTING_SELECTORS] = "rules",
        [SETTING_FILE_IGNORES] = "a table",
        [SETTING_ALLOWLISTS] = "tables",
        [SETTING_PRESET] = "the name of a preset",
    };
    if (setting->kind != SETTING_CHOICE)
        return text_of(kinds[setting->kind]);
    struct buffer values;
    buffer_init(&values, arena);
    for (size_t i = 0; setting->choices[i]; i++)
        buffer_format(&values, "%s`\"%s\"`", i ? ", " : "", setting->choices[i]);
    return buffer_view(&values);
}

struct setting_description config_describe_setting(struct arena *arena, size_t setting) {
    return (struct setting_description){
        .name = config_fold(arena, text_of(settings[setting].name), '_', '-'),
        .values = setting_values(arena, &settings[setting]),
        .meaning = settings[setting].meaning,
    };
}

void config_write_json(struct json *json, struct arena *arena, const struct config *config) {
    json_object(json);
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        json_key_text(json, config_fold(arena, text_of(settings[i].name), '_', '-'));
        write_setting(json, config, &settings[i]);
    }
    for (size_t i = 0; i < config->options.count; i++) {
        json_key_text(json, config->options.entries[i].key);
        toml_write_json(json, config->options.entries[i].value);
    }
    json_end(json);
}
