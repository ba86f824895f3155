/*
 * check: whether a text is in the small language of conditions.
 */
#ifndef CORDON_CONDITION_CHECK_H
#define CORDON_CONDITION_CHECK_H

#include "condition/condition.h"
#include "python/parse.h"

/* The tree of the stripped text when every node of it is allowed, else NULL and *refusal is set.
 * The tree and the stripped text live in the arena. */
const struct py_tree *condition_check(struct arena *arena, struct text text,
                                      struct condition_refusal *refusal);

/* math.isnan or math.isinf: the attribute itself, or NULL. */
const struct py_Attribute *condition_math_function(const struct py_node *node);

#endif
