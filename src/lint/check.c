#include "lint/check.h"

#include "base/buffer.h"
#include "base/suggest.h"
#include "base/vector.h"
#include "lint/registry.h"

#define GROWN(arena, results, field)                                                               \
    do {                                                                                           \
        if ((results)->field##_count == (results)->field##_capacity)                               \
            (results)->field##s =                                                                  \
                vector_grow((arena), (results)->field##s, (results)->field##_count,                \
                            &(results)->field##_capacity, sizeof(*(results)->field##s));           \
    } while (0)

void check_add(struct check *check, const struct finding *finding) {
    struct check_results *results = check->results;
    bool error = finding->severity == SEVERITY_ERROR;
    if (results->rule_count >= MOST_FINDINGS && (results->rule_failed || !error)) {
        results->dropped++;
        return;
    }
    results->rule_count++;
    results->rule_failed = results->rule_failed || error;
    GROWN(check->arena, results, finding);
    struct raw_finding *raw = &results->findings[results->finding_count++];
    *raw = (struct raw_finding){check->rule, results->rule_index, *finding, STATUS_FAIL, false};
    if (finding->trace_count)
        raw->finding.trace = arena_copy(check->arena, finding->trace,
                                        finding->trace_count * sizeof(*finding->trace));
}

void check_finding(struct check *check, struct location location, const char *hint,
                   const char *format, ...) {
    va_list words;
    va_start(words, format);
    struct finding finding = {
        .location = location,
        .severity = check->rule->severity,
        .message = text_vformat(check->arena, format, words),
        .hint = text_of(hint ? hint : ""),
    };
    va_end(words);
    check_add(check, &finding);
}

static void add_outcome(struct check *check, enum status status, const char *format, va_list words)
    __attribute__((format(printf, 3, 0)));

static void add_outcome(struct check *check, enum status status, const char *format,
                        va_list words) {
    struct check_results *results = check->results;
    GROWN(check->arena, results, outcome);
    results->outcomes[results->outcome_count++] =
        (struct outcome){check->rule, status, text_vformat(check->arena, format, words)};
}

void check_pass(struct check *check, const char *format, ...) {
    va_list words;
    va_start(words, format);
    add_outcome(check, STATUS_PASS, format, words);
    va_end(words);
}

void check_skip(struct check *check, const char *format, ...) {
    va_list words;
    va_start(words, format);
    add_outcome(check, STATUS_SKIP, format, words);
    va_end(words);
}

void check_warn(struct check *check, const struct error *error) {
    struct check_results *results = check->results;
    GROWN(check->arena, results, warning);
    results->warnings[results->warning_count++] = error_text(check->arena, error);
}

void check_run(struct package *package, struct check_results *results, size_t rule_index) {
    const struct rule *rule = registry[rule_index];
    struct check check = {package->arena, package, package->config, rule, results};
    results->rule_index = rule_index;
    results->rule_count = results->dropped = 0;
    results->rule_failed = false;
    results->ran[rule_index] = true;
    rule->check(&check);
    if (!results->dropped)
        return;
    struct error error = {0};
    error_set(&error, package->arena, package->folder, 0, 0,
              "%s has more than %d findings; %zu more are not listed", rule->name, MOST_FINDINGS,
              results->dropped);
    check_warn(&check, &error);
}

const struct toml_value *check_option(const struct check *check, const char *name) {
    const struct toml_value *table = map_get(&check->config->options, text_of(check->rule->name));
    const struct toml_value *value = table ? toml_find(table, text_of(name)) : NULL;
    if (value || check->config->preset != PRESET_MONOREPO)
        return value;
    for (const struct rule_option *option = check->rule->options; option && option->name; option++)
        if (option->monorepo_default && strcmp(option->name, name) == 0) {
            struct toml_value *preset = arena_new(check->arena, struct toml_value);
            preset->type = TOML_STRING;
            preset->text = text_of(option->monorepo_default);
            return preset;
        }
    return NULL;
}

struct text check_option_text(const struct check *check, const char *name, const char *otherwise) {
    const struct toml_value *value = check_option(check, name);
    return value && value->type == TOML_STRING ? value->text : text_of(otherwise);
}

static const struct rule_option *find_option(const struct rule *rule, struct text name) {
    for (const struct rule_option *option = rule->options; option && option->name; option++)
        if (text_is(name, option->name))
            return option;
    return NULL;
}

static bool unknown_option(struct check *check, struct text name, const struct toml_value *value,
                           struct error *error) {
    VECTOR(struct text) names = {0};
    struct buffer list;
    buffer_init(&list, check->arena);
    for (const struct rule_option *option = check->rule->options; option->name; option++) {
        vector_push(check->arena, &names, text_of(option->name));
        buffer_format(&list, "%s%s", list.size ? ", " : "", option->name);
    }
    struct text near = suggest_phrase(check->arena, suggest(name, names.items, names.count));
    error_set(error, check->arena, T("pyproject.toml"), value->key_line, value->key_column,
              "tool.inspect-evals-lint.%s: the rule has no option '%.*s'; its options are %s%.*s",
              check->rule->name, TEXT_ARGS(name), buffer_view(&list).data, TEXT_ARGS(near));
    return false;
}

static bool check_choice(struct check *check, const struct rule_option *option,
                         const struct toml_value *value, struct error *error) {
    if (!option->choices)
        return true;
    struct buffer list;
    buffer_init(&list, check->arena);
    for (const char *const *choice = option->choices; *choice; choice++) {
        if (text_is(value->text, *choice))
            return true;
        buffer_format(&list, "%s\"%s\"", list.size ? ", " : "", *choice);
    }
    error_set(error, check->arena, T("pyproject.toml"), value->line, value->column,
              "tool.inspect-evals-lint.%s.%s cannot be \"%.*s\"; it takes one of %s",
              check->rule->name, option->name, TEXT_ARGS(value->text), buffer_view(&list).data);
    return false;
}

bool check_options(struct check *check, struct error *error) {
    const struct toml_value *table = map_get(&check->config->options, text_of(check->rule->name));
    if (!table || !check->rule->options)
        return true;
    for (size_t i = 0; i < table->table.count; i++) {
        const struct map_entry *entry = &table->table.entries[i];
        const struct toml_value *value = entry->value;
        const struct rule_option *option = find_option(check->rule, entry->key);
        if (!option)
            return unknown_option(check, entry->key, value, error);
        bool array = option->or_array && value->type == TOML_ARRAY;
        if (value->type != option->type && !array) {
            error_set(error, check->arena, T("pyproject.toml"), value->line, value->column,
                      "tool.inspect-evals-lint.%s.%s must be of type %s%s, not %s",
                      check->rule->name, option->name, toml_type_name(option->type),
                      option->or_array ? " or an array of them" : "", toml_type_name(value->type));
            return false;
        }
        if (!array && !check_choice(check, option, value, error))
            return false;
    }
    if (check->rule->validate)
        check->rule->validate(check, table, error);
    return !error_is_set(error);
}

static struct location at_node(const struct python_file *file, const struct py_node *node) {
    struct py_place place = py_tree_place(file->tree, node->start);
    return location_at(file->source.path, place.line, place.column + 1);
}

struct location location_of_node(const struct python_file *file, const struct py_node *node) {
    struct location location = at_node(file, node);
    location.first_line = location.line;
    location.last_line = py_tree_place(file->tree, node->end).line;
    return location;
}

struct location location_of_line(const struct python_file *file, const struct py_node *node) {
    return at_node(file, node);
}

struct location location_of_file(struct text path) {
    return (struct location){.file = path};
}

struct location location_at(struct text path, uint32_t line, uint32_t column) {
    return (struct location){.file = path, .line = line, .column = column};
}

struct text check_file_problem(const struct check *check, const struct python_file *file) {
    if (file->source.result != FILE_READ)
        return file_result_text(check->arena, file->source.result, file->source.reason);
    const struct py_error *error = &file->tree->error;
    if (!error->line)
        return text_format(check->arena, "is not valid Python: %.*s", TEXT_ARGS(error->message));
    return text_format(check->arena, "is not valid Python: line %u: %.*s", error->line,
                       TEXT_ARGS(error->message));
}

static struct text parse_failure_hint(enum file_result result) {
    if (result == FILE_READ)
        return T("mend the file, or list it under 'exclude' when it is not run on the host");
    if (result == FILE_OUTSIDE)
        return T("put the file itself in the place of the link, or list it under 'exclude'");
    return T("make the file readable, or list it under 'exclude'");
}

bool check_parse_failure(struct check *check, const struct python_file *file) {
    if (file->index)
        return false;
    const struct finding finding = {
        .location = location_at(file->source.path, 1, 0),
        .severity = SEVERITY_ERROR,
        .message = text_format(check->arena, "The file %s", check_file_problem(check, file).data),
        .hint = parse_failure_hint(file->source.result),
    };
    check_add(check, &finding);
    return true;
}

size_t check_each_file(struct check *check,
                       size_t (*check_file)(struct check *check, const struct python_file *file)) {
    struct python_files files = package_python(check->package);
    size_t places = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            places += check_file(check, files.items[i]);
    return places;
}
