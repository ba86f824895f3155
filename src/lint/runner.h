/*
 * runner: runs the rules over packages, on several threads, and judges what they find.
 */
#ifndef CORDON_LINT_RUNNER_H
#define CORDON_LINT_RUNNER_H

#include "base/workers.h"
#include "lint/report.h"
#include "repo/layout.h"

struct lint_options {
    struct texts select; /* --select; with data NULL the configuration's holds */
    struct texts ignore; /* --ignore, beside the configuration's */
    unsigned jobs;       /* 0: as many as there are processors */
    /* Called now and then with the number of packages that are done; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *progress_context;
};

struct lint_run {
    struct report report; /* valid until lint_release() */
    struct workers workers;
    struct cleanup cleanup;
    struct heap *heap;
};

/* Which selected rules are not in force, as notices; nothing to hold against the run. */
void lint_selection_notices(struct arena *arena, const struct config *config,
                            const struct lint_options *options, struct notices *notices);

/* False with *error set: an option of a rule is wrong, or memory ran out. To be released only when
 * it is true. */
bool lint_packages(struct lint_run *run, struct repository *repository,
                   const struct package_places *places, const struct lint_options *options,
                   struct error *error);
void lint_release(struct lint_run *run);

#endif
