#include "render/html.h"

#include "lint/registry.h"
#include "render/markup.h"
#include "render/place.h"
#include "render/titles.h"

void html_element(struct buffer *out, const char *tag, const char *name, struct text text) {
    buffer_format(out, "<%s class=\"%s\">", tag, name);
    markup_text(out, text);
    buffer_format(out, "</%s>", tag);
}

static void begin_entry(struct buffer *out, const struct rule *rule, enum status status,
                        const struct render_options *options) {
    buffer_format(out,
                  "<article class=\"entry %s\" data-rule=\"%s\" data-category=\"%s\" "
                  "data-status=\"%s\">\n<h4>",
                  status_name(status), rule->code, category_name(rule->category),
                  status_name(status));
    html_element(out, "span", "status", text_of(status_title(status)));
    buffer_string(out, " <a rel=\"noreferrer\" href=\"");
    markup_text(out, options->docs_base);
    buffer_format(out, "/%s/\">%s %s</a></h4>\n", rule->code, rule->code, rule->name);
}

static void write_place(struct buffer *out, const struct location *location) {
    struct buffer place;
    buffer_init(&place, out->arena);
    place_write(&place, location);
    html_element(out, "code", "place", buffer_view(&place));
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* The word at the column, or the character when it begins none. */
static size_t marked_size(struct text text) {
    size_t size = 0;
    while (size < text.size && is_word(text.data[size]))
        size++;
    return size || !text.size ? size : 1;
}

static void write_excerpt(struct buffer *out, const struct location *location,
                          const struct excerpt *excerpt) {
    if (!excerpt->line.data)
        return;
    buffer_format(out, "<pre class=\"source\"><span class=\"number\">%u</span><code>%s",
                  location->line, excerpt->first_column > 1 ? "…" : "");
    bool marked = location->column >= excerpt->first_column;
    size_t split = marked ? location->column - excerpt->first_column : excerpt->line.size;
    struct text behind = text_from(excerpt->line, split);
    size_t size = marked_size(behind);
    markup_text(out, text_slice(excerpt->line, 0, split));
    if (size)
        html_element(out, "mark", "at", text_slice(behind, 0, size));
    markup_text(out, text_from(behind, size));
    buffer_string(out, "</code></pre>\n");
}

static void write_trace(struct buffer *out, const struct diagnostic *diagnostic) {
    buffer_string(out, "<ol class=\"trace\" aria-label=\"How the value gets there\">\n");
    for (size_t i = 0; i < diagnostic->trace_count; i++) {
        const struct trace_step *step = &diagnostic->trace[i];
        buffer_string(out, "<li><p>");
        html_element(out, "span", "what", step->what);
        buffer_byte(out, ' ');
        write_place(out, &step->location);
        buffer_string(out, "</p>\n");
        write_excerpt(out, &step->location, &step->excerpt);
        buffer_string(out, "</li>\n");
    }
    buffer_string(out, "</ol>\n");
}

void html_finding(struct buffer *out, const struct diagnostic *diagnostic,
                  const struct render_options *options) {
    begin_entry(out, diagnostic->rule, diagnostic->status, options);
    html_element(out, "p", "message", diagnostic->message);
    buffer_string(out, "\n<p>");
    write_place(out, &diagnostic->location);
    buffer_string(out, "</p>\n");
    if (diagnostic->trace_count)
        write_trace(out, diagnostic);
    else
        write_excerpt(out, &diagnostic->location, &diagnostic->excerpt);
    if (diagnostic->hint.size) {
        buffer_string(out, "<p class=\"hint\"><b>Hint:</b> ");
        markup_text(out, diagnostic->hint);
        buffer_string(out, "</p>\n");
    }
    buffer_string(out, "</article>\n");
}

void html_outcome(struct buffer *out, const struct outcome *outcome,
                  const struct render_options *options) {
    begin_entry(out, outcome->rule, outcome->status, options);
    html_element(out, "p", "message", outcome->message);
    buffer_string(out, "\n</article>\n");
}
