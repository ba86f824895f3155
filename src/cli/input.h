/*
 * input: what a user names on the command line: files to read, and numbers. Texts end with a NUL.
 */
#ifndef CORDON_CLI_INPUT_H
#define CORDON_CLI_INPUT_H

#include "base/file.h"

/* "-" is standard input. */
bool input_is_standard(struct text path);

/* A file or standard input as a whole; false with the reason. */
bool input_read(struct arena *arena, struct text path, struct text *content, struct text *why);

bool input_integer(struct text value, int64_t *integer);

/* Any finite number. */
bool input_seconds(struct text value, double *seconds);

#endif
