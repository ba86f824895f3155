#include "rules/host_code/graph.h"

void graph_init(struct graph *graph, struct arena *arena) {
    *graph = (struct graph){.arena = arena};
    vector_push(arena, &graph->nodes, (struct graph_node){0});
    vector_push(arena, &graph->edges, (struct graph_edge){0});
}

uint32_t graph_add(struct graph *graph, const struct py_node *syntax, uint32_t path) {
    vector_push(graph->arena, &graph->nodes, (struct graph_node){.syntax = syntax, .path = path});
    return (uint32_t)graph->nodes.count - 1;
}

void graph_connect(struct graph *graph, uint32_t from, uint32_t to, enum edge_kind kind) {
    if (!from || !to || from == to)
        return;
    struct graph_node *node = &graph->nodes.items[from];
    vector_push(graph->arena, &graph->edges, (struct graph_edge){to, node->edges, kind});
    node->edges = (uint32_t)graph->edges.count - 1;
}

static void gain(struct graph *graph, uint32_t node, uint8_t properties) {
    if (properties & TAINTED_BASE)
        properties |= TAINTED;
    uint8_t gained = properties & (uint8_t)~graph->nodes.items[node].properties;
    if (!gained)
        return;
    graph->nodes.items[node].properties |= gained;
    vector_push(graph->arena, &graph->changes, (struct graph_change){node, gained});
}

void graph_mark_source(struct graph *graph, uint32_t node, const struct py_node *origin) {
    if (!node)
        return;
    if (!graph->nodes.items[node].origin)
        graph->nodes.items[node].origin = origin;
    gain(graph, node, TAINTED_BASE);
}

void graph_mark_sandbox(struct graph *graph, uint32_t node) {
    if (node)
        gain(graph, node, SANDBOX);
}

/* What the node at the end of an edge gains from what the other gained. */
static uint8_t carried(enum edge_kind kind, uint8_t gained, bool entering) {
    switch (kind) {
    case EDGE_PART:
        return gained & ANY_TAINT;
    case EDGE_COPY:
        return gained;
    case EDGE_SAME:
        return gained & SANDBOX;
    case EDGE_SEEN:
        return (gained & TAINTED ? TAINTED_BASE : 0) | (gained & SANDBOX);
    case EDGE_READ:
        return gained & SANDBOX ? TAINTED_BASE : 0;
    case EDGE_RETURN:
        return gained & TAINTED_BASE ? TAINTED : 0;
    case EDGE_ARGUMENT:
        return entering && gained & TAINTED ? TAINTED_BY_CALLER : 0;
    }
    return 0;
}

static void follow(struct graph *graph, struct graph_change change, struct graph_edge edge,
                   bool entering) {
    uint8_t properties = carried(edge.kind, change.gained, entering);
    struct graph_node *to = &graph->nodes.items[edge.to];
    if (properties & ANY_TAINT && !to->origin) {
        const struct graph_node *from = &graph->nodes.items[change.node];
        bool read = edge.kind == EDGE_READ;
        to->origin = read ? to->syntax : from->origin;
        to->from = read ? 0 : change.node;
        to->via = (uint8_t)edge.kind;
    }
    gain(graph, edge.to, properties);
}

static void settle(struct graph *graph, bool entering) {
    for (size_t i = 0; i < graph->changes.count; i++) {
        struct graph_change change = graph->changes.items[i];
        uint32_t next = graph->nodes.items[change.node].edges;
        for (; next; next = graph->edges.items[next].next)
            follow(graph, change, graph->edges.items[next], entering);
    }
    graph->changes.count = 0;
}

/* First without callers; then what is tainted by that enters the callees, whose own calls are not
 * followed in turn. */
void graph_solve(struct graph *graph) {
    settle(graph, false);
    for (uint32_t i = 1; i < graph->nodes.count; i++)
        if (graph->nodes.items[i].properties & TAINTED)
            vector_push(graph->arena, &graph->changes, (struct graph_change){i, TAINTED});
    settle(graph, true);
}
