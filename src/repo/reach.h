/*
 * reach: what linting packages reads, root included: the paths a sandbox must leave readable.
 */
#ifndef CORDON_REPO_REACH_H
#define CORDON_REPO_REACH_H

#include "repo/repository.h"

/* Absolute paths of folders and files; some may not exist. */
struct texts reach_find(struct arena *arena, const struct repository *repository);

#endif
