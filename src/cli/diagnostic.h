/*
 * diagnostic: a line of somebody's source with a caret below the place that is meant.
 */
#ifndef CORDON_CLI_DIAGNOSTIC_H
#define CORDON_CLI_DIAGNOSTIC_H

#include "base/buffer.h"

/* Writes line (1-based; lines end at LF, CR and CRLF) of source and a caret below byte column
 * (1-based). Of a long line only the part around the column is shown, and what a terminal would
 * obey is shown as U+FFFD. Writes nothing for a line that is not there. */
void diagnostic_place(struct buffer *out, struct text source, uint32_t line, uint32_t column);

#endif
