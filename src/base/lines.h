/*
 * lines: the lines of a text as Python's str.splitlines() counts them. Besides "\n", "\r" and
 * "\r\n" a vertical tab, a form feed, the separators U+001C to U+001E, U+0085, U+2028 and U+2029
 * end a line. What syntax trees count are other lines: see python/parse.h.
 */
#ifndef CORDON_BASE_LINES_H
#define CORDON_BASE_LINES_H

#include "base/text.h"

/* Takes the first line off *rest, without its end; false when nothing is left. */
bool lines_next(struct text *rest, struct text *line);

#endif
