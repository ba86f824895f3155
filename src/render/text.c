#include "render/text.h"

#include "base/utf8.h"
#include "render/excerpt_lines.h"

struct text finding_place(struct arena *arena, const struct diagnostic *diagnostic) {
    const struct location *location = &diagnostic->location;
    if (!location->line)
        return location->file;
    if (!location->column)
        return text_format(arena, "%.*s:%u", TEXT_ARGS(location->file), location->line);
    return text_format(arena, "%.*s:%u:%u", TEXT_ARGS(location->file), location->line,
                       location->column);
}

static const char *label(enum status status) {
    switch (status) {
    case STATUS_FAIL:
        return "error";
    case STATUS_WARN:
        return "warning";
    default:
        return "[suppressed]";
    }
}

static void write_hint(struct page *page, struct text hint, size_t gutter) {
    buffer_repeat(page->out, ' ', 2 + gutter);
    page_string(page, STYLE_DIM, " = ");
    page_string(page, STYLE_BOLD, "hint: ");
    page_wrap(page, hint, gutter + 11, gutter + 11);
}

static void write_trace(struct page *page, const struct diagnostic *diagnostic, size_t gutter) {
    for (size_t i = 0; i < diagnostic->trace_count; i++) {
        const struct trace_step *step = &diagnostic->trace[i];
        buffer_repeat(page->out, ' ', 2 + gutter);
        page_format(page, STYLE_DIM, " %zu ", i + 1);
        struct text text =
            text_format(page->out->arena, "%.*s:%u: %.*s", TEXT_ARGS(step->location.file),
                        step->location.line, TEXT_ARGS(step->what));
        page_wrap(page, text, gutter + 5, gutter + 5);
    }
}

/*
 * error IEBP003 sample_ids: message
 *   --> src/my_eval/my_eval.py:3:9
 *   3 | row = Sample(input="x")
 *     |       ^
 *     = hint: ...
 */
static void write_diagnostic(struct page *page, const struct diagnostic *diagnostic) {
    struct arena *arena = page->out->arena;
    const struct rule *rule = diagnostic->rule;
    bool shown = diagnostic->excerpt.data && diagnostic->status != STATUS_SUPPRESSED;
    size_t gutter = shown ? excerpt_gutter(diagnostic) : 1;
    struct text head =
        text_format(arena, "%s %s %s:", label(diagnostic->status), rule->code, rule->name);
    page_string(page, status_style(diagnostic->status), label(diagnostic->status));
    buffer_byte(page->out, ' ');
    page_format(page, STYLE_BOLD, "%s %s:", rule->code, rule->name);
    buffer_byte(page->out, ' ');
    page_wrap(page, diagnostic->message, head.size + 1, 4);
    buffer_repeat(page->out, ' ', 1 + gutter);
    page_string(page, STYLE_DIM, "--> ");
    page_text(page, STYLE_PLACE, finding_place(arena, diagnostic));
    buffer_byte(page->out, '\n');
    if (shown)
        excerpt_lines(page, diagnostic);
    if (diagnostic->status == STATUS_SUPPRESSED)
        return;
    write_trace(page, diagnostic, gutter);
    if (diagnostic->hint.size)
        write_hint(page, diagnostic->hint, gutter);
}

static void write_outcomes(struct page *page, const struct package_report *package) {
    for (size_t i = 0; i < package->outcome_count; i++) {
        const struct outcome *outcome = &package->outcomes[i];
        struct text head = text_format(page->out->arena, "%s %s %s:", status_name(outcome->status),
                                       outcome->rule->code, outcome->rule->name);
        page_string(page, status_style(outcome->status), status_name(outcome->status));
        page_format(page, STYLE_PLAIN, " %s %s: ", outcome->rule->code, outcome->rule->name);
        page_wrap(page, outcome->message, head.size + 1, 4);
    }
}

static void write_heading(struct page *page, const struct package_report *package) {
    page_text(page, STYLE_BOLD, package->name);
    page_format(page, STYLE_DIM, " (%s, %.*s)",
                package->kind == PACKAGE_HELPER ? "helper package" : "evaluation",
                TEXT_ARGS(package->folder));
    buffer_byte(page->out, '\n');
}

struct text score_text(struct arena *arena, const struct counts *rules) {
    size_t applicable = counts_applicable(rules);
    if (!applicable)
        return T("no rule applied");
    return text_format(arena, "%zu of %zu rules met (%.1f %%)", counts_passing(rules), applicable,
                       counts_ratio(rules) * 100);
}

static void write_result(struct page *page, const struct package_report *package) {
    const size_t *of = package->counts.of;
    bool passed = package_passed(package);
    page_string(page, passed ? STYLE_GOOD : STYLE_ERROR, passed ? "passed" : "failed");
    page_format(page, STYLE_PLAIN, ": %s", score_text(page->out->arena, &package->score.all).data);
    static const char *const nouns[] = {"failure", "warning"};
    for (int i = STATUS_FAIL; i <= STATUS_WARN; i++)
        if (of[i])
            page_format(page, STYLE_PLAIN, ", %s", counted(page->out->arena, of[i], nouns[i]).data);
    if (of[STATUS_SUPPRESSED])
        page_format(page, STYLE_PLAIN, ", %zu suppressed", of[STATUS_SUPPRESSED]);
    if (of[STATUS_SKIP])
        page_format(page, STYLE_PLAIN, ", %s did not apply",
                    counted(page->out->arena, of[STATUS_SKIP], "rule").data);
    buffer_byte(page->out, '\n');
}

/* Where there is no package, its only outcome says why. */
static bool is_no_package(const struct package_report *package) {
    return !package->diagnostic_count && package->outcome_count == 1 &&
           package->outcomes[0].status == STATUS_SKIP;
}

static void write_package(struct page *page, const struct package_report *package, bool alone,
                          bool quiet) {
    size_t most = quiet ? STATUS_SUPPRESSED : STATUS_PASS;
    bool any = false;
    for (size_t i = 0; i < package->diagnostic_count; i++)
        any = any || package->diagnostics[i].status < most;
    if (quiet && !any)
        return;
    write_heading(page, package);
    if (package->skipped.data) {
        page_format(page, STYLE_DIM, "not linted: %.*s", TEXT_ARGS(package->skipped));
        buffer_string(page->out, "\n\n");
        return;
    }
    for (size_t i = 0; i < package->diagnostic_count; i++)
        if (package->diagnostics[i].status < most)
            write_diagnostic(page, &package->diagnostics[i]);
    if (!quiet && (alone || is_no_package(package)))
        write_outcomes(page, package);
    if (!quiet)
        write_result(page, package);
    buffer_byte(page->out, '\n');
}

void render_text(struct buffer *out, const struct report *report,
                 const struct text_options *options) {
    struct page page = {out, options->color, options->width < 40 ? 40 : options->width};
    for (size_t i = 0; i < report->package_count; i++)
        write_package(&page, &report->packages[i], report->package_count == 1, options->quiet);
    if (!report->package_count && !options->quiet)
        page_string(&page, STYLE_PLAIN, "There is no package to lint.");
    if (!report->package_count && !options->quiet)
        buffer_byte(out, '\n');
    if (report->package_count > 1 && !options->quiet)
        render_overview(&page, report);
    if (options->statistics)
        render_statistics(&page, report);
}
