/*
 * callees: which function of the same file a call runs, and which argument goes to which parameter.
 *
 * Followed are functions by their bare name, where the scopes around the call define them, and
 * methods of self and cls, where the class around the call or one of its bases in the file defines
 * them. Of two definitions of a name the later counts. What else has that name hides nothing.
 */
#ifndef CORDON_RULES_HOST_CODE_CALLEES_H
#define CORDON_RULES_HOST_CODE_CALLEES_H

#include "python/index.h"
#include "rules/host_code/paths.h"

struct callees {
    const struct py_index *index;
    struct paths *paths;
    const uint32_t *bodies;  /* of each scope: bindings.h */
    struct pairs functions;  /* body and name to function, from 1 */
    struct pairs classes;    /* body and name to class, from 1 */
    struct pairs parameters; /* body and name to enum parameter_kind */
    bool *is_static;         /* of each function */
    uint32_t *class_around;  /* of each scope: the nearest class, from 1; 0: none */
};

enum parameter_kind {
    PARAMETER_NONE,
    PARAMETER_POSITIONAL, /* by position only */
    PARAMETER_PLAIN,
    PARAMETER_KEYWORD, /* by keyword only */
    PARAMETER_REST     /* *args or **kwargs */
};

void callees_init(struct callees *callees, struct paths *paths, const struct py_index *index,
                  const uint32_t *bodies);

/* NULL when the call is not followed. bound: its first parameter is the object or the class. */
const struct py_function *callees_find(const struct callees *callees, const struct py_Call *call,
                                       uint32_t body, bool *bound);

bool callees_is_parameter(const struct callees *callees, uint32_t body, uint32_t name);

/* The name of a method's first parameter, which the object is bound to; NULL data of `(*args)`. */
struct text callees_object(const struct py_function *function);

/* The name of the parameter that gets the argument at a position or of a keyword; NULL data when
 * there is none. */
struct text callees_at(const struct py_function *function, size_t position);
struct text callees_by_keyword(const struct callees *callees, const struct py_function *function,
                               struct text keyword);

#endif
