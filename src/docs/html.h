/*
 * html: Markdown as HTML.
 */
#ifndef CORDON_DOCS_HTML_H
#define CORDON_DOCS_HTML_H

#include "base/buffer.h"

/* The body of a page. Headings get an id (html_anchor), links to ".md" lead to ".html"; lines that
 * are a comment are left out, other HTML is shown as text. False when the library gives up. */
bool html_from_markdown(struct buffer *out, struct text markdown);

/* The id of a heading, as GitHub makes it: lower case, blanks as '-', punctuation left out.
 * Of HTML, tags and entities are left out as well. */
struct text html_anchor(struct arena *arena, struct text heading, bool is_html);

/* Text between tags or in an attribute. */
void html_escape(struct buffer *out, struct text text);

#endif
