/*
 * suggest: "did you mean ...?"
 */
#ifndef CORDON_BASE_SUGGEST_H
#define CORDON_BASE_SUGGEST_H

#include "base/text.h"

/* The candidate closest to word by edit distance (insert, delete, change, swap neighbours; case
 * ignored), or NULL data when none is close enough to be meant. */
struct text suggest(struct text word, const struct text *candidates, size_t count);

/* "; did you mean 'near'?", to end a message with; empty for NULL data. */
struct text suggest_phrase(struct arena *arena, struct text near);

#endif
