#include "cli/rule_pages.h"

#include "base/json.h"
#include "base/vector.h"
#include "lint/registry.h"
#include "render/markdown_text.h"
#include "render/rules.h"
#include "render/style.h"

static const char *scope_names(const struct rule *rule) {
    if (rule->scopes == SCOPE_BOTH)
        return "eval, helper";
    return rule->scopes == SCOPE_HELPER ? "helper" : "eval";
}

static bool wants_json(const struct cli_arguments *arguments) {
    return text_is(cli_value(arguments, "output-format"), "json");
}

enum { CODE_WIDTH = 9, SCOPE_WIDTH = 14, LEAST_SUMMARY = 24, MOST_WIDTH = 120 };

/* Where too little is left for the summary, it and the scopes go below the name. */
static void list_rule(struct page *page, const struct rule *rule, size_t names, bool wrapped) {
    size_t column = 2 + CODE_WIDTH + names + SCOPE_WIDTH;
    bool below = wrapped && page->width < column + LEAST_SUMMARY;
    const char *scopes = scope_names(rule);
    buffer_string(page->out, "  ");
    page_cell(page, STYLE_PLACE, text_of(rule->code), CODE_WIDTH);
    page_cell(page, STYLE_BOLD, text_of(rule->name), below ? 0 : names);
    if (below) {
        column = 2 + CODE_WIDTH;
        buffer_byte(page->out, '\n');
        buffer_repeat(page->out, ' ', column);
    }
    page_cell(page, STYLE_DIM, text_of(scopes), below ? 0 : SCOPE_WIDTH);
    buffer_string(page->out, below ? ": " : "");
    struct text summary =
        text_format(page->out->arena, "%s%s", rule->summary, rule->preview ? " (preview)" : "");
    page_wrap(page, summary, column + (below ? strlen(scopes) + 2 : 0), column);
}

static void list_as_table(struct page *page, bool preview, bool wrapped) {
    size_t names = 0;
    for (size_t i = 0; i < registry_count; i++)
        if (rule_in_force(registry[i], preview) && strlen(registry[i]->name) + 2 > names)
            names = strlen(registry[i]->name) + 2;
    const struct rule *last = NULL;
    for (size_t i = 0; i < registry_count; i++) {
        const struct rule *rule = registry[i];
        if (!rule_in_force(rule, preview))
            continue;
        if (!last || rule->category != last->category) {
            buffer_string(page->out, last ? "\n" : "");
            page_string(page, STYLE_BOLD, category_name(rule->category));
            buffer_byte(page->out, '\n');
        }
        list_rule(page, rule, names, wrapped);
        last = rule;
    }
}

int list_rules(struct cli *cli, const struct cli_arguments *arguments) {
    bool preview = cli_given(arguments, "preview");
    if (wants_json(arguments)) {
        render_rules(&cli->out, preview);
        return EXIT_FINE;
    }
    struct page page = {&cli->out, cli_wants_color(cli, arguments), SIZE_MAX};
    if (cli->out_is_terminal)
        page.width = cli->width < MOST_WIDTH ? cli->width : MOST_WIDTH;
    list_as_table(&page, preview, cli->out_is_terminal);
    return EXIT_FINE;
}

/* The rule that a word of --explain names; NULL after an error. */
static const struct rule *find_rule(struct cli *cli, const struct cli_arguments *arguments,
                                    struct text word) {
    const struct rule *rule = registry_find(word);
    if (rule && rule_page(text_of(rule->code)).data)
        return rule;
    if (rule) {
        cli_error(cli, arguments, "the rule %s (%s) is known, but not in force", rule->name,
                  rule->code);
        return NULL;
    }
    struct text near = registry_suggest(cli->arena, word);
    cli_usage_error(cli, arguments, "there is no rule '%.*s'%s%.*s%s", TEXT_ARGS(word),
                    near.data ? "; did you mean '"
                              : "; give a name or a code, as --list-rules shows them",
                    TEXT_ARGS(near), near.data ? "'?" : "");
    return NULL;
}

static void explain_as_json(struct buffer *out, const struct rule *const *rules, size_t count) {
    struct json json;
    json_init(&json, out, 2);
    if (count > 1)
        json_array(&json);
    for (size_t i = 0; i < count; i++)
        render_rule(&json, rules[i], true, rule_page(text_of(rules[i]->code)));
    if (count > 1)
        json_end(&json);
    buffer_byte(out, '\n');
}

int explain_rules(struct cli *cli, const struct cli_arguments *arguments) {
    VECTOR(const struct rule *) rules = {0};
    struct text word;
    for (size_t i = 0; (word = cli_value_at(arguments, "explain", i)).data; i++) {
        const struct rule *rule = find_rule(cli, arguments, word);
        if (!rule)
            return EXIT_USAGE;
        vector_push(cli->arena, &rules, rule);
    }
    if (wants_json(arguments)) {
        explain_as_json(&cli->out, rules.items, rules.count);
        return EXIT_FINE;
    }
    bool raw = !cli->out_is_terminal || text_is(cli_value(arguments, "output-format"), "markdown");
    for (size_t i = 0; i < rules.count; i++) {
        struct text page = rule_page(text_of(rules.items[i]->code));
        buffer_string(&cli->out, i ? "\n" : "");
        if (raw)
            buffer_text(&cli->out, page);
        else
            markdown_text(&cli->out, page, cli_wants_color(cli, arguments), cli->width);
    }
    return EXIT_FINE;
}
