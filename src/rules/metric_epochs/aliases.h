/*
 * aliases: what an expression reaches of the scores that a metric is handed.
 */
#ifndef CORDON_RULES_METRIC_EPOCHS_ALIASES_H
#define CORDON_RULES_METRIC_EPOCHS_ALIASES_H

#include "python/index.h"
#include "rules/metric_epochs/state.h"

/* NULL: nothing. */
const struct alias *alias_of(const struct state *state, const struct py_node *expression);

/* A name with attributes and subscripts behind it. */
struct chain {
    const struct py_Name *name;  /* NULL: it begins otherwise */
    const struct py_node *first; /* the link next to the name; NULL: the bare name */
    size_t links;
};

struct chain chain_of(const struct py_node *expression);

/* Whether a store to the target changes one of the scores. */
bool store_changes_score(const struct state *state, const struct py_node *target);

#endif
