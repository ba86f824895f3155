/*
 * changed: which packages files belong to, so that a hook need not lint everything.
 */
#ifndef CORDON_REPO_CHANGED_H
#define CORDON_REPO_CHANGED_H

#include "repo/layout.h"

/* The packages that files may have an effect on, in the order of layout_add_all(): their code,
 * their tests or their isolated package, or all packages for what is read for all, such as
 * pyproject.toml. Paths are absolute or relative to the root; other files do not count, nor need
 * any exist. False with *error set. */
bool changed_add(struct arena *arena, const struct repository *repository, struct texts paths,
                 struct package_places *places, struct error *error);

#endif
