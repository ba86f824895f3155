/*
 * check: what the rules of one package have said, before the runner judges it. Not for rules.
 */
#ifndef CORDON_LINT_CHECK_H
#define CORDON_LINT_CHECK_H

#include "lint/report.h"

/* A rule that finds more than this in one package says how many more there are: nobody reads them,
 * and a file made for it could ask for any amount of memory. */
enum { MOST_FINDINGS = 20000 };

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
    size_t rule_count; /* its findings so far */
    size_t dropped;    /* and those that were too many */
    bool rule_failed;  /* one of its findings is an error */
    bool *ran;         /* for each rule of the registry */
};

/* Runs one rule on a package. */
void check_run(struct package *package, struct check_results *results, size_t rule_index);

/* Checks the options of a rule's table against what the rule declares; false with *error set. */
bool check_options(struct check *check, struct error *error);

#endif
