#include "docs/docs.h"

#include <cordon/lint.h>

#include "base/json.h"
#include "cli/library.h"

struct parts {
    struct json *json;
    struct arena *arena;
    cordon_schema *schema;
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

static bool is_own(const cordon_setting *setting) {
    return !setting->rule;
}

static void write_settings(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < cordon_schema_count(parts->schema); i++) {
        cordon_setting setting = cordon_schema_setting(parts->schema, i);
        if (is_own(&setting))
            buffer_format(&parts->part, "| `%.*s` | %.*s | `%.*s` | %.*s |\n",
                          TEXT_ARGS(setting.name), TEXT_ARGS(setting.values),
                          TEXT_ARGS(setting.defaults[0]), TEXT_ARGS(setting.meaning));
    }
    end_part(parts, T("settings"));
}

/* What a preset sets otherwise than the first one. */
static bool has_another_default(const cordon_setting *setting) {
    for (size_t i = 1; i < CORDON_PRESET_COUNT; i++)
        if (!text_equal(cli_text(setting->defaults[i]), cli_text(setting->defaults[0])))
            return true;
    return false;
}

static void write_presets(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| key |");
    for (size_t i = 0; i < CORDON_PRESET_COUNT; i++)
        buffer_format(&parts->part, " `%s` |", cordon_preset_name(i));
    buffer_string(&parts->part, "\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < cordon_schema_count(parts->schema); i++) {
        cordon_setting setting = cordon_schema_setting(parts->schema, i);
        if (!is_own(&setting) || !has_another_default(&setting) ||
            text_is(cli_text(setting.name), "preset"))
            continue;
        buffer_format(&parts->part, "| `%.*s` |", TEXT_ARGS(setting.name));
        for (size_t p = 0; p < CORDON_PRESET_COUNT; p++)
            buffer_format(&parts->part, " `%.*s` |", TEXT_ARGS(setting.defaults[p]));
        buffer_byte(&parts->part, '\n');
    }
    end_part(parts, T("presets"));
}

static void write_rule_option(struct buffer *out, const cordon_setting *setting) {
    buffer_format(out, "| [`%s`](../rules/%s.md) | `%.*s` | %.*s | %.*s",
                  cordon_rule_name(setting->rule), cordon_rule_code(setting->rule),
                  TEXT_ARGS(setting->name), TEXT_ARGS(setting->values),
                  TEXT_ARGS(setting->meaning));
    for (size_t i = 0; i < CORDON_PRESET_COUNT; i++)
        if (setting->defaults[i].size)
            buffer_format(out, " The `%s` preset sets `%.*s`.", cordon_preset_name(i),
                          TEXT_ARGS(setting->defaults[i]));
    buffer_string(out, " |\n");
}

static void write_rule_options(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| table | key | value | meaning |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < cordon_schema_count(parts->schema); i++) {
        cordon_setting setting = cordon_schema_setting(parts->schema, i);
        if (!is_own(&setting))
            write_rule_option(&parts->part, &setting);
    }
    end_part(parts, T("rule options"));
}

static void write_formats(struct parts *parts) {
    begin_part(parts);
    buffer_string(&parts->part, "| format | what it is |\n| --- | --- |\n");
    for (size_t i = 0; i < cordon_format_count(); i++) {
        cordon_format format = cordon_format_at(i);
        buffer_format(&parts->part, "| `%s` | %s |\n", format.name, format.summary);
    }
    end_part(parts, T("formats"));
}

static const char *scopes_of(const cordon_rule *rule) {
    if (!cordon_rule_applies_to_helpers(rule))
        return "evaluations";
    return cordon_rule_applies_to_evals(rule) ? "evaluations, helpers" : "helpers";
}

static void write_rule_table(struct parts *parts, size_t category, const char *title) {
    buffer_format(&parts->part,
                  "%s## %s\n\n| code | name | packages | what it asks |\n"
                  "| --- | --- | --- | --- |\n",
                  parts->part.size ? "\n" : "", title);
    for (size_t i = 0; i < cordon_rule_count(); i++) {
        const cordon_rule *rule = cordon_rule_at(i);
        const char *code = cordon_rule_code(rule);
        if (cordon_rule_category(rule) != category)
            continue;
        buffer_format(&parts->part, "| [%s](%s.md) | `%s` | %s | ", code, code,
                      cordon_rule_name(rule), scopes_of(rule));
        write_cell(&parts->part, text_of(cordon_rule_summary(rule)));
        buffer_format(&parts->part, "%s |\n", cordon_rule_is_preview(rule) ? " (in preview)" : "");
    }
}

static void write_rules(struct parts *parts) {
    static const char *const titles[CORDON_CATEGORY_COUNT] = {
        "File structure", "Code quality", "Tests", "Best practices", "Security"};
    begin_part(parts);
    for (size_t i = 0; i < CORDON_CATEGORY_COUNT; i++)
        write_rule_table(parts, i, titles[i]);
    end_part(parts, T("rules"));
}

static void write_option_row(struct buffer *out, const struct cli_command *command,
                             const struct cli_option *option) {
    buffer_string(out, "| ");
    if (option->letter)
        buffer_format(out, "`-%c`, ", option->letter);
    buffer_format(out, "`--%s%s%s` | ", option->name, option->value ? " " : "",
                  option->value ? option->value : "");
    write_cell(out, cli_option_help(out->arena, command, option));
    buffer_string(out, " |\n");
}

static bool write_options(void *context, const struct cli_command *command, struct text path) {
    struct parts *parts = context;
    if (!command->options)
        return true;
    begin_part(parts);
    buffer_string(&parts->part, "| option | meaning |\n| --- | --- |\n");
    for (const struct cli_option *option = command->options; option && option->name; option++)
        write_option_row(&parts->part, command, option);
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

static void free_schema(void *schema) {
    cordon_schema_free(schema);
}

void docs_write_parts(struct buffer *out, struct arena *arena) {
    struct json json;
    struct cleanup cleanup;
    struct parts parts = {.json = &json, .arena = arena};
    if (cordon_schema_new(NULL, &parts.schema) != CORDON_OK)
        heap_exhausted(arena->heap);
    heap_push_cleanup(arena->heap, &cleanup, free_schema, parts.schema);
    json_init(&json, out, 2);
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
    heap_pop_cleanup(arena->heap, &cleanup);
    cordon_schema_free(parts.schema);
}
