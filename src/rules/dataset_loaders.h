/*
 * dataset_loaders: the functions of inspect_ai.dataset that load one, and how they take arguments.
 */
#ifndef CORDON_RULES_DATASET_LOADERS_H
#define CORDON_RULES_DATASET_LOADERS_H

#include "python/index.h"

struct dataset_loader {
    const char *name;
    uint32_t sample_fields; /* the place of that argument, from 0; auto_id follows, then shuffle
                               and seed */
};

/* By the last name of a callee; NULL when it is none. */
const struct dataset_loader *dataset_loader_find(struct text name);

/* The first keyword of that name; a repeated one parses. NULL when there is none. */
const struct py_node *argument_of_keyword(const struct py_Call *call, struct text name);

/* The positional argument at a place; NULL when there is none, or a star before or at it hides
 * which one that is. */
const struct py_node *argument_at(const struct py_Call *call, uint32_t place);

#endif
