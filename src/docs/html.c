#include "docs/html.h"

#include "base/map.h"

#include <errno.h>
#include <md4c-html.h>

void html_escape(struct buffer *out, struct text text) {
    for (size_t i = 0; i < text.size; i++) {
        switch (text.data[i]) {
        case '&':
            buffer_string(out, "&amp;");
            break;
        case '<':
            buffer_string(out, "&lt;");
            break;
        case '>':
            buffer_string(out, "&gt;");
            break;
        case '"':
            buffer_string(out, "&quot;");
            break;
        default:
            buffer_byte(out, text.data[i]);
        }
    }
}

/* The end of the tag or entity at position i, or i. */
static size_t skip_markup(struct text html, size_t i) {
    char closing = html.data[i] == '<' ? '>' : html.data[i] == '&' ? ';' : 0;
    if (!closing)
        return i;
    size_t size = text_find_byte(text_from(html, i), closing);
    return size == TEXT_NONE ? i : i + size + 1;
}

static bool is_word(unsigned char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte >= 0x80 ||
           byte == '-' || byte == '_';
}

struct text html_anchor(struct arena *arena, struct text heading, bool is_html) {
    struct buffer anchor;
    buffer_init(&anchor, arena);
    struct text lower = text_lower(arena, heading);
    for (size_t i = 0; i < lower.size; i++) {
        size_t end = is_html ? skip_markup(lower, i) : i;
        if (end > i)
            i = end - 1;
        else if (lower.data[i] == ' ')
            buffer_byte(&anchor, '-');
        else if (is_word((unsigned char)lower.data[i]))
            buffer_byte(&anchor, lower.data[i]);
    }
    return buffer_view(&anchor);
}

static struct text without_comments(struct arena *arena, struct text markdown) {
    struct buffer kept;
    buffer_init(&kept, arena);
    struct text rest = markdown, line;
    while (text_split(&rest, '\n', &line)) {
        if (text_starts(line, T("<!-- ")))
            continue;
        buffer_text(&kept, line);
        buffer_byte(&kept, '\n');
    }
    return buffer_view(&kept);
}

/* Markdown's library must not be left in the middle, so what takes memory is tried. */
struct output {
    struct buffer *out;
    struct text part;
    bool lost;
};

static void add_part(void *argument) {
    struct output *output = argument;
    buffer_text(output->out, output->part);
}

/* Prose names __init__.py: here an underscore is one. Under MD_FLAG_UNDERLINE the library turns
 * each into a tag of its own. */
static void take_output(const MD_CHAR *data, MD_SIZE size, void *user) {
    struct output *output = user;
    output->part = (struct text){data, size};
    if (text_is(output->part, "<u>") || text_is(output->part, "</u>"))
        output->part = T("_");
    if (!output->lost)
        output->lost = !heap_run(output->out->arena->heap, add_part, output);
}

/* Writes "<h2" with an id instead of "<h2>"; the number of bytes that were taken. */
static size_t write_heading(struct buffer *out, struct text html, struct map *anchors) {
    size_t end = text_find(html, T("</h"));
    struct text anchor = html_anchor(out->arena, text_slice(html, 4, end), true);
    void **times = map_put(out->arena, anchors, anchor);
    buffer_format(out, "<h%c id=\"%.*s", html.data[2], TEXT_ARGS(anchor));
    if (*times)
        buffer_format(out, "-%zu", (size_t)(uintptr_t)*times);
    *times = (void *)((uintptr_t)*times + 1);
    buffer_string(out, "\">");
    return 4;
}

static size_t write_link(struct buffer *out, struct text html) {
    static const char opening[] = "<a href=\"";
    size_t begin = sizeof opening - 1;
    struct text target =
        text_slice(html, begin, begin + text_find_byte(text_from(html, begin), '"'));
    struct text path = text_slice(target, 0, text_find_byte(target, '#'));
    buffer_string(out, opening);
    if (text_contains(target, T("://")) || !text_ends(path, T(".md"))) {
        buffer_text(out, target);
        return begin + target.size;
    }
    buffer_text(out, text_slice(path, 0, path.size - 3));
    buffer_string(out, ".html");
    buffer_text(out, text_from(target, path.size));
    return begin + target.size;
}

static bool is_heading(struct text html) {
    return html.size > 4 && html.data[1] == 'h' && html.data[2] >= '1' && html.data[2] <= '6' &&
           html.data[3] == '>';
}

bool html_from_markdown(struct buffer *out, struct text markdown) {
    struct buffer plain;
    struct output output = {.out = &plain};
    buffer_init(&plain, out->arena);
    struct text source = without_comments(out->arena, markdown);
    errno = 0;
    int failed = md_html(source.data, (MD_SIZE)source.size, take_output, &output,
                         MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_UNDERLINE, 0);
    if (output.lost || (failed && errno == ENOMEM))
        heap_exhausted(out->arena->heap);
    if (failed)
        return false;
    struct map anchors = {0};
    struct text html = buffer_view(&plain);
    while (html.size) {
        size_t next = text_find_byte(html, '<');
        buffer_text(out, text_slice(html, 0, next));
        if (next == TEXT_NONE)
            break;
        html = text_from(html, next);
        size_t taken = 1;
        if (is_heading(html))
            taken = write_heading(out, html, &anchors);
        else if (text_starts(html, T("<a href=\"")))
            taken = write_link(out, html);
        else
            buffer_byte(out, '<');
        html = text_from(html, taken);
    }
    return true;
}
