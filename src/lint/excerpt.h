/*
 * excerpt: the source line of a finding or of a step of its trace. Not for rules.
 */
#ifndef CORDON_LINT_EXCERPT_H
#define CORDON_LINT_EXCERPT_H

#include "lint/report.h"

struct excerpts {
    struct package *package;
    struct map files; /* path to struct excerpt_lines */
};

/* Copied to arena when the file is one that can be shown: readable UTF-8 text. */
struct excerpt excerpt_find(struct excerpts *excerpts, struct arena *arena,
                            const struct location *location);

#endif
