/*
 * literal: what can be said of a value without running anything.
 */
#ifndef CORDON_PYTHON_LITERAL_H
#define CORDON_PYTHON_LITERAL_H

#include "base/map.h"
#include "python/parse.h"

bool py_is_none(const struct py_node *expression); /* the literal None */

/* bool() of a constant; true for everything that is no constant. */
bool py_may_be_true(const struct py_node *expression);

/* Whether a call passes `**mapping`, which may hold any keyword. */
bool py_unpacks_keywords(const struct py_Call *call);

/* The dict displays that top-level statements bind to a name, `NAME = {...}` or annotated: name to
 * const struct py_Dict. The last one of a name. */
struct map py_module_dicts(struct arena *arena, const struct py_tree *tree);

#endif
