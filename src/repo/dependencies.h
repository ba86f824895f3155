/*
 * dependencies: what the repository declares, and what that brings along. Read once for the whole
 * repository, when a rule first asks; never changed after that.
 *
 * All names of distributions are normalised. A map is a set where no value is told.
 */
#ifndef CORDON_REPO_DEPENDENCIES_H
#define CORDON_REPO_DEPENDENCIES_H

#include "repo/environment.h"
#include "repo/repository.h"

struct dependencies {
    struct map core;     /* [project].dependencies and what they require in turn */
    struct map grouped;  /* listed in some extra or dependency group, `dev` groups left out */
    struct map groups;   /* names of those extras and groups, as written */
    struct map isolated; /* folder below isolated-packages-dir to struct map: what it declares */
    struct map isolated_any;               /* declared by any of them */
    const struct environment *environment; /* NULL when there is none */
    bool transitive; /* a lock file or an environment told what is required in turn */
    struct errors warnings;
};

struct dependencies_once;

/* Without reading anything yet. */
struct dependencies_once *dependencies_prepare(struct arena *arena,
                                               const struct repository *repository);
void dependencies_release(struct dependencies_once *once);

/* From any thread; heap is the caller's, which is left when memory runs out. */
const struct dependencies *dependencies_get(struct dependencies_once *once, struct heap *heap);

#endif
