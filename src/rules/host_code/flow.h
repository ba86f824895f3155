/*
 * flow: the graph of one file, made in one walk over each body, and the sinks met on the way.
 *
 * A body is the module, a class or a function with the lambdas and comprehensions in it. Bodies
 * are walked from the outside in, so that what an outer one holds is known when an inner one
 * mentions it.
 */
#ifndef CORDON_RULES_HOST_CODE_FLOW_H
#define CORDON_RULES_HOST_CODE_FLOW_H

#include "rules/host_code/bindings.h"
#include "rules/host_code/callees.h"
#include "rules/host_code/graph.h"
#include "rules/host_code/sinks.h"

/* A call of a sink. */
struct hit {
    const struct py_Call *call;
    const struct sink *sink;
    enum use use;
    enum sink_group group;
    uint32_t run;     /* node of what is run; 0: nothing is given */
    uint32_t program; /* node of executable=; 0: none */
};

/* What the imports in force make of a call. */
struct meaning {
    const struct sink *sink; /* or NULL */
    bool is_sandbox;
};

struct flow_item {
    const struct py_node *node;
    uint32_t into; /* the node that the value is part of; 0: the value goes nowhere */
    uint8_t role;  /* enum role (flow.c) */
};

struct flow {
    struct arena *arena;
    const struct py_index *index;
    struct paths paths;
    struct bindings bindings;
    struct callees callees;
    struct loaders loaders;
    struct graph graph;
    struct pairs names; /* body and path to node */
    struct pairs meant; /* start and end of a call to its meaning, from 1 */
    VECTOR(struct meaning) meanings;
    VECTOR(struct hit) hits;
    struct pairs functions; /* start and end of a def to its function, from 1 */
    uint32_t *outer;        /* of each body: the one whose names it sees; itself for the module */
    bool *is_tool;          /* of each function */
    uint32_t *returned;     /* of each function: node of what it returns; 0: not made yet */
    uint32_t *unpacked[2];  /* of each function: node of what is unpacked into all parameters, and
                               into all but the first */
    uint32_t body;          /* that is being walked */
    VECTOR(struct flow_item) stack;
    VECTOR(const struct py_Attribute *) chain; /* of flow_path(), its parts last to first */
};

/* False when no call in the file can be a sink; then there is no graph. */
bool flow_build(struct flow *flow, struct arena *arena, const struct py_index *index);

#endif
