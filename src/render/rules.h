/*
 * rules: what the rules are, as JSON.
 */
#ifndef CORDON_RENDER_RULES_H
#define CORDON_RENDER_RULES_H

#include "base/json.h"
#include "lint/rule.h"

/* One rule; page: its Markdown, or NULL data to leave it out. With preview, whether it is in
 * preview is a field too. */
void render_rule(struct json *json, const struct rule *rule, bool preview, struct text page);

/* Some rules in the order of the registry. */
struct rule_list {
    const struct rule *const *items;
    size_t count;
};

/* A table; with the width UINT_MAX a line for each rule. */
void render_rules_text(struct buffer *out, struct rule_list rules, bool color, unsigned width);

/* The document of `--list-rules --output-format json`; preview: whether a rule is in preview is a
 * field, too. */
void render_rules(struct buffer *out, struct rule_list rules, bool preview);

/* Of one rule an object, of several an array. */
void render_rule_pages(struct buffer *out, struct rule_list rules);

#endif
