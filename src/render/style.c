#include "render/style.h"

#include "base/printable.h"
#include "base/utf8.h"

static const char *const codes[] = {
    [STYLE_PLAIN] = "",           [STYLE_BOLD] = "\033[1m",       [STYLE_DIM] = "\033[2m",
    [STYLE_ERROR] = "\033[1;31m", [STYLE_WARNING] = "\033[1;33m", [STYLE_GOOD] = "\033[32m",
    [STYLE_PLACE] = "\033[36m",   [STYLE_ITALIC] = "\033[3m",
};

enum style status_style(enum status status) {
    switch (status) {
    case STATUS_FAIL:
        return STYLE_ERROR;
    case STATUS_WARN:
        return STYLE_WARNING;
    case STATUS_PASS:
        return STYLE_GOOD;
    default:
        return STYLE_DIM;
    }
}

void page_text(struct page *page, enum style style, struct text text) {
    bool colored = page->color && style != STYLE_PLAIN;
    if (colored)
        buffer_string(page->out, codes[style]);
    printable_add(page->out, text);
    if (colored)
        buffer_string(page->out, "\033[0m");
}

void page_string(struct page *page, enum style style, const char *string) {
    page_text(page, style, text_of(string));
}

void page_format(struct page *page, enum style style, const char *format, ...) {
    va_list words;
    va_start(words, format);
    page_text(page, style, text_vformat(page->out->arena, format, words));
    va_end(words);
}

void page_wrap(struct page *page, struct text text, size_t column, size_t indent) {
    struct text rest = printable(page->out->arena, text), word;
    bool first = true;
    while (text_split(&rest, ' ', &word)) {
        size_t size = utf8_width(word);
        if (column + !first + size > page->width && column > indent) {
            while (page->out->size && page->out->data[page->out->size - 1] == ' ')
                page->out->size--;
            buffer_byte(page->out, '\n');
            buffer_repeat(page->out, ' ', indent);
            column = indent;
            first = true;
        }
        if (!first)
            buffer_byte(page->out, ' ');
        buffer_text(page->out, word);
        column += size + !first;
        first = false;
    }
    buffer_byte(page->out, '\n');
}

void page_cell(struct page *page, enum style style, struct text text, size_t width) {
    struct text shown = printable(page->out->arena, text);
    size_t size = utf8_width(shown);
    page_text(page, style, shown);
    buffer_repeat(page->out, ' ', size < width ? width - size : 0);
}

struct text counted(struct arena *arena, size_t count, const char *noun) {
    return text_format(arena, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}
