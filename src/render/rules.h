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

/* The document of `--list-rules --output-format json`: the rules in force, with preview those in
 * preview too. */
void render_rules(struct buffer *out, bool preview);

#endif
