/*
 * graph: how values reach each other in one file, and what follows from it.
 *
 * A node is a name of a body ("self.code" of one function) or an expression. Edges say what flows
 * where. Nothing is ever taken back, so the order of statements does not matter, and solving ends
 * when no node gains a property: each node gains each of four properties at most once, and each
 * edge is looked at once for each.
 */
#ifndef CORDON_RULES_HOST_CODE_GRAPH_H
#define CORDON_RULES_HOST_CODE_GRAPH_H

#include "base/vector.h"
#include "python/ast.h"

enum property {
    /* Tainted by what stands in the body itself or around it, calls of same-file functions left
     * out: what a caller may learn from a returned value. */
    TAINTED_BASE = 1,
    /* That, or tainted by a call that returns a source. */
    TAINTED = 2,
    /* Tainted by the arguments of a caller, which is one level of calls. */
    TAINTED_BY_CALLER = 4,
    /* Is a sandbox. */
    SANDBOX = 8,
    ANY_TAINT = TAINTED_BASE | TAINTED | TAINTED_BY_CALLER
};

enum edge_kind {
    EDGE_PART,     /* the value holds or is made from the other: every taint */
    EDGE_COPY,     /* the value is the other: every taint, and being a sandbox */
    EDGE_SAME,     /* is the other where that is a sandbox; its taint flows elsewhere */
    EDGE_SEEN,     /* a name of an outer body, or a default argument, seen inside */
    EDGE_READ,     /* what is read from a sandbox is a source */
    EDGE_RETURN,   /* a callee's returned value to the call */
    EDGE_ARGUMENT, /* to a callee's parameter */
};

struct graph_node {
    const struct py_node *syntax; /* of an expression; NULL for a name */
    uint32_t path;                /* of a name (paths.h); 0 for an expression */
    uint32_t edges;               /* the first one out of it; 0: none */
    uint8_t properties;
    uint8_t via;                  /* enum edge_kind, when from is not 0 */
    uint32_t from;                /* the node that first tainted it; 0: it is a source itself */
    const struct py_node *origin; /* the source it is tainted by */
};

struct graph_edge {
    uint32_t to;
    uint32_t next; /* out of the same node */
    enum edge_kind kind;
};

struct graph_change {
    uint32_t node;
    uint8_t gained;
};

struct graph {
    struct arena *arena;
    VECTOR(struct graph_node) nodes; /* 0 is no node */
    VECTOR(struct graph_edge) edges; /* 0 is no edge */
    VECTOR(struct graph_change) changes;
};

void graph_init(struct graph *graph, struct arena *arena);
uint32_t graph_add(struct graph *graph, const struct py_node *syntax, uint32_t path);

/* Does nothing when either end is no node. */
void graph_connect(struct graph *graph, uint32_t from, uint32_t to, enum edge_kind kind);

/* The node has the property by itself. */
void graph_mark_source(struct graph *graph, uint32_t node, const struct py_node *origin);
void graph_mark_sandbox(struct graph *graph, uint32_t node);

void graph_solve(struct graph *graph);

static inline bool graph_is_tainted(const struct graph *graph, uint32_t node) {
    return (graph->nodes.items[node].properties & ANY_TAINT) != 0;
}

#endif
