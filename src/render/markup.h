/*
 * markup: foreign text in HTML and XML.
 */
#ifndef CORDON_RENDER_MARKUP_H
#define CORDON_RENDER_MARKUP_H

#include "base/buffer.h"

/* As text or as the value of an attribute in double quotes. Control characters are shown as
 * escapes. */
void markup_text(struct buffer *out, struct text text);

#endif
