/*
 * Trees that no parser made: a source is parsed, then its nodes are changed: names, constants,
 * numbers, places, operators, absent parts, shorter lists, and parts of the same height exchanged.
 * What is kept is what ast.h promises: kinds where they belong, heights, and lists of equal length
 * side by side. Dump and index must be safe on them.
 *
 * Three bytes make a change (node, field, value); a zero node ends them and the source follows.
 */
#include "base/buffer.h"
#include "base/vector.h"
#include "python/index.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where a node hangs in the tree. */
struct slot {
    struct py_node **place;
    const struct py_node *parent;
};

struct mutator {
    struct arena *arena;
    struct text source;
    VECTOR(struct slot) slots;
};

static void add_slots(struct mutator *mutator, const struct py_node *parent) {
    const struct py_field *field = py_kind_fields((enum py_kind)parent->kind);
    for (; field->name; field++) {
        char *member = (char *)parent + field->offset;
        if (field->type == PY_FIELD_NODE || field->type == PY_FIELD_OPT) {
            struct slot slot = {(struct py_node **)member, parent};
            vector_push(mutator->arena, &mutator->slots, slot);
        } else if (field->type == PY_FIELD_LIST) {
            const struct py_list *list = (const struct py_list *)member;
            for (size_t i = 0; i < list->count; i++)
                vector_push(mutator->arena, &mutator->slots,
                            (struct slot){&list->items[i], parent});
        }
    }
}

static void collect(struct mutator *mutator, struct py_tree *tree) {
    vector_push(mutator->arena, &mutator->slots, (struct slot){&tree->root, NULL});
    for (size_t i = 0; i < mutator->slots.count; i++)
        if (*mutator->slots.items[i].place)
            add_slots(mutator, *mutator->slots.items[i].place);
}

static void exchange(struct mutator *mutator, struct slot *one, size_t seed) {
    struct slot *other = &mutator->slots.items[seed % mutator->slots.count];
    struct py_node *a = *one->place, *b = *other->place;
    enum py_group group = py_kind_group((enum py_kind)a->kind);
    if (!b || a->height != b->height || group != py_kind_group((enum py_kind)b->kind) ||
        group == PY_MOD || group == PY_OTHER)
        return;
    *one->place = b;
    *other->place = a;
}

/* Lists that belong together keep their length. */
static bool may_shorten(const struct py_node *node, const struct py_field *field) {
    switch ((enum py_kind)node->kind) {
    case PY_Dict:
    case PY_Compare:
    case PY_arguments:
    case PY_MatchMapping:
    case PY_MatchClass:
    case PY_BoolOp:
        return false;
    default:
        return ((const struct py_list *)py_field_of(node, field))->count > 1;
    }
}

static void change_constant(struct mutator *mutator, struct py_Constant *constant, size_t value) {
    constant->node.op = (uint8_t)(value % (PY_BYTES + 1));
    constant->text = text_slice(mutator->source, value, 2 * value);
    if (constant->node.op == PY_INTEGER) {
        constant->text = value % 2 ? T("0x123456789abcdef0123") : T("9999999999999999999999");
        constant->integer = value % 3 ? value : UINT64_MAX;
    } else {
        constant->number = (double)value * 1e300 * (value % 2 ? 1e300 : 1e-300);
    }
}

static void change_op(struct py_node *node, const struct py_field *field, size_t value) {
    node->op = (uint8_t)(field->type == PY_FIELD_CONTEXT    ? value % (PY_DEL + 1)
                         : field->type == PY_FIELD_OPERATOR ? value % (PY_FLOORDIV + 1)
                         : field->type == PY_FIELD_BOOLOP   ? value % (PY_OR + 1)
                                                            : value % (PY_USUB + 1));
}

static void change_field(struct mutator *mutator, struct py_node *node,
                         const struct py_field *field, size_t value) {
    void *member = (char *)node + field->offset;
    switch ((enum py_field_type)field->type) {
    case PY_FIELD_NAME:
        *(struct text *)member = text_slice(mutator->source, value, value + value % 9);
        break;
    case PY_FIELD_OPTNAME:
        *(struct text *)member =
            value % 2 ? text_slice(mutator->source, value, value + 5) : (struct text){NULL, 0};
        break;
    case PY_FIELD_OPT:
        *(struct py_node **)member = NULL;
        break;
    case PY_FIELD_LIST:
        if (may_shorten(node, field))
            ((struct py_list *)member)->count--;
        break;
    case PY_FIELD_INT:
        *(int32_t *)member = (int32_t)(value << 24 | value);
        break;
    case PY_FIELD_CONTEXT:
    case PY_FIELD_OPERATOR:
    case PY_FIELD_BOOLOP:
    case PY_FIELD_UNARYOP:
        change_op(node, field, value);
        break;
    case PY_FIELD_SINGLETON:
        node->op = (uint8_t)(value % (PY_TRUE + 1));
        break;
    case PY_FIELD_VALUE:
        change_constant(mutator, (struct py_Constant *)node, value);
        break;
    default:
        node->start = (uint32_t)(value << 24 | value);
        node->end = (uint32_t)(value * value);
        break;
    }
}

static void change(struct mutator *mutator, size_t which, size_t part, size_t value) {
    struct slot *slot = &mutator->slots.items[which % mutator->slots.count];
    struct py_node *node = *slot->place;
    size_t fields = 0;
    if (!node)
        return;
    const struct py_field *field = py_kind_fields((enum py_kind)node->kind);
    while (field[fields].name)
        fields++;
    part %= fields + 2; /* the places, and the exchange */
    if (part == fields + 1)
        exchange(mutator, slot, value);
    else
        change_field(mutator, node, &field[part], value);
}

static void check(struct arena *arena, const struct py_tree *tree) {
    struct buffer out;
    buffer_init(&out, arena);
    py_dump(&out, tree);
    if (!text_ends(buffer_view(&out), T(")")))
        abort();
    py_index_build(arena, tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    size_t changes = 0;
    while (3 * changes + 3 <= size && data[3 * changes])
        changes++;
    size_t begin = 3 * changes + 1;
    if (begin > size)
        return 0;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct mutator mutator = {.arena = &arena};
    mutator.source = text_copy(&arena, (struct text){(const char *)data + begin, size - begin});
    struct py_tree *tree = py_parse(&arena, mutator.source, &(struct py_options){0});
    if (tree->root) {
        collect(&mutator, tree);
        for (const uint8_t *at = data; changes-- > 0; at += 3)
            change(&mutator, at[0], at[1], at[2]);
        check(&arena, tree);
    }
    heap_release(&heap);
    return 0;
}
