/*
 * judge: allowlists, suppressions and statuses, in one place for every rule. Not for rules.
 */
#ifndef CORDON_LINT_JUDGE_H
#define CORDON_LINT_JUDGE_H

#include "lint/check.h"

/* Gives every finding its status and final severity, adds stale allowlist entries of the rules that
 * ran, and drops outcomes that a finding forbids. */
void judge(struct package *package, struct check_results *results);

/* The package's report, in final order, copied to arena. */
void report_package(struct arena *arena, struct package *package, struct check_results *results,
                    struct package_report *report);

#endif
