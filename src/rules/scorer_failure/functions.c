#include "rules/scorer_failure/functions.h"

#include "python/literal.h"

/* Statements and expressions of a function, those of functions and classes in it left out. */
struct part {
    const struct py_node *node;
    uint32_t guarded; /* the try whose body it stands in */
};

struct walk {
    struct scorer_functions *functions;
    struct arena *arena;
    uint32_t function;
    uint32_t file;
    uint32_t guarded; /* of what is pushed */
    VECTOR(struct part) stack;
};

static void push(void *context, const struct py_node *node) {
    struct walk *walk = context;
    if (!py_as_function(node) && !py_is(node, PY_ClassDef))
        vector_push(walk->arena, &walk->stack, ((struct part){node, walk->guarded}));
}

static void push_list(struct walk *walk, const struct py_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            push(walk, list->items[i]);
}

static bool is_broad_name(const struct py_node *type) {
    struct text name = py_last_name(type);
    return name.data && (text_is(name, "Exception") || text_is(name, "BaseException"));
}

static bool is_broad(const struct py_ExceptHandler *handler) {
    const struct py_Tuple *types = py_as_Tuple(handler->type);
    for (uint32_t i = 0; types && i < types->elts.count; i++)
        if (is_broad_name(types->elts.items[i]))
            return true;
    return !handler->type || is_broad_name(handler->type);
}

bool handler_swallows(struct arena *arena, const struct py_ExceptHandler *handler) {
    struct walk walk = {.arena = arena};
    bool raises = !is_broad(handler);
    push_list(&walk, &handler->body);
    while (walk.stack.count && !raises) {
        const struct py_node *node = walk.stack.items[--walk.stack.count].node;
        raises = py_is(node, PY_Raise);
        if (py_kind_group(node->kind) != PY_EXPR)
            py_children(node, push, &walk);
    }
    return !raises;
}

static void visit_try(struct walk *walk, const struct py_Try *statement, uint32_t around) {
    struct guarded guarded = {.statement = statement, .function = walk->function, .around = around};
    for (uint32_t i = 0; i < statement->handlers.count && !guarded.swallows; i++)
        guarded.swallows =
            handler_swallows(walk->arena, py_as_ExceptHandler(statement->handlers.items[i]));
    vector_push(walk->arena, &walk->functions->tries, guarded);
    push_list(walk, &statement->handlers);
    push_list(walk, &statement->orelse);
    push_list(walk, &statement->finalbody);
    walk->guarded = (uint32_t)walk->functions->tries.count - 1;
    push_list(walk, &statement->body);
}

static bool names_grader(struct arena *arena, struct text name) {
    struct text lower = text_lower(arena, name);
    return text_contains(lower, T("judge")) || text_contains(lower, T("grader"));
}

static uint8_t awaits_of(struct arena *arena, const struct scorer_call *call) {
    struct text name = call->call->name;
    bool method = py_is(call->call->call->func, PY_Attribute);
    if (call->target.kind == TARGET_FUNCTION || !name.data)
        return 0;
    if ((method && text_is(name, "generate")) ||
        (call->target.kind == TARGET_OUTSIDE && names_grader(arena, name)))
        return AWAITS_GRADER;
    return method && (text_is(name, "exec") || text_is(name, "read_file")) ? AWAITS_SANDBOX : 0;
}

static void visit_await(struct walk *walk, const struct py_node *value) {
    struct scorer_functions *functions = walk->functions;
    const struct scorer_call *call =
        py_is(value, PY_Call) ? scorer_call_of(functions->code, walk->file, value) : NULL;
    if (!call)
        return;
    struct awaited awaited = {.function = walk->function,
                              .guarded = walk->guarded,
                              .callee = call->callee,
                              .awaits = awaits_of(walk->arena, call),
                              .escapes = true};
    for (uint32_t i = walk->guarded; i; i = functions->tries.items[i].around)
        awaited.escapes &= !functions->tries.items[i].swallows;
    if (call->callee) {
        struct function_facts *facts = &functions->facts[call->callee - 1];
        awaited.next = facts->awaited;
        facts->awaited = (uint32_t)functions->awaited.count;
    }
    vector_push(walk->arena, &functions->awaited, awaited);
}

/* Names */

static void note(struct walk *walk, struct map *map, struct text name, uint32_t place) {
    void **last = map_put(walk->arena, map, name);
    if ((uintptr_t)*last < place)
        *last = (void *)(uintptr_t)place;
}

static void note_returned(struct walk *walk, const struct py_node *value, uint32_t place) {
    const struct py_Tuple *tuple = py_as_Tuple(value);
    const struct py_Call *call = py_as_Call(value);
    const struct py_keyword *scored =
        call && text_is(py_last_name(call->func), "Score") ? py_keyword_of(call, T("value")) : NULL;
    for (uint32_t i = 0; tuple && i < tuple->elts.count; i++)
        if (!py_is(tuple->elts.items[i], PY_Tuple))
            note_returned(walk, tuple->elts.items[i], place);
    if (scored)
        value = scored->value;
    if (py_is(value, PY_Name))
        note(walk, &walk->functions->facts[walk->function].returned, py_as_Name(value)->id, place);
}

static const struct py_node *without_await(const struct py_node *node) {
    return py_is(node, PY_Await) ? py_as_Await(node)->value : node;
}

static void note_result(struct walk *walk, const struct py_node *value, struct text name) {
    value = without_await(value);
    if (!py_is(value, PY_Call))
        return;
    vector_push(walk->arena, &walk->functions->results, name);
    *pairs_put(walk->arena, &walk->functions->result_of[walk->file], value->start, value->end) =
        (uint32_t)walk->functions->results.count;
}

static void note_tested(struct walk *walk, const struct py_node *value) {
    if (py_is(value, PY_Name))
        note(walk, &walk->functions->facts[walk->function].tested, py_as_Name(value)->id,
             value->start + 1);
    else
        note_result(walk, value, T(""));
}

static void visit_names(struct walk *walk, const struct py_node *node) {
    const struct py_Compare *comparison = py_as_Compare(node);
    const struct py_Assign *assignment = py_as_Assign(node);
    if (py_is(node, PY_Name) && node->op == PY_LOAD)
        note(walk, &walk->functions->facts[walk->function].read, py_as_Name(node)->id,
             node->start + 1);
    else if (py_is(node, PY_Return) && py_as_Return(node)->value)
        note_returned(walk, py_as_Return(node)->value, node->start + 1);
    else if (comparison && comparison->comparators.count == 1 &&
             (comparison->ops[0] == PY_IS || comparison->ops[0] == PY_ISNOT) &&
             py_is_none(comparison->comparators.items[0]))
        note_tested(walk, comparison->left);
    else if (py_is(node, PY_UnaryOp) && node->op == PY_NOT)
        note_tested(walk, py_as_UnaryOp(node)->operand);
    else if (assignment && assignment->targets.count == 1 &&
             py_is(assignment->targets.items[0], PY_Name))
        note_result(walk, assignment->value, py_as_Name(assignment->targets.items[0])->id);
}

static void read_function(struct scorer_functions *functions, uint32_t number) {
    const struct scorer_function *function = &functions->code->functions.items[number];
    struct walk walk = {.functions = functions,
                        .arena = functions->arena,
                        .function = number,
                        .file = function->file};
    push_list(&walk, &function->function->def->body);
    while (walk.stack.count) {
        struct part part = walk.stack.items[--walk.stack.count];
        walk.guarded = part.guarded;
        visit_names(&walk, part.node);
        if (py_is(part.node, PY_Try) || py_is(part.node, PY_TryStar)) {
            visit_try(&walk, (const struct py_Try *)part.node, part.guarded);
            continue;
        }
        if (py_is(part.node, PY_Await))
            visit_await(&walk, py_as_Await(part.node)->value);
        py_children(part.node, push, &walk);
    }
}

/* What fails in a function fails in those that await it. */
static void spread(struct scorer_functions *functions) {
    VECTOR(uint32_t) changed = {0};
    for (size_t i = 1; i < functions->awaited.count; i++) {
        const struct awaited *awaited = &functions->awaited.items[i];
        struct function_facts *facts = &functions->facts[awaited->function];
        if (!awaited->escapes || !(awaited->awaits & ~facts->awaits))
            continue;
        facts->awaits |= awaited->awaits;
        vector_push(functions->arena, &changed, awaited->function);
    }
    for (size_t i = 0; i < changed.count; i++) {
        const struct function_facts *callee = &functions->facts[changed.items[i]];
        for (uint32_t k = callee->awaited; k; k = functions->awaited.items[k].next) {
            const struct awaited *awaited = &functions->awaited.items[k];
            struct function_facts *facts = &functions->facts[awaited->function];
            if (!awaited->escapes || !(callee->awaits & ~facts->awaits))
                continue;
            facts->awaits |= callee->awaits;
            vector_push(functions->arena, &changed, awaited->function);
        }
    }
}

/* Each try gets what may fail in its body, up to one that swallows it. */
static void guard(struct scorer_functions *functions) {
    for (size_t i = 1; i < functions->awaited.count; i++) {
        const struct awaited *awaited = &functions->awaited.items[i];
        uint8_t awaits = awaited->awaits;
        if (awaited->callee)
            awaits |= functions->facts[awaited->callee - 1].awaits;
        for (uint32_t k = awaited->guarded; k; k = functions->tries.items[k].around) {
            functions->tries.items[k].awaits |= awaits;
            if (functions->tries.items[k].swallows)
                break;
        }
    }
}

void scorer_functions_read(struct scorer_functions *functions, struct arena *arena,
                           const struct scorer_code *code) {
    *functions = (struct scorer_functions){.arena = arena, .code = code};
    functions->facts = arena_array(arena, struct function_facts, code->functions.count);
    functions->result_of = arena_array(arena, struct pairs, code->calls.count);
    vector_push(arena, &functions->tries, (struct guarded){0});
    vector_push(arena, &functions->awaited, (struct awaited){0});
    for (uint32_t i = 0; i < code->functions.count; i++)
        read_function(functions, i);
    spread(functions);
    guard(functions);
}

bool results_are_tested(const struct scorer_functions *functions, uint32_t function) {
    const struct scorer_code *code = functions->code;
    uint32_t next = code->functions.items[function].calls;
    bool tested = next != 0;
    for (; next && tested; next = code->called.items[next - 1].next) {
        const struct scorer_call *call = &code->called.items[next - 1];
        const struct py_node *node = &call->call->call->node;
        uint32_t file = code->functions.items[call->caller].file;
        uint32_t result = pairs_get(&functions->result_of[file], node->start, node->end);
        struct text name = result ? functions->results.items[result - 1] : T("");
        tested = result && (!name.size || map_has(&functions->facts[call->caller].tested, name));
    }
    return tested;
}
