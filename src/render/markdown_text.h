/*
 * markdown_text: our own pages, which are Markdown, as text for a terminal: headings bold, code
 * indented, the rest wrapped.
 */
#ifndef CORDON_RENDER_MARKDOWN_TEXT_H
#define CORDON_RENDER_MARKDOWN_TEXT_H

#include "base/buffer.h"

/* Reads ATX headings, fenced code, lists, tables and paragraphs, and in them code spans, emphasis
 * and links. Ends with a line end. */
void markdown_text(struct buffer *out, struct text text, bool color, size_t width);

#endif
