/*
 * cover: which rules are suppressed where: by comments, and by per-file-ignores. Not for rules.
 */
#ifndef CORDON_LINT_COVER_H
#define CORDON_LINT_COVER_H

#include "lint/check.h"

struct covers {
    struct package *package;
    struct map files; /* path to struct cover: read when a file's first finding is judged */
};

bool cover_suppresses(struct covers *covers, const struct raw_finding *raw);

#endif
