#include "rules/shuffle/comparison.h"

struct number {
    long double real, imaginary;
};

/* A boolean is one too; signs and sums are not read here. */
static bool plain_number(const struct py_node *node, struct number *number) {
    const struct py_Constant *constant = py_as_Constant(node);
    *number = (struct number){0};
    if (!constant)
        return false;
    switch ((enum py_constant_kind)node->op) {
    case PY_FALSE:
        return true;
    case PY_TRUE:
        number->real = 1;
        return true;
    case PY_INTEGER:
        number->real = (long double)constant->integer;
        return constant->integer != UINT64_MAX;
    case PY_FLOAT:
        number->real = (long double)constant->number;
        return true;
    case PY_IMAGINARY:
        number->imaginary = (long double)constant->number;
        return true;
    default:
        return false;
    }
}

static bool is_written_number(const struct py_node *node) {
    return py_is(node, PY_Constant) && node->op >= PY_INTEGER && node->op <= PY_IMAGINARY;
}

/* number: ('+' | '-') number | NUMBER */
static bool signed_number(const struct py_node *node, struct number *number) {
    const struct py_UnaryOp *sign = py_as_UnaryOp(node);
    if (!sign)
        return plain_number(node, number);
    if ((node->op != PY_USUB && node->op != PY_UADD) || !is_written_number(sign->operand) ||
        !plain_number(sign->operand, number))
        return false;
    if (node->op == PY_USUB)
        *number = (struct number){-number->real, -number->imaginary};
    return true;
}

/* complex: number ('+' | '-') NUMBER, the second an imaginary one */
static bool literal_number(const struct py_node *node, struct number *number) {
    const struct py_BinOp *sum = py_as_BinOp(node);
    if (!sum)
        return signed_number(node, number);
    struct number imaginary;
    if ((node->op != PY_ADD && node->op != PY_SUB) || !is_written_number(sum->right) ||
        sum->right->op != PY_IMAGINARY || !plain_number(sum->right, &imaginary) ||
        !signed_number(sum->left, number) || number->imaginary != 0)
        return false;
    number->imaginary = node->op == PY_ADD ? imaginary.imaginary : -imaginary.imaginary;
    return true;
}

enum { LITERAL_DEPTH = 100 };

static bool is_literal(const struct py_node *node, bool hashable, int depth);

static bool are_literals(const struct py_list *list, bool hashable, int depth) {
    for (uint32_t i = 0; i < list->count; i++)
        if (!is_literal(list->items[i], hashable, depth))
            return false;
    return true;
}

static bool is_empty_set(const struct py_node *node) {
    const struct py_Call *call = py_as_Call(node);
    const struct py_Name *name = call ? py_as_Name(call->func) : NULL;
    return name && text_is(name->id, "set") && !call->args.count && !call->keywords.count;
}

/* What literal_eval() reads. hashable: as a member of a set or a key. NULL is the key of a `**`. */
static bool is_literal(const struct py_node *node, bool hashable, int depth) {
    struct number number;
    if (!node || depth > LITERAL_DEPTH)
        return false;
    switch ((enum py_kind)node->kind) {
    case PY_Constant:
        return true;
    case PY_Tuple:
        return are_literals(&py_as_Tuple(node)->elts, hashable, depth + 1);
    case PY_List:
        return !hashable && are_literals(&py_as_List(node)->elts, false, depth + 1);
    case PY_Set:
        return !hashable && are_literals(&py_as_Set(node)->elts, true, depth + 1);
    case PY_Dict:
        return !hashable && are_literals(&py_as_Dict(node)->keys, true, depth + 1) &&
               are_literals(&py_as_Dict(node)->values, false, depth + 1);
    case PY_Call:
        return !hashable && is_empty_set(node);
    default:
        return literal_number(node, &number);
    }
}

static bool is_number(const struct py_Constant *constant) {
    uint8_t kind = constant->node.op;
    return kind == PY_FALSE || kind == PY_TRUE || (kind >= PY_INTEGER && kind <= PY_IMAGINARY);
}

static enum truth equals(const struct py_Constant *left, const struct py_node *right) {
    struct number a, b;
    const struct py_Constant *constant = py_as_Constant(right);
    bool right_is_number =
        constant ? is_number(constant) : py_is(right, PY_UnaryOp) || py_is(right, PY_BinOp);
    if (is_number(left) && right_is_number)
        return !plain_number(&left->node, &a) || !literal_number(right, &b) ? TRUTH_UNKNOWN
               : a.real == b.real && a.imaginary == b.imaginary             ? TRUTH_YES
                                                                            : TRUTH_NO;
    return constant && left->node.op == constant->node.op && !right_is_number &&
                   text_equal(left->text, constant->text)
               ? TRUTH_YES
               : TRUTH_NO;
}

static enum truth is_among(const struct py_Constant *left, const struct py_list *list) {
    enum truth result = TRUTH_NO;
    for (uint32_t i = 0; i < list->count && result != TRUTH_YES; i++) {
        enum truth one = equals(left, list->items[i]);
        result = one == TRUTH_NO ? result : one;
    }
    return result;
}

static enum truth is_part(const struct py_Constant *left, const struct py_Constant *right) {
    uint8_t kind = right->node.op;
    if ((kind == PY_STRING || kind == PY_BYTES) && left->node.op == kind)
        return text_contains(right->text, left->text) ? TRUTH_YES : TRUTH_NO;
    struct number byte;
    if (kind == PY_BYTES && left->node.op <= PY_INTEGER && plain_number(&left->node, &byte) &&
        byte.real < 256)
        return text_find_byte(right->text, (char)(unsigned char)byte.real) != TEXT_NONE ? TRUTH_YES
                                                                                        : TRUTH_NO;
    return TRUTH_UNKNOWN;
}

static enum truth is_in(const struct py_Constant *left, const struct py_node *right) {
    const struct py_list *list = py_elements(right);
    if (py_is(right, PY_Set))
        list = &py_as_Set(right)->elts;
    else if (py_is(right, PY_Dict))
        list = &py_as_Dict(right)->keys;
    if (list)
        return is_among(left, list);
    if (py_is(right, PY_Constant))
        return is_part(left, py_as_Constant(right));
    return is_empty_set(right) ? TRUTH_NO : TRUTH_UNKNOWN;
}

enum truth compare_with_literal(const struct py_Constant *left, enum py_cmpop op,
                                const struct py_node *right) {
    if (!is_literal(right, false, 0))
        return TRUTH_UNKNOWN;
    switch (op) {
    case PY_EQ:
        return equals(left, right);
    case PY_NOTEQ:
        return truth_not(equals(left, right));
    case PY_IN:
        return is_in(left, right);
    case PY_NOTIN:
        return truth_not(is_in(left, right));
    default:
        return TRUTH_UNKNOWN;
    }
}
