/*
 * ruff_glob: the glob patterns of ruff's settings. `*` and `?` match `/` as well; there are sets,
 * `{a,b}`, folders as a recursive star and backslash escapes. Not for use outside ruff/.
 */
#ifndef CORDON_RULES_RUFF_GLOB_H
#define CORDON_RULES_RUFF_GLOB_H

#include "base/text.h"

struct ruff_glob;

/* The first bytes of the pattern are taken literally. NULL when the rest is no glob. */
const struct ruff_glob *ruff_glob_compile(struct arena *arena, struct text pattern, size_t literal);

/* The whole text must match. Takes time proportional to pattern times text. */
bool ruff_glob_match(struct arena *arena, const struct ruff_glob *glob, struct text text);

#endif
