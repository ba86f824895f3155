#include "base/buffer.h"
#include "base/search.h"
#include "base/utf8.h"
#include "python/unicode.h"
#include "rules/rules.h"
#include "rules/tests.h"

/* The modules whose import makes a test one that runs metrics over epochs. */
static struct texts helper_modules(const struct check *check) {
    static const struct text usual[] = {TEXT("pytest_inspect_evals.metrics"),
                                        TEXT("metric_epochs")};
    const struct toml_value *value = check_option(check, "helper-module");
    if (!value)
        return (struct texts){usual, sizeof(usual) / sizeof(*usual)};
    if (value->type != TOML_ARRAY)
        return (struct texts){&value->text, 1};
    struct text *modules = arena_array(check->arena, struct text, value->array.count);
    for (size_t i = 0; i < value->array.count; i++)
        modules[i] = value->array.items[i]->text;
    return (struct texts){modules, value->array.count};
}

/* Whether the path holds the module as whole parts, anywhere. */
static bool holds_module(struct text path, struct text module) {
    for (size_t at = 0; at < path.size;) {
        struct text rest = text_from(path, at);
        if (text_starts(rest, module) &&
            (rest.size == module.size || rest.data[module.size] == '.'))
            return true;
        size_t dot = text_find_byte(rest, '.');
        at = dot == TEXT_NONE ? path.size : at + dot + 1;
    }
    return false;
}

static bool imports_helper(struct arena *arena, const struct py_index *index,
                           struct texts modules) {
    for (size_t i = 0; i < index->import_count; i++) {
        const struct py_import *import = &index->imports[i];
        struct text path = import->module.data ? import->module : T("");
        if (import->name.data)
            path = path.size
                       ? text_format(arena, "%.*s.%.*s", TEXT_ARGS(path), TEXT_ARGS(import->name))
                       : import->name;
        for (size_t k = 0; k < modules.count; k++)
            if (holds_module(path, modules.items[k]))
                return true;
    }
    return false;
}

/* Bytes that no UTF-8 holds. */
enum { BETWEEN_WORDS = 0xfe, END_OF_WORD = 0xff };

/* The text with a byte between every two characters that tells where words begin and end, but none
 * within a word. A word that is looked for is then found as a whole word only. */
static struct text with_ends(struct arena *arena, struct text text) {
    struct buffer out;
    buffer_init(&out, arena);
    buffer_room(&out, text.size + 2);
    bool was_word = false;
    for (const char *at = text.data, *end = at + text.size; at < end;) {
        const char *begin = at;
        uint32_t character = utf8_next(&at, end);
        bool is_word = character == '_' || py_is_alphanumeric(character);
        if (!is_word || !was_word)
            buffer_byte(&out, (char)(is_word == was_word ? BETWEEN_WORDS : END_OF_WORD));
        buffer_add(&out, begin, (size_t)(at - begin));
        was_word = is_word;
    }
    buffer_byte(&out, (char)(was_word ? END_OF_WORD : BETWEEN_WORDS));
    return buffer_view(&out);
}

static struct search *search_of(struct arena *arena, const struct components *metrics) {
    struct text *words = arena_array(arena, struct text, metrics->words.count);
    for (size_t i = 0; i < metrics->words.count; i++)
        if (metrics->words.items[i].size)
            words[i] = with_ends(arena, metrics->words.items[i]);
    return search_build(arena, words, metrics->words.count);
}

/* Whether each part of some module's name stands in the text, without which nothing in it can
 * import the module. An identifier may be spelt in many ways, but in ASCII only in one. */
static bool may_import_helper(struct text source, struct texts modules) {
    if (!text_is_ascii(source))
        return true;
    for (size_t i = 0; i < modules.count; i++) {
        struct text rest = modules.items[i], part;
        bool may = true;
        while (may && text_split(&rest, '.', &part))
            may = text_contains(source, part);
        if (may)
            return true;
    }
    return false;
}

static void search_tests(struct check *check, struct arena *scratch, struct search *search) {
    struct texts paths = package_test_paths(check->package, true);
    struct texts modules = helper_modules(check);
    for (size_t i = 0; i < paths.count; i++) {
        struct test_file test = package_open_test(check->package, scratch, paths.items[i]);
        if (may_import_helper(source_text(test.arena, test.file), modules)) {
            source_parse(test.arena, test.file);
            if (test.file->index && imports_helper(scratch, test.file->index, modules))
                search_text(search, with_ends(scratch, test.file->tree->source));
        }
        arena_reset(scratch);
    }
}

static void check_custom_metric_tests(struct check *check) {
    struct components metrics = components_of(check, COMPONENT_METRIC);
    if (!metrics.items.count) {
        check_skip(check, "The package defines no metric");
        return;
    }
    struct search *search = search_of(check->arena, &metrics);
    struct arena scratch;
    arena_init(&scratch, check->arena->heap);
    search_tests(check, &scratch, search);
    arena_release(&scratch);
    for (size_t i = 0; i < metrics.items.count; i++) {
        const struct component *metric = &metrics.items.items[i];
        if (!search_found(search, 2 * i) && !search_found(search, 2 * i + 1))
            check_finding(check, location_of_line(metric->file, &metric->def->node),
                          "test it with the helper that runs metrics over epochs, and name it in "
                          "the file that imports the helper",
                          "No test runs the metric %.*s over epochs", TEXT_ARGS(metric->def->name));
    }
    check_pass(check, "Tests run every metric over epochs");
}

static bool is_dotted_name(struct text name) {
    struct text rest = name, part;
    bool good = name.size && name.data[name.size - 1] != '.';
    while (good && text_split(&rest, '.', &part)) {
        const char *at = part.data, *end = at + part.size;
        good = part.size && py_is_identifier_start(utf8_next(&at, end));
        while (good && at < end)
            good = py_is_identifier_part(utf8_next(&at, end));
    }
    return good;
}

static void validate_helper_module(struct check *check, const struct toml_value *table,
                                   struct error *error) {
    const struct toml_value *value = toml_find(table, T("helper-module"));
    if (!value)
        return;
    bool array = value->type == TOML_ARRAY;
    bool good = !array || value->array.count;
    for (size_t i = 0; good && i < (array ? value->array.count : 1); i++) {
        const struct toml_value *item = array ? value->array.items[i] : value;
        good = item->type == TOML_STRING && is_dotted_name(item->text);
    }
    if (!good)
        error_set(error, check->arena, T("pyproject.toml"), value->line, value->column,
                  "tool.inspect-evals-lint.%s.helper-module must be the dotted name of a module, "
                  "such as \"lab.metric_tests\", or an array of such names that is not empty",
                  check->rule->name);
}

static const struct rule_option options[] = {
    {.name = "helper-module",
     .type = TOML_STRING,
     .or_array = true,
     .meaning = "The module that tests import to run metrics over epochs, or an array of modules. "
                "Unset: `[\"pytest_inspect_evals.metrics\", \"metric_epochs\"]`."},
    {0},
};

const struct rule rule_custom_metric_tests = {
    .code = "IETS008",
    .name = "custom_metric_tests",
    .summary = "The tests run every function under @metric over epochs",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .preview = true,
    .options = options,
    .validate = validate_helper_module,
    .check = check_custom_metric_tests,
};
