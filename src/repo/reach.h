/*
 * reach: what linting packages reads, root included: the paths a sandbox must leave readable.
 *
 * Links that lead out of the repository are followed to the files that rules look at, so each
 * such target is named. The folders are walked for names only; no file is opened.
 */
#ifndef CORDON_REPO_REACH_H
#define CORDON_REPO_REACH_H

#include "repo/layout.h"

/* Absolute paths of folders and files; some may not exist. */
struct texts reach_find(struct arena *arena, const struct repository *repository,
                        const struct package_places *places);

#endif
