#include "base/buffer.h"
#include "base/vector.h"
#include "python/parse.h"
#include "python/repr.h"

enum { FLUSH_SIZE = 1 << 20 };

/* A node whose text is begun. Trees may be deep, so the nodes around the current one are kept here
 * and not on the C stack. */
struct frame {
    const struct py_node *node;
    const struct py_field *field; /* the next one to write */
    uint32_t item;                /* of that field's list, when it is begun */
    uint32_t level;
    bool in_list;
    bool begun; /* something stands in the parentheses */
};

struct dumper {
    struct buffer *out;
    const struct py_tree *tree;
    VECTOR(struct frame) frames;
    struct arena arena; /* of the frames */
};

static void new_line(struct buffer *out, bool comma, size_t level) {
    if (comma)
        buffer_byte(out, ',');
    buffer_byte(out, '\n');
    buffer_repeat(out, ' ', level);
}

static void begin_argument(struct dumper *dumper, struct frame *frame, const char *name) {
    new_line(dumper->out, frame->begun, frame->level);
    buffer_string(dumper->out, name);
    buffer_byte(dumper->out, '=');
    frame->begun = true;
}

static void push(struct dumper *dumper, const struct py_node *node, size_t level) {
    buffer_string(dumper->out, py_kind_name(node->kind));
    buffer_byte(dumper->out, '(');
    vector_push(&dumper->arena, &dumper->frames,
                (struct frame){
                    .node = node, .field = py_kind_fields(node->kind), .level = (uint32_t)level});
}

static void write_integer(struct buffer *out, int64_t value) {
    if (value < 0)
        buffer_byte(out, '-');
    buffer_unsigned(out, value < 0 ? (uint64_t)-value : (uint64_t)value);
}

void py_repr_constant(struct buffer *out, const struct py_node *node) {
    const struct py_Constant *constant = (const struct py_Constant *)node;
    switch ((enum py_constant_kind)node->op) {
    case PY_NONE:
        buffer_string(out, "None");
        break;
    case PY_FALSE:
        buffer_string(out, "False");
        break;
    case PY_TRUE:
        buffer_string(out, "True");
        break;
    case PY_ELLIPSIS:
        buffer_string(out, "Ellipsis");
        break;
    case PY_INTEGER:
        if (constant->integer != UINT64_MAX)
            buffer_unsigned(out, constant->integer);
        else
            py_repr_integer(out, constant->text);
        break;
    case PY_FLOAT:
        py_repr_float(out, constant->number);
        break;
    case PY_IMAGINARY:
        py_repr_imaginary(out, constant->number);
        break;
    case PY_STRING:
        py_repr_text(out, constant->text);
        break;
    case PY_BYTES:
        py_repr_bytes(out, constant->text);
        break;
    }
}

/* A list whose items are no nodes: its items are written by write. */
static void write_plain_list(struct dumper *dumper, const struct frame *frame, const void *items,
                             size_t count,
                             void (*write)(struct buffer *out, const void *items, size_t index)) {
    buffer_byte(dumper->out, '[');
    for (size_t i = 0; i < count; i++) {
        new_line(dumper->out, i != 0, frame->level + 1);
        write(dumper->out, items, i);
    }
    buffer_byte(dumper->out, ']');
}

static void write_name_at(struct buffer *out, const void *items, size_t index) {
    py_repr_text(out, ((const struct text *)items)[index]);
}

static void write_cmpop_at(struct buffer *out, const void *items, size_t index) {
    buffer_string(out, py_cmpop_name(((const uint8_t *)items)[index]));
    buffer_string(out, "()");
}

const char *py_op_name(const struct py_node *node, const struct py_field *field) {
    uint8_t op = node->op;
    switch (field->type) {
    case PY_FIELD_CONTEXT:
        return py_context_name(op);
    case PY_FIELD_OPERATOR:
        return py_operator_name(op);
    case PY_FIELD_BOOLOP:
        return py_boolop_name(op);
    default:
        return py_unaryop_name(op);
    }
}

/* None and empty lists are left out, except as the value of a constant. */
static bool is_absent(const struct py_node *node, const struct py_field *field) {
    const void *member = py_field_of(node, field);
    switch (field->type) {
    case PY_FIELD_OPT:
        return !*(struct py_node *const *)member;
    case PY_FIELD_LIST:
        return ((const struct py_list *)member)->count == 0;
    case PY_FIELD_NAMES:
        return ((const struct py_names *)member)->count == 0;
    case PY_FIELD_OPTNAME:
        return !((const struct text *)member)->data;
    case PY_FIELD_KIND:
        return !(node->flags & PY_FLAG_U);
    default:
        return false;
    }
}

/* The value of the frame's field, which is not a node or a list of nodes. */
static void write_value(struct dumper *dumper, const struct frame *frame) {
    const void *member = py_field_of(frame->node, frame->field);
    struct buffer *out = dumper->out;
    switch ((enum py_field_type)frame->field->type) {
    case PY_FIELD_NAME:
    case PY_FIELD_OPTNAME:
        py_repr_text(out, *(const struct text *)member);
        break;
    case PY_FIELD_NAMES: {
        const struct py_names *names = member;
        write_plain_list(dumper, frame, names->items, names->count, write_name_at);
        break;
    }
    case PY_FIELD_OPS:
        write_plain_list(dumper, frame, *(const uint8_t *const *)member,
                         ((const struct py_Compare *)frame->node)->comparators.count,
                         write_cmpop_at);
        break;
    case PY_FIELD_INT:
        write_integer(out, *(const int32_t *)member);
        break;
    case PY_FIELD_SINGLETON:
    case PY_FIELD_VALUE:
        py_repr_constant(out, frame->node);
        break;
    case PY_FIELD_KIND:
        buffer_string(out, "'u'");
        break;
    default:
        buffer_string(out, py_op_name(frame->node, frame->field));
        buffer_string(out, "()");
        break;
    }
}

/* Node types without positions of their own in CPython. */
static bool has_attributes(enum py_kind kind) {
    switch (kind) {
    case PY_Module:
    case PY_Interactive:
    case PY_Expression:
    case PY_comprehension:
    case PY_arguments:
    case PY_withitem:
    case PY_match_case:
        return false;
    default:
        return true;
    }
}

static void write_attribute(struct dumper *dumper, struct frame *frame, const char *name,
                            uint32_t value) {
    begin_argument(dumper, frame, name);
    buffer_unsigned(dumper->out, value);
}

static void end_node(struct dumper *dumper, struct frame *frame) {
    if (has_attributes(frame->node->kind)) {
        struct py_place start = py_tree_place(dumper->tree, frame->node->start);
        struct py_place end = py_tree_place(dumper->tree, frame->node->end);
        write_attribute(dumper, frame, "lineno", start.line);
        write_attribute(dumper, frame, "col_offset", start.column);
        write_attribute(dumper, frame, "end_lineno", end.line);
        write_attribute(dumper, frame, "end_col_offset", end.column);
    }
    buffer_byte(dumper->out, ')');
    dumper->frames.count--;
}

static void next_item(struct dumper *dumper, struct frame *frame) {
    const struct py_list *list = py_field_of(frame->node, frame->field);
    if (frame->item == list->count) {
        buffer_byte(dumper->out, ']');
        frame->in_list = false;
        frame->field++;
        return;
    }
    size_t level = frame->level + 1;
    new_line(dumper->out, frame->item != 0, level);
    const struct py_node *item = list->items[frame->item++];
    if (item)
        push(dumper, item, level + 1);
    else
        buffer_string(dumper->out, "None");
}

/* Writes the next piece of the innermost node that is begun. */
static void step(struct dumper *dumper) {
    struct frame *frame = &dumper->frames.items[dumper->frames.count - 1];
    if (frame->in_list) {
        next_item(dumper, frame);
        return;
    }
    while (frame->field->name && is_absent(frame->node, frame->field))
        frame->field++;
    if (!frame->field->name) {
        end_node(dumper, frame);
        return;
    }
    begin_argument(dumper, frame, frame->field->name);
    if (frame->field->type == PY_FIELD_LIST) {
        buffer_byte(dumper->out, '[');
        frame->in_list = true;
        frame->item = 0;
    } else if (frame->field->type == PY_FIELD_NODE || frame->field->type == PY_FIELD_OPT) {
        const struct py_node *child =
            *(struct py_node *const *)py_field_of(frame->node, frame->field);
        frame->field++;
        push(dumper, child, frame->level + 1);
    } else {
        write_value(dumper, frame);
        frame->field++;
    }
}

void py_dump_stream(struct buffer *out, const struct py_tree *tree, bool (*flush)(void *context),
                    void *context) {
    struct dumper dumper = {.out = out, .tree = tree};
    arena_init(&dumper.arena, out->arena->heap);
    push(&dumper, tree->root, 1);
    while (dumper.frames.count) {
        step(&dumper);
        if (flush && out->size >= FLUSH_SIZE && !flush(context))
            break;
    }
    arena_release(&dumper.arena);
}

void py_dump(struct buffer *out, const struct py_tree *tree) {
    py_dump_stream(out, tree, NULL, NULL);
}
