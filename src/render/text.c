#include "render/text.h"

#include "base/utf8.h"
#include "render/excerpt_lines.h"
#include "render/place.h"

#include <stdlib.h>

struct text finding_place(struct arena *arena, const struct diagnostic *diagnostic) {
    struct buffer place;
    buffer_init(&place, arena);
    place_write(&place, &diagnostic->location);
    return buffer_view(&place);
}

/* label: "hint: " or "note: " */
static void write_advice(struct page *page, const char *label, struct text advice, size_t gutter) {
    buffer_repeat(page->out, ' ', 2 + gutter);
    page_string(page, STYLE_DIM, " = ");
    page_string(page, STYLE_BOLD, label);
    page_wrap(page, advice, gutter + 11, gutter + 11);
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

/* One line: what is suppressed has been looked at. */
static void write_suppressed(struct page *page, const struct diagnostic *diagnostic) {
    struct arena *arena = page->out->arena;
    struct text place = finding_place(arena, diagnostic);
    struct text rest = text_format(arena, "%s %s: %.*s", diagnostic->rule->code,
                                   diagnostic->rule->name, TEXT_ARGS(diagnostic->message));
    page_string(page, STYLE_DIM, "[suppressed] ");
    page_text(page, STYLE_PLACE, place);
    buffer_byte(page->out, ' ');
    page_wrap(page, rest, sizeof("[suppressed] ") + utf8_width(place), 4);
}

/* A finding, and where it is among the files of the report. */
struct placed {
    const struct diagnostic *diagnostic;
    size_t file; /* the first finding in the same file */
};

/* The other rules that found the same, such as all those that could not read a file. */
static void write_others(struct page *page, const struct placed *same, size_t count,
                         size_t gutter) {
    struct buffer words;
    buffer_init(&words, page->out->arena);
    buffer_string(&words, "the same for ");
    for (size_t i = 1; i < count; i++)
        buffer_format(&words, "%s%s %s", i > 1 ? ", " : "", same[i].diagnostic->rule->code,
                      same[i].diagnostic->rule->name);
    write_advice(page, "note: ", buffer_view(&words), gutter);
}

/*
 * error IEBP003 sample_ids: message
 *   --> src/my_eval/my_eval.py:3:9
 *   3 | row = Sample(input="x")
 *     |       ^
 *     = hint: ...
 */
static void write_diagnostic(struct page *page, const struct placed *same, size_t count) {
    struct arena *arena = page->out->arena;
    const struct diagnostic *diagnostic = same->diagnostic;
    const struct rule *rule = diagnostic->rule;
    const char *label = diagnostic->status == STATUS_FAIL ? "error" : "warning";
    size_t gutter = diagnostic->excerpt.line.data ? excerpt_gutter(diagnostic) : 1;
    struct text head = text_format(arena, "%s %s %s:", label, rule->code, rule->name);
    page_string(page, status_style(diagnostic->status), label);
    buffer_byte(page->out, ' ');
    page_format(page, STYLE_BOLD, "%s %s:", rule->code, rule->name);
    buffer_byte(page->out, ' ');
    page_wrap(page, diagnostic->message, head.size + 1, 4);
    buffer_repeat(page->out, ' ', 1 + gutter);
    page_string(page, STYLE_DIM, "--> ");
    page_text(page, STYLE_PLACE, finding_place(arena, diagnostic));
    buffer_byte(page->out, '\n');
    if (diagnostic->excerpt.line.data)
        excerpt_lines(page, diagnostic);
    write_trace(page, diagnostic, gutter);
    if (diagnostic->hint.size)
        write_advice(page, "hint: ", diagnostic->hint, gutter);
    if (count > 1)
        write_others(page, same, count, gutter);
    buffer_byte(page->out, '\n');
}

/* ---- findings by file ---- */

static int compare_placed(const void *a, const void *b) {
    const struct placed *x = a, *y = b;
    const struct location *left = &x->diagnostic->location, *right = &y->diagnostic->location;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    return (x->diagnostic > y->diagnostic) - (x->diagnostic < y->diagnostic);
}

/* Of each file together, in the order of its lines. */
static struct placed *place_findings(struct arena *arena, const struct package_report *package) {
    struct placed *placed = arena_array(arena, struct placed, package->diagnostic_count);
    struct map files = {0};
    for (size_t i = 0; i < package->diagnostic_count; i++) {
        placed[i].diagnostic = &package->diagnostics[i];
        void **first = map_put(arena, &files, placed[i].diagnostic->location.file);
        if (!*first)
            *first = &placed[i];
        placed[i].file = (size_t)((struct placed *)*first - placed);
    }
    if (package->diagnostic_count)
        qsort(placed, package->diagnostic_count, sizeof(*placed), compare_placed);
    return placed;
}

static bool says_the_same(const struct diagnostic *one, const struct diagnostic *other) {
    return one->status == other->status && text_equal(one->location.file, other->location.file) &&
           one->location.line == other->location.line &&
           one->location.column == other->location.column &&
           text_equal(one->message, other->message) && text_equal(one->hint, other->hint) &&
           !one->trace_count && !other->trace_count;
}

static void write_findings(struct page *page, const struct package_report *package, bool quiet) {
    struct placed *placed = place_findings(page->out->arena, package);
    for (size_t i = 0, next; i < package->diagnostic_count; i = next) {
        const struct diagnostic *diagnostic = placed[i].diagnostic;
        for (next = i + 1; next < package->diagnostic_count; next++)
            if (!says_the_same(diagnostic, placed[next].diagnostic) ||
                diagnostic->rule == placed[next].diagnostic->rule)
                break;
        if (diagnostic->status < STATUS_SUPPRESSED)
            write_diagnostic(page, &placed[i], next - i);
    }
    for (size_t i = 0; i < package->diagnostic_count && !quiet; i++)
        if (placed[i].diagnostic->status == STATUS_SUPPRESSED)
            write_suppressed(page, placed[i].diagnostic);
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

struct text score_text(struct arena *arena, const struct score *score) {
    size_t applicable = counts_applicable(&score->all);
    if (!applicable)
        return T("no rule applied");
    return text_format(arena, "%zu of %zu rules met (%.1f %%)",
                       counts_passing(&score->all, score->preview), applicable,
                       counts_ratio(&score->all, score->preview) * 100);
}

static void write_result(struct page *page, const struct package_report *package) {
    struct arena *arena = page->out->arena;
    const size_t *of = package->counts.of;
    bool passed = package_passed(package);
    struct buffer words;
    buffer_init(&words, arena);
    buffer_text(&words, score_text(arena, &package->score));
    if (of[STATUS_FAIL])
        buffer_format(&words, ", %s", counted(arena, of[STATUS_FAIL], "failure").data);
    if (of[STATUS_WARN])
        buffer_format(&words, ", %s", counted(arena, of[STATUS_WARN], "warning").data);
    if (of[STATUS_SUPPRESSED])
        buffer_format(&words, ", %zu suppressed", of[STATUS_SUPPRESSED]);
    if (of[STATUS_SKIP])
        buffer_format(&words, ", %s did not apply", counted(arena, of[STATUS_SKIP], "rule").data);
    page_string(page, passed ? STYLE_GOOD : STYLE_ERROR, passed ? "passed: " : "failed: ");
    page_wrap(page, buffer_view(&words), sizeof("passed: ") - 1, 4);
}

/* Where there is no package, its only outcome says why. */
static bool is_no_package(const struct package_report *package) {
    return !package->diagnostic_count && package->outcome_count == 1 &&
           package->outcomes[0].status == STATUS_SKIP;
}

static void write_package(struct page *page, const struct package_report *package, bool alone,
                          bool quiet) {
    if (quiet && !package->counts.of[STATUS_FAIL] && !package->counts.of[STATUS_WARN])
        return;
    write_heading(page, package);
    if (package->skipped.data) {
        page_format(page, STYLE_DIM, "not linted: %.*s", TEXT_ARGS(package->skipped));
        buffer_string(page->out, "\n\n");
        return;
    }
    write_findings(page, package, quiet);
    if (!quiet && (alone || is_no_package(package)))
        write_outcomes(page, package);
    if (quiet)
        return;
    write_result(page, package);
    buffer_byte(page->out, '\n');
}

void render_text(struct buffer *out, const struct report *report,
                 const struct render_options *options) {
    struct page page = {out, options->color, options->width < 40 ? 40 : options->width};
    for (size_t i = 0; i < report->package_count; i++) {
        write_package(&page, &report->packages[i], report->package_count == 1, options->quiet);
        render_written(options);
    }
    if (!report->package_count && !options->quiet)
        page_string(&page, STYLE_PLAIN, "There is no package to lint.");
    if (!report->package_count && !options->quiet)
        buffer_byte(out, '\n');
    if (report->package_count > 1 && !options->quiet)
        render_overview(&page, report);
    if (options->statistics)
        render_statistics(&page, report);
}
