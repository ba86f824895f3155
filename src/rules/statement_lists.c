#include "rules/statement_lists.h"

#include "python/index.h"

#include <stdlib.h>

struct walk {
    struct arena *arena;
    struct statement_lists *out;
    VECTOR(const struct py_node *) stack;
};

static bool holds_star(const struct py_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        if (py_is(list->items[i], PY_Starred))
            return true;
    return false;
}

/* target: NAME | '*' target | tuple or list of targets, element by element where that can be told;
 * other targets bind no name. */
static void assign(struct walk *walk, const struct py_node *target, const struct py_node *value,
                   uint32_t end) {
    if (py_is(target, PY_Name)) {
        vector_push(walk->arena, &walk->out->assigned, ((struct assigned){value, end}));
        *pairs_put(walk->arena, &walk->out->by_target, target->start, 0) =
            (uint32_t)walk->out->assigned.count;
        return;
    }
    if (py_is(target, PY_Starred)) {
        assign(walk, py_as_Starred(target)->value, NULL, end);
        return;
    }
    const struct py_list *targets = py_elements(target), *values = py_elements(value);
    bool paired = targets && values && targets->count == values->count && !holds_star(targets) &&
                  !holds_star(values);
    for (uint32_t i = 0; targets && i < targets->count; i++)
        assign(walk, targets->items[i], paired ? values->items[i] : NULL, end);
}

/* The decorators of a first statement are part of the list. */
static uint32_t list_start(const struct py_node *statement) {
    const struct py_FunctionDef *def = py_as_function(statement);
    const struct py_ClassDef *class = py_as_ClassDef(statement);
    const struct py_list *decorators = def     ? &def->decorator_list
                                       : class ? &class->decorator_list
                                               : NULL;
    return decorators && decorators->count ? decorators->items[0]->start : statement->start;
}

static void visit_list(struct walk *walk, const struct py_list *list) {
    if (list->count && list->items[0] && py_kind_group(list->items[0]->kind) == PY_STMT)
        vector_push(walk->arena, &walk->out->lists,
                    ((struct statement_list){list_start(list->items[0]),
                                             list->items[list->count - 1]->end}));
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            vector_push(walk->arena, &walk->stack, list->items[i]);
}

static void visit_assignment(struct walk *walk, const struct py_node *node) {
    const struct py_Assign *assignment = py_as_Assign(node);
    const struct py_AnnAssign *annotated = py_as_AnnAssign(node);
    const struct py_NamedExpr *walrus = py_as_NamedExpr(node);
    const struct py_AugAssign *augmented = py_as_AugAssign(node);
    for (uint32_t i = 0; assignment && i < assignment->targets.count; i++)
        assign(walk, assignment->targets.items[i], assignment->value, node->end);
    if (annotated && annotated->value)
        assign(walk, annotated->target, annotated->value, node->end);
    else if (walrus)
        assign(walk, walrus->target, walrus->value, node->end);
    else if (augmented)
        assign(walk, augmented->target, NULL, node->end);
}

static int compare_lists(const void *left, const void *right) {
    const struct statement_list *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

void statement_lists_read(struct statement_lists *lists, struct arena *arena,
                          const struct py_tree *tree) {
    *lists = (struct statement_lists){0};
    struct walk walk = {.arena = arena, .out = lists};
    vector_push(arena, &walk.stack, tree->root);
    while (walk.stack.count) {
        const struct py_node *node = walk.stack.items[--walk.stack.count];
        visit_assignment(&walk, node);
        for (const struct py_field *field = py_kind_fields(node->kind); field->name; field++) {
            const void *member = py_field_of(node, field);
            if (field->type == PY_FIELD_LIST)
                visit_list(&walk, member);
            else if ((field->type == PY_FIELD_NODE || field->type == PY_FIELD_OPT) &&
                     *(struct py_node *const *)member)
                vector_push(arena, &walk.stack, *(struct py_node *const *)member);
        }
    }
    if (lists->lists.count)
        qsort(lists->lists.items, lists->lists.count, sizeof(*lists->lists.items), compare_lists);
}
