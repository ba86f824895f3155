/*
 * check: what the rules of one package have said, before the runner judges it. Not for rules.
 */
#ifndef CORDON_LINT_CHECK_H
#define CORDON_LINT_CHECK_H

#include "lint/report.h"

struct raw_finding {
    const struct rule *rule;
    size_t rule_index;
    struct finding finding;
    enum status status;
    bool stale;
};

struct check_results {
    struct raw_finding *findings;
    size_t finding_count, finding_capacity;
    struct outcome *outcomes;
    size_t outcome_count, outcome_capacity;
    struct text *warnings;
    size_t warning_count, warning_capacity;
    size_t rule_index; /* of the rule that is running */
    bool *ran;         /* for each rule of the registry */
};

/* Checks the options of a rule's table against what the rule declares; false with *error set. */
bool check_options(struct check *check, struct error *error);

#endif
