/*
 * statement_lists: the bodies of a file as ranges of its source, and what is assigned to names.
 */
#ifndef CORDON_RULES_STATEMENT_LISTS_H
#define CORDON_RULES_STATEMENT_LISTS_H

#include "base/pairs.h"
#include "base/vector.h"
#include "python/parse.h"

/* A suite: every statement in it, with all that is nested, lies between start and end. */
struct statement_list {
    uint32_t start, end;
};

/* What a target of an assignment is given. */
struct assigned {
    const struct py_node *value; /* NULL: not known, as in unpacking or `+=` */
    uint32_t end;                /* of the assignment, which takes effect there */
};

struct statement_lists {
    VECTOR(struct statement_list) lists; /* outer ones before inner ones */
    VECTOR(struct assigned) assigned;
    struct pairs by_target; /* where a name that is assigned starts, and 0, to assigned, from 1 */
};

void statement_lists_read(struct statement_lists *lists, struct arena *arena,
                          const struct py_tree *tree);

#endif
