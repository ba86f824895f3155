#include "api/lint.h"
#include "api/work.h"

#include "lint/registry.h"
#include "render/markdown_text.h"
#include "render/render.h"
#include "render/rules.h"

const char *cordon_category_name(size_t category) {
    return category < CATEGORY_COUNT ? category_name((enum category)category) : NULL;
}

size_t cordon_rule_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < registry_count; i++)
        count += registry[i]->check != NULL;
    return count;
}

const cordon_rule *cordon_rule_at(size_t index) {
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->check && index-- == 0)
            return public_rule(registry[i]);
    return NULL;
}

const cordon_rule *cordon_rule_find(const char *code_or_name) {
    const struct rule *rule = registry_find(text_of(code_or_name));
    return rule && rule->check ? public_rule(rule) : NULL;
}

struct near_search {
    struct work work;
    struct text word;
    struct text found; /* a constant */
};

static void find_near(void *argument) {
    struct near_search *search = argument;
    search->found = registry_suggest(&search->work.arena, search->word);
}

const char *cordon_rule_suggest(const char *word) {
    struct near_search search = {.word = text_of(word)};
    return work_run(&search.work, NULL, find_near, NULL) == CORDON_OK ? search.found.data : NULL;
}

bool cordon_rule_selected(const cordon_rule *rule, const char *selector) {
    return registry_selects(text_of(selector), rule_of(rule));
}

const char *cordon_rule_code(const cordon_rule *rule) {
    return rule_of(rule)->code;
}

const char *cordon_rule_name(const cordon_rule *rule) {
    return rule_of(rule)->name;
}

const char *cordon_rule_summary(const cordon_rule *rule) {
    return rule_of(rule)->summary;
}

size_t cordon_rule_category(const cordon_rule *rule) {
    return (size_t)rule_of(rule)->category;
}

bool cordon_rule_applies_to_evals(const cordon_rule *rule) {
    return (rule_of(rule)->scopes & SCOPE_EVAL) != 0;
}

bool cordon_rule_applies_to_helpers(const cordon_rule *rule) {
    return (rule_of(rule)->scopes & SCOPE_HELPER) != 0;
}

bool cordon_rule_has_allowlist(const cordon_rule *rule) {
    return rule_of(rule)->allowlist;
}

bool cordon_rule_is_preview(const cordon_rule *rule) {
    return rule_of(rule)->preview;
}

cordon_text cordon_rule_page(const cordon_rule *rule) {
    return public_text(rule_page(text_of(rule_of(rule)->code)));
}

struct rule_document {
    struct work work;
    struct text format;
    struct render_options options;
    bool preview;
    struct rule_list rules;
};

static void refuse_format(struct rule_document *document, const char *formats) {
    error_set(&document->work.error, &document->work.arena, T(""), 0, 0,
              "there is no format '%.*s' of rules; there are %s", TEXT_ARGS(document->format),
              formats);
}

static struct rule_document rule_document(const cordon_rule *const *rules, size_t count,
                                          const char *format, const cordon_render_options *options,
                                          cordon_writer writer, void *user) {
    cordon_render_options given = render_options_complete(options);
    struct rule_document document = {.work = {.writer = writer, .user = user},
                                     .format = text_of(format),
                                     .rules = {(const struct rule *const *)rules, count},
                                     .options = render_defaults()};
    document.options.color = given.color;
    if (given.width)
        document.options.width = given.width;
    return document;
}

static void write_list(void *argument) {
    struct rule_document *document = argument;
    struct buffer *out = &document->work.out;
    if (text_is(document->format, "json"))
        render_rules(out, document->rules, document->preview);
    else if (text_is(document->format, "text"))
        render_rules_text(out, document->rules, document->options.color, document->options.width);
    else
        refuse_format(document, "text, json");
}

cordon_status cordon_rules_list(const cordon_rule *const *rules, size_t count, bool preview,
                                const char *format, const cordon_render_options *options,
                                cordon_writer writer, void *writer_user, cordon_error **error) {
    struct rule_document document =
        rule_document(rules, count, format, options, writer, writer_user);
    document.preview = preview;
    return work_run(&document.work, NULL, write_list, error);
}

static void write_pages(struct rule_document *document, bool as_text) {
    struct buffer *out = &document->work.out;
    for (size_t i = 0; i < document->rules.count; i++) {
        struct text page = rule_page(text_of(document->rules.items[i]->code));
        buffer_string(out, i ? "\n" : "");
        if (as_text)
            markdown_text(out, page, document->options.color, document->options.width);
        else
            buffer_text(out, page);
    }
}

static void explain_rules(void *argument) {
    struct rule_document *document = argument;
    if (text_is(document->format, "json"))
        render_rule_pages(&document->work.out, document->rules);
    else if (text_is(document->format, "text") || text_is(document->format, "markdown"))
        write_pages(document, text_is(document->format, "text"));
    else
        refuse_format(document, "markdown, text, json");
}

cordon_status cordon_rules_explain(const cordon_rule *const *rules, size_t count,
                                   const char *format, const cordon_render_options *options,
                                   cordon_writer writer, void *writer_user, cordon_error **error) {
    struct rule_document document =
        rule_document(rules, count, format, options, writer, writer_user);
    return work_run(&document.work, NULL, explain_rules, error);
}
