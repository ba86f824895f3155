#include <cordon/python.h>

#include "api/work.h"
#include "python/parse.h"

struct cordon_python_tree {
    struct object object;
    struct py_tree *tree;
};

void cordon_python_options_init(cordon_python_options *options) {
    *options = (cordon_python_options){.struct_size = sizeof(*options)};
}

struct parse {
    cordon_python_tree *result;
    struct text source;
    struct py_options options;
};

static void parse_source(void *argument) {
    struct parse *parse = argument;
    struct arena *arena = &parse->result->object.arena;
    parse->result->tree = py_parse(arena, text_copy(arena, parse->source), &parse->options);
}

static cordon_status refuse(const struct py_tree *tree, const cordon_allocator *allocator,
                            cordon_error **result) {
    struct error error = {
        .message = tree->error.message, .line = tree->error.line, .column = tree->error.column};
    return object_refuse(allocator, &error, py_error_class_name(tree->error.class), tree->source,
                         result);
}

cordon_status cordon_python_parse(const char *source, size_t size,
                                  const cordon_python_options *given, cordon_python_tree **result,
                                  cordon_error **error) {
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_python_options options;
    cordon_python_options_init(&options);
    object_take_struct(&options, sizeof(options), given);
    cordon_python_tree *tree = object_new(options.allocator, sizeof(*tree));
    if (!tree)
        return CORDON_NO_MEMORY;
    struct parse parse = {
        tree,
        {source, size},
        {(enum py_mode)options.mode, (enum py_version)options.minor_version, false}};
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&tree->object.heap, parse_source, &parse))
        status = tree->tree->root ? CORDON_OK : refuse(tree->tree, options.allocator, error);
    if (status == CORDON_OK)
        *result = tree;
    else
        object_free(tree);
    return status;
}

void cordon_python_tree_free(cordon_python_tree *tree) {
    object_free(tree);
}

cordon_text cordon_python_error_class(const cordon_error *error) {
    return public_text(text_of(error->class));
}

struct dump {
    struct work work;
    const struct py_tree *tree;
};

static bool send_piece(void *work) {
    return work_send(work);
}

static void dump_tree(void *argument) {
    struct dump *dump = argument;
    py_dump_stream(&dump->work.out, dump->tree, send_piece, &dump->work);
}

cordon_status cordon_python_dump(const cordon_python_tree *tree, cordon_writer writer, void *user) {
    struct dump dump = {.work = {.writer = writer, .user = user}, .tree = tree->tree};
    return work_run(&dump.work, &tree->object.heap.allocator, dump_tree, NULL);
}

static const struct py_node *node_of(const cordon_python_node *node) {
    return (const struct py_node *)node;
}

static const cordon_python_node *public_node(const struct py_node *node) {
    return (const cordon_python_node *)node;
}

const cordon_python_node *cordon_python_root(const cordon_python_tree *tree) {
    return public_node(tree->tree->root);
}

const char *cordon_python_type(const cordon_python_node *node) {
    return py_kind_name(node_of(node)->kind);
}

cordon_python_range cordon_python_range_of(const cordon_python_tree *tree,
                                           const cordon_python_node *node) {
    struct py_place start = py_tree_place(tree->tree, node_of(node)->start);
    struct py_place end = py_tree_place(tree->tree, node_of(node)->end);
    return (cordon_python_range){start.line, start.column, end.line, end.column};
}

cordon_text cordon_python_source_of(const cordon_python_tree *tree,
                                    const cordon_python_node *node) {
    return public_text(py_tree_text(tree->tree, node_of(node)));
}

static const struct py_field *field_at(const cordon_python_node *node, size_t index) {
    return &py_kind_fields(node_of(node)->kind)[index];
}

static const void *member_at(const cordon_python_node *node, size_t index) {
    return py_field_of(node_of(node), field_at(node, index));
}

size_t cordon_python_field_count(const cordon_python_node *node) {
    size_t count = 0;
    while (field_at(node, count)->name)
        count++;
    return count;
}

const char *cordon_python_field_name(const cordon_python_node *node, size_t index) {
    return field_at(node, index)->name;
}

cordon_python_field_kind cordon_python_field_kind_of(const cordon_python_node *node, size_t index) {
    switch ((enum py_field_type)field_at(node, index)->type) {
    case PY_FIELD_NODE:
    case PY_FIELD_OPT:
        return CORDON_PYTHON_NODE;
    case PY_FIELD_LIST:
        return CORDON_PYTHON_NODES;
    case PY_FIELD_NAMES:
    case PY_FIELD_OPS:
        return CORDON_PYTHON_TEXTS;
    case PY_FIELD_INT:
        return CORDON_PYTHON_NUMBER;
    case PY_FIELD_SINGLETON:
    case PY_FIELD_VALUE:
        return CORDON_PYTHON_VALUE;
    default:
        return CORDON_PYTHON_TEXT;
    }
}

size_t cordon_python_field_size(const cordon_python_node *node, size_t index) {
    const void *member = member_at(node, index);
    switch ((enum py_field_type)field_at(node, index)->type) {
    case PY_FIELD_OPT:
        return *(struct py_node *const *)member != NULL;
    case PY_FIELD_LIST:
        return ((const struct py_list *)member)->count;
    case PY_FIELD_NAMES:
        return ((const struct py_names *)member)->count;
    case PY_FIELD_OPTNAME:
        return ((const struct text *)member)->data != NULL;
    case PY_FIELD_OPS:
        return ((const struct py_Compare *)node)->comparators.count;
    case PY_FIELD_KIND:
        return (node_of(node)->flags & PY_FLAG_U) != 0;
    default:
        return 1;
    }
}

const cordon_python_node *cordon_python_field_node(const cordon_python_node *node, size_t index,
                                                   size_t item) {
    const void *member = member_at(node, index);
    if (field_at(node, index)->type == PY_FIELD_LIST)
        return public_node(((const struct py_list *)member)->items[item]);
    return public_node(*(struct py_node *const *)member);
}

cordon_text cordon_python_field_text(const cordon_python_node *node, size_t index, size_t item) {
    const struct py_field *field = field_at(node, index);
    const void *member = member_at(node, index);
    switch ((enum py_field_type)field->type) {
    case PY_FIELD_NAME:
    case PY_FIELD_OPTNAME:
        return public_text(*(const struct text *)member);
    case PY_FIELD_NAMES:
        return public_text(((const struct py_names *)member)->items[item]);
    case PY_FIELD_OPS:
        return public_text(text_of(py_cmpop_name((*(const uint8_t *const *)member)[item])));
    case PY_FIELD_KIND:
        return public_text(T("u"));
    default:
        return public_text(text_of(py_op_name(node_of(node), field)));
    }
}

int64_t cordon_python_field_number(const cordon_python_node *node, size_t index) {
    return *(const int32_t *)member_at(node, index);
}

struct constant {
    struct work work;
    const struct py_node *node;
};

static void write_constant(void *argument) {
    struct constant *constant = argument;
    py_repr_constant(&constant->work.out, constant->node);
}

cordon_status cordon_python_field_value(const cordon_python_node *node, size_t index,
                                        cordon_writer writer, void *user) {
    (void)index; /* a node has one value at most */
    struct constant constant = {.work = {.writer = writer, .user = user}, .node = node_of(node)};
    return work_run(&constant.work, NULL, write_constant, NULL);
}
