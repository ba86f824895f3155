#include "probe/recipe.h"

#include "base/buffer.h"
#include "base/map.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "condition/doubt.h"

enum { MOST_CELLS = 1000000 };

struct reader {
    struct arena *arena;
    struct heap *heap;
    struct text file;
    struct error *error;
    struct recipe *recipe;
};

/* Says what is wrong at a place; false for the caller to return. */
#define REFUSE(reader, node, place, ...)                                                           \
    refuse((reader), (node), (place), text_format((reader)->arena, __VA_ARGS__))

static bool refuse(struct reader *reader, const struct yaml_node *node, struct text place,
                   struct text what) {
    error_set(reader->error, reader->arena, reader->file, node->line, node->column, "%.*s%s%.*s",
              TEXT_ARGS(place), place.size ? ": " : "", TEXT_ARGS(what));
    return false;
}

static struct text below(struct reader *reader, struct text place, const char *key) {
    return text_format(reader->arena, "%.*s%s%s", TEXT_ARGS(place), place.size ? "." : "", key);
}

static const char *type_of(const struct yaml_node *node) {
    return yaml_type_name(node->type);
}

static bool is_null(const struct yaml_node *node) {
    return !node || node->type == YAML_NULL;
}

/* Every key is one of the known ones. */
static bool check_keys(struct reader *reader, const struct yaml_node *mapping, struct text place,
                       const struct text *known, size_t count) {
    for (size_t i = 0; i < mapping->mapping.count; i++) {
        const struct yaml_node *key = mapping->mapping.pairs[i].key;
        bool found = false;
        for (size_t j = 0; j < count && key->type == YAML_STRING; j++)
            found = found || text_equal(key->text, known[j]);
        if (found)
            continue;
        struct text near = suggest(key->text, known, count);
        if (near.data)
            return REFUSE(reader, key, place, "unknown key '%.*s'; did you mean '%.*s'?",
                          TEXT_ARGS(key->text), TEXT_ARGS(near));
        struct buffer list;
        buffer_init(&list, reader->arena);
        for (size_t j = 0; j < count; j++)
            buffer_format(&list, "%s%.*s", j ? ", " : "", TEXT_ARGS(known[j]));
        return REFUSE(reader, key, place, "unknown key '%.*s'; the keys are %.*s",
                      TEXT_ARGS(key->text), TEXT_ARGS(buffer_view(&list)));
    }
    return true;
}

/* Kinds of values. node may be NULL when the key is absent. */

static bool check_text(struct reader *reader, const struct yaml_node *node, struct text place) {
    return node->type == YAML_STRING ||
           REFUSE(reader, node, place, "must be a text, not %s; put quotes around it",
                  type_of(node));
}

static bool check_bool(struct reader *reader, const struct yaml_node *node, struct text place) {
    return node->type == YAML_BOOL ||
           REFUSE(reader, node, place, "must be true or false, not %s", type_of(node));
}

static bool check_texts(struct reader *reader, const struct yaml_node *node, struct text place) {
    if (node->type != YAML_LIST)
        return REFUSE(reader, node, place, "must be a list of texts, not %s", type_of(node));
    for (size_t i = 0; i < node->list.count; i++)
        if (node->list.items[i]->type != YAML_STRING)
            return REFUSE(reader, node->list.items[i], place,
                          "entry %zu must be a text, not %s; put quotes around it", i,
                          type_of(node->list.items[i]));
    return true;
}

static bool check_number(struct reader *reader, const struct yaml_node *node, struct text place,
                         bool zero, double *number) {
    if (node->type != YAML_INT && node->type != YAML_FLOAT)
        return REFUSE(reader, node, place, "must be a number, not %s", type_of(node));
    double value = node->type == YAML_INT ? (double)node->integer : node->number;
    if (!(zero ? value >= 0 : value > 0))
        return REFUSE(reader, node, place, zero ? "must be 0 or more" : "must be more than 0");
    *number = value;
    return true;
}

/* Fields of the top level: each function gets the value, which is there and is not null unless the
 * field says that null is a value. */

static bool read_trials(struct reader *reader, const struct yaml_node *node, struct text place) {
    if (node->type != YAML_INT)
        return REFUSE(reader, node, place, "must be a whole number, not %s", type_of(node));
    return node->integer >= 1 || REFUSE(reader, node, place, "must be 1 or more");
}

static bool read_axis(struct reader *reader, const struct yaml_node *node, struct text place) {
    if (!check_texts(reader, node, place))
        return false;
    return node->list.count || REFUSE(reader, node, place, "must name at least one entry");
}

static bool read_regex(struct reader *reader, const struct yaml_node *node, struct text place,
                       struct matcher *matcher) {
    struct error error = {0};
    if (matcher_compile(matcher, reader->heap, reader->arena, node->text, &error))
        return true;
    return REFUSE(reader, node, place, "not a regular expression that can be used: %.*s",
                  TEXT_ARGS(error.message));
}

static bool read_step_time(struct reader *reader, const struct yaml_node *node, struct text place) {
    struct matcher matcher = {0};
    bool fine = check_text(reader, node, place) && read_regex(reader, node, place, &matcher);
    matcher_free(&matcher);
    return fine;
}

static bool read_timeout(struct reader *reader, const struct yaml_node *node, struct text place) {
    return check_number(reader, node, place, false, &reader->recipe->timeout_seconds);
}

static bool read_mode(struct reader *reader, const struct yaml_node *node, struct text place) {
    if (node->type == YAML_STRING &&
        (text_is(node->text, "inherit") || text_is(node->text, "file")))
        return true;
    return REFUSE(reader, node, place, "must be 'inherit' or 'file'");
}

static bool read_hang_window(struct reader *reader, const struct yaml_node *node,
                             struct text place) {
    return check_number(reader, node, place, false, &reader->recipe->hang_window_seconds);
}

static bool read_hang_grace(struct reader *reader, const struct yaml_node *node,
                            struct text place) {
    return check_number(reader, node, place, true, &reader->recipe->hang_grace_seconds);
}

static bool read_redaction(struct reader *reader, const struct yaml_node *node, struct text place) {
    static const struct text keys[] = {TEXT("scrub_env_keys"), TEXT("scrub_paths"),
                                       TEXT("scrub_ip_addresses")};
    if (node->type != YAML_MAPPING)
        return REFUSE(reader, node, place, "must be a mapping, not %s", type_of(node));
    if (!check_keys(reader, node, place, keys, 3))
        return false;
    for (size_t i = 0; i < 3; i++) {
        const struct yaml_node *value = yaml_get(node, keys[i]);
        struct text key = below(reader, place, keys[i].data);
        if (value && !(i == 0 ? check_texts : check_bool)(reader, value, key))
            return false;
    }
    return true;
}

static bool read_confound(struct reader *reader, const struct yaml_node *node, struct text place) {
    static const struct text keys[] = {TEXT("threshold"), TEXT("baseline_cell")};
    double threshold;
    if (node->type != YAML_MAPPING)
        return REFUSE(reader, node, place, "must be a mapping, not %s", type_of(node));
    if (!check_keys(reader, node, place, keys, 2))
        return false;
    const struct yaml_node *value = yaml_get(node, keys[0]);
    if (value && !check_number(reader, value, below(reader, place, "threshold"), false, &threshold))
        return false;
    value = yaml_get(node, keys[1]);
    return is_null(value) || check_text(reader, value, below(reader, place, "baseline_cell"));
}

/* Patterns. */

static bool read_id(struct reader *reader, const struct yaml_node *entry, struct text place,
                    size_t index) {
    struct pattern *patterns = reader->recipe->patterns.items;
    const struct yaml_node *id = yaml_get(entry, T("id"));
    place = below(reader, place, "id");
    if (!id)
        return REFUSE(reader, entry, place, "is missing");
    if (!check_text(reader, id, place))
        return false;
    if (!id->text.size)
        return REFUSE(reader, id, place, "must not be empty");
    patterns[index].detector = text_join(reader->arena, T("custom:"), id->text);
    for (size_t i = 0; i < index; i++)
        if (text_equal(patterns[i].detector, patterns[index].detector))
            return REFUSE(reader, id, place, "'%.*s' is used by custom_patterns[%zu] already",
                          TEXT_ARGS(id->text), i);
    return true;
}

static void warn(struct reader *reader, const struct yaml_node *node, struct text place,
                 struct text what) {
    struct error warning = {0};
    struct reader aside = *reader;
    aside.error = &warning;
    refuse(&aside, node, place, what);
    vector_push(reader->arena, &reader->recipe->warnings, error_text(reader->arena, &warning));
}

/* What is said of a place in a condition, and that place. */
static struct text in_condition(struct reader *reader, struct text what, uint32_t line,
                                uint32_t column) {
    return text_format(reader->arena, "%.*s (line %u of the condition, column %u)", TEXT_ARGS(what),
                       line, column);
}

static void warn_of_doubts(struct reader *reader, const struct yaml_node *node, struct text place,
                           const struct pattern *pattern) {
    const struct pyregex *regex = &pattern->matcher.regex;
    struct text *groups = arena_array(reader->arena, struct text, regex->group_count);
    size_t count = 0;
    condition_doubts doubts = {0};
    for (size_t i = 1; i < regex->group_count; i++)
        if (regex->groups[i].name.size)
            groups[count++] = regex->groups[i].name;
    condition_find_doubts(reader->arena, pattern->condition, groups, count, &doubts);
    for (size_t i = 0; i < doubts.count; i++)
        warn(reader, node, place,
             in_condition(reader, doubts.items[i].message, doubts.items[i].line,
                          doubts.items[i].column));
}

static bool read_condition(struct reader *reader, const struct yaml_node *node, struct text place,
                           struct pattern *pattern) {
    if (!check_text(reader, node, place))
        return false;
    struct condition_refusal refusal;
    pattern->condition = condition_compile(reader->arena, node->text, &refusal);
    if (pattern->condition) {
        warn_of_doubts(reader, node, place, pattern);
        return true;
    }
    struct text why =
        text_format(reader->arena, "%s: %.*s", refusal.reason, TEXT_ARGS(refusal.message));
    return refuse(reader, node, place,
                  refusal.line ? in_condition(reader, why, refusal.line, refusal.column) : why);
}

static bool read_match(struct reader *reader, const struct yaml_node *entry, struct text place,
                       struct pattern *pattern) {
    static const struct text keys[] = {TEXT("regex"), TEXT("condition")};
    const struct yaml_node *match = yaml_get(entry, T("match"));
    place = below(reader, place, "match");
    if (!match)
        return REFUSE(reader, entry, place, "is missing");
    if (match->type != YAML_MAPPING)
        return REFUSE(reader, match, place, "must be a mapping with 'regex', not %s",
                      type_of(match));
    if (!check_keys(reader, match, place, keys, 2))
        return false;
    const struct yaml_node *regex = yaml_get(match, keys[0]);
    struct text regex_place = below(reader, place, "regex");
    if (!regex)
        return REFUSE(reader, match, regex_place, "is missing");
    if (!check_text(reader, regex, regex_place))
        return false;
    if (!regex->text.size)
        return REFUSE(reader, regex, regex_place, "must not be empty");
    pattern->regex = regex->text;
    if (!read_regex(reader, regex, regex_place, &pattern->matcher))
        return false;
    const struct yaml_node *condition = yaml_get(match, keys[1]);
    return is_null(condition) ||
           read_condition(reader, condition, below(reader, place, "condition"), pattern);
}

static bool read_level(struct reader *reader, const struct yaml_node *entry, struct text place,
                       struct pattern *pattern) {
    static const char *const levels[] = {"fail", "warn", "info"};
    const struct yaml_node *level = yaml_get(entry, T("on_match"));
    if (!level)
        return true;
    for (unsigned i = 0; i < 3 && level->type == YAML_STRING; i++) {
        pattern->level = (enum pattern_level)i;
        if (text_is(level->text, levels[i]))
            return true;
    }
    return REFUSE(reader, level, below(reader, place, "on_match"),
                  "must be 'fail', 'warn' or 'info'");
}

static bool read_required(struct reader *reader, const struct yaml_node *entry, struct text place,
                          struct pattern *pattern) {
    const struct yaml_node *required = yaml_get(entry, T("required_for_pass"));
    place = below(reader, place, "required_for_pass");
    if (!required)
        return true;
    if (!check_bool(reader, required, place))
        return false;
    pattern->required = required->boolean;
    if (pattern->required && pattern->level != PATTERN_FAIL)
        return REFUSE(reader, required, place, "can only be true when on_match is 'fail'");
    if (pattern->required)
        warn(reader, required, place,
             T("no trial can pass: one in which the pattern does not fire lacks it, and one in "
               "which it fires fails by it"));
    return true;
}

static bool read_pattern(struct reader *reader, const struct yaml_node *entry, size_t index) {
    static const struct text keys[] = {TEXT("id"), TEXT("match"), TEXT("on_match"),
                                       TEXT("required_for_pass")};
    struct text place = text_format(reader->arena, "custom_patterns[%zu]", index);
    if (entry->type != YAML_MAPPING)
        return REFUSE(reader, entry, place, "must be a mapping, not %s", type_of(entry));
    if (!check_keys(reader, entry, place, keys, 4))
        return false;
    vector_push(reader->arena, &reader->recipe->patterns, (struct pattern){0});
    struct pattern *pattern = &reader->recipe->patterns.items[index];
    return read_id(reader, entry, place, index) && read_match(reader, entry, place, pattern) &&
           read_level(reader, entry, place, pattern) &&
           read_required(reader, entry, place, pattern);
}

static bool read_patterns(struct reader *reader, const struct yaml_node *node, struct text place) {
    if (node->type != YAML_LIST)
        return REFUSE(reader, node, place, "must be a list of patterns, not %s", type_of(node));
    if (!node->list.count)
        return REFUSE(reader, node, place, "must have an entry; leave the key out for none");
    for (size_t i = 0; i < node->list.count; i++)
        if (!read_pattern(reader, node->list.items[i], i))
            return false;
    return true;
}

/* A cell's folder: the names of its two axes with what a file system may dislike replaced. */
static struct text cell_name(struct reader *reader, struct text mitigation,
                             struct text diagnostic) {
    struct text name =
        text_format(reader->arena, "%.*s-%.*s", TEXT_ARGS(mitigation), TEXT_ARGS(diagnostic));
    struct buffer out;
    buffer_init(&out, reader->arena);
    if (name.size && (name.data[0] == '.' || name.data[0] == '-'))
        buffer_byte(&out, '_');
    for (const char *at = name.data, *end = at + name.size; at < end;) {
        uint32_t c = utf8_next(&at, end);
        bool plain = c == '_' || c == '.' || c == '-' || (c >= '0' && c <= '9') ||
                     ((c | 32) >= 'a' && (c | 32) <= 'z' && c < 128);
        buffer_byte(&out, plain ? (char)c : '_');
    }
    return buffer_view(&out);
}

static bool check_cells(struct reader *reader, const struct yaml_node *root) {
    const struct yaml_node *mitigations = yaml_get(root, T("mitigation_axis"));
    const struct yaml_node *diagnostics = yaml_get(root, T("diagnostic_axis"));
    struct map seen = {0};
    if (mitigations->list.count > MOST_CELLS / diagnostics->list.count)
        return REFUSE(reader, mitigations, T("mitigation_axis"),
                      "makes more than %d cells with diagnostic_axis", MOST_CELLS);
    for (size_t i = 0; i < mitigations->list.count; i++) {
        for (size_t j = 0; j < diagnostics->list.count; j++) {
            struct text name = cell_name(reader, mitigations->list.items[i]->text,
                                         diagnostics->list.items[j]->text);
            if (map_has(&seen, name))
                return REFUSE(reader, mitigations->list.items[i], T("mitigation_axis"),
                              "two cells would have the name '%.*s'", TEXT_ARGS(name));
            *map_put(reader->arena, &seen, name) = reader;
        }
    }
    return true;
}

struct field {
    const char *key;
    bool (*read)(struct reader *reader, const struct yaml_node *node, struct text place);
    bool required;
    bool null_refused; /* otherwise null is as if absent */
};

static const struct field fields[] = {
    {"trials", read_trials, true, true},
    {"ticket", check_text, false, false},
    {"mitigation_axis", read_axis, true, true},
    {"diagnostic_axis", read_axis, true, true},
    {"step_time_regex", read_step_time, false, false},
    {"collect_paths", check_texts, false, false},
    {"timeout_per_trial", read_timeout, false, false},
    {"env_passthrough_mode", read_mode, false, false},
    {"custom_patterns", read_patterns, false, false},
    {"hang_window_sec", read_hang_window, false, false},
    {"hang_grace_period_at_start", read_hang_grace, false, false},
    {"tier3_vram_growth", check_bool, false, true},
    {"redaction", read_redaction, false, true},
    {"confound", read_confound, false, false},
};

enum { FIELD_COUNT = sizeof(fields) / sizeof(fields[0]) };

static bool check_mode(struct reader *reader, const struct yaml_node *root) {
    const struct yaml_node *mode = yaml_get(root, T("mode"));
    if (mode && mode->type == YAML_STRING && text_is(mode->text, "probe"))
        return true;
    return REFUSE(reader, mode ? mode : root, T("mode"),
                  "must be 'probe'; a recipe of another mode belongs to another program");
}

static bool check_version(struct reader *reader, const struct yaml_node *root) {
    const struct yaml_node *version = yaml_get(root, T("schema_version"));
    return (version->type == YAML_INT && version->integer == 1) ||
           REFUSE(reader, version, T("schema_version"), "must be the number 1");
}

/* What holds for the mapping as a whole, before its fields. */
static bool check_top(struct reader *reader, const struct yaml_node *root) {
    struct text known[FIELD_COUNT + 2] = {TEXT("schema_version"), TEXT("mode")};
    for (size_t i = 0; i < FIELD_COUNT; i++)
        known[i + 2] = text_of(fields[i].key);
    if (root->type != YAML_MAPPING)
        return REFUSE(reader, root, T(""), "a recipe must be a mapping, not %s", type_of(root));
    const struct yaml_pair *condition = yaml_find(root, T("condition"));
    if (condition)
        return REFUSE(reader, condition->key, T("condition"),
                      "is not for the top level; it belongs to custom_patterns[N].match");
    if (!check_mode(reader, root) || !check_keys(reader, root, T(""), known, FIELD_COUNT + 2))
        return false;
    if (!yaml_get(root, T("schema_version")))
        return REFUSE(reader, root, T("schema_version"), "is missing");
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (fields[i].required && !yaml_get(root, text_of(fields[i].key)))
            return REFUSE(reader, root, text_of(fields[i].key), "is missing");
    return check_version(reader, root);
}

static void release(void *argument) {
    struct recipe *recipe = argument;
    for (size_t i = 0; i < recipe->patterns.count; i++)
        matcher_free(&recipe->patterns.items[i].matcher);
}

bool recipe_read(struct recipe *recipe, struct heap *heap, struct arena *arena, struct text file,
                 struct text source, struct error *error) {
    *recipe = (struct recipe){
        .arena = arena, .heap = heap, .hang_window_seconds = 30, .hang_grace_seconds = 60};
    heap_push_cleanup(heap, &recipe->cleanup, release, recipe);
    struct reader reader = {arena, heap, file, error, recipe};
    struct yaml_options options = {0};
    const struct yaml_node *root = yaml_parse(arena, file, source, &options, error);
    if (!root || !check_top(&reader, root))
        return false;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const struct yaml_node *value = yaml_get(root, text_of(fields[i].key));
        if (!value || (value->type == YAML_NULL && !fields[i].null_refused))
            continue;
        if (!fields[i].read(&reader, value, text_of(fields[i].key)))
            return false;
    }
    return check_cells(&reader, root);
}

void recipe_free(struct recipe *recipe) {
    heap_pop_cleanup(recipe->heap, &recipe->cleanup);
    release(recipe);
}
