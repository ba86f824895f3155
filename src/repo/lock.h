/*
 * lock: uv.lock (docs.astral.sh/uv/concepts/projects/layout), for what each locked distribution
 * requires in turn. Its extras and dependency groups are left out; requirements under a marker
 * count whatever the marker says, since the lock is for every platform.
 */
#ifndef CORDON_REPO_LOCK_H
#define CORDON_REPO_LOCK_H

#include "repo/repository.h"

struct lock;

/* The lock file in the root; NULL when there is none. A broken one is a lock that knows nothing. */
const struct lock *lock_read(struct arena *arena, const struct repository *repository,
                             struct errors *warnings);

const struct lock *lock_parse(struct arena *arena, struct text content, struct errors *warnings);

/* Adds what the names in the set require, and what that requires. Names are normalised. Of a
 * distribution that is locked in several versions the last one's requirements count. */
void lock_add_required(struct arena *arena, const struct lock *lock, struct map *names);

#endif
