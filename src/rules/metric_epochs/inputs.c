#include "rules/metric_epochs/inputs.h"

typedef VECTOR(const struct py_node *) node_vector;

/* What a quoted annotation holds, or NULL. */
static const struct py_node *unquoted(struct arena *arena, struct text text) {
    static const struct py_options options = {
        .mode = PY_MODE_EVAL, .version = PY_VERSION_3_13, .is_text = true};
    const struct py_tree *tree = py_parse(arena, text_copy(arena, text), &options);
    return tree->root ? ((const struct py_Expression *)tree->root)->body : NULL;
}

static void add(struct arena *arena, node_vector *nodes, const struct py_node *node) {
    if (node)
        vector_push(arena, nodes, node);
}

/* The parts of an annotation that name types: both sides of an operator, what a text holds, and of
 * a subscript the index, or each of several. */
static void add_parts(struct arena *arena, node_vector *nodes, const struct py_node *node) {
    if (py_is(node, PY_BinOp)) {
        add(arena, nodes, py_as_BinOp(node)->left);
        add(arena, nodes, py_as_BinOp(node)->right);
    } else if (py_as_string(node)) {
        add(arena, nodes, unquoted(arena, py_as_string(node)->text));
    } else if (py_is(node, PY_Subscript)) {
        const struct py_node *index = py_as_Subscript(node)->slice;
        const struct py_Tuple *several = py_as_Tuple(index);
        for (uint32_t i = 0; several && i < several->elts.count; i++)
            add(arena, nodes, several->elts.items[i]);
        if (!several)
            add(arena, nodes, index);
    }
}

static bool mentions_score(struct arena *arena, const struct py_node *annotation) {
    node_vector nodes = {0};
    add(arena, &nodes, annotation);
    while (nodes.count) {
        const struct py_node *node = nodes.items[--nodes.count];
        struct text name = py_last_name(node);
        if (name.data && (text_is(name, "SampleScore") || text_is(name, "Score")))
            return true;
        add_parts(arena, &nodes, node);
    }
    return false;
}

void inputs_visit(const struct metric_scope *scope, const struct py_FunctionDef *def,
                  void (*visit)(void *context, struct text parameter, bool is_input),
                  void *context) {
    const struct py_arguments *args = py_as_arguments(def->args);
    const struct py_list lists[] = {args->posonlyargs, args->args, args->kwonlyargs};
    bool first = map_has(&scope->returned, def->name);
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        for (uint32_t k = 0; k < lists[i].count; k++) {
            const struct py_arg *parameter = py_as_arg(lists[i].items[k]);
            bool handed = first && i < 2;
            first = first && !handed;
            visit(context, parameter->arg,
                  handed || mentions_score(scope->arena, parameter->annotation));
        }
    if (args->vararg)
        visit(context, py_as_arg(args->vararg)->arg, false);
    if (args->kwarg)
        visit(context, py_as_arg(args->kwarg)->arg, false);
}
