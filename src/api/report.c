#include "api/lint.h"

#include <math.h>

const char *cordon_status_name(cordon_rule_status status) {
    return status_name((enum status)status);
}

static cordon_counts public_counts(const struct counts *counts) {
    cordon_counts result;
    for (size_t i = 0; i < CORDON_STATUS_COUNT; i++)
        result.of[i] = counts->of[i];
    return result;
}

static double public_ratio(const struct counts *counts, bool preview) {
    double ratio = counts_ratio(counts, preview);
    return isnan(ratio) ? -1 : ratio;
}

static cordon_score public_score(const struct score *score) {
    cordon_score result = {
        .rules = public_counts(&score->all),
        .passing = counts_passing(&score->all, score->preview),
        .applicable = counts_applicable(&score->all),
        .score = public_ratio(&score->all, score->preview),
    };
    for (size_t i = 0; i < CORDON_CATEGORY_COUNT; i++) {
        const struct counts *counts = &score->categories[i];
        result.by_category[i].present = score->has_category[i];
        result.by_category[i].rules = public_counts(counts);
        result.by_category[i].passing = counts_passing(counts, score->preview);
        result.by_category[i].applicable = counts_applicable(counts);
        result.by_category[i].score = public_ratio(counts, score->preview);
    }
    return result;
}

static const struct report *report_of(const cordon_report *report) {
    return &report->run.report;
}

bool cordon_report_passed(const cordon_report *report) {
    return report_passed(report_of(report));
}

cordon_counts cordon_report_summary(const cordon_report *report) {
    return public_counts(&report_of(report)->counts);
}

cordon_score cordon_report_score(const cordon_report *report) {
    return public_score(&report_of(report)->score);
}

size_t cordon_report_package_count(const cordon_report *report) {
    return report_of(report)->package_count;
}

const cordon_package *cordon_report_package(const cordon_report *report, size_t index) {
    return (const cordon_package *)&report_of(report)->packages[index];
}

size_t cordon_report_warning_count(const cordon_report *report) {
    return report->warnings.count;
}

cordon_text cordon_report_warning(const cordon_report *report, size_t index) {
    return public_text(report->warnings.items[index]);
}

cordon_text cordon_package_name(const cordon_package *package) {
    return public_text(package_of(package)->name);
}

bool cordon_package_is_helper(const cordon_package *package) {
    return package_of(package)->kind == PACKAGE_HELPER;
}

cordon_text cordon_package_skipped(const cordon_package *package) {
    return public_text(package_of(package)->skipped);
}

bool cordon_package_passed(const cordon_package *package) {
    return package_passed(package_of(package));
}

cordon_counts cordon_package_summary(const cordon_package *package) {
    return public_counts(&package_of(package)->counts);
}

cordon_score cordon_package_score(const cordon_package *package) {
    return public_score(&package_of(package)->score);
}

size_t cordon_package_finding_count(const cordon_package *package) {
    return package_of(package)->diagnostic_count;
}

const cordon_finding *cordon_package_finding(const cordon_package *package, size_t index) {
    return (const cordon_finding *)&package_of(package)->diagnostics[index];
}

size_t cordon_package_outcome_count(const cordon_package *package) {
    return package_of(package)->outcome_count;
}

cordon_outcome cordon_package_outcome(const cordon_package *package, size_t index) {
    const struct outcome *outcome = &package_of(package)->outcomes[index];
    return (cordon_outcome){public_rule(outcome->rule), (cordon_rule_status)outcome->status,
                            public_text(outcome->message)};
}

static cordon_location public_location(const struct location *location) {
    return (cordon_location){public_text(location->file), location->line, location->column};
}

const cordon_rule *cordon_finding_rule(const cordon_finding *finding) {
    return public_rule(diagnostic_of(finding)->rule);
}

cordon_rule_status cordon_finding_status(const cordon_finding *finding) {
    return (cordon_rule_status)diagnostic_of(finding)->status;
}

bool cordon_finding_is_error(const cordon_finding *finding) {
    return diagnostic_of(finding)->severity == SEVERITY_ERROR;
}

cordon_location cordon_finding_location(const cordon_finding *finding) {
    return public_location(&diagnostic_of(finding)->location);
}

uint32_t cordon_finding_end_line(const cordon_finding *finding) {
    const struct location *location = &diagnostic_of(finding)->location;
    return location->last_line > location->line ? location->last_line : 0;
}

cordon_text cordon_finding_message(const cordon_finding *finding) {
    return public_text(diagnostic_of(finding)->message);
}

cordon_text cordon_finding_hint(const cordon_finding *finding) {
    return public_text(diagnostic_of(finding)->hint);
}

cordon_text cordon_finding_key(const cordon_finding *finding) {
    return public_text(diagnostic_of(finding)->key);
}

size_t cordon_finding_trace_count(const cordon_finding *finding) {
    return diagnostic_of(finding)->trace_count;
}

cordon_location cordon_finding_trace_location(const cordon_finding *finding, size_t index) {
    return public_location(&diagnostic_of(finding)->trace[index].location);
}

cordon_text cordon_finding_trace_text(const cordon_finding *finding, size_t index) {
    return public_text(diagnostic_of(finding)->trace[index].what);
}
