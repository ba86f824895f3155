/*
 * printable: foreign text for a terminal or a log. What could move the cursor, change colours or
 * turn the order of letters around is written as an escape: \x1b, \u202e. So is what a GitHub job
 * would take for a command: "##[" anywhere, "::" at the start of a word, where a line may begin.
 */
#ifndef CORDON_BASE_PRINTABLE_H
#define CORDON_BASE_PRINTABLE_H

#include "base/buffer.h"

/* Whether a terminal or an editor would obey this code point instead of showing it. */
bool printable_is_dangerous(uint32_t c);

/* Whether the byte at that place completes the start of a command. */
bool printable_is_command(struct text text, size_t at);

/* A tab is four blanks; line ends are escaped too. */
void printable_add(struct buffer *out, struct text text);

struct text printable(struct arena *arena, struct text text);

#endif
