/*
 * name_values: the values that a name may hold where it is used, as far as one file tells.
 */
#ifndef CORDON_RULES_NAME_VALUES_H
#define CORDON_RULES_NAME_VALUES_H

#include "base/pairs.h"
#include "base/vector.h"
#include "python/index.h"

struct name_binding {
    uint32_t owner; /* the scope whose name it is */
    uint32_t name;
    uint32_t place;                /* where it takes effect */
    uint32_t at;                   /* where it is written */
    uint32_t list_start, list_end; /* the statement list that holds it */
    const struct py_scope *scope;  /* the one it is written in */
    const struct py_node *value;   /* NULL: not known */
    uint8_t marks;                 /* of who follows values */
};

struct name_values {
    struct arena *arena;
    const struct py_index *index;
    struct map names;                     /* name to its number, from 1 */
    VECTOR(struct name_binding) bindings; /* by owner, name and place */
    struct pairs first;                   /* owner and name to the first binding, from 1 */
    struct pairs declared;                /* scope and name to enum py_kind: Global, Nonlocal */
};

void name_values_init(struct name_values *values, struct arena *arena,
                      const struct py_index *index);

/* Where a name is used: order decides by the place, statement lists by where it is written. */
struct name_use {
    struct text name;
    const struct py_scope *scope;
    uint32_t place, at;
};

/* Calls visit for each binding that may be in force. */
void name_values_visit(struct name_values *values, const struct name_use *use,
                       void (*visit)(void *context, struct name_binding *binding), void *context);

/* Of the bindings of the name in a scope that owns it: the last one that takes effect before the
 * place (UINT32_MAX: of all), or NULL. owned: there is some. */
const struct name_binding *name_values_last(const struct name_values *values,
                                            const struct py_scope *scope, struct text name,
                                            uint32_t place, bool *owned);

#endif
