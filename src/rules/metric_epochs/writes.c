#include "rules/metric_epochs/aliases.h"
#include "rules/metric_epochs/inputs.h"

/* Loops within so many others are read once, not twice. */
enum { LOOPS_READ_TWICE = 6 };

struct reader {
    struct metric_file *file;
    const struct metric_scope *scope;
    struct state state;
    int loops;
};

static void read_list(struct reader *reader, const struct py_list *statements);

/* Reads a branch and takes it back. */
static struct state_changes read_branch(struct reader *reader, const struct py_list *statements) {
    struct state_changes changes;
    size_t begin = state_begin(&reader->state);
    read_list(reader, statements);
    state_end(&reader->state, begin, &changes);
    return changes;
}

/* Assignments */

static void store(struct reader *reader, const struct py_node *target) {
    const struct py_list *parts = py_elements(target);
    for (uint32_t i = 0; parts && i < parts->count; i++)
        store(reader, parts->items[i]);
    if ((py_is(target, PY_Attribute) || py_is(target, PY_Subscript)) &&
        store_changes_score(&reader->state, target))
        report_metric(reader->file, target, SEVERITY_ERROR,
                      "This changes a score that the metric is handed, for whoever reads it next",
                      "change a copy, as of score.model_copy(deep=True), or keep the result in a "
                      "variable");
}

/* Every name in the target reaches the same. */
static void bind_whole(struct reader *reader, const struct py_node *target,
                       const struct alias *alias) {
    const struct py_list *parts = py_elements(target);
    if (py_is(target, PY_Starred))
        bind_whole(reader, py_as_Starred(target)->value, alias);
    else if (py_is(target, PY_Name))
        state_set(&reader->state, py_as_Name(target)->id, alias);
    for (uint32_t i = 0; parts && i < parts->count; i++)
        bind_whole(reader, parts->items[i], alias);
}

static void bind(struct reader *reader, const struct py_node *target, const struct py_node *value) {
    const struct py_list *parts = py_elements(target), *values = py_elements(value);
    if (!parts || !values || parts->count != values->count) {
        bind_whole(reader, target, alias_of(&reader->state, value));
        return;
    }
    for (uint32_t i = 0; i < parts->count; i++)
        bind(reader, parts->items[i], values->items[i]);
}

static void read_assignment(struct reader *reader, const struct py_Assign *assignment) {
    for (uint32_t i = 0; i < assignment->targets.count; i++)
        store(reader, assignment->targets.items[i]);
    for (uint32_t i = 0; i < assignment->targets.count; i++)
        bind(reader, assignment->targets.items[i], assignment->value);
}

/* Compound statements */

/* if (elif)* else?: an elif begins at the same state as the if. */
static void read_if(struct reader *reader, const struct py_If *branch) {
    struct arena *arena = reader->state.arena;
    VECTOR(struct state_changes) branches = {0};
    for (;;) {
        vector_push(arena, &branches, read_branch(reader, &branch->body));
        const struct py_If *next =
            branch->orelse.count == 1 ? py_as_If(branch->orelse.items[0]) : NULL;
        if (!next)
            break;
        branch = next;
    }
    if (branch->orelse.count)
        vector_push(arena, &branches, read_branch(reader, &branch->orelse));
    state_join(&reader->state, branches.items, branches.count, !branch->orelse.count);
}

/* The body is read again when what it leaves may change what it finds. */
static void read_loop(struct reader *reader, const struct py_list *body,
                      const struct py_list *orelse) {
    reader->loops++;
    struct state_changes changes = read_branch(reader, body);
    if (state_join(&reader->state, &changes, 1, true) && reader->loops <= LOOPS_READ_TWICE) {
        changes = read_branch(reader, body);
        state_join(&reader->state, &changes, 1, true);
    }
    reader->loops--;
    read_list(reader, orelse);
}

static void read_for(struct reader *reader, const struct py_For *loop) {
    bool reaches = alias_of(&reader->state, loop->iter);
    bind_whole(reader, loop->target, reaches ? &alias_original : NULL);
    read_loop(reader, &loop->body, &loop->orelse);
}

static void read_match(struct reader *reader, const struct py_Match *match) {
    VECTOR(struct state_changes) branches = {0};
    for (uint32_t i = 0; i < match->cases.count; i++)
        vector_push(reader->state.arena, &branches,
                    read_branch(reader, &py_as_match_case(match->cases.items[i])->body));
    state_join(&reader->state, branches.items, branches.count, true);
}

/* A handler sees names as they were before the body or as they are after it. */
static void read_try(struct reader *reader, const struct py_Try *try) {
    struct state_changes body = read_branch(reader, &try->body);
    VECTOR(struct state_changes) branches = {0};
    size_t begin = state_begin(&reader->state);
    state_apply(&reader->state, &body);
    read_list(reader, &try->orelse);
    struct state_changes sound;
    state_end(&reader->state, begin, &sound);
    vector_push(reader->state.arena, &branches, sound);
    if (try->handlers.count)
        state_join(&reader->state, &body, 1, true);
    for (uint32_t i = 0; i < try->handlers.count; i++)
        vector_push(reader->state.arena, &branches,
                    read_branch(reader, &py_as_ExceptHandler(try->handlers.items[i])->body));
    state_join(&reader->state, branches.items, branches.count, false);
    read_list(reader, &try->finalbody);
}

static void bind_parameter(void *context, struct text parameter, bool is_input) {
    struct reader *reader = context;
    state_set(&reader->state, parameter, is_input ? &alias_original : NULL);
}

static void read_function(struct reader *reader, const struct py_FunctionDef *def) {
    struct state_changes lost;
    size_t begin = state_begin(&reader->state);
    inputs_visit(reader->scope, def, bind_parameter, reader);
    read_list(reader, &def->body);
    state_end(&reader->state, begin, &lost);
    state_set(&reader->state, def->name, NULL);
}

static void read_statement(struct reader *reader, const struct py_node *node) {
    const struct py_AnnAssign *annotated = py_as_AnnAssign(node);
    switch ((enum py_kind)node->kind) {
    case PY_Assign:
        read_assignment(reader, py_as_Assign(node));
        break;
    case PY_AnnAssign:
        store(reader, annotated->target);
        if (annotated->value)
            bind(reader, annotated->target, annotated->value);
        break;
    case PY_AugAssign:
        store(reader, py_as_AugAssign(node)->target);
        break;
    case PY_If:
        read_if(reader, py_as_If(node));
        break;
    case PY_For:
    case PY_AsyncFor:
        read_for(reader, (const struct py_For *)node);
        break;
    case PY_While:
        read_loop(reader, &py_as_While(node)->body, &py_as_While(node)->orelse);
        break;
    case PY_With:
    case PY_AsyncWith:
        read_list(reader, &((const struct py_With *)node)->body);
        break;
    case PY_Match:
        read_match(reader, py_as_Match(node));
        break;
    case PY_Try:
    case PY_TryStar:
        read_try(reader, (const struct py_Try *)node);
        break;
    case PY_FunctionDef:
    case PY_AsyncFunctionDef:
        read_function(reader, py_as_function(node));
        break;
    default: /* binds nothing that is followed */
        break;
    }
}

/* Reading goes on after return, raise, break and continue. */
static void read_list(struct reader *reader, const struct py_list *statements) {
    for (uint32_t i = 0; i < statements->count; i++)
        read_statement(reader, statements->items[i]);
}

void check_writes(struct metric_file *file, const struct metric_scope *scope) {
    struct reader reader = {.file = file, .scope = scope};
    state_init(&reader.state, scope->arena);
    read_list(&reader, &scope->def->body);
}
