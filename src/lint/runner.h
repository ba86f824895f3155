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
    /* Asked before each package and each rule, by any thread; true ends the run. May be NULL. */
    bool (*cancelled)(void *context);
    void *context;
    /* Given a package's report in place of the run's, which then has its counts, score and warnings
     * but no findings: for a document that is made package by package. Called by any thread, with
     * the memory that lasts as long as the run. Not for a package whose findings may be another's
     * as well. May be NULL. */
    void (*finished)(void *context, struct arena *kept, size_t place,
                     const struct package_report *report);
    void *finished_context;
};

enum lint_result { LINT_DONE, LINT_INVALID, LINT_CANCELLED, LINT_OUT_OF_MEMORY };

struct lint_run {
    struct report report; /* valid until lint_release() */
    struct workers workers;
    struct cleanup cleanup;
    struct heap *heap;
};

/* Which selected rules are not in force, and which options of rules that do not run are wrong, as
 * notices; nothing to hold against the run. */
void lint_selection_notices(struct arena *arena, const struct config *config,
                            const struct lint_options *options, struct notices *notices);

/* LINT_INVALID: an option of a rule is wrong. Unless it is LINT_DONE, *error is set and there is
 * nothing to release. */
enum lint_result lint_packages(struct lint_run *run, struct repository *repository,
                               const struct package_places *places,
                               const struct lint_options *options, struct error *error);
void lint_release(struct lint_run *run);

#endif
