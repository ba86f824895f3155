#include "api/lint.h"

#include "base/json.h"
#include "base/vector.h"
#include "lint/registry.h"
#include "repo/presets.h"

struct cordon_schema {
    struct object object;
    VECTOR(cordon_setting) settings;
};

static cordon_text default_of(struct arena *arena, size_t setting, enum preset preset) {
    struct config config = preset_config(preset);
    struct buffer value;
    struct json json;
    buffer_init(&value, arena);
    json_init(&json, &value, 0);
    config_write_setting(&json, &config, setting);
    return public_text(buffer_view(&value));
}

static void add_setting(cordon_schema *schema, size_t index) {
    struct arena *arena = &schema->object.arena;
    struct setting_description described = config_describe_setting(arena, index);
    cordon_setting setting = {.name = public_text(described.name),
                              .values = public_text(described.values),
                              .meaning = public_text(text_of(described.meaning))};
    for (size_t i = 0; i < CORDON_PRESET_COUNT; i++)
        setting.defaults[i] = default_of(arena, index, preset_names[i].preset);
    vector_push(arena, &schema->settings, setting);
}

static const char *type_name(const struct rule_option *option) {
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

static struct text option_values(struct arena *arena, const struct rule_option *option) {
    struct buffer values;
    if (!option->choices)
        return text_of(type_name(option));
    buffer_init(&values, arena);
    for (size_t i = 0; option->choices[i]; i++)
        buffer_format(&values, "%s`\"%s\"`", i ? ", " : "", option->choices[i]);
    return buffer_view(&values);
}

static void add_option(cordon_schema *schema, const struct rule *rule,
                       const struct rule_option *option) {
    struct arena *arena = &schema->object.arena;
    cordon_setting setting = {.rule = public_rule(rule),
                              .name = public_text(text_of(option->name)),
                              .values = public_text(option_values(arena, option)),
                              .meaning = public_text(text_of(option->meaning))};
    for (size_t i = 0; i < CORDON_PRESET_COUNT; i++)
        setting.defaults[i] =
            public_text(preset_names[i].preset == PRESET_MONOREPO && option->monorepo_default
                            ? text_format(arena, "\"%s\"", option->monorepo_default)
                            : T(""));
    vector_push(arena, &schema->settings, setting);
}

static void fill(void *argument) {
    cordon_schema *schema = argument;
    for (size_t i = 0; i < config_setting_count(); i++)
        add_setting(schema, i);
    for (size_t i = 0; i < registry_count; i++)
        for (const struct rule_option *option = registry[i]->options; option && option->name;
             option++)
            add_option(schema, registry[i], option);
}

cordon_status cordon_schema_new(const cordon_allocator *allocator, cordon_schema **result) {
    cordon_schema *schema = object_new(allocator, sizeof(*schema));
    *result = NULL;
    if (schema && heap_run(&schema->object.heap, fill, schema)) {
        *result = schema;
        return CORDON_OK;
    }
    object_free(schema);
    return CORDON_NO_MEMORY;
}

void cordon_schema_free(cordon_schema *schema) {
    object_free(schema);
}

size_t cordon_schema_count(const cordon_schema *schema) {
    return schema->settings.count;
}

cordon_setting cordon_schema_setting(const cordon_schema *schema, size_t index) {
    return schema->settings.items[index];
}

const char *cordon_preset_name(size_t preset) {
    return preset < CORDON_PRESET_COUNT ? preset_names[preset].name.data : NULL;
}
