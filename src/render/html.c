#include "render/html.h"

#include "lint/registry.h"
#include "render/markup.h"
#include "render/text.h"
#include "render/titles.h"

static void write_head(struct buffer *out) {
    buffer_format(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'\">\n",
        html_style.source, html_script.source);
    buffer_string(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n<title>Lint report</title>\n<style>");
    buffer_text(out, html_style.content);
    buffer_string(out, "</style>\n</head>\n<body>\n");
}

static void write_top(struct buffer *out, const struct report *report) {
    struct arena *arena = out->arena;
    const size_t *of = report->counts.of;
    bool passed = report_passed(report);
    size_t failed = 0;
    for (size_t i = 0; i < report->package_count; i++)
        failed += !package_passed(&report->packages[i]);
    buffer_format(out, "<header>\n<h1>Lint report</h1>\n<p class=\"verdict %s\">%s</p>\n<p>",
                  passed ? "pass" : "fail", passed ? "Passed" : "Failed");
    buffer_format(out, "%zu of %s failed, with %s, %s and %zu suppressed. Made by cordon %s of ",
                  failed, counted(arena, report->package_count, "package").data,
                  counted(arena, of[STATUS_FAIL], "failure").data,
                  counted(arena, of[STATUS_WARN], "warning").data, of[STATUS_SUPPRESSED],
                  CORDON_VERSION);
    html_element(out, "code", "root", report->root);
    buffer_string(out, ".</p>\n</header>\n");
}

static void write_notes(struct buffer *out, const struct report *report) {
    struct texts warnings = report_warnings(out->arena, report);
    if (!warnings.count)
        return;
    buffer_string(out, "<section>\n<h2>Notes on the run</h2>\n<ul>\n");
    for (size_t i = 0; i < warnings.count; i++) {
        html_element(out, "li", "note", warnings.items[i]);
        buffer_byte(out, '\n');
    }
    buffer_string(out, "</ul>\n</section>\n");
}

/* ---- scores ---- */

/* package: its index, or "" for all; category: NULL for all. */
static void write_cell(struct buffer *out, const struct counts *counts, bool preview,
                       struct text package, const char *category) {
    enum { LEVELS = 10 };
    size_t applicable = counts_applicable(counts);
    if (!applicable) {
        buffer_string(out, "<td class=\"none\"><span aria-label=\"nothing applies\">–</span></td>");
        return;
    }
    size_t passing = counts_passing(counts, preview);
    buffer_format(out,
                  "<td class=\"level-%zu\"><a href=\"#findings\" data-package=\"%.*s\" "
                  "data-category=\"%s\">%zu/%zu</a></td>",
                  passing * LEVELS / applicable, TEXT_ARGS(package), category ? category : "",
                  passing, applicable);
}

static void write_row(struct buffer *out, const struct score *score, struct text package) {
    write_cell(out, &score->all, score->preview, package, NULL);
    for (int i = 0; i < CATEGORY_COUNT; i++)
        write_cell(out, &score->categories[i], score->preview, package,
                   category_name((enum category)i));
    buffer_string(out, "</tr>\n");
}

static void write_scores(struct buffer *out, const struct report *report) {
    buffer_string(out, "<section>\n<h2 id=\"scores\">Scores</h2>\n"
                       "<p>Rules met of the rules that apply; a warning counts as met. A number "
                       "shows what is behind it.</p>\n"
                       "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Package</th>"
                       "<th scope=\"col\">All</th>");
    for (int i = 0; i < CATEGORY_COUNT; i++)
        buffer_format(out, "<th scope=\"col\">%s</th>", category_title((enum category)i));
    buffer_string(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->package_count; i++) {
        const struct package_report *package = &report->packages[i];
        buffer_format(out, "<tr><th scope=\"row\"><a href=\"#package-%zu\">", i);
        markup_text(out, package->name);
        buffer_string(out, "</a></th>");
        write_row(out, &package->score, text_format(out->arena, "%zu", i));
    }
    buffer_string(out, "</tbody>\n");
    if (report->package_count > 1) {
        buffer_string(out, "<tfoot><tr><th scope=\"row\">All packages</th>");
        write_row(out, &report->score, T(""));
        buffer_string(out, "</tfoot>\n");
    }
    buffer_string(out, "</table></div>\n</section>\n");
}

/* ---- filters ---- */

static bool has_entries(const struct report *report, const struct rule *rule) {
    for (size_t p = 0; p < report->package_count; p++)
        for (size_t i = 0; i < report->packages[p].rule_count; i++)
            if (report->packages[p].rules[i].rule == rule)
                return true;
    return false;
}

static void write_choices(struct buffer *out, const struct report *report) {
    buffer_string(out, "<label>Package <select id=\"package\"><option value=\"\">all</option>\n");
    for (size_t i = 0; i < report->package_count; i++) {
        buffer_format(out, "<option value=\"%zu\">", i);
        markup_text(out, report->packages[i].name);
        buffer_string(out, "</option>\n");
    }
    buffer_string(out, "</select></label>\n"
                       "<label>Category <select id=\"category\"><option value=\"\">all</option>\n");
    for (int i = 0; i < CATEGORY_COUNT; i++)
        buffer_format(out, "<option value=\"%s\">%s</option>\n", category_name((enum category)i),
                      category_title((enum category)i));
    buffer_string(out, "</select></label>\n"
                       "<label>Rule <select id=\"rule\"><option value=\"\">all</option>\n");
    for (size_t i = 0; i < registry_count; i++)
        if (has_entries(report, registry[i]))
            buffer_format(out, "<option value=\"%s\">%s %s</option>\n", registry[i]->code,
                          registry[i]->code, registry[i]->name);
    buffer_string(out, "</select></label>\n"
                       "<label>Text <input id=\"text\" type=\"search\" "
                       "placeholder=\"in message, file or source\"></label>\n");
}

static void write_filters(struct buffer *out, const struct report *report) {
    buffer_string(out, "<form id=\"filters\" role=\"search\" aria-label=\"Filter\" hidden>\n");
    write_choices(out, report);
    buffer_string(out, "<fieldset><legend>Status</legend>\n");
    for (int i = 0; i < STATUS_COUNT; i++)
        buffer_format(
            out,
            "<label class=\"%s\"><input type=\"checkbox\" name=\"status\" value=\"%s\"%s> "
            "%s <span class=\"count\">%zu</span></label>\n",
            status_name((enum status)i), status_name((enum status)i),
            i <= STATUS_SUPPRESSED ? " checked" : "", status_title((enum status)i),
            report->counts.of[i]);
    buffer_string(out, "</fieldset>\n<p><output id=\"shown\" aria-live=\"polite\"></output> "
                       "<button type=\"button\" id=\"clear\">Reset</button></p>\n</form>\n");
}

/* ---- packages ---- */

/* Findings and outcomes in the order of rules. */
static void write_entries(struct buffer *out, const struct package_report *package,
                          const struct render_options *options) {
    size_t next = 0;
    for (size_t r = 0; r < package->rule_count; r++) {
        const struct rule_result *result = &package->rules[r];
        for (size_t i = 0; i < result->count; i++)
            html_finding(out, &package->diagnostics[result->first + i], options);
        for (; next < package->outcome_count && package->outcomes[next].rule == result->rule;
             next++)
            html_outcome(out, &package->outcomes[next], options);
    }
}

static void write_package(struct buffer *out, const struct package_report *package, size_t index,
                          const struct render_options *options) {
    buffer_format(out, "<section class=\"package\" data-package=\"%zu\">\n<h3 id=\"package-%zu\">",
                  index, index);
    markup_text(out, package->name);
    buffer_format(out, " <small>%s in ",
                  package->kind == PACKAGE_HELPER ? "helper package" : "evaluation");
    markup_text(out, package->folder);
    buffer_string(out, "</small></h3>\n");
    if (package->skipped.data) {
        buffer_string(out, "<p>Not linted: ");
        markup_text(out, package->skipped);
        buffer_string(out, "</p>\n");
    } else {
        html_element(out, "p", "score", score_text(out->arena, &package->score));
        buffer_byte(out, '\n');
    }
    write_entries(out, package, options);
    buffer_string(out, "</section>\n");
}

void render_html(struct buffer *out, const struct report *report,
                 const struct render_options *options) {
    write_head(out);
    write_top(out, report);
    buffer_string(out, "<main>\n");
    write_scores(out, report);
    write_notes(out, report);
    buffer_string(out, "<section>\n<h2 id=\"findings\">Findings</h2>\n");
    write_filters(out, report);
    for (size_t i = 0; i < report->package_count; i++) {
        write_package(out, &report->packages[i], i, options);
        render_written(options);
    }
    buffer_string(out, "<p id=\"nothing\" hidden>Nothing matches these filters.</p>\n"
                       "</section>\n</main>\n<script>");
    buffer_text(out, html_script.content);
    buffer_string(out, "</script>\n</body>\n</html>\n");
}
