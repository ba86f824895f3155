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
                      const struct rule *rule);    /* a name or start of a code */
const char *category_name(enum category category); /* "file_structure" */

#endif
