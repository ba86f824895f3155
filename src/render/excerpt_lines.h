/*
 * excerpt_lines: a source line and a caret below its column.
 */
#ifndef CORDON_RENDER_EXCERPT_LINES_H
#define CORDON_RENDER_EXCERPT_LINES_H

#include "render/style.h"

size_t excerpt_gutter(const struct diagnostic *diagnostic); /* width of the line number */
void excerpt_lines(struct page *page, const struct diagnostic *diagnostic);

#endif
