#include "docs/docs.h"

#include "base/json.h"
#include "lint/registry.h"
#include "render/render.h"
#include "repo/presets.h"

struct parts {
    struct json *json;
    struct arena *arena;
    struct buffer part; /* the one that is being written */
};

static void begin_part(struct parts *parts) {
    buffer_init(&parts->part, parts->arena);
}

static void end_part(struct parts *parts, struct text name) {
    json_key_text(parts->json, name);
    json_text(parts->json, buffer_view(&parts->part));
}

/* Plain text in a cell of a table. */
static void write_cell(struct buffer *out, struct text text) {
    for (size_t i = 0; i < text.size; i++) {
        if (strchr("|<*_", text.data[i]))
            buffer_byte(out, '\\');
        buffer_byte(out, text.data[i]);
    }
}

static void write_default(struct buffer *out, struct arena *arena, size_t setting,
                          enum preset preset) {
    struct config config = preset_config(preset);
    struct buffer value;
    struct json json;
    buffer_init(&value, arena);
    json_init(&json, &value, 0);
    config_write_setting(&json, &config, setting);
    buffer_format(out, "`%.*s`", TEXT_ARGS(buffer_view(&value)));
}

static void write_settings(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < config_setting_count(); i++) {
        struct setting_description setting = config_describe_setting(parts->arena, i);
        buffer_format(&parts->part, "| `%.*s` | ", TEXT_ARGS(setting.name));
        buffer_text(&parts->part, setting.values);
        buffer_string(&parts->part, " | ");
        write_default(&parts->part, parts->arena, i, PRESET_MULTI_EVAL);
        buffer_string(&parts->part, " | ");
        buffer_format(&parts->part, "%s |\n", setting.meaning);
    }
    end_part(parts, T("settings"));
}

/* What the other presets set otherwise than multi-eval. */
static void write_presets(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| key | `multi-eval` | `single-eval` | `monorepo` |\n"
                                "| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < config_setting_count(); i++) {
        static const enum preset presets[] = {PRESET_MULTI_EVAL, PRESET_SINGLE_EVAL,
                                              PRESET_MONOREPO};
        struct buffer cells[3];
        for (size_t p = 0; p < 3; p++) {
            buffer_init(&cells[p], parts->arena);
            write_default(&cells[p], parts->arena, i, presets[p]);
        }
        struct setting_description setting = config_describe_setting(parts->arena, i);
        if (text_is(setting.name, "preset") ||
            (text_equal(buffer_view(&cells[0]), buffer_view(&cells[1])) &&
             text_equal(buffer_view(&cells[0]), buffer_view(&cells[2]))))
            continue;
        buffer_format(&parts->part, "| `%.*s` | %s | %s | %s |\n", TEXT_ARGS(setting.name),
                      buffer_view(&cells[0]).data, buffer_view(&cells[1]).data,
                      buffer_view(&cells[2]).data);
    }
    end_part(parts, T("presets"));
}

static const char *option_type(const struct rule_option *option) {
    switch (option->type) {
    case TOML_STRING:
        return option->or_array ? "a string or an array of strings" : "a string";
    case TOML_BOOLEAN:
        return "a boolean";
    case TOML_INTEGER:
        return "an integer";
    case TOML_ARRAY:
        return "an array";
    case TOML_TABLE:
        return "a table";
    default:
        return "a value";
    }
}

static void write_rule_options(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| table | key | value | meaning |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < registry_count; i++) {
        const struct rule *rule = registry[i];
        for (const struct rule_option *option = rule->options; option && option->name; option++) {
            buffer_format(&parts->part, "| [`%s`](../rules/%s.md) | `%s` | ", rule->name,
                          rule->code, option->name);
            for (size_t c = 0; option->choices && option->choices[c]; c++)
                buffer_format(&parts->part, "%s`\"%s\"`", c ? ", " : "", option->choices[c]);
            if (!option->choices)
                buffer_string(&parts->part, option_type(option));
            buffer_string(&parts->part, " | ");
            buffer_string(&parts->part, option->meaning);
            if (option->monorepo_default)
                buffer_format(&parts->part, " The `monorepo` preset sets `\"%s\"`.",
                              option->monorepo_default);
            buffer_string(&parts->part, " |\n");
        }
    }
    end_part(parts, T("rule options"));
}

static void write_formats(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| format | what it is |\n| --- | --- |\n");
    for (const struct render_format *format = render_formats; format->name; format++)
        buffer_format(&parts->part, "| `%s` | %s |\n", format->name, format->summary);
    end_part(parts, T("formats"));
}

static void write_rule_table(struct parts *parts, enum category category) {
    static const char *const titles[CATEGORY_COUNT] = {
        [CATEGORY_FILE_STRUCTURE] = "File structure",
        [CATEGORY_CODE_QUALITY] = "Code quality",
        [CATEGORY_TESTS] = "Tests",
        [CATEGORY_BEST_PRACTICES] = "Best practices",
        [CATEGORY_SECURITY] = "Security",
    };
    buffer_format(&parts->part,
                  "%s## %s\n\n| code | name | packages | what it asks |\n"
                  "| --- | --- | --- | --- |\n",
                  parts->part.size ? "\n" : "", titles[category]);
    for (size_t i = 0; i < registry_count; i++) {
        const struct rule *rule = registry[i];
        if (rule->category != category || !rule_in_force(rule, true))
            continue;
        buffer_format(&parts->part, "| [%s](%s.md) | `%s` | %s%s | ", rule->code, rule->code,
                      rule->name, rule->scopes & SCOPE_EVAL ? "evaluations" : "",
                      rule->scopes == SCOPE_BOTH     ? ", helpers"
                      : rule->scopes == SCOPE_HELPER ? "helpers"
                                                     : "");
        write_cell(&parts->part, text_of(rule->summary));
        buffer_format(&parts->part, "%s |\n", rule->preview ? " (in preview)" : "");
    }
}

static void write_rules(struct parts *parts) {
    begin_part(parts);
    for (int category = 0; category < CATEGORY_COUNT; category++)
        write_rule_table(parts, (enum category)category);
    end_part(parts, T("rules"));
}

static void write_option_row(struct buffer *out, const struct cli_option *option) {
    buffer_string(out, "| ");
    if (option->letter)
        buffer_format(out, "`-%c`, ", option->letter);
    buffer_format(out, "`--%s%s%s` | ", option->name, option->value ? " " : "",
                  option->value ? option->value : "");
    write_cell(out, text_of(option->help));
    buffer_string(out, " |\n");
}

static bool write_options(void *context, const struct cli_command *command, struct text path) {
    struct parts *parts = context;
    if (!command->options)
        return true;
    begin_part(parts);
    buffer_string(&parts->part, "| option | meaning |\n| --- | --- |\n");
    for (const struct cli_option *option = command->options; option && option->name; option++)
        write_option_row(&parts->part, option);
    end_part(parts, text_format(parts->arena, "options of %.*s", TEXT_ARGS(path)));
    return true;
}

static void write_commands(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| command | what it does |\n| --- | --- |\n");
    for (const struct cli_command *const *each = command_cordon.commands; *each; each++)
        buffer_format(&parts->part, "| `cordon %s` | %s |\n", (*each)->name, (*each)->summary);
    end_part(parts, T("commands"));
}

void docs_write_parts(struct buffer *out, struct arena *arena) {
    struct json json;
    json_init(&json, out, 2);
    struct parts parts = {.json = &json, .arena = arena};
    json_object(&json);
    write_commands(&parts);
    docs_each_command(arena, &command_cordon, T("cordon"), write_options, &parts);
    write_settings(&parts);
    write_presets(&parts);
    write_rule_options(&parts);
    write_formats(&parts);
    write_rules(&parts);
    json_end(&json);
    buffer_byte(out, '\n');
}
