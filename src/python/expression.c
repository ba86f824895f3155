#include "python/parser.h"

/* Binding strength of binary operators and comparisons; 0 for what is none. */
enum precedence {
    PRECEDENCE_NONE,
    PRECEDENCE_OR,
    PRECEDENCE_AND,
    PRECEDENCE_NOT,
    PRECEDENCE_COMPARISON,
    PRECEDENCE_BIT_OR,
    PRECEDENCE_BIT_XOR,
    PRECEDENCE_BIT_AND,
    PRECEDENCE_SHIFT,
    PRECEDENCE_SUM,
    PRECEDENCE_TERM
};

static const struct binary_operator {
    uint8_t precedence;
    uint8_t op; /* enum py_boolop, py_cmpop or py_operator */
} operators[TOKEN_KIND_COUNT] = {
    [TOKEN_OR] = {PRECEDENCE_OR, PY_OR},
    [TOKEN_AND] = {PRECEDENCE_AND, PY_AND},
    [TOKEN_NOT] = {PRECEDENCE_COMPARISON, PY_NOTIN},
    [TOKEN_IN] = {PRECEDENCE_COMPARISON, PY_IN},
    [TOKEN_IS] = {PRECEDENCE_COMPARISON, PY_IS},
    [TOKEN_DOUBLE_EQUAL] = {PRECEDENCE_COMPARISON, PY_EQ},
    [TOKEN_NOT_EQUAL] = {PRECEDENCE_COMPARISON, PY_NOTEQ},
    [TOKEN_LESS] = {PRECEDENCE_COMPARISON, PY_LT},
    [TOKEN_LESS_EQUAL] = {PRECEDENCE_COMPARISON, PY_LTE},
    [TOKEN_GREATER] = {PRECEDENCE_COMPARISON, PY_GT},
    [TOKEN_GREATER_EQUAL] = {PRECEDENCE_COMPARISON, PY_GTE},
    [TOKEN_VERTICAL_BAR] = {PRECEDENCE_BIT_OR, PY_BITOR},
    [TOKEN_CIRCUMFLEX] = {PRECEDENCE_BIT_XOR, PY_BITXOR},
    [TOKEN_AMPERSAND] = {PRECEDENCE_BIT_AND, PY_BITAND},
    [TOKEN_LEFT_SHIFT] = {PRECEDENCE_SHIFT, PY_LSHIFT},
    [TOKEN_RIGHT_SHIFT] = {PRECEDENCE_SHIFT, PY_RSHIFT},
    [TOKEN_PLUS] = {PRECEDENCE_SUM, PY_ADD},
    [TOKEN_MINUS] = {PRECEDENCE_SUM, PY_SUB},
    [TOKEN_STAR] = {PRECEDENCE_TERM, PY_MULT},
    [TOKEN_SLASH] = {PRECEDENCE_TERM, PY_DIV},
    [TOKEN_DOUBLE_SLASH] = {PRECEDENCE_TERM, PY_FLOORDIV},
    [TOKEN_PERCENT] = {PRECEDENCE_TERM, PY_MOD_OP},
    [TOKEN_AT] = {PRECEDENCE_TERM, PY_MATMULT},
};

static struct py_node *binary(struct parser *p, struct py_node *left, const char *start,
                              enum precedence least);

bool starts_expression(const struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_FSTRING_START:
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_LEFT_BRACKET:
    case TOKEN_LEFT_BRACE:
    case TOKEN_ELLIPSIS:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_TILDE:
    case TOKEN_FALSE:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_AWAIT:
    case TOKEN_LAMBDA:
    case TOKEN_NOT:
        return true;
    default:
        return false;
    }
}

static struct py_node *unary_node(struct parser *p, const char *start, enum py_unaryop op,
                                  struct py_node *operand) {
    struct py_UnaryOp *node = NODE(p, UnaryOp, start);
    node->node.op = (uint8_t)op;
    node->operand = operand;
    cover(p, &node->node, operand);
    return &node->node;
}

static struct py_node *binary_node(struct parser *p, struct py_node *left, enum py_operator op,
                                   struct py_node *right, const char *start) {
    struct py_BinOp *node = NODE(p, BinOp, start);
    node->node.op = (uint8_t)op;
    node->left = left;
    node->right = right;
    cover(p, &node->node, left);
    cover(p, &node->node, right);
    return &node->node;
}

/* await_primary: 'await' primary | primary */
static struct py_node *await_primary(struct parser *p) {
    if (!at(p, TOKEN_AWAIT))
        return primary(p);
    const char *start = here(p);
    advance(p);
    struct py_node *value = primary(p);
    struct py_Await *node = NODE(p, Await, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/*
 * factor: ('+' | '-' | '~') factor | power
 * power: await_primary ['**' factor]
 *
 * What stands before the last operand waits on the scratch stack: pairs of a place and the left
 * operand of '**', NULL for a sign at that place. left is an operand that was read already.
 */
static struct py_node *factor(struct parser *p, struct py_node *left, const char *start) {
    size_t since = mark(p);
    struct py_node *operand = left;
    for (;;) {
        if (!operand) {
            start = here(p);
            if (at(p, TOKEN_PLUS) || at(p, TOKEN_MINUS) || at(p, TOKEN_TILDE)) {
                advance(p);
                push(p, (void *)start);
                push(p, NULL);
                continue;
            }
            operand = await_primary(p);
        }
        if (!at(p, TOKEN_DOUBLE_STAR))
            break;
        push(p, (void *)start);
        push(p, operand);
        operand = NULL;
        advance(p);
    }
    while (mark(p) > since) {
        left = p->scratch.items[--p->scratch.count];
        start = p->scratch.items[--p->scratch.count];
        if (left)
            operand = binary_node(p, left, PY_POW, operand, start);
        else
            operand = unary_node(p, start,
                                 *start == '+'   ? PY_UADD
                                 : *start == '-' ? PY_USUB
                                                 : PY_INVERT,
                                 operand);
    }
    return operand;
}

/* An operand of an operator that binds less than least: binary operators from least on. */
static struct py_node *operand(struct parser *p, enum precedence least) {
    size_t since = mark(p);
    if (least <= PRECEDENCE_NOT) {
        /* inversion: 'not' inversion | comparison */
        while (at(p, TOKEN_NOT)) {
            push(p, (void *)here(p));
            advance(p);
        }
    }
    if (mark(p) == since) {
        const char *start = here(p);
        return binary(p, factor(p, NULL, start), start, least);
    }
    struct py_node *node = operand(p, PRECEDENCE_COMPARISON);
    while (mark(p) > since)
        node = unary_node(p, p->scratch.items[--p->scratch.count], PY_NOT, node);
    return binary(p, node, place_of(p, node), least);
}

/* conjunction: inversion ('and' inversion)+; disjunction: conjunction ('or' conjunction)+ */
static struct py_node *bool_operation(struct parser *p, struct py_node *left, const char *start,
                                      enum token_kind keyword, enum py_boolop op) {
    size_t since = mark(p);
    push(p, left);
    while (accept(p, keyword))
        push(p, operand(p, (enum precedence)operators[keyword].precedence + 1));
    struct py_BoolOp *node = NODE(p, BoolOp, start);
    node->node.op = (uint8_t)op;
    node->values = list_since(p, since);
    cover_list(p, &node->node, node->values);
    return &node->node;
}

/* The operator at the current token, which moves behind it: 'is' 'not' and 'not' 'in' are two. */
static enum py_cmpop comparison_operator(struct parser *p) {
    if (p->lexer.token.kind == TOKEN_NOT_EQUAL && p->lexer.token.flags & TOKEN_LESS_GREATER)
        parser_refuse(p);
    enum py_cmpop op = operators[at_kind(p)].op;
    advance(p);
    if (op == PY_NOTIN)
        expect(p, TOKEN_IN);
    else if (op == PY_IS && accept(p, TOKEN_NOT))
        op = PY_ISNOT;
    return op;
}

/* comparison: bitwise_or (comparison_operator bitwise_or)+ */
static struct py_node *comparison(struct parser *p, struct py_node *left, const char *start) {
    size_t since = mark(p);
    struct buffer_of_operators {
        uint8_t first[16];
        VECTOR(uint8_t) more;
    } ops = {0};
    size_t count = 0;
    while (operators[at_kind(p)].precedence == PRECEDENCE_COMPARISON) {
        enum py_cmpop op = comparison_operator(p);
        if (count < sizeof(ops.first))
            ops.first[count] = (uint8_t)op;
        else
            vector_push(p->arena, &ops.more, (uint8_t)op);
        count++;
        push(p, bitwise_or(p));
    }
    uint8_t *all = arena_allocate(p->arena, count);
    size_t head = count < sizeof(ops.first) ? count : sizeof(ops.first);
    memcpy(all, ops.first, head);
    if (ops.more.count)
        memcpy(all + head, ops.more.items, ops.more.count);
    struct py_Compare *node = NODE(p, Compare, start);
    node->left = left;
    node->ops = all;
    node->comparators = list_since(p, since);
    cover(p, &node->node, left);
    cover_list(p, &node->node, node->comparators);
    return &node->node;
}

/* Whether the 'not' at hand begins the operator 'not' 'in'. */
static bool at_not_in(struct parser *p) {
    struct lexer_place place = lexer_save(&p->lexer);
    const char *previous_end = p->previous_end;
    advance(p);
    bool in = at(p, TOKEN_IN);
    lexer_restore(&p->lexer, place);
    p->previous_end = previous_end;
    return in;
}

/* All binary operators from least on, left to right, by precedence climbing. */
static struct py_node *binary(struct parser *p, struct py_node *left, const char *start,
                              enum precedence least) {
    for (;;) {
        enum token_kind kind = at_kind(p);
        struct binary_operator found = operators[kind];
        if (found.precedence < least || found.precedence == PRECEDENCE_NONE ||
            (kind == TOKEN_NOT && !at_not_in(p)))
            return left;
        if (found.precedence <= PRECEDENCE_AND) {
            left = bool_operation(p, left, start, kind, found.op);
        } else if (found.precedence == PRECEDENCE_COMPARISON) {
            left = comparison(p, left, start);
        } else {
            advance(p);
            struct py_node *right = operand(p, (enum precedence)found.precedence + 1);
            left = binary_node(p, left, found.op, right, start);
        }
    }
}

struct py_node *disjunction(struct parser *p) {
    return operand(p, PRECEDENCE_OR);
}

struct py_node *bitwise_or(struct parser *p) {
    return operand(p, PRECEDENCE_BIT_OR);
}

static struct py_node *lambda_node(struct parser *p, const char *start, struct py_node *args,
                                   struct py_node *body) {
    struct py_Lambda *node = NODE(p, Lambda, start);
    node->args = args;
    node->body = body;
    cover(p, &node->node, args);
    cover(p, &node->node, body);
    return &node->node;
}

static struct py_node *conditional(struct parser *p, const char *start, struct py_node *body,
                                   struct py_node *test, struct py_node *orelse) {
    struct py_IfExp *node = NODE(p, IfExp, start);
    node->test = test;
    node->body = body;
    node->orelse = orelse;
    cover(p, &node->node, test);
    cover(p, &node->node, body);
    cover(p, &node->node, orelse);
    return &node->node;
}

/*
 * expression: disjunction ['if' disjunction 'else' expression] | lambdef
 * lambdef: 'lambda' [lambda_params] ':' expression
 *
 * What waits for its last operand is on the scratch stack: start, body or parameters, and test,
 * NULL for a lambda. left is a disjunction that was read already.
 */
struct py_node *expression_after(struct parser *p, struct py_node *left, const char *start) {
    size_t since = mark(p);
    for (;; left = NULL) {
        if (!left) {
            start = here(p);
            if (at(p, TOKEN_LAMBDA)) {
                advance(p);
                struct py_node *args = parameters(p, true);
                expect(p, TOKEN_COLON);
                push(p, (void *)start);
                push(p, args);
                push(p, NULL);
                continue;
            }
            left = disjunction(p);
        }
        if (!accept(p, TOKEN_IF))
            break;
        struct py_node *test = disjunction(p);
        expect(p, TOKEN_ELSE);
        push(p, (void *)start);
        push(p, left);
        push(p, test);
    }
    while (mark(p) > since) {
        struct py_node *test = p->scratch.items[--p->scratch.count];
        struct py_node *first = p->scratch.items[--p->scratch.count];
        start = p->scratch.items[--p->scratch.count];
        left = test ? conditional(p, start, first, test, left) : lambda_node(p, start, first, left);
    }
    return left;
}

struct py_node *expression(struct parser *p) {
    return expression_after(p, NULL, here(p));
}

/* An expression whose first atom was read already. */
struct py_node *expression_from(struct parser *p, struct py_node *first, const char *start) {
    struct py_node *left = factor(p, primary_tail(p, first, start), start);
    return expression_after(p, binary(p, left, start, PRECEDENCE_OR), start);
}

/* What follows an expression in a named_expression: ':=' expression */
struct py_node *named_tail(struct parser *p, struct py_node *left) {
    if (!at(p, TOKEN_COLON_EQUAL))
        return left;
    if (left->kind != PY_Name || left->flags & PY_FLAG_PARENTHESES)
        parser_refuse(p);
    advance(p);
    set_target(p, left, PY_STORE);
    struct py_node *value = expression(p);
    struct py_NamedExpr *node = NODE(p, NamedExpr, place_of(p, left));
    node->target = left;
    node->value = value;
    cover(p, &node->node, value);
    cover(p, &node->node, left);
    return &node->node;
}

/* named_expression: NAME ':=' expression | expression !':=' */
struct py_node *named_expression(struct parser *p) {
    return named_tail(p, expression(p));
}

static struct py_node *starred(struct parser *p, const char *start, struct py_node *value) {
    struct py_Starred *node = NODE(p, Starred, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* '*' bitwise_or */
struct py_node *starred_bitwise_or(struct parser *p) {
    const char *start = here(p);
    expect(p, TOKEN_STAR);
    return starred(p, start, bitwise_or(p));
}

/* starred_expression: '*' expression */
struct py_node *starred_expression(struct parser *p) {
    const char *start = here(p);
    expect(p, TOKEN_STAR);
    return starred(p, start, expression(p));
}

/* star_expression: '*' bitwise_or | expression */
struct py_node *star_expression(struct parser *p) {
    return at(p, TOKEN_STAR) ? starred_bitwise_or(p) : expression(p);
}

/* star_named_expression: '*' bitwise_or | named_expression */
struct py_node *star_named_expression(struct parser *p) {
    return at(p, TOKEN_STAR) ? starred_bitwise_or(p) : named_expression(p);
}

struct py_node *tuple_of(struct parser *p, size_t since, const char *start) {
    struct py_Tuple *node = NODE(p, Tuple, start);
    node->elts = list_since(p, since);
    cover_list(p, &node->node, node->elts);
    return &node->node;
}

/* item (',' item)* [','], a tuple unless there is one item and no comma */
struct py_node *maybe_tuple(struct parser *p, struct py_node *(*item)(struct parser *),
                            bool stars) {
    const char *start = here(p);
    struct py_node *first = item(p);
    if (!at(p, TOKEN_COMMA))
        return first;
    size_t since = mark(p);
    push(p, first);
    while (accept(p, TOKEN_COMMA) && (starts_expression(p) || (stars && at(p, TOKEN_STAR))))
        push(p, item(p));
    return tuple_of(p, since, start);
}

/* star_expressions: star_expression (',' star_expression)* [','] */
struct py_node *star_expressions(struct parser *p) {
    return maybe_tuple(p, star_expression, true);
}

/* yield_expr: 'yield' 'from' expression | 'yield' [star_expressions] */
struct py_node *yield_expression(struct parser *p) {
    const char *start = here(p);
    expect(p, TOKEN_YIELD);
    if (accept(p, TOKEN_FROM)) {
        struct py_node *value = expression(p);
        struct py_YieldFrom *node = NODE(p, YieldFrom, start);
        node->value = value;
        cover(p, &node->node, value);
        return &node->node;
    }
    struct py_node *value = NULL;
    if (starts_expression(p) || at(p, TOKEN_STAR))
        value = star_expressions(p);
    struct py_Yield *node = NODE(p, Yield, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* annotated_rhs: yield_expr | star_expressions */
struct py_node *yield_or_star_expressions(struct parser *p) {
    return at(p, TOKEN_YIELD) ? yield_expression(p) : star_expressions(p);
}
