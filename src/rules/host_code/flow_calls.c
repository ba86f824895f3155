#include "rules/host_code/flow_parts.h"
#include "rules/host_code/sources.h"

uint32_t flow_returned(struct flow *flow, const struct py_function *function) {
    uint32_t *node = &flow->returned[function->number];
    if (!*node)
        *node = graph_add(&flow->graph, &function->def->node, 0);
    return *node;
}

static void push_arguments(struct flow *flow, const struct py_Call *call, uint32_t into) {
    flow_push_list(flow, call->args, into, READ);
    for (uint32_t i = 0; i < call->keywords.count; i++)
        flow_push(flow, py_as_keyword(call->keywords.items[i])->value, into, READ);
}

/* Sinks */

/* An argument whose value or first element may be what is run. */
static void push_around(struct flow *flow, const struct py_node *value,
                        const struct py_node *wanted, uint32_t node, uint32_t into) {
    const struct py_list *elements = py_elements(value);
    if (wanted && elements && elements->count && elements->items[0] == wanted) {
        for (uint32_t i = 0; i < elements->count; i++)
            flow_push(flow, elements->items[i], i ? into : node, READ);
        return;
    }
    flow_push(flow, value, wanted && value == wanted ? node : into, READ);
}

static void visit_sink(struct flow *flow, const struct py_Call *call, const struct sink *sink,
                       uint32_t into) {
    struct payload payload = sink_payload(sink, call, &flow->loaders);
    flow_push(flow, call->func, into, READ);
    if (payload.use == USE_NONE) {
        push_arguments(flow, call, into);
        return;
    }
    struct hit hit = {.call = call, .sink = sink, .use = payload.use, .group = payload.group};
    if (payload.run)
        hit.run = flow_part(flow, payload.run, into);
    if (payload.program)
        hit.program = flow_part(flow, payload.program, into);
    vector_push(flow->arena, &flow->hits, hit);
    for (uint32_t i = 0; i < call->args.count; i++)
        push_around(flow, call->args.items[i], payload.run, hit.run, into);
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_node *value = py_as_keyword(call->keywords.items[i])->value;
        if (payload.program && value == payload.program)
            flow_push(flow, value, hit.program, READ);
        else
            push_around(flow, value, payload.run, hit.run, into);
    }
}

/* Calls of functions of the file */

/* What is unpacked may go to any parameter but the one that is bound. */
static uint32_t unpacked_into(struct flow *flow, const struct py_function *function, bool bound) {
    uint32_t *node = &flow->unpacked[bound][function->number];
    if (*node)
        return *node;
    *node = graph_add(&flow->graph, NULL, 0);
    struct text object = bound ? callees_object(function) : (struct text){0};
    for (size_t i = 0; i < function->scope->binding_count; i++) {
        const struct py_binding *binding = &function->scope->bindings[i];
        bool is_object = object.data && text_equal(binding->name, object);
        if (binding->kind == PY_BIND_PARAMETER && !is_object)
            graph_connect(&flow->graph, *node,
                          flow_plain_name(flow, function->scope->number, binding->name), EDGE_PART);
    }
    return *node;
}

static void pass(struct flow *flow, const struct py_function *function, uint32_t value,
                 struct text parameter) {
    if (parameter.data)
        graph_connect(&flow->graph, value,
                      flow_plain_name(flow, function->scope->number, parameter), EDGE_ARGUMENT);
}

static void pass_arguments(struct flow *flow, const struct py_Call *call, uint32_t into,
                           const struct py_function *function, bool bound) {
    struct text object = bound ? callees_object(function) : (struct text){0};
    for (uint32_t i = 0; i < call->args.count; i++) {
        const struct py_node *argument = call->args.items[i];
        uint32_t value = flow_part(flow, argument, into);
        if (py_is(argument, PY_Starred))
            graph_connect(&flow->graph, value, unpacked_into(flow, function, bound), EDGE_ARGUMENT);
        else
            pass(flow, function, value, callees_at(function, i + bound));
        flow_push(flow, argument, value, READ);
    }
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        uint32_t value = flow_part(flow, keyword->value, into);
        struct text name = keyword->arg;
        if (!name.data)
            graph_connect(&flow->graph, value, unpacked_into(flow, function, bound), EDGE_ARGUMENT);
        else if (!object.data || !text_equal(object, name))
            pass(flow, function, value, callees_by_keyword(&flow->callees, function, name));
        flow_push(flow, keyword->value, value, READ);
    }
}

static void take_returned(struct flow *flow, const struct py_Call *call, uint32_t into,
                          const struct py_function *function) {
    if (!into)
        return;
    uint32_t value = flow_part(flow, &call->node, into);
    graph_connect(&flow->graph, flow_returned(flow, function), value, EDGE_RETURN);
}

/* Other calls */

/* The object that a call such as x.append(...) puts its arguments into, or NULL. */
static const struct py_node *object_filled(const struct py_Call *call) {
    static const char *const filling[] = {"append", "extend", "insert",
                                          "update", "add",    "setdefault"};
    const struct py_Attribute *method = py_as_Attribute(call->func);
    bool fills = false;
    for (size_t i = 0; method && !fills && i < sizeof filling / sizeof *filling; i++)
        fills = text_is(method->attr, filling[i]);
    if (!fills)
        return NULL;
    const struct py_NamedExpr *walrus = py_as_NamedExpr(method->value);
    const struct py_node *object = walrus ? walrus->target : method->value;
    return py_elements(object) ? NULL : object;
}

static bool is_sandbox(const struct py_Call *call, const struct meaning *meaning) {
    struct text name = py_last_name(call->func);
    return text_is(name, "sandbox") || (meaning && meaning->is_sandbox);
}

/* What x.read_file(...) and x.exec(...) give is a source if x is a sandbox. */
static void visit_reading(struct flow *flow, const struct py_Call *call, const struct py_node *from,
                          uint32_t into) {
    flow_mention(flow, call->func, into, EDGE_PART);
    uint32_t box = into ? flow_part(flow, from, into) : 0;
    uint32_t text = into ? flow_part(flow, &call->node, into) : 0;
    graph_connect(&flow->graph, box, text, EDGE_READ);
    flow_push(flow, from, box, COPY);
}

void flow_visit_call(struct flow *flow, const struct py_Call *call, uint32_t into, enum role role) {
    uint32_t known = pairs_get(&flow->meant, call->node.start, call->node.end);
    const struct meaning *meaning = known ? &flow->meanings.items[known - 1] : NULL;
    if (meaning && meaning->sink) {
        visit_sink(flow, call, meaning->sink, into);
        return;
    }
    if (source_is_reply(call))
        graph_mark_source(&flow->graph, into, &call->node);
    if (role == COPY && is_sandbox(call, meaning))
        graph_mark_sandbox(&flow->graph, into);
    const struct py_node *from = source_read_from(call);
    if (from)
        visit_reading(flow, call, from, into);
    else
        flow_push(flow, call->func, into, READ);
    const struct py_node *filled = object_filled(call);
    if (filled) {
        into = flow_part(flow, &call->node, into);
        flow_assign(flow, filled, into, EDGE_PART);
    }
    bool bound;
    const struct py_function *function = callees_find(&flow->callees, call, flow->body, &bound);
    if (function) {
        pass_arguments(flow, call, into, function, bound);
        take_returned(flow, call, into, function);
    } else {
        push_arguments(flow, call, into);
    }
}
