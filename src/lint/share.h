/*
 * share: findings that several packages have in common, such as one about a file that governs all
 * of them. Not for rules.
 */
#ifndef CORDON_LINT_SHARE_H
#define CORDON_LINT_SHARE_H

#include "lint/report.h"

/* Leaves a shared finding to the first package that has it. The later ones get, once a rule, a skip
 * that names that package. arena is the report's. */
void report_share(struct arena *arena, struct report *report);

#endif
