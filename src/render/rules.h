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

/* Of one rule an object, of several an array. */
void render_rule_pages(struct buffer *out, const struct rule *const *rules, size_t count);

/* A table; with the width UINT_MAX a line for each rule. */
void render_rules_text(struct buffer *out, bool preview, bool color, unsigned width);

/* The document of `--list-rules --output-format json`: the rules in force, with preview those in
 * preview too. */
void render_rules(struct buffer *out, bool preview);

#endif
