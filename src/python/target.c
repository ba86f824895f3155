#include "python/parser.h"

static bool are_targets(struct py_list list, enum py_context context);

/* Gives an expression and what is unpacked in it the context; false when a part of it cannot be a
 * target. Recursion is bounded by the number of brackets. */
static bool is_target(struct py_node *node, enum py_context context) {
    node->op = (uint8_t)context;
    switch (node->kind) {
    case PY_Name:
    case PY_Attribute:
    case PY_Subscript:
        return true;
    case PY_Starred:
        return context != PY_DEL && is_target(((struct py_Starred *)node)->value, context);
    case PY_List:
        return are_targets(((struct py_List *)node)->elts, context);
    case PY_Tuple:
        return are_targets(((struct py_Tuple *)node)->elts, context);
    default:
        return false;
    }
}

static bool are_targets(struct py_list list, enum py_context context) {
    for (uint32_t i = 0; i < list.count; i++)
        if (!is_target(list.items[i], context))
            return false;
    return true;
}

void set_target(struct parser *p, struct py_node *node, enum py_context context) {
    if (!is_target(node, context))
        parser_refuse(p);
}

static struct py_node *any_target(struct parser *p) {
    const char *start = here(p);
    bool star = accept(p, TOKEN_STAR);
    struct py_node *target = primary(p);
    if (star) {
        struct py_Starred *node = NODE(p, Starred, start);
        node->value = target;
        cover(p, &node->node, target);
        target = &node->node;
    }
    return target;
}

/* star_target: '*' (!'*' star_target) | target_with_star_atom */
struct py_node *star_target(struct parser *p) {
    struct py_node *target = any_target(p);
    set_target(p, target, PY_STORE);
    return target;
}

static bool starts_target(const struct parser *p) {
    return at(p, TOKEN_STAR) || (starts_expression(p) && !at(p, TOKEN_MINUS) &&
                                 !at(p, TOKEN_PLUS) && !at(p, TOKEN_TILDE) && !at(p, TOKEN_NOT) &&
                                 !at(p, TOKEN_AWAIT) && !at(p, TOKEN_LAMBDA));
}

/* star_targets: star_target !',' | star_target (',' star_target)* [','] */
struct py_node *star_targets(struct parser *p) {
    const char *start = here(p);
    struct py_node *targets = any_target(p);
    if (at(p, TOKEN_COMMA)) {
        size_t since = mark(p);
        push(p, targets);
        while (accept(p, TOKEN_COMMA) && starts_target(p))
            push(p, any_target(p));
        targets = tuple_of(p, since, start);
    }
    set_target(p, targets, PY_STORE);
    return targets;
}
