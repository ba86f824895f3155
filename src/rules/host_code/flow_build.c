#include "rules/host_code/flow_parts.h"
#include "rules/host_code/sources.h"

/* What the imports in force make of each call; true when one is a sink. */
static bool find_meanings(struct flow *flow) {
    bool found = false;
    for (size_t i = 0; i < flow->index->call_count; i++) {
        const struct py_call *call = &flow->index->calls[i];
        struct text callee = bindings_callee(&flow->bindings, call);
        struct meaning meaning = {
            .sink = callee.data ? sink_find(callee) : NULL,
            .is_sandbox = bindings_is_sandbox(&flow->bindings, call),
        };
        if (!meaning.sink && !meaning.is_sandbox)
            continue;
        found = found || meaning.sink;
        vector_push(flow->arena, &flow->meanings, meaning);
        *pairs_put(flow->arena, &flow->meant, call->call->node.start, call->call->node.end) =
            (uint32_t)flow->meanings.count;
    }
    return found;
}

/* A body sees the names of the module or function around it, not those of a class. */
static void find_outer_bodies(struct flow *flow) {
    const struct py_index *index = flow->index;
    flow->outer = arena_array(flow->arena, uint32_t, index->scope_count);
    for (uint32_t i = 0; i < index->scope_count; i++) {
        const struct py_scope *outer = index->scopes[i]->parent;
        while (outer && outer->kind != PY_SCOPE_FUNCTION && outer->kind != PY_SCOPE_MODULE)
            outer = outer->parent;
        flow->outer[i] = outer ? outer->number : i;
    }
}

static void note_functions(struct flow *flow) {
    const struct py_index *index = flow->index;
    flow->is_tool = arena_array(flow->arena, bool, index->function_count);
    flow->returned = arena_array(flow->arena, uint32_t, index->function_count);
    flow->unpacked[0] = arena_array(flow->arena, uint32_t, index->function_count);
    flow->unpacked[1] = arena_array(flow->arena, uint32_t, index->function_count);
    for (uint32_t i = 0; i < index->function_count; i++) {
        const struct py_FunctionDef *def = index->functions[i].def;
        flow->is_tool[i] = source_is_tool(def);
        *pairs_put(flow->arena, &flow->functions, def->node.start, def->node.end) = i + 1;
    }
}

static void walk_body(struct flow *flow, const struct py_scope *scope) {
    const struct py_FunctionDef *def = py_as_function(scope->node);
    const struct py_ClassDef *class = py_as_ClassDef(scope->node);
    flow->body = scope->number;
    if (def)
        flow_enter_function(flow, scope->function);
    if (def || class)
        flow_push_list(flow, def ? def->body : class->body, 0, READ);
    else
        flow_push_children(flow, scope->node, 0);
    while (flow->stack.count) {
        struct flow_item item = flow->stack.items[--flow->stack.count];
        if (item.role == PATTERN)
            flow_visit_pattern(flow, item.node, item.into);
        else if (!flow_visit_expression(flow, item) && !flow_visit_statement(flow, item.node))
            flow_push_children(flow, item.node, item.into);
    }
}

bool flow_build(struct flow *flow, struct arena *arena, const struct py_index *index) {
    *flow = (struct flow){.arena = arena, .index = index};
    bindings_init(&flow->bindings, arena, index);
    if (!find_meanings(flow))
        return false;
    paths_init(&flow->paths, arena);
    callees_init(&flow->callees, &flow->paths, index, flow->bindings.bodies);
    loaders_init(&flow->loaders, arena, index);
    graph_init(&flow->graph, arena);
    find_outer_bodies(flow);
    note_functions(flow);
    for (uint32_t i = 0; i < index->scope_count; i++)
        if (flow->bindings.bodies[i] == i)
            walk_body(flow, index->scopes[i]);
    return true;
}
