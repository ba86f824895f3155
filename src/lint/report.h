/*
 * report: everything a run found, complete enough for every output format, and in final order.
 */
#ifndef CORDON_LINT_REPORT_H
#define CORDON_LINT_REPORT_H

#include "lint/rule.h"

/* Worst first. */
enum status {
    STATUS_FAIL,
    STATUS_WARN,
    STATUS_SUPPRESSED,
    STATUS_PASS,
    STATUS_SKIP,
    STATUS_COUNT,
    STATUS_NONE = STATUS_COUNT
};

const char *status_name(enum status status);
const char *severity_name(enum severity severity);
const char *package_kind_name(enum package_kind kind); /* "eval", "helper" */

struct counts {
    size_t of[STATUS_COUNT];
};

struct score {
    struct counts all; /* every rule once, at its worst status */
    struct counts categories[CATEGORY_COUNT];
    bool has_category[CATEGORY_COUNT]; /* some rule of it ran */
    bool preview; /* a rule that is met by suppression alone counts as passing */
};

size_t counts_applicable(const struct counts *counts); /* all but the skipped */
/* Passed, warned or, in preview, suppressed. */
size_t counts_passing(const struct counts *counts, bool preview);
/* What passes of what applies, to four digits; NAN for nothing. */
double counts_ratio(const struct counts *counts, bool preview);

struct diagnostic {
    const struct rule *rule;
    struct location location;
    enum severity severity;
    enum status status;
    struct text message;
    struct text hint; /* empty: none */
    struct text key;  /* what an allowlist names; empty: none */
    const struct trace_step *trace;
    size_t trace_count;
    struct excerpt excerpt;
    bool stale;  /* about an allowlist entry that nothing needs */
    bool shared; /* see struct finding */
};

struct outcome {
    const struct rule *rule;
    enum status status; /* STATUS_PASS or STATUS_SKIP */
    struct text message;
};

struct rule_result {
    const struct rule *rule;
    enum status status;
    size_t first, count; /* its diagnostics */
};

struct package_report {
    struct text name;
    struct text folder;
    enum package_kind kind;
    struct text skipped; /* why it was not linted; NULL data when it was */
    struct diagnostic *diagnostics;
    size_t diagnostic_count;
    struct outcome *outcomes;
    size_t outcome_count;
    struct rule_result *rules; /* those that ran and said something, in order of the registry */
    size_t rule_count;
    struct counts counts; /* of diagnostics and outcomes */
    struct score score;
    struct text *warnings; /* for standard error */
    size_t warning_count;
};

struct report {
    struct text root;
    struct package_report *packages;
    size_t package_count;
    struct counts counts;
    struct score score;
};

static inline bool package_passed(const struct package_report *package) {
    return package->counts.of[STATUS_FAIL] == 0;
}

static inline bool report_passed(const struct report *report) {
    return report->counts.of[STATUS_FAIL] == 0;
}

/* Makes rules, counts and score of diagnostics and outcomes, which are in order. */
void package_report_finish(struct arena *arena, struct package_report *package);
void report_finish(struct report *report);

/* Leaves the report without findings, outcomes and rules, in arena what else it has. */
void package_report_forget(struct arena *arena, struct package_report *package);

/* The warnings of all packages, each once: what is wrong with the repository, every one tells. */
struct texts report_warnings(struct arena *arena, const struct report *report);

#endif
