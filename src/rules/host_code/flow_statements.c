#include "rules/host_code/flow_parts.h"
#include "rules/host_code/sources.h"

/* Assignments */

/* a, b = x, y: each name is what stands at its place. Elements behind a star have no place. */
static void visit_elements(struct flow *flow, const struct py_node *target,
                           const struct py_node *value, uint32_t into);

static void visit_element(struct flow *flow, const struct py_node *target,
                          const struct py_node *value, uint32_t into) {
    if (py_elements(target) && py_elements(value)) {
        visit_elements(flow, target, value, into);
        return;
    }
    uint32_t part = flow_part(flow, value, into);
    flow_assign(flow, target, part, EDGE_SAME);
    flow_push(flow, value, part, COPY);
}

static void visit_elements(struct flow *flow, const struct py_node *target,
                           const struct py_node *value, uint32_t into) {
    const struct py_list *targets = py_elements(target), *values = py_elements(value);
    bool placed = true;
    for (uint32_t i = 0; i < values->count; i++) {
        placed = placed && i < targets->count && !py_is(targets->items[i], PY_Starred) &&
                 !py_is(values->items[i], PY_Starred);
        if (placed)
            visit_element(flow, targets->items[i], values->items[i], into);
        else
            flow_push(flow, values->items[i], into, READ);
    }
}

static void visit_assign(struct flow *flow, const struct py_Assign *assign) {
    uint32_t value = graph_add(&flow->graph, assign->value, 0);
    const struct py_node *unpacked = NULL;
    for (uint32_t i = 0; i < assign->targets.count; i++) {
        const struct py_node *target = assign->targets.items[i];
        flow_assign(flow, target, value, EDGE_COPY);
        flow_push(flow, target, 0, READ);
        if (!unpacked && py_elements(target))
            unpacked = target;
    }
    if (unpacked && py_elements(assign->value))
        visit_elements(flow, unpacked, assign->value, value);
    else
        flow_push(flow, assign->value, value, COPY);
}

/* A value that flows into a target: of a with, an augmented or annotated assignment. */
static void visit_into(struct flow *flow, const struct py_node *value, const struct py_node *target,
                       enum edge_kind kind) {
    uint32_t node = value ? graph_add(&flow->graph, value, 0) : 0;
    if (target)
        flow_assign(flow, target, node, kind);
    flow_push(flow, target, 0, READ);
    flow_push(flow, value, node, kind == EDGE_COPY ? COPY : READ);
}

/* for target in iter: over a display the target is each of its elements. */
void flow_iterate(struct flow *flow, const struct py_node *target, const struct py_node *iter,
                  uint32_t into) {
    uint32_t node = flow_part(flow, iter, into);
    const struct py_list *elements = py_elements(iter);
    flow_assign(flow, target, node, EDGE_PART);
    flow_push(flow, target, into, READ);
    for (uint32_t i = 0; elements && i < elements->count; i++)
        visit_element(flow, target, elements->items[i], node);
    if (!elements)
        flow_push(flow, iter, node, READ);
}

static void visit_annotated(struct flow *flow, const struct py_AnnAssign *assign) {
    visit_into(flow, assign->value, assign->target, EDGE_COPY);
    flow_push(flow, assign->annotation, 0, READ);
    if (!annotation_names(flow->arena, assign->annotation, T("SandboxEnvironment")))
        return;
    uint32_t box = graph_add(&flow->graph, assign->annotation, 0);
    graph_mark_sandbox(&flow->graph, box);
    flow_assign(flow, assign->target, box, EDGE_SAME);
}

/* Compound statements */

static void visit_with(struct flow *flow, struct py_list items, struct py_list body) {
    flow_push_list(flow, body, 0, READ);
    for (uint32_t i = 0; i < items.count; i++) {
        const struct py_withitem *item = py_as_withitem(items.items[i]);
        visit_into(flow, item->context_expr, item->optional_vars, EDGE_COPY);
    }
}

static void visit_match(struct flow *flow, const struct py_Match *match) {
    uint32_t subject = graph_add(&flow->graph, match->subject, 0);
    flow_push(flow, match->subject, subject, READ);
    for (uint32_t i = 0; i < match->cases.count; i++) {
        const struct py_match_case *branch = (const void *)match->cases.items[i];
        flow_push(flow, branch->pattern, subject, PATTERN);
        flow_push(flow, branch->guard, 0, READ);
        flow_push_list(flow, branch->body, 0, READ);
    }
}

static void capture(struct flow *flow, struct text name, uint32_t subject) {
    if (name.data)
        graph_connect(&flow->graph, subject, flow_plain_name(flow, flow->body, name), EDGE_PART);
}

void flow_visit_pattern(struct flow *flow, const struct py_node *node, uint32_t subject) {
    const struct py_MatchMapping *mapping = py_as_MatchMapping(node);
    const struct py_MatchClass *class = py_as_MatchClass(node);
    switch ((enum py_kind)node->kind) {
    case PY_MatchValue:
        flow_push(flow, ((const struct py_MatchValue *)node)->value, 0, READ);
        break;
    case PY_MatchSequence:
        flow_push_list(flow, ((const struct py_MatchSequence *)node)->patterns, subject, PATTERN);
        break;
    case PY_MatchMapping:
        capture(flow, mapping->rest, subject);
        flow_push_list(flow, mapping->keys, 0, READ);
        flow_push_list(flow, mapping->patterns, subject, PATTERN);
        break;
    case PY_MatchClass:
        flow_push(flow, class->cls, 0, READ);
        flow_push_list(flow, class->patterns, subject, PATTERN);
        flow_push_list(flow, class->kwd_patterns, subject, PATTERN);
        break;
    case PY_MatchStar:
        capture(flow, py_as_MatchStar(node)->name, subject);
        break;
    case PY_MatchAs:
        capture(flow, py_as_MatchAs(node)->name, subject);
        flow_push(flow, py_as_MatchAs(node)->pattern, subject, PATTERN);
        break;
    case PY_MatchOr:
        flow_push_list(flow, ((const struct py_MatchOr *)node)->patterns, subject, PATTERN);
        break;
    default:
        break;
    }
}

/* Definitions: their bodies are walked later; what runs around them is part of this body */

static void visit_parameters(struct flow *flow, struct py_list parameters) {
    for (uint32_t i = 0; i < parameters.count; i++)
        flow_push(flow, py_as_arg(parameters.items[i])->annotation, 0, READ);
}

static void visit_function(struct flow *flow, const struct py_FunctionDef *def) {
    uint32_t number = pairs_get(&flow->functions, def->node.start, def->node.end);
    uint32_t body = flow->index->functions[number - 1].scope->number;
    const struct py_arguments *args = py_as_arguments(def->args);
    flow_push_list(flow, def->decorator_list, 0, READ);
    flow_push_list(flow, def->type_params, 0, READ);
    flow_push(flow, def->returns, 0, READ);
    visit_parameters(flow, args->posonlyargs);
    visit_parameters(flow, args->args);
    visit_parameters(flow, args->kwonlyargs);
    visit_parameters(flow, (struct py_list){(struct py_node *[]){args->vararg}, !!args->vararg});
    visit_parameters(flow, (struct py_list){(struct py_node *[]){args->kwarg}, !!args->kwarg});
    for (uint32_t i = 0; i < args->defaults.count + args->kw_defaults.count; i++) {
        struct text parameter;
        const struct py_node *value = flow_default(args, i, &parameter);
        uint32_t node = value ? graph_add(&flow->graph, value, 0) : 0;
        graph_connect(&flow->graph, node, flow_plain_name(flow, body, parameter), EDGE_SEEN);
        flow_push(flow, value, node, COPY);
    }
}

static void visit_class(struct flow *flow, const struct py_ClassDef *def) {
    flow_push_list(flow, def->decorator_list, 0, READ);
    flow_push_list(flow, def->type_params, 0, READ);
    flow_push_list(flow, def->bases, 0, READ);
    flow_push_list(flow, def->keywords, 0, READ);
}

static void visit_return(struct flow *flow, const struct py_Return *statement) {
    const struct py_function *function = flow->index->scopes[flow->body]->function;
    bool own = function && function->scope->number == flow->body;
    uint32_t into = own && statement->value ? flow_returned(flow, function) : 0;
    flow_push(flow, statement->value, into, READ);
}

bool flow_visit_statement(struct flow *flow, const struct py_node *node) {
    const struct py_For *loop = (const void *)node;
    const struct py_With *with = (const void *)node;
    switch ((enum py_kind)node->kind) {
    case PY_FunctionDef:
    case PY_AsyncFunctionDef:
        visit_function(flow, py_as_function(node));
        return true;
    case PY_ClassDef:
        visit_class(flow, py_as_ClassDef(node));
        return true;
    case PY_Return:
        visit_return(flow, py_as_Return(node));
        return true;
    case PY_Assign:
        visit_assign(flow, py_as_Assign(node));
        return true;
    case PY_AugAssign:
        visit_into(flow, py_as_AugAssign(node)->value, py_as_AugAssign(node)->target, EDGE_PART);
        return true;
    case PY_AnnAssign:
        visit_annotated(flow, py_as_AnnAssign(node));
        return true;
    case PY_For:
    case PY_AsyncFor:
        flow_iterate(flow, loop->target, loop->iter, 0);
        flow_push_list(flow, loop->body, 0, READ);
        flow_push_list(flow, loop->orelse, 0, READ);
        return true;
    case PY_With:
    case PY_AsyncWith:
        visit_with(flow, with->items, with->body);
        return true;
    case PY_Match:
        visit_match(flow, py_as_Match(node));
        return true;
    default:
        return false;
    }
}

/* A function's parameters that are sources or sandboxes by themselves. */
static void enter_parameters(struct flow *flow, const struct py_function *function,
                             struct py_list parameters) {
    const struct py_function *around = function->parent;
    bool of_tool = around && function->outer == around->scope && flow->is_tool[around->number];
    for (uint32_t i = 0; i < parameters.count; i++) {
        const struct py_arg *parameter = py_as_arg(parameters.items[i]);
        bool filled = of_tool && !text_is(parameter->arg, "self");
        bool output = annotation_names(flow->arena, parameter->annotation, T("ModelOutput"));
        bool box = annotation_names(flow->arena, parameter->annotation, T("SandboxEnvironment"));
        if (!filled && !output && !box)
            continue;
        uint32_t node = flow_plain_name(flow, function->scope->number, parameter->arg);
        if (filled || output)
            graph_mark_source(&flow->graph, node, &parameter->node);
        if (box)
            graph_mark_sandbox(&flow->graph, node);
    }
}

void flow_enter_function(struct flow *flow, const struct py_function *function) {
    const struct py_arguments *args = py_as_arguments(function->def->args);
    enter_parameters(flow, function, args->posonlyargs);
    enter_parameters(flow, function, args->args);
    enter_parameters(flow, function, args->kwonlyargs);
    enter_parameters(flow, function,
                     (struct py_list){(struct py_node *[]){args->vararg}, !!args->vararg});
    enter_parameters(flow, function,
                     (struct py_list){(struct py_node *[]){args->kwarg}, !!args->kwarg});
}
