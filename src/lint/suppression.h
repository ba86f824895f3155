/*
 * suppression: the comments `# inspect-evals-lint: ignore[...]` of a file, right and wrong ones.
 */
#ifndef CORDON_LINT_SUPPRESSION_H
#define CORDON_LINT_SUPPRESSION_H

#include "repo/package.h"

enum marker_kind {
    MARKER_LINE,      /* ignore[...] */
    MARKER_FILE,      /* ignore-file[...] within the first ten lines */
    MARKER_LATE_FILE, /* ignore-file further down, whatever follows it */
    MARKER_NO_LIST,   /* ignore or ignore-file without a list, or with one that is never closed */
    MARKER_EMPTY_LIST,
    MARKER_FORMER, /* the former `# noautolint:` */
};

struct marker {
    enum marker_kind kind;
    uint32_t line;          /* 1-based, of the comment */
    uint32_t covered;       /* the line it covers: its own, or one below */
    bool whole_file;        /* written ignore-file, or noautolint-file */
    bool reasoned;          /* a reason follows it; told in preview only */
    struct texts selectors; /* of MARKER_LINE and MARKER_FILE: trimmed, not empty, no repeats */
};

struct markers {
    struct marker *items; /* in order of the text */
    size_t count;
    size_t capacity;
};

enum marked_language { MARKED_PYTHON, MARKED_DOCKERFILE, MARKED_COMPOSE };

/* Every marker of a text. Line ends are those of the language. In preview, the reason of a marker
 * begins with dashes directly behind it; otherwise " -- " anywhere behind it ends the search. */
struct markers markers_read(struct arena *arena, struct text source, enum marked_language language,
                            bool preview);

/* The markers of a file of the package by its path; none for files that are not read for them:
 * other kinds of files, files outside the package, excluded and undecodable ones. */
struct markers package_markers(struct package *package, struct text path);

#endif
