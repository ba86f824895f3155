#include "lint/judge.h"

#include "base/path.h"
#include "lint/excerpt.h"
#include "lint/registry.h"

#include <stdlib.h>

struct ordered {
    const struct raw_finding *raw;
    int group; /* 0: about the package or the configuration, 1: in a file, 2: stale entries */
    size_t number;
};

static int by_number(size_t a, size_t b) {
    return (a > b) - (a < b);
}

static int compare(const void *left, const void *right) {
    const struct ordered *a = left, *b = right;
    const struct location *x = &a->raw->finding.location, *y = &b->raw->finding.location;
    int order = by_number(a->raw->rule_index, b->raw->rule_index);
    if (!order)
        order = a->group - b->group;
    if (!order)
        order = path_compare(x->file, y->file);
    if (!order)
        order = by_number(x->line, y->line);
    if (!order)
        order = by_number(x->column, y->column);
    if (!order)
        order = text_compare(a->raw->finding.message, b->raw->finding.message);
    return order ? order : by_number(a->number, b->number);
}

static int group_of(const struct package *package, const struct raw_finding *raw) {
    if (raw->stale)
        return 2;
    struct text file = raw->finding.location.file;
    return text_equal(file, package->folder) || text_is(file, "pyproject.toml") ? 0 : 1;
}

static struct ordered *sort_findings(struct package *package, struct check_results *results) {
    struct ordered *order = arena_array(package->arena, struct ordered, results->finding_count);
    for (size_t i = 0; i < results->finding_count; i++)
        order[i] =
            (struct ordered){&results->findings[i], group_of(package, &results->findings[i]), i};
    if (results->finding_count)
        qsort(order, results->finding_count, sizeof(*order), compare);
    return order;
}

static const struct trace_step *copy_trace(struct arena *arena, struct excerpts *excerpts,
                                           const struct finding *finding) {
    struct trace_step *steps = arena_array(arena, struct trace_step, finding->trace_count);
    for (size_t i = 0; i < finding->trace_count; i++) {
        steps[i] = finding->trace[i];
        steps[i].location.file = text_copy(arena, steps[i].location.file);
        steps[i].what = text_copy(arena, steps[i].what);
        steps[i].excerpt = excerpt_find(excerpts, arena, &steps[i].location);
    }
    return steps;
}

static void copy_finding(struct arena *arena, struct excerpts *excerpts,
                         const struct raw_finding *raw, struct diagnostic *diagnostic) {
    const struct finding *finding = &raw->finding;
    *diagnostic = (struct diagnostic){
        .rule = raw->rule,
        .location = finding->location,
        .severity = finding->severity,
        .status = raw->status,
        .message = text_copy(arena, finding->message),
        .hint = text_copy(arena, finding->hint),
        .trace_count = finding->trace_count,
        .stale = raw->stale,
        .shared = finding->shared,
    };
    diagnostic->location.file = text_copy(arena, finding->location.file);
    if (finding->key.data)
        diagnostic->key = text_copy(arena, finding->key);
    if (finding->trace_count)
        diagnostic->trace = copy_trace(arena, excerpts, finding);
    diagnostic->excerpt = excerpt_find(excerpts, arena, &diagnostic->location);
}

static void copy_warnings(struct arena *arena, struct package *package,
                          const struct check_results *results, struct package_report *report) {
    const struct notices *notices = package_notices(package);
    report->warnings = arena_array(arena, struct text, notices->count + results->warning_count);
    for (size_t i = 0; i < notices->count; i++)
        report->warnings[report->warning_count++] = text_copy(arena, notices->items[i]);
    for (size_t i = 0; i < results->warning_count; i++)
        report->warnings[report->warning_count++] = text_copy(arena, results->warnings[i]);
}

void report_package(struct arena *arena, struct package *package, struct check_results *results,
                    struct package_report *report) {
    struct ordered *order = sort_findings(package, results);
    struct excerpts excerpts = {.package = package};
    report->diagnostics = arena_array(arena, struct diagnostic, results->finding_count);
    report->diagnostic_count = results->finding_count;
    for (size_t i = 0; i < results->finding_count; i++)
        copy_finding(arena, &excerpts, order[i].raw, &report->diagnostics[i]);
    report->outcomes = arena_array(arena, struct outcome, results->outcome_count);
    report->outcome_count = results->outcome_count;
    for (size_t i = 0; i < results->outcome_count; i++) {
        report->outcomes[i] = results->outcomes[i];
        report->outcomes[i].message = text_copy(arena, results->outcomes[i].message);
    }
    copy_warnings(arena, package, results, report);
    package_report_finish(arena, report);
}
