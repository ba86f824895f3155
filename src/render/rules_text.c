#include "render/rules.h"

#include "lint/registry.h"
#include "render/style.h"

#include <limits.h>

static const char *scope_names(const struct rule *rule) {
    if (rule->scopes == SCOPE_BOTH)
        return "eval, helper";
    return rule->scopes == SCOPE_HELPER ? "helper" : "eval";
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

static void list_rules(struct page *page, struct rule_list rules, bool wrapped) {
    size_t names = 0;
    for (size_t i = 0; i < rules.count; i++)
        if (strlen(rules.items[i]->name) + 2 > names)
            names = strlen(rules.items[i]->name) + 2;
    const struct rule *last = NULL;
    for (size_t i = 0; i < rules.count; i++) {
        const struct rule *rule = rules.items[i];
        if (!last || rule->category != last->category) {
            buffer_string(page->out, last ? "\n" : "");
            page_string(page, STYLE_BOLD, category_name(rule->category));
            buffer_byte(page->out, '\n');
        }
        list_rule(page, rule, names, wrapped);
        last = rule;
    }
}

void render_rules_text(struct buffer *out, struct rule_list rules, bool color, unsigned width) {
    bool wrapped = width != UINT_MAX;
    struct page page = {out, color, width};
    if (wrapped && page.width > MOST_WIDTH)
        page.width = MOST_WIDTH;
    list_rules(&page, rules, wrapped);
}
