#include "render/text.h"

#include "base/utf8.h"
#include "lint/registry.h"

#include <stdlib.h>

enum { CODE_WIDTH = 8, NUMBER_WIDTH = 6, LEAST_NAME = 12 };

/* What a rule came to over all packages. */
struct tally {
    const struct rule *rule;
    struct counts packages; /* packages by the rule's worst status in them */
    struct counts findings; /* its findings by status */
};

static struct tally *tally_rules(struct arena *arena, const struct report *report) {
    struct tally *tallies = arena_array(arena, struct tally, registry_count);
    for (size_t r = 0; r < registry_count; r++)
        tallies[r].rule = registry[r];
    for (size_t p = 0; p < report->package_count; p++) {
        const struct package_report *package = &report->packages[p];
        for (size_t i = 0, r = 0; i < package->rule_count; i++) {
            while (registry[r] != package->rules[i].rule)
                r++;
            tallies[r].packages.of[package->rules[i].status]++;
            for (size_t d = 0; d < package->rules[i].count; d++)
                tallies[r].findings.of[package->diagnostics[package->rules[i].first + d].status]++;
        }
    }
    return tallies;
}

static bool ran(const struct tally *tally) {
    return counts_applicable(&tally->packages) + tally->packages.of[STATUS_SKIP] > 0;
}

static void heading(struct page *page, const char *title) {
    page_string(page, STYLE_BOLD, title);
    buffer_byte(page->out, '\n');
}

static void write_fact(struct page *page, const char *name, struct text fact) {
    page_string(page, STYLE_PLAIN, name);
    page_wrap(page, fact, strlen(name), strlen(name));
}

static void write_summary(struct page *page, const struct report *report) {
    struct arena *arena = page->out->arena;
    size_t failed = 0, skipped = 0;
    for (size_t i = 0; i < report->package_count; i++) {
        failed += !package_passed(&report->packages[i]);
        skipped += report->packages[i].skipped.data != NULL;
    }
    const size_t *of = report->counts.of;
    heading(page, "Summary");
    struct text packages =
        text_format(arena, "%zu passed, %zu failed%s", report->package_count - failed - skipped,
                    failed, skipped ? text_format(arena, ", %zu not linted", skipped).data : "");
    struct text findings = text_format(
        arena, "%s, %s, %zu suppressed", counted(arena, of[STATUS_FAIL], "failure").data,
        counted(arena, of[STATUS_WARN], "warning").data, of[STATUS_SUPPRESSED]);
    write_fact(page, "  packages  ", packages);
    write_fact(page, "  findings  ", findings);
    write_fact(page, "  score     ", score_text(arena, &report->score));
    buffer_byte(page->out, '\n');
}

static void write_number(struct page *page, size_t number, enum style style) {
    struct text shown = text_format(page->out->arena, "%zu", number);
    buffer_repeat(page->out, ' ', shown.size < NUMBER_WIDTH ? NUMBER_WIDTH - shown.size : 1);
    page_text(page, number ? style : STYLE_DIM, shown);
}

/* Names are cut to what the width leaves them, or left out. */
static size_t name_width(const struct page *page, const struct tally *tallies) {
    size_t widest = 0;
    for (size_t r = 0; r < registry_count; r++)
        if (ran(&tallies[r]) && strlen(tallies[r].rule->name) > widest)
            widest = strlen(tallies[r].rule->name);
    size_t others = 2 + CODE_WIDTH + 5 * NUMBER_WIDTH;
    if (page->width < others + LEAST_NAME)
        return 0;
    return widest < page->width - others ? widest : page->width - others;
}

static void write_table(struct page *page, const struct tally *tallies) {
    static const struct {
        const char *title;
        enum status status;
    } columns[] = {{"pass", STATUS_PASS},
                   {"fail", STATUS_FAIL},
                   {"warn", STATUS_WARN},
                   {"supp", STATUS_SUPPRESSED},
                   {"skip", STATUS_SKIP}};
    enum { COLUMNS = sizeof(columns) / sizeof(*columns) };
    size_t names = name_width(page, tallies);
    heading(page, "Packages by rule");
    buffer_repeat(page->out, ' ', 2 + CODE_WIDTH + names);
    for (int c = 0; c < COLUMNS; c++)
        page_format(page, STYLE_DIM, "%*s", NUMBER_WIDTH, columns[c].title);
    buffer_byte(page->out, '\n');
    for (size_t r = 0; r < registry_count; r++) {
        if (!ran(&tallies[r]))
            continue;
        buffer_repeat(page->out, ' ', 2);
        page_cell(page, STYLE_PLAIN, text_of(tallies[r].rule->code), CODE_WIDTH);
        page_cell(page, STYLE_PLAIN, text_slice(text_of(tallies[r].rule->name), 0, names), names);
        for (int c = 0; c < COLUMNS; c++)
            write_number(page, tallies[r].packages.of[columns[c].status],
                         status_style(columns[c].status));
        buffer_byte(page->out, '\n');
    }
    buffer_byte(page->out, '\n');
}

static void write_failures_of(struct page *page, const struct report *report,
                              const struct tally *tally) {
    page_format(page, STYLE_BOLD, "  %s %s", tally->rule->code, tally->rule->name);
    page_format(page, STYLE_DIM, " (%zu)", tally->findings.of[STATUS_FAIL]);
    buffer_byte(page->out, '\n');
    for (size_t p = 0; p < report->package_count; p++) {
        const struct package_report *package = &report->packages[p];
        for (size_t i = 0; i < package->diagnostic_count; i++) {
            const struct diagnostic *diagnostic = &package->diagnostics[i];
            if (diagnostic->rule != tally->rule || diagnostic->status != STATUS_FAIL)
                continue;
            struct text place = finding_place(page->out->arena, diagnostic);
            buffer_repeat(page->out, ' ', 4);
            page_text(page, STYLE_PLACE, place);
            buffer_byte(page->out, ' ');
            page_wrap(page, diagnostic->message, 5 + utf8_width(place), 6);
        }
    }
}

void render_overview(struct page *page, const struct report *report) {
    struct tally *tallies = tally_rules(page->out->arena, report);
    write_summary(page, report);
    if (report->score.all.of[STATUS_SKIP] + counts_applicable(&report->score.all))
        write_table(page, tallies);
    if (report_passed(report))
        return;
    heading(page, "Failures by rule");
    for (size_t r = 0; r < registry_count; r++)
        if (tallies[r].findings.of[STATUS_FAIL])
            write_failures_of(page, report, &tallies[r]);
    buffer_byte(page->out, '\n');
}

static size_t all_findings(const struct tally *tally) {
    return tally->findings.of[STATUS_FAIL] + tally->findings.of[STATUS_WARN] +
           tally->findings.of[STATUS_SUPPRESSED];
}

static int compare_tallies(const void *a, const void *b) {
    const struct tally *x = a, *y = b;
    size_t left = all_findings(x), right = all_findings(y);
    if (left != right)
        return left < right ? 1 : -1;
    return strcmp(x->rule->code, y->rule->code);
}

void render_statistics(struct page *page, const struct report *report) {
    struct tally *tallies = tally_rules(page->out->arena, report);
    qsort(tallies, registry_count, sizeof(*tallies), compare_tallies);
    heading(page, "Findings by rule");
    for (size_t r = 0; r < registry_count && all_findings(&tallies[r]); r++) {
        write_number(page, all_findings(&tallies[r]), STYLE_BOLD);
        struct text words = text_format(
            page->out->arena, "%s %s (%zu failed, %zu warned, %zu suppressed)",
            tallies[r].rule->code, tallies[r].rule->name, tallies[r].findings.of[STATUS_FAIL],
            tallies[r].findings.of[STATUS_WARN], tallies[r].findings.of[STATUS_SUPPRESSED]);
        buffer_string(page->out, "  ");
        page_wrap(page, words, NUMBER_WIDTH + 2, NUMBER_WIDTH + 2);
    }
    if (!all_findings(&tallies[0]))
        page_string(page, STYLE_PLAIN, "  none");
    if (!all_findings(&tallies[0]))
        buffer_byte(page->out, '\n');
}
