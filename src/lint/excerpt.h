/*
 * excerpt: the source line of a finding. Not for rules.
 */
#ifndef CORDON_LINT_EXCERPT_H
#define CORDON_LINT_EXCERPT_H

#include "lint/report.h"

struct excerpts {
    struct package *package;
    struct map files; /* path to struct excerpt_lines */
    bool looked;      /* whether the package's folder is inside the root is known */
    bool inside;
};

/* Sets the diagnostic's excerpt, copied to arena, when its file is one that can be shown: readable
 * UTF-8 text inside the root. */
void excerpt_find(struct excerpts *excerpts, struct arena *arena, struct diagnostic *diagnostic);

#endif
