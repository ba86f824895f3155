#include "base/printable.h"
#include "lint/registry.h"
#include "render/render.h"
#include "render/titles.h"

/*
 * Everything that comes from the repository is written so that CommonMark cannot read it as markup:
 * paths and names in code spans whose fence is longer than any run of backticks in them, prose with
 * every character that could begin markup escaped.
 */

static size_t longest_run(struct text text, char byte) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text.size; i++) {
        run = text.data[i] == byte ? run + 1 : 0;
        if (run > longest)
            longest = run;
    }
    return longest;
}

/* A blank inside the fence keeps a backtick at an end apart from it, and is not part of the text.
 */
static void write_code(struct buffer *out, struct text text) {
    text = printable(out->arena, text);
    size_t fence = longest_run(text, '`') + 1;
    bool blank = fence > 1 || !text.size;
    buffer_repeat(out, '`', fence);
    buffer_string(out, blank ? " " : "");
    buffer_text(out, text);
    buffer_string(out, blank ? " " : "");
    buffer_repeat(out, '`', fence);
}

/* GitHub makes links of @name, #1 and www.host in text, whatever is escaped; nothing of that sort
 * survives a comment in its middle. */
static bool begins_link(struct text text, size_t at) {
    struct text rest = text_from(text, at + 1);
    bool word = rest.size && rest.data[0] != ' ';
    if (text.data[at] == '@' || text.data[at] == '#')
        return word;
    return text.data[at] == '.' && at >= 3 &&
           text_equal_ignoring_case(text_slice(text, at - 3, at), T("www"));
}

static void write_prose(struct buffer *out, struct text text) {
    text = printable(out->arena, text);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] && strchr("\\`*_{}[]<>()#|~&!@:", text.data[i]))
            buffer_byte(out, '\\');
        buffer_byte(out, text.data[i]);
        if (begins_link(text, i))
            buffer_string(out, "<!-- -->");
    }
}

/* In a link's target: what could end it is percent-encoded. */
static void write_target(struct buffer *out, struct text target) {
    for (size_t i = 0; i < target.size; i++) {
        unsigned char c = (unsigned char)target.data[i];
        if (c <= ' ' || c >= 0x7f || strchr("()<>\\`\"", c))
            buffer_format(out, "%%%02X", c);
        else
            buffer_byte(out, (char)c);
    }
}

static void write_ratio(struct buffer *out, const struct score *score,
                        const struct counts *counts) {
    if (counts_applicable(counts))
        buffer_format(out, "%zu/%zu", counts_passing(counts, score->preview),
                      counts_applicable(counts));
    else
        buffer_string(out, "\xe2\x80\x94");
}

static void write_headline(struct buffer *out, const struct score *score) {
    buffer_string(out, "**");
    write_ratio(out, score, &score->all);
    buffer_string(out, " checks met**");
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        buffer_format(out, " \xc2\xb7 %s ", category_title((enum category)i));
        write_ratio(out, score, &score->categories[i]);
    }
    buffer_string(out, "\n\n");
}

static void write_place(struct buffer *out, const struct location *at,
                        const struct render_options *options) {
    struct text label =
        at->line ? text_format(out->arena, "%.*s:%u", TEXT_ARGS(at->file), at->line) : at->file;
    const char *link =
        options->source_link ? options->source_link(options->user, at->file, at->line) : NULL;
    if (!link) {
        write_code(out, label);
        return;
    }
    buffer_byte(out, '[');
    write_code(out, label);
    buffer_string(out, "](");
    write_target(out, text_of(link));
    buffer_byte(out, ')');
}

static void write_finding(struct buffer *out, const struct diagnostic *diagnostic,
                          enum status rule_status, const struct render_options *options) {
    buffer_string(out, "  - ");
    if (diagnostic->status == STATUS_SUPPRESSED && rule_status != STATUS_SUPPRESSED)
        buffer_string(out, "*suppressed* ");
    write_place(out, &diagnostic->location, options);
    buffer_byte(out, ' ');
    write_prose(out, diagnostic->message);
    if (diagnostic->hint.size) {
        buffer_string(out, "<br>  Hint: ");
        write_prose(out, diagnostic->hint);
    }
    buffer_byte(out, '\n');
}

static void write_rule(struct buffer *out, const struct package_report *package,
                       const struct rule_result *result, const struct render_options *options) {
    buffer_format(out, "- **%s** [`%s`](", status_title(result->status), result->rule->name);
    write_target(out, options->docs_base);
    buffer_format(out, "/%s/)\n", result->rule->code);
    for (size_t i = 0; i < result->count; i++)
        write_finding(out, &package->diagnostics[result->first + i], result->status, options);
}

static bool is_listed(const struct rule_result *result) {
    return result->status <= STATUS_SUPPRESSED;
}

static void write_package(struct buffer *out, const struct package_report *package,
                          const struct render_options *options) {
    buffer_repeat(out, '#', options->heading_level);
    buffer_byte(out, ' ');
    write_code(out, package->name);
    buffer_string(out, package->kind == PACKAGE_HELPER ? " (helper package)\n\n" : "\n\n");
    if (package->skipped.data) {
        buffer_string(out, "Not linted: ");
        write_prose(out, package->skipped);
        buffer_string(out, "\n\n");
        return;
    }
    write_headline(out, &package->score);
    size_t listed = 0;
    for (size_t i = 0; i < package->rule_count; i++)
        listed += is_listed(&package->rules[i]);
    if (!listed) {
        buffer_string(out, "Every applicable check is met.\n\n");
        return;
    }
    buffer_format(
        out, "<details>\n<summary>%zu rule(s) not met, with warnings or suppressed</summary>\n\n",
        listed);
    for (size_t i = 0; i < package->rule_count; i++)
        if (is_listed(&package->rules[i]))
            write_rule(out, package, &package->rules[i], options);
    buffer_string(out, "\n</details>\n\n");
}

void render_markdown(struct buffer *out, const struct report *report,
                     const struct render_options *options) {
    for (size_t i = 0; i < report->package_count; i++) {
        write_package(out, &report->packages[i], options);
        render_written(options);
    }
    if (options->footer)
        buffer_string(out,
                      "A warning counts as met, a suppressed rule as applicable but not met, and "
                      "a rule that does not apply is left out. Each name links to its page.\n");
}
