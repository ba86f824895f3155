#include "render/excerpt_lines.h"

#include "base/printable.h"
#include "base/utf8.h"

/* Takes characters off the front of text until it is at most width columns wide. */
static struct text drop_front(struct text text, size_t width) {
    const char *at = text.data, *end = text.data + text.size;
    size_t size = utf8_width(text);
    while (at < end && size > width) {
        const char *begin = at;
        utf8_next(&at, end);
        size -= utf8_width(text_range(begin, at));
    }
    return text_range(at, end);
}

static struct text drop_back(struct text text, size_t width) {
    const char *at = text.data, *end = text.data + text.size;
    size_t size = 0;
    while (at < end) {
        const char *begin = at;
        utf8_next(&at, end);
        size += utf8_width(text_range(begin, at));
        if (size > width)
            return text_range(text.data, begin);
    }
    return text;
}

static size_t digits(uint32_t number) {
    size_t count = 1;
    while (number /= 10)
        count++;
    return count;
}

size_t excerpt_gutter(const struct diagnostic *diagnostic) {
    return digits(diagnostic->location.line);
}

static void begin_line(struct page *page, size_t gutter, struct text number) {
    buffer_repeat(page->out, ' ', 2 + gutter - number.size);
    page_text(page, STYLE_DIM, number);
    page_string(page, STYLE_DIM, " |");
}

/* The line with what is before the column cut on the left and what is behind it on the right, so
 * that the column is in view; then the caret below it. */
void excerpt_lines(struct page *page, const struct diagnostic *diagnostic) {
    struct arena *arena = page->out->arena;
    uint32_t column = diagnostic->location.column, first = diagnostic->excerpt.first_column;
    size_t split = column >= first ? column - first : 0;
    struct text before = printable(arena, text_slice(diagnostic->excerpt.line, 0, split));
    struct text behind = text_from(printable(arena, diagnostic->excerpt.line), before.size);
    size_t gutter = excerpt_gutter(diagnostic);
    size_t room = page->width > gutter + 26 ? page->width - gutter - 6 : 20;
    bool cut_front = first > 1 || utf8_width(before) > room / 2;
    if (cut_front)
        before = drop_front(before, room / 2 - 1);
    size_t used = utf8_width(before) + cut_front;
    struct text shown = drop_back(behind, room - used - 1);
    begin_line(page, gutter, text_format(arena, "%u", diagnostic->location.line));
    buffer_format(page->out, " %s%.*s%.*s%s\n", cut_front ? "…" : "", TEXT_ARGS(before),
                  TEXT_ARGS(shown), shown.size < behind.size ? "…" : "");
    if (!column)
        return;
    begin_line(page, gutter, T(""));
    buffer_repeat(page->out, ' ', 1 + used);
    page_string(page, status_style(diagnostic->status), "^");
    buffer_byte(page->out, '\n');
}
