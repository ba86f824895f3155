#include "python/parser.h"

/* What an expression is called in a message. */
const char *expression_name(const struct py_node *node) {
    switch (node->kind) {
    case PY_Attribute:
        return "an attribute";
    case PY_Subscript:
        return "a subscript";
    case PY_Starred:
        return "a starred expression";
    case PY_Name:
        return "a name";
    case PY_List:
        return "a list";
    case PY_Tuple:
        return "a tuple";
    case PY_Lambda:
        return "a lambda";
    case PY_Call:
        return "a function call";
    case PY_GeneratorExp:
        return "a generator";
    case PY_Yield:
    case PY_YieldFrom:
        return "a yield expression";
    case PY_Await:
        return "an await expression";
    case PY_ListComp:
    case PY_SetComp:
    case PY_DictComp:
        return "a comprehension";
    case PY_Dict:
        return "a dictionary";
    case PY_Set:
        return "a set";
    case PY_JoinedStr:
    case PY_TemplateStr:
        return "an f-string";
    case PY_Constant:
        return node->op == PY_NONE       ? "None"
               : node->op == PY_TRUE     ? "True"
               : node->op == PY_FALSE    ? "False"
               : node->op == PY_ELLIPSIS ? "'...'"
                                         : "a literal";
    case PY_Compare:
        return "a comparison";
    case PY_IfExp:
        return "a conditional expression";
    case PY_NamedExpr:
        return "an assignment expression";
    default:
        return "an expression";
    }
}

static struct py_node *invalid_target_in(struct py_list list, enum py_context context) {
    for (uint32_t i = 0; i < list.count; i++) {
        struct py_node *invalid = invalid_target(list.items[i], context);
        if (invalid)
            return invalid;
    }
    return NULL;
}

/* Gives an expression and what is unpacked in it the context; the first part that cannot be a
 * target, or NULL. Recursion is bounded by the number of brackets. */
struct py_node *invalid_target(struct py_node *node, enum py_context context) {
    switch (node->kind) {
    case PY_Name:
    case PY_Attribute:
    case PY_Subscript:
        node->op = (uint8_t)context;
        return NULL;
    case PY_Starred:
        node->op = (uint8_t)context;
        return context == PY_DEL ? node
                                 : invalid_target(((struct py_Starred *)node)->value, context);
    case PY_List:
        node->op = (uint8_t)context;
        return invalid_target_in(((struct py_List *)node)->elts, context);
    case PY_Tuple:
        node->op = (uint8_t)context;
        return invalid_target_in(((struct py_Tuple *)node)->elts, context);
    default:
        return node;
    }
}

void set_target(struct parser *p, struct py_node *node, enum py_context context) {
    suspect_not(p, node);
    struct py_node *invalid = invalid_target(node, context);
    if (invalid)
        parser_fail(p, place_of(p, invalid), "%s cannot be %s", expression_name(invalid),
                    context == PY_DEL ? "deleted" : "assigned to; write '==' to compare");
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

static struct py_node *any_targets(struct parser *p) {
    const char *start = here(p);
    struct py_node *first = any_target(p);
    if (!at(p, TOKEN_COMMA))
        return first;
    size_t since = mark(p);
    push(p, first);
    while (accept(p, TOKEN_COMMA) && starts_target(p))
        push(p, any_target(p));
    return tuple_of(p, since, start);
}

static struct py_node *invalid_for_target(struct py_node *node);

static struct py_node *invalid_for_target_in(struct py_list list) {
    for (uint32_t i = 0; i < list.count; i++) {
        struct py_node *invalid = invalid_for_target(list.items[i]);
        if (invalid)
            return invalid;
    }
    return NULL;
}

/* As invalid_target(), but a comparison may be the target, 'in' and what is behind that. */
static struct py_node *invalid_for_target(struct py_node *node) {
    switch (node->kind) {
    case PY_Compare:
        if (((struct py_Compare *)node)->ops[0] != PY_IN)
            return NULL;
        return invalid_for_target(((struct py_Compare *)node)->left);
    case PY_Starred:
        return invalid_for_target(((struct py_Starred *)node)->value);
    case PY_List:
        return invalid_for_target_in(((struct py_List *)node)->elts);
    case PY_Tuple:
        return invalid_for_target_in(((struct py_Tuple *)node)->elts);
    default:
        return invalid_target(node, PY_STORE);
    }
}

/* What CPython says of a 'for' whose targets are not followed by 'in': it reads them as
 * expressions. without_in: see star_targets_in(). */
_Noreturn static void refuse_targets(struct parser *p, const char *start, int brackets,
                                     const char *without_in) {
    first_reading_ends(p);
    if (without_in) {
        parser_go_back(p, start, brackets);
        cut_open(p, CUT_TARGETS, NULL);
        do {
            bitwise_or(p);
        } while (accept(p, TOKEN_COMMA) && starts_expression(p));
        cut_close(p);
        if (!at(p, TOKEN_IN))
            parser_fail_first(p, furthest_token(p), "%s", without_in);
    }
    parser_go_back(p, start, brackets);
    struct py_node *targets = star_expressions(p);
    struct py_node *invalid = invalid_for_target(targets);
    if (invalid)
        set_target(p, invalid, PY_STORE);
    parser_unexpected(p);
}

/* star_targets: star_target !',' | star_target (',' star_target)* [','], then 'in' */
struct py_node *star_targets_in(struct parser *p, const char *without_in) {
    const char *start = here(p);
    int brackets = open_brackets(p);
    if (without_in)
        cut_open(p, CUT_TARGETS, NULL);
    struct py_node *targets = starts_target(p) ? any_targets(p) : NULL;
    if (without_in)
        cut_close(p);
    if (!targets || !at(p, TOKEN_IN))
        refuse_targets(p, start, brackets, without_in);
    set_target(p, targets, PY_STORE);
    expect(p, TOKEN_IN);
    return targets;
}
