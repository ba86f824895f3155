/*
 * annotations: those of the parameters and results of functions, which rules about calls leave out.
 */
#ifndef CORDON_RULES_ANNOTATIONS_H
#define CORDON_RULES_ANNOTATIONS_H

#include "base/vector.h"
#include "python/index.h"

struct annotations {
    VECTOR(const struct py_node *) items; /* in order of the source */
};

struct annotations annotations_of(struct arena *arena, const struct py_index *index);

/* Whether a node is part of one. */
bool annotations_hold(const struct annotations *annotations, const struct py_node *node);

#endif
