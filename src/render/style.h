/*
 * style: colour, wrapping and alignment of text reports. Not for use outside render/.
 */
#ifndef CORDON_RENDER_STYLE_H
#define CORDON_RENDER_STYLE_H

#include "render/render.h"

enum style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_DIM,
    STYLE_ITALIC,
    STYLE_ERROR,
    STYLE_WARNING,
    STYLE_GOOD,
    STYLE_PLACE
};

struct page {
    struct buffer *out;
    bool color;
    size_t width;
};

enum style status_style(enum status status);

void page_text(struct page *page, enum style style, struct text text);
void page_string(struct page *page, enum style style, const char *string);
void page_format(struct page *page, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Words from the column on; later lines begin at indent. Ends with a line end. */
void page_wrap(struct page *page, struct text text, size_t column, size_t indent);

/* text and blanks up to the width. */
void page_cell(struct page *page, enum style style, struct text text, size_t width);

/* "3 packages", "1 package". */
struct text counted(struct arena *arena, size_t count, const char *noun);

#endif
