#include "repo/config_reader.h"

#include "base/suggest.h"
#include "base/vector.h"

static const char *with_article(enum toml_type type) {
    switch (type) {
    case TOML_STRING:
        return "a string";
    case TOML_INTEGER:
        return "an integer";
    case TOML_FLOAT:
        return "a float";
    case TOML_BOOLEAN:
        return "a boolean";
    case TOML_DATE_TIME:
        return "a date or time";
    case TOML_ARRAY:
        return "an array";
    case TOML_TABLE:
        break;
    }
    return "a table";
}

static bool fail_at(struct config_reader *reader, uint32_t line, uint32_t column,
                    const char *format, va_list words) __attribute__((format(printf, 4, 0)));

static bool fail_at(struct config_reader *reader, uint32_t line, uint32_t column,
                    const char *format, va_list words) {
    struct text message = text_vformat(reader->arena, format, words);
    error_set(reader->error, reader->arena, T("pyproject.toml"), line, column, "%.*s",
              TEXT_ARGS(message));
    return false;
}

bool config_fail(struct config_reader *reader, const struct toml_value *at, const char *format,
                 ...) {
    va_list words;
    va_start(words, format);
    bool failed = fail_at(reader, at->line, at->column, format, words);
    va_end(words);
    return failed;
}

bool config_fail_at_key(struct config_reader *reader, const struct toml_value *at,
                        const char *format, ...) {
    va_list words;
    va_start(words, format);
    bool failed = fail_at(reader, at->key_line ? at->key_line : at->line,
                          at->key_line ? at->key_column : at->column, format, words);
    va_end(words);
    return failed;
}

bool config_expect(struct config_reader *reader, struct config_value at, enum toml_type type,
                   const char *wanted) {
    if (at.value->type == type)
        return true;
    return config_fail(reader, at.value, "%.*s must be %s, not %s", TEXT_ARGS(at.path), wanted,
                       with_article(at.value->type));
}

struct config_value config_item(struct config_reader *reader, struct config_value array,
                                size_t index) {
    return (struct config_value){
        array.value->array.items[index],
        text_format(reader->arena, "%.*s[%zu]", TEXT_ARGS(array.path), index)};
}

static bool is_bare(struct text key) {
    for (size_t i = 0; i < key.size; i++) {
        char c = key.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '-' && c != '_')
            return false;
    }
    return key.size > 0;
}

struct config_value config_member(struct config_reader *reader, struct config_value table,
                                  struct text key) {
    const char *quote = is_bare(key) ? "" : "\"";
    return (struct config_value){toml_find(table.value, key),
                                 text_format(reader->arena, "%.*s.%s%.*s%s", TEXT_ARGS(table.path),
                                             quote, TEXT_ARGS(key), quote)};
}

bool config_texts(struct config_reader *reader, struct config_value at, struct texts *texts) {
    if (!config_expect(reader, at, TOML_ARRAY, "an array of strings"))
        return false;
    size_t count = at.value->array.count;
    struct text *items = arena_array(reader->arena, struct text, count);
    for (size_t i = 0; i < count; i++) {
        struct config_value item = config_item(reader, at, i);
        if (!config_expect(reader, item, TOML_STRING, "a string"))
            return false;
        items[i] = item.value->text;
    }
    *texts = (struct texts){items, count};
    return true;
}

bool selector_selects(struct text selector, struct text code, struct text name) {
    return text_equal(selector, name) || text_starts(code, selector);
}

static struct text suggest_rule(struct arena *arena, struct known_rules rules, struct text word) {
    VECTOR(struct text) names = {0};
    for (size_t i = 0; i < rules.count; i++) {
        vector_push(arena, &names, rules.items[i].name);
        vector_push(arena, &names, rules.items[i].code);
    }
    return suggest(word, names.items, names.count);
}

bool selector_check(struct arena *arena, struct known_rules rules, struct text selector,
                    struct text where, struct error *error) {
    for (size_t i = 0; i < rules.count; i++)
        if (selector_selects(selector, rules.items[i].code, rules.items[i].name))
            return true;
    struct text near = suggest_phrase(arena, suggest_rule(arena, rules, selector));
    error_set(
        error, arena, T(""), 0, 0,
        "%.*s: '%.*s' selects no rule; give a rule's name (sample_ids), its code (IEBP003) or "
        "the beginning of codes (IEBP)%.*s",
        TEXT_ARGS(where), TEXT_ARGS(selector), TEXT_ARGS(near));
    return false;
}

bool config_selectors(struct config_reader *reader, struct config_value at, struct texts *texts) {
    if (!config_texts(reader, at, texts))
        return false;
    for (size_t i = 0; i < texts->count; i++) {
        struct config_value item = config_item(reader, at, i);
        struct error error = {0};
        if (!selector_check(reader->arena, reader->input->rules, texts->items[i], item.path,
                            &error))
            return config_fail(reader, item.value, "%.*s", TEXT_ARGS(error.message));
    }
    return true;
}

bool config_file_ignores(struct config_reader *reader, struct config_value at) {
    if (!config_expect(reader, at, TOML_TABLE,
                       "a table from glob patterns to arrays of rules, such as "
                       "{ \"src/*/data/**\" = [\"IEBP003\"] }"))
        return false;
    const struct map *table = &at.value->table;
    struct file_ignore *ignores = arena_array(reader->arena, struct file_ignore, table->count);
    for (size_t i = 0; i < table->count; i++) {
        ignores[i].glob = table->entries[i].key;
        struct config_value rules = config_member(reader, at, table->entries[i].key);
        if (!config_selectors(reader, rules, &ignores[i].selectors))
            return false;
    }
    reader->config->file_ignores = ignores;
    reader->config->file_ignore_count = table->count;
    return true;
}

const struct known_rule *config_find_rule(struct known_rules rules, struct text code_or_name) {
    for (size_t i = 0; i < rules.count; i++)
        if (text_equal(rules.items[i].code, code_or_name) ||
            text_equal(rules.items[i].name, code_or_name))
            return &rules.items[i];
    return NULL;
}

static bool check_allowlist_rule(struct config_reader *reader, struct config_value at,
                                 struct text name, const struct known_rule *rule) {
    struct known_rules rules = reader->input->rules;
    if (!rule) {
        struct text near = suggest_rule(reader->arena, rules, name);
        return config_fail_at_key(
            reader, at.value, "%.*s: there is no rule '%.*s'; give the name or code of one%.*s",
            TEXT_ARGS(at.path), TEXT_ARGS(name), TEXT_ARGS(suggest_phrase(reader->arena, near)));
    }
    if (rule->allowlist)
        return true;
    return config_fail_at_key(reader, at.value,
                              "%.*s: the rule %.*s takes no allowlist; use per-file-ignores or a "
                              "comment '# inspect-evals-lint: ignore[%.*s]' instead",
                              TEXT_ARGS(at.path), TEXT_ARGS(rule->name), TEXT_ARGS(rule->code));
}

static bool read_allowlist(struct config_reader *reader, struct config_value at,
                           struct allowlist *list) {
    if (!config_expect(reader, at, TOML_TABLE, "a table from packages to arrays of strings"))
        return false;
    const struct map *table = &at.value->table;
    for (size_t i = 0; i < table->count; i++) {
        struct texts keys;
        struct text package = table->entries[i].key;
        if (!config_texts(reader, config_member(reader, at, package), &keys))
            return false;
        for (size_t k = 0; k < keys.count; k++)
            vector_push(reader->arena, list, (struct allowlist_entry){package, keys.items[k]});
    }
    return true;
}

bool config_allowlists(struct config_reader *reader, struct config_value at) {
    if (!config_expect(reader, at, TOML_TABLE, "a table with one table a rule"))
        return false;
    const struct map *table = &at.value->table;
    for (size_t i = 0; i < table->count; i++) {
        struct text name = table->entries[i].key;
        struct config_value member = config_member(reader, at, name);
        const struct known_rule *rule = config_find_rule(reader->input->rules, name);
        if (!check_allowlist_rule(reader, member, name, rule))
            return false;
        void **place = map_put(reader->arena, &reader->config->allowlists, rule->name);
        if (!*place)
            *place = arena_new(reader->arena, struct allowlist);
        if (!read_allowlist(reader, member, *place))
            return false;
    }
    return true;
}

struct text config_fold(struct arena *arena, struct text key, char from, char to) {
    char *folded = arena_allocate(arena, key.size + 1);
    for (size_t i = 0; i < key.size; i++)
        folded[i] = key.data[i] == from ? to : key.data[i];
    folded[key.size] = '\0';
    return (struct text){folded, key.size};
}

bool config_rule_options(struct config_reader *reader, struct config_value at, struct text rule) {
    if (!config_expect(reader, at, TOML_TABLE, "a table of the rule's options"))
        return false;
    struct toml_value *folded = arena_new(reader->arena, struct toml_value);
    *folded = *at.value;
    folded->table = (struct map){0};
    const struct map *table = &at.value->table;
    for (size_t i = 0; i < table->count; i++)
        *map_put(reader->arena, &folded->table,
                 config_fold(reader->arena, table->entries[i].key, '_', '-')) =
            table->entries[i].value;
    *map_put(reader->arena, &reader->config->options, rule) = folded;
    return true;
}
