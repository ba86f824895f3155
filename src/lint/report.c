#include "lint/report.h"

#include "base/vector.h"
#include "lint/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *status_name(enum status status) {
    static const char *const names[STATUS_COUNT] = {"fail", "warn", "suppressed", "pass", "skip"};
    return names[status];
}

const char *severity_name(enum severity severity) {
    return severity == SEVERITY_ERROR ? "error" : "warning";
}

const char *package_kind_name(enum package_kind kind) {
    return kind == PACKAGE_HELPER ? "helper" : "eval";
}

size_t counts_applicable(const struct counts *counts) {
    return counts->of[STATUS_FAIL] + counts->of[STATUS_SUPPRESSED] + counts_passing(counts, false);
}

size_t counts_passing(const struct counts *counts, bool preview) {
    return counts->of[STATUS_PASS] + counts->of[STATUS_WARN] +
           (preview ? counts->of[STATUS_SUPPRESSED] : 0);
}

double counts_ratio(const struct counts *counts, bool preview) {
    size_t applicable = counts_applicable(counts);
    if (!applicable)
        return NAN;
    char digits[32]; /* printf rounds the exact value, which a multiplication would not */
    snprintf(digits, sizeof(digits), "%.4f",
             (double)counts_passing(counts, preview) / (double)applicable);
    return strtod(digits, NULL);
}

static void add_counts(struct counts *sum, const struct counts *counts) {
    for (int i = 0; i < STATUS_COUNT; i++)
        sum->of[i] += counts->of[i];
}

static void score_rule(struct score *score, const struct rule_result *result) {
    enum category category = result->rule->category;
    score->all.of[result->status]++;
    score->categories[category].of[result->status]++;
    score->has_category[category] = true;
}

void package_report_finish(struct arena *arena, struct package_report *package) {
    package->rules = arena_array(arena, struct rule_result, registry_count);
    package->rule_count = 0;
    package->counts = (struct counts){0};
    package->score = (struct score){.preview = package->score.preview};
    size_t next = 0, next_outcome = 0;
    for (size_t i = 0; i < registry_count; i++) {
        struct rule_result result = {registry[i], STATUS_NONE, next, 0};
        for (; next < package->diagnostic_count && package->diagnostics[next].rule == registry[i];
             next++, result.count++)
            if (package->diagnostics[next].status < result.status)
                result.status = package->diagnostics[next].status;
        for (; next_outcome < package->outcome_count &&
               package->outcomes[next_outcome].rule == registry[i];
             next_outcome++)
            if (package->outcomes[next_outcome].status < result.status)
                result.status = package->outcomes[next_outcome].status;
        if (result.status == STATUS_NONE)
            continue;
        package->rules[package->rule_count++] = result;
        score_rule(&package->score, &result);
    }
    for (size_t i = 0; i < package->diagnostic_count; i++)
        package->counts.of[package->diagnostics[i].status]++;
    for (size_t i = 0; i < package->outcome_count; i++)
        package->counts.of[package->outcomes[i].status]++;
}

void package_report_forget(struct arena *arena, struct package_report *package) {
    struct text *warnings = arena_array(arena, struct text, package->warning_count);
    for (size_t i = 0; i < package->warning_count; i++)
        warnings[i] = text_copy(arena, package->warnings[i]);
    package->warnings = warnings;
    package->diagnostics = NULL;
    package->outcomes = NULL;
    package->rules = NULL;
    package->diagnostic_count = package->outcome_count = package->rule_count = 0;
}

static void add_score(struct score *sum, const struct score *score) {
    add_counts(&sum->all, &score->all);
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        add_counts(&sum->categories[i], &score->categories[i]);
        sum->has_category[i] |= score->has_category[i];
    }
}

void report_finish(struct report *report) {
    for (size_t i = 0; i < report->package_count; i++) {
        add_counts(&report->counts, &report->packages[i].counts);
        add_score(&report->score, &report->packages[i].score);
    }
}

struct texts report_warnings(struct arena *arena, const struct report *report) {
    struct map said = {0};
    VECTOR(struct text) warnings = {0};
    for (size_t p = 0; p < report->package_count; p++)
        for (size_t i = 0; i < report->packages[p].warning_count; i++) {
            struct text warning = report->packages[p].warnings[i];
            if (!map_has(&said, warning))
                vector_push(arena, &warnings, warning);
            map_put(arena, &said, warning);
        }
    return (struct texts){warnings.items, warnings.count};
}
