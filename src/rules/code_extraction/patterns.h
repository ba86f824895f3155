/*
 * patterns: the texts that an argument may be. Not for use outside code_extraction/.
 */
#ifndef CORDON_RULES_PATTERNS_H
#define CORDON_RULES_PATTERNS_H

#include "python/index.h"
#include "rules/code_extraction/fence.h"

struct patterns {
    struct arena *arena;
    const struct py_index *index;
    struct bindings **scopes; /* of each function, and of the module at the end; NULL: not read */
    size_t joined;            /* bytes that were put together */
};

void patterns_init(struct patterns *patterns, struct arena *arena, const struct py_index *index);

/* Of all literal texts the argument may be, in a function or, for NULL, in the module. */
struct fence patterns_of(struct patterns *patterns, const struct py_node *argument,
                         const struct py_function *function);

#endif
