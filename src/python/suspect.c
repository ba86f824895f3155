#include "python/parser.h"

/*
 * CPython reads a file twice. When the first reading fails, the second one looks for the usual
 * mistakes, from the top, and takes a few valid constructs for them. The first of these is then
 * what the error is about, wherever the file is wrong. They are noted here as they are parsed, and
 * count when an error of the grammar follows.
 */

static void note(struct parser *p, const char *place, const char *what) {
    if (!p->suspect.what)
        p->suspect = (struct suspect){place, what};
}

/* The node that an expression begins with, as far as it is a primary or an operand. */
static const struct py_node *leftmost_operation(const struct py_node *node) {
    for (const struct py_node *left = node;; node = left) {
        if (node->flags & PY_FLAG_PARENTHESES)
            return NULL;
        switch (node->kind) {
        case PY_BinOp:
            left = ((const struct py_BinOp *)node)->left;
            break;
        case PY_BoolOp:
            left = ((const struct py_BoolOp *)node)->values.items[0];
            break;
        case PY_Compare:
            left = ((const struct py_Compare *)node)->left;
            break;
        case PY_IfExp:
            left = ((const struct py_IfExp *)node)->body;
            break;
        case PY_Attribute:
            left = ((const struct py_Attribute *)node)->value;
            break;
        case PY_Subscript:
            left = ((const struct py_Subscript *)node)->value;
            break;
        case PY_Call:
            left = ((const struct py_Call *)node)->func;
            break;
        default:
            return NULL;
        }
        if (left->kind == PY_Name && !(left->flags & PY_FLAG_PARENTHESES))
            return node;
    }
}

static bool has_slice(const struct py_node *index) {
    const struct py_Tuple *tuple = py_as_Tuple(index);
    if (!tuple)
        return index->kind == PY_Slice;
    for (uint32_t i = 0; i < tuple->elts.count; i++)
        if (tuple->elts.items[i]->kind == PY_Slice)
            return true;
    return false;
}

/* Could what follows the name begin an expression of its own? */
static bool reads_as_argument(const struct py_node *operation) {
    if (operation->kind == PY_Subscript)
        return !has_slice(((const struct py_Subscript *)operation)->slice);
    return operation->kind == PY_BinOp &&
           (operation->op == PY_ADD || operation->op == PY_SUB || operation->op == PY_MULT);
}

/* invalid_legacy_expression: NAME !'(' star_expressions, for the statements of Python 2 */
void suspect_legacy_statement(struct parser *p, const struct py_node *expression,
                              const char *start) {
    struct text rest = text_range(start, p->previous_end);
    if (!text_starts(rest, T("print")) && !text_starts(rest, T("exec")))
        return;
    const struct py_node *operation = leftmost_operation(expression);
    if (!operation || !reads_as_argument(operation))
        return;
    size_t name = text_starts(rest, T("print")) ? 5 : 4;
    struct text behind = text_trim(text_from(rest, name));
    if (behind.size && strchr("[+-*", behind.data[0]))
        note(p, start, "a statement of Python 2 is suspected");
}

/* invalid_named_expression and invalid_starred_expression, as if the parameters were an index */
void suspect_type_parameters(struct parser *p, const struct py_node *name,
                             struct py_list parameters) {
    bool is_list = parameters.count > 0;
    for (uint32_t i = 0; i < parameters.count; i++) {
        const struct py_node *node = parameters.items[i];
        const struct py_TypeVar *variable = py_as_TypeVar(node);
        const struct py_TypeVarTuple *tuple = py_as_TypeVarTuple(node);
        if (node->kind == PY_ParamSpec || (variable && variable->bound && variable->default_value))
            return;
        if (tuple && py_is(tuple->default_value, PY_Starred))
            return;
        is_list &= !variable || !variable->bound;
        if ((variable && variable->default_value) || (tuple && tuple->default_value)) {
            note(p, place_of(p, node), "an assignment within an index is suspected");
            return;
        }
    }
    if (is_list && is_legacy_statement(((const struct py_Name *)name)->id))
        note(p, place_of(p, name), "a statement of Python 2 is suspected");
}

/* The argument of a call of `match` that cannot stand in parentheses alone, or NULL. */
static const struct py_node *unlike_subject(const struct py_Call *call) {
    if (call->keywords.count)
        return call->keywords.items[0];
    if (call->args.count == 1 && call->args.items[0]->kind == PY_Starred)
        return call->args.items[0];
    return NULL;
}

/* invalid_match_stmt: "match" subject_expr NEWLINE */
void suspect_match(struct parser *p, const struct py_node *statement) {
    const struct py_Expr *expr = py_as_Expr(statement);
    struct text text = text_range(place_of(p, statement), p->previous_end);
    if (!expr || !text_starts(text, T("match")) || !at(p, TOKEN_NEWLINE))
        return;
    const struct py_Tuple *tuple = py_as_Tuple(expr->value);
    const struct py_node *operation =
        leftmost_operation(tuple ? tuple->elts.items[0] : expr->value);
    if (!operation || operation->start != statement->start)
        return;
    const char *place = NULL;
    if (operation->kind == PY_Call) {
        const struct py_node *odd = unlike_subject((const struct py_Call *)operation);
        place = odd ? place_of(p, odd) : NULL;
    } else if (!reads_as_argument(operation) || (operation->op == PY_MULT && !tuple)) {
        return;
    }
    note(p, place, "a match statement is suspected");
}

/* What turned out to be a target is no statement of Python 2. */
void suspect_not(struct parser *p, const struct py_node *target) {
    const struct py_Tuple *tuple = py_as_Tuple(target);
    for (uint32_t i = 0; tuple && i < tuple->elts.count && p->suspect.what; i++)
        suspect_not(p, tuple->elts.items[i]);
    if (p->suspect.what && p->suspect.place == place_of(p, target))
        p->suspect.what = NULL;
}

void suspect_report(struct parser *p) {
    const struct suspect suspect = p->suspect;
    const struct py_error found = p->error;
    const char *place = suspect.place ? suspect.place : here(p);
    if (found.line)
        parser_fail(p, place, "%s here, but the mistake is on line %u: %.*s", suspect.what,
                    found.line, TEXT_ARGS(found.message));
    parser_fail(p, place, "%s here, but the mistake is another: %.*s", suspect.what,
                TEXT_ARGS(found.message));
}
