#include "repo/reach.h"

#include "base/vector.h"
#include "repo/environment.h"

struct texts reach_find(struct arena *arena, const struct repository *repository) {
    const struct environment_place place = {repository->root, repository->python,
                                            repository->virtual_env};
    VECTOR(struct text) paths = {0};
    vector_push(arena, &paths, repository->root);
    struct texts installed = environment_reach(arena, &place);
    for (size_t i = 0; i < installed.count; i++)
        vector_push(arena, &paths, installed.items[i]);
    return (struct texts){paths.items, paths.count};
}
