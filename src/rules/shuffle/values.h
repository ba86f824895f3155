/*
 * values: what a name in a call is when nobody passes anything else: the default of a parameter, or
 * a constant of the module.
 */
#ifndef CORDON_RULES_SHUFFLE_VALUES_H
#define CORDON_RULES_SHUFFLE_VALUES_H

#include "base/pairs.h"
#include "base/vector.h"
#include "python/index.h"

struct value {
    const struct py_Constant *constant; /* NULL: unknown */
    const struct py_node *place;        /* the parameter's default it came from, or NULL */
};

struct values {
    struct arena *arena;
    const struct py_index *index;
    struct map names;                        /* name to its number, from 1 */
    VECTOR(struct name_store) stores;        /* in order of name, then place */
    struct pairs parameters;                 /* scope and name to a place in defaults, from 1 */
    VECTOR(const struct py_node *) defaults; /* NULL: the parameter has none */
    struct map constants;                    /* name to struct module_constant */
};

void values_init(struct values *values, struct arena *arena, const struct py_index *index);

/* Of an expression in a scope. */
struct value values_of(const struct values *values, const struct py_node *expression,
                       const struct py_scope *scope);

#endif
