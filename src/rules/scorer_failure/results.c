#include "rules/scorer_failure/results.h"

#include "python/literal.h"

struct judging {
    const struct scorer_functions *functions;
    struct guarded *guarded;
    const struct function_facts *facts;
    uint32_t leaves;    /* where the handler last leaves without a result */
    bool looks_in_body; /* names are being collected for bound */
    bool gives_result;
    VECTOR(const struct py_node *) stack;
};

static bool is_upper_case(struct text name) {
    bool letter = false;
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.data[i];
        letter |= byte >= 'A' && byte <= 'Z';
        if (!(byte == '_' || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')))
            return false;
    }
    return letter;
}

/* Bound at the top level, or imported. */
static bool is_named_constant(const struct judging *judging, const struct py_node *node) {
    const struct py_Name *name = py_as_Name(node);
    if (!name || !is_upper_case(name->id))
        return false;
    const struct scorer_code *code = judging->functions->code;
    return package_calls_binds(&code->calls, code->functions.items[judging->guarded->function].file,
                               name->id);
}

static bool is_number(const struct py_node *node) {
    return py_is(node, PY_Constant) && (node->op == PY_TRUE || node->op == PY_FALSE ||
                                        (node->op >= PY_INTEGER && node->op <= PY_IMAGINARY));
}

static bool is_signed_number(const struct py_node *node) {
    const struct py_UnaryOp *sign = py_as_UnaryOp(node);
    return is_number(sign && (node->op == PY_USUB || node->op == PY_UADD) ? sign->operand : node);
}

/* number | None | "" | NAME | NAME.copy() | (constant, ...) | Score(value=constant) */
static bool is_constant(const struct judging *judging, const struct py_node *node) {
    for (;;) {
        const struct py_Call *call = py_as_Call(node);
        const struct py_Attribute *method = call ? py_as_Attribute(call->func) : NULL;
        const struct py_Tuple *tuple = py_as_Tuple(node);
        const struct py_Constant *string = py_as_string(node);
        if (tuple && tuple->elts.count) {
            node = tuple->elts.items[0];
        } else if (call && text_is(py_last_name(call->func), "Score") &&
                   py_keyword_of(call, T("value"))) {
            node = py_keyword_of(call, T("value"))->value;
        } else if (method && text_is(method->attr, "copy") && !call->args.count &&
                   !call->keywords.count) {
            return is_named_constant(judging, method->value);
        } else {
            return is_signed_number(node) || py_is_none(node) || (string && !string->text.size) ||
                   is_named_constant(judging, node);
        }
    }
}

static bool holds_number(const struct py_node *node) {
    const struct py_Dict *dict = py_as_Dict(node);
    for (uint32_t i = 0; dict && i < dict->values.count; i++)
        if (is_signed_number(dict->values.items[i]))
            return true;
    return false;
}

/* The function that a scorer hands out: what it returns is the score. */
static bool is_score_function(const struct judging *judging) {
    const struct scorer_code *code = judging->functions->code;
    const struct scorer_function *own = &code->functions.items[judging->guarded->function];
    const struct py_function *parent = own->function->parent;
    uint32_t member = parent ? pairs_get(&code->members, own->file, parent->number) : 0;
    return member && code->functions.items[member - 1].is_scorer &&
           map_has(&judging->functions->facts[member - 1].returned, own->function->def->name);
}

static void judge_return(struct judging *judging, const struct py_node *statement) {
    const struct py_node *value = py_as_Return(statement)->value;
    if (value && !is_constant(judging, value)) {
        if (statement->start > judging->leaves)
            judging->leaves = statement->start;
        return;
    }
    bool none = !value || py_is_none(value);
    if (!none || (!is_score_function(judging) &&
                  !results_are_tested(judging->functions, judging->guarded->function)))
        judging->gives_result = true;
}

static void judge_assignment(struct judging *judging, const struct py_node *target,
                             const struct py_node *value) {
    const struct py_Name *name = py_as_Name(target);
    bool constant = name && value && is_constant(judging, value);
    if (!name || !value || target->start < judging->leaves || (!constant && !holds_number(value)) ||
        (py_is_none(value) && map_has(&judging->facts->tested, name->id)))
        return;
    bool returned = constant && facts_place(&judging->facts->returned, name->id) > target->start;
    bool read =
        map_has(&judging->guarded->bound, name->id) &&
        facts_place(&judging->facts->read, name->id) > judging->guarded->statement->node.end;
    judging->gives_result |= returned || read;
}

static void push(void *context, const struct py_node *node) {
    struct judging *judging = context;
    if (!py_as_function(node) && !py_is(node, PY_ClassDef) && !py_is(node, PY_Lambda) &&
        (judging->looks_in_body || py_kind_group(node->kind) != PY_EXPR))
        vector_push(judging->functions->arena, &judging->stack, node);
}

static void push_list(struct judging *judging, const struct py_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        push(judging, list->items[i]);
}

static void find_bound(struct judging *judging) {
    if (judging->guarded->has_bound)
        return;
    judging->guarded->has_bound = true;
    judging->looks_in_body = true;
    push_list(judging, &judging->guarded->statement->body);
    while (judging->stack.count) {
        const struct py_node *node = judging->stack.items[--judging->stack.count];
        if (py_is(node, PY_Name) && node->op == PY_STORE)
            map_put(judging->functions->arena, &judging->guarded->bound, py_as_Name(node)->id);
        py_children(node, push, judging);
    }
    judging->looks_in_body = false;
}

/* Where the handler leaves comes first, then what it assigns before. */
static void read_handler(struct judging *judging, const struct py_ExceptHandler *handler,
                         bool assignments) {
    push_list(judging, &handler->body);
    while (judging->stack.count) {
        const struct py_node *node = judging->stack.items[--judging->stack.count];
        const struct py_Assign *assignment = py_as_Assign(node);
        const struct py_AnnAssign *annotated = py_as_AnnAssign(node);
        if (!assignments && py_is(node, PY_Return))
            judge_return(judging, node);
        else if (!assignments && py_is(node, PY_Continue) && node->start > judging->leaves)
            judging->leaves = node->start;
        for (uint32_t i = 0; assignments && assignment && i < assignment->targets.count; i++)
            judge_assignment(judging, assignment->targets.items[i], assignment->value);
        if (assignments && annotated)
            judge_assignment(judging, annotated->target, annotated->value);
        py_children(node, push, judging);
    }
}

bool handler_gives_result(const struct scorer_functions *functions, struct guarded *guarded,
                          const struct py_ExceptHandler *handler) {
    struct judging judging = {
        .functions = functions,
        .guarded = guarded,
        .facts = &functions->facts[guarded->function],
    };
    read_handler(&judging, handler, false);
    if (!judging.gives_result) {
        find_bound(&judging);
        read_handler(&judging, handler, true);
    }
    return judging.gives_result;
}
