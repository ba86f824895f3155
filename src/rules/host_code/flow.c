#include "rules/host_code/flow.h"

#include "rules/host_code/flow_parts.h"
#include "rules/host_code/sources.h"

/*
 * The walk keeps a stack of its own, and every expression is pushed once, so that its cost is that
 * of the tree whatever its shape.
 */

void flow_push(struct flow *flow, const struct py_node *node, uint32_t into, enum role role) {
    if (node && (into || !py_is(node, PY_Name)) && !py_is(node, PY_Constant))
        vector_push(flow->arena, &flow->stack, (struct flow_item){node, into, (uint8_t)role});
}

void flow_push_list(struct flow *flow, struct py_list list, uint32_t into, enum role role) {
    for (uint32_t i = 0; i < list.count; i++)
        flow_push(flow, list.items[i], into, role);
}

uint32_t flow_part(struct flow *flow, const struct py_node *value, uint32_t into) {
    uint32_t node = graph_add(&flow->graph, value, 0);
    graph_connect(&flow->graph, node, into, EDGE_PART);
    return node;
}

/* Names */

/* The node of the same name in the nearest outer body that has one and whose name it is. */
static uint32_t seen_from(const struct flow *flow, uint32_t body, uint32_t path) {
    uint32_t root = flow->paths.items.items[path].root;
    while (body != flow->outer[body] && !callees_is_parameter(&flow->callees, body, root)) {
        body = flow->outer[body];
        uint32_t node = pairs_get(&flow->names, body, path);
        if (node)
            return node;
    }
    return 0;
}

uint32_t flow_name(struct flow *flow, uint32_t body, uint32_t path) {
    if (!path)
        return 0;
    uint32_t *node = pairs_put(flow->arena, &flow->names, body, path);
    if (!*node) {
        *node = graph_add(&flow->graph, NULL, path);
        graph_connect(&flow->graph, seen_from(flow, body, path), *node, EDGE_SEEN);
    }
    return *node;
}

/* Puts the attributes of a.b.c on the chain, last first; what is before them. */
static const struct py_node *unchain(struct flow *flow, const struct py_node *node) {
    flow->chain.count = 0;
    const struct py_Attribute *attribute;
    for (; (attribute = py_as_Attribute(node)); node = attribute->value)
        vector_push(flow->arena, &flow->chain, attribute);
    return node;
}

/* The path of a name or a dotted name; 0 of anything else. */
static uint32_t path_of(struct flow *flow, const struct py_node *node) {
    const struct py_Name *first = py_as_Name(unchain(flow, node));
    uint32_t path = first ? paths_path(&flow->paths, 0, first->id) : 0;
    for (size_t i = flow->chain.count; path && i-- > 0;)
        path = paths_path(&flow->paths, path, flow->chain.items[i]->attr);
    return path;
}

/* Mentioning a.b.c mentions a and a.b. */
void flow_mention(struct flow *flow, const struct py_node *node, uint32_t into,
                  enum edge_kind kind) {
    const struct py_Name *first = py_as_Name(unchain(flow, node));
    if (!first || !into)
        return;
    uint32_t path = paths_path(&flow->paths, 0, first->id);
    for (size_t i = flow->chain.count; i > 0; i--) {
        graph_connect(&flow->graph, flow_name(flow, flow->body, path), into, EDGE_PART);
        path = paths_path(&flow->paths, path, flow->chain.items[i - 1]->attr);
    }
    graph_connect(&flow->graph, flow_name(flow, flow->body, path), into, kind);
}

/* Assigning to x[k] puts something into x. */
static const struct py_node *without_subscripts(const struct py_node *target) {
    while (py_is(target, PY_Subscript))
        target = py_as_Subscript(target)->value;
    return target;
}

void flow_assign(struct flow *flow, const struct py_node *target, uint32_t from,
                 enum edge_kind kind) {
    const struct py_list *elements = py_elements(target);
    if (kind == EDGE_SAME && !py_is(target, PY_Name) && !py_is(target, PY_Attribute))
        return; /* holds it rather than being it */
    for (uint32_t i = 0; elements && i < elements->count; i++)
        flow_assign(flow, elements->items[i], from, EDGE_PART);
    if (py_is(target, PY_Starred))
        flow_assign(flow, py_as_Starred(target)->value, from, EDGE_PART);
    if (elements || py_is(target, PY_Starred))
        return;
    const struct py_node *held = without_subscripts(target);
    uint32_t name = flow_name(flow, flow->body, path_of(flow, held));
    graph_connect(&flow->graph, from, name, held == target ? kind : EDGE_PART);
}

/* Expressions */

static void visit_attribute(struct flow *flow, const struct py_node *node, uint32_t into,
                            enum edge_kind kind) {
    flow_mention(flow, node, into, kind);
    const struct py_node *before = node;
    for (size_t i = 0; i < flow->chain.count; i++) {
        before = flow->chain.items[i]->value;
        if (into && source_is_attribute(flow->chain.items[i]))
            graph_mark_source(&flow->graph, into, &flow->chain.items[i]->node);
    }
    if (!py_is(before, PY_Name))
        flow_push(flow, before, into, READ);
}

static void visit_walrus(struct flow *flow, const struct py_NamedExpr *walrus, uint32_t into,
                         enum role role) {
    uint32_t value = graph_add(&flow->graph, walrus->value, 0);
    graph_connect(&flow->graph, value, into, role == COPY ? EDGE_COPY : EDGE_PART);
    flow_assign(flow, walrus->target, value, EDGE_COPY);
    flow_push(flow, walrus->target, into, READ);
    flow_push(flow, walrus->value, value, COPY);
}

const struct py_node *flow_default(const struct py_arguments *args, uint32_t place,
                                   struct text *parameter) {
    struct py_list keyword_only = args->kwonlyargs, positional = args->posonlyargs;
    if (place >= args->defaults.count) {
        place -= args->defaults.count;
        *parameter = py_as_arg(keyword_only.items[place])->arg;
        return args->kw_defaults.items[place];
    }
    uint32_t position = positional.count + args->args.count - args->defaults.count + place;
    const struct py_node *of = position < positional.count
                                   ? positional.items[position]
                                   : args->args.items[position - positional.count];
    *parameter = py_as_arg(of)->arg;
    return args->defaults.items[place];
}

uint32_t flow_plain_name(struct flow *flow, uint32_t body, struct text name) {
    return flow_name(flow, body, paths_path(&flow->paths, 0, name));
}

/* A lambda's parameters are names of the body around it. */
static void visit_lambda(struct flow *flow, const struct py_Lambda *lambda, uint32_t into) {
    const struct py_arguments *args = py_as_arguments(lambda->args);
    for (uint32_t i = 0; i < args->defaults.count + args->kw_defaults.count; i++) {
        struct text parameter;
        const struct py_node *value = flow_default(args, i, &parameter);
        if (!value)
            continue;
        uint32_t part = flow_part(flow, value, into);
        graph_connect(&flow->graph, part, flow_plain_name(flow, flow->body, parameter), EDGE_COPY);
        flow_push(flow, value, part, COPY);
    }
    flow_push(flow, lambda->body, into, READ);
}

/* key and value of a dict's, elt and NULL of the others. */
static void visit_comprehension(struct flow *flow, const struct py_node *key,
                                const struct py_node *value, struct py_list generators,
                                uint32_t into) {
    flow_push(flow, key, into, READ);
    flow_push(flow, value, into, READ);
    for (uint32_t i = 0; i < generators.count; i++) {
        const struct py_comprehension *generator = py_as_comprehension(generators.items[i]);
        flow_iterate(flow, generator->target, generator->iter, into);
        flow_push_list(flow, generator->ifs, into, READ);
    }
}

struct children {
    struct flow *flow;
    uint32_t into;
};

static void push_child(void *context, const struct py_node *child) {
    struct children *children = context;
    flow_push(children->flow, child, children->into, READ);
}

void flow_push_children(struct flow *flow, const struct py_node *node, uint32_t into) {
    struct children children = {flow, into};
    py_children(node, push_child, &children);
}

bool flow_visit_expression(struct flow *flow, struct flow_item item) {
    const struct py_node *node = item.node;
    uint32_t into = item.into;
    enum edge_kind kind = item.role == COPY ? EDGE_COPY : EDGE_PART;
    switch ((enum py_kind)node->kind) {
    case PY_Name:
        flow_mention(flow, node, into, kind);
        return true;
    case PY_Attribute:
        visit_attribute(flow, node, into, kind);
        return true;
    case PY_Call:
        flow_visit_call(flow, py_as_Call(node), into, item.role);
        return true;
    case PY_NamedExpr:
        visit_walrus(flow, py_as_NamedExpr(node), into, item.role);
        return true;
    case PY_Await:
        flow_push(flow, py_as_Await(node)->value, into, item.role);
        return true;
    case PY_IfExp:
        flow_push(flow, py_as_IfExp(node)->test, into, READ);
        flow_push(flow, py_as_IfExp(node)->body, into, item.role);
        flow_push(flow, py_as_IfExp(node)->orelse, into, item.role);
        return true;
    case PY_BoolOp:
        flow_push_list(flow, py_as_BoolOp(node)->values, into, item.role);
        return true;
    case PY_Lambda:
        visit_lambda(flow, py_as_Lambda(node), into);
        return true;
#define X(type, key, value)                                                                        \
    case PY_##type: {                                                                              \
        const struct py_##type *typed = (const void *)node;                                        \
        visit_comprehension(flow, key, value, typed->generators, into);                            \
        return true;                                                                               \
    }
        X(ListComp, typed->elt, NULL)
        X(SetComp, typed->elt, NULL)
        X(GeneratorExp, typed->elt, NULL)
        X(DictComp, typed->key, typed->value)
#undef X
    default:
        return false;
    }
}
