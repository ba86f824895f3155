#include "base/printable.h"
#include "render/place.h"
#include "render/render.h"

/*
 * Workflow commands:
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions A value ends at
 * the line's end, a property also at a comma or colon, so these are escaped.
 */

/* GitHub keeps this many annotations of a kind for a step. */
enum { MOST_ANNOTATIONS = 10 };

/* Bytes of escaped by their number, of the rest what a terminal would obey as printable text. */
static void escape(struct buffer *out, struct text value, const char *escaped) {
    for (size_t begin = 0; begin < value.size;) {
        size_t end = begin;
        while (end < value.size && !(value.data[end] && strchr(escaped, value.data[end])))
            end++;
        printable_add(out, text_slice(value, begin, end));
        if (end < value.size)
            buffer_format(out, "%%%02X", (unsigned char)value.data[end]);
        begin = end + 1;
    }
}

static void write_property(struct buffer *out, struct text value) {
    escape(out, value, "%\r\n:,");
}

/* A line end in a name or message stays an escape that is seen, so that a finding is one line. */
static void write_data(struct buffer *out, struct text value) {
    escape(out, value, "%");
}

static void write_annotation(struct buffer *out, const struct diagnostic *diagnostic) {
    const struct location *at = &diagnostic->location;
    buffer_format(out, "::%s file=", diagnostic->status == STATUS_FAIL ? "error" : "warning");
    write_property(out, at->file);
    if (at->line)
        buffer_format(out, ",line=%u", at->line);
    if (at->line && at->column)
        buffer_format(out, ",col=%u", at->column);
    buffer_format(out, ",title=%s %s::", diagnostic->rule->code, diagnostic->rule->name);
    /* The job's log shows nothing but the message, so it says once more where and what. */
    struct buffer place;
    buffer_init(&place, out->arena);
    place_write(&place, at);
    write_data(out, buffer_view(&place));
    buffer_format(out, " %s %s: ", diagnostic->rule->code, diagnostic->rule->name);
    write_data(out, diagnostic->message);
    if (diagnostic->hint.size) {
        buffer_string(out, "; ");
        write_data(out, diagnostic->hint);
    }
    buffer_byte(out, '\n');
}

void render_github(struct buffer *out, const struct report *report,
                   const struct render_options *options) {
    size_t passed = 0;
    for (size_t p = 0; p < report->package_count; p++) {
        const struct package_report *package = &report->packages[p];
        passed += package_passed(package);
        for (size_t i = 0; i < package->diagnostic_count; i++)
            if (package->diagnostics[i].status <= STATUS_WARN)
                write_annotation(out, &package->diagnostics[i]);
        render_written(options);
    }
    const struct counts *counts = &report->counts;
    buffer_format(out,
                  "inspect-evals-lint: %zu/%zu packages passed; %zu failed, %zu warnings, %zu "
                  "suppressed\n",
                  passed, report->package_count, counts->of[STATUS_FAIL], counts->of[STATUS_WARN],
                  counts->of[STATUS_SUPPRESSED]);
    if (counts->of[STATUS_FAIL] > MOST_ANNOTATIONS || counts->of[STATUS_WARN] > MOST_ANNOTATIONS)
        buffer_format(
            out,
            "GitHub shows at most %d errors and %d warnings of a step as annotations; the "
            "log above has all of them.\n",
            MOST_ANNOTATIONS, MOST_ANNOTATIONS);
}
