/*
 * registry: every rule, in the order of reports: by category, then code.
 */
#ifndef CORDON_LINT_REGISTRY_H
#define CORDON_LINT_REGISTRY_H

#include "lint/rule.h"

extern const struct rule *const registry[];
extern const size_t registry_count;

const struct rule *registry_find(struct text code_or_name); /* exact; NULL when unknown */
bool registry_selects(struct text selector,
                      const struct rule *rule); /* a name or start of a code */
/* What is in force runs and is listed. */
bool rule_in_force(const struct rule *rule, bool preview);
const char *category_name(enum category category); /* "file_structure" */

/* All rules, those that are not in force included, as the configuration wants to know them. */
struct known_rules registry_known(struct arena *arena);

/* The name that is near, or NULL data. */
struct text registry_suggest(struct arena *arena, struct text word);

/* The page of a rule, docs/rules/CODE.md; NULL data when it has none. */
struct text rule_page(struct text code);

#endif
