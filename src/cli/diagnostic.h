/*
 * diagnostic: what is wrong with somebody's source, its line, and a caret below the place.
 */
#ifndef CORDON_CLI_DIAGNOSTIC_H
#define CORDON_CLI_DIAGNOSTIC_H

#include "cli/cli.h"

/* "name:line:column", with the parts that are known. */
void diagnostic_head(struct buffer *out, struct text name, uint32_t line, uint32_t column);

/* "name:line:column: reason: message" and the line, to standard error; frees the error. */
void diagnostic_refusal(struct cli *cli, struct text name, cordon_text reason, cordon_error *error);

/* Writes line (1-based; lines end at LF, CR and CRLF) of source and a caret below byte column
 * (1-based). Of a long line only the part around the column is shown, and what a terminal would
 * obey is shown as U+FFFD. Writes nothing for a line that is not there. */
void diagnostic_place(struct buffer *out, struct text source, uint32_t line, uint32_t column);

#endif
