#include "python/parser.h"

static const uint8_t augmented[TOKEN_KIND_COUNT] = {
    /* enum py_operator plus one */
    [TOKEN_PLUS_EQUAL] = PY_ADD + 1,
    [TOKEN_MINUS_EQUAL] = PY_SUB + 1,
    [TOKEN_STAR_EQUAL] = PY_MULT + 1,
    [TOKEN_SLASH_EQUAL] = PY_DIV + 1,
    [TOKEN_DOUBLE_SLASH_EQUAL] = PY_FLOORDIV + 1,
    [TOKEN_PERCENT_EQUAL] = PY_MOD_OP + 1,
    [TOKEN_AT_EQUAL] = PY_MATMULT + 1,
    [TOKEN_DOUBLE_STAR_EQUAL] = PY_POW + 1,
    [TOKEN_VERTICAL_BAR_EQUAL] = PY_BITOR + 1,
    [TOKEN_AMPERSAND_EQUAL] = PY_BITAND + 1,
    [TOKEN_CIRCUMFLEX_EQUAL] = PY_BITXOR + 1,
    [TOKEN_LEFT_SHIFT_EQUAL] = PY_LSHIFT + 1,
    [TOKEN_RIGHT_SHIFT_EQUAL] = PY_RSHIFT + 1,
};

static struct py_node *expression_statement(struct parser *p, struct py_node *value,
                                            const char *start) {
    struct py_Expr *node = NODE(p, Expr, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* assignment: (star_targets '=')+ annotated_rhs, whose first target was read */
static struct py_node *assignment(struct parser *p, struct py_node *first, const char *start) {
    size_t since = mark(p);
    struct py_node *value = first;
    while (at(p, TOKEN_EQUAL)) {
        set_target(p, value, PY_STORE);
        push(p, value);
        advance(p);
        value = yield_or_star_expressions(p);
    }
    struct py_Assign *node = NODE(p, Assign, start);
    node->targets = list_since(p, since);
    node->value = value;
    cover_list(p, &node->node, node->targets);
    cover(p, &node->node, value);
    return &node->node;
}

static bool is_single_target(const struct py_node *node) {
    return node->kind == PY_Name || node->kind == PY_Attribute || node->kind == PY_Subscript;
}

/* assignment: single_target augassign annotated_rhs */
static struct py_node *augmented_assignment(struct parser *p, struct py_node *target,
                                            const char *start) {
    enum py_operator op = (enum py_operator)(augmented[at_kind(p)] - 1);
    if (!is_single_target(target))
        parser_refuse(p);
    advance(p);
    set_target(p, target, PY_STORE);
    struct py_node *value = yield_or_star_expressions(p);
    struct py_AugAssign *node = NODE(p, AugAssign, start);
    node->node.op = (uint8_t)op;
    node->target = target;
    node->value = value;
    cover(p, &node->node, target);
    cover(p, &node->node, value);
    return &node->node;
}

/* assignment: (NAME | '(' single_target ')' | single_subscript_attribute_target) ':' expression
 *             ['=' annotated_rhs] */
static struct py_node *annotated_assignment(struct parser *p, struct py_node *target,
                                            const char *start) {
    if (!is_single_target(target))
        parser_refuse(p);
    advance(p);
    set_target(p, target, PY_STORE);
    struct py_node *annotation = expression(p);
    struct py_node *value = accept(p, TOKEN_EQUAL) ? yield_or_star_expressions(p) : NULL;
    struct py_AnnAssign *node = NODE(p, AnnAssign, start);
    node->target = target;
    node->annotation = annotation;
    node->value = value;
    node->simple = target->kind == PY_Name && !(target->flags & PY_FLAG_PARENTHESES);
    cover(p, &node->node, target);
    cover(p, &node->node, annotation);
    cover(p, &node->node, value);
    return &node->node;
}

/* assignment | star_expressions | yield_stmt */
static struct py_node *expression_or_assignment(struct parser *p) {
    const char *start = here(p);
    struct py_node *value = yield_or_star_expressions(p);
    if (at(p, TOKEN_EQUAL))
        return assignment(p, value, start);
    if (at(p, TOKEN_COLON))
        return annotated_assignment(p, value, start);
    if (augmented[at_kind(p)])
        return augmented_assignment(p, value, start);
    return expression_statement(p, value, start);
}

static bool ends_statement(const struct parser *p) {
    return at(p, TOKEN_NEWLINE) || at(p, TOKEN_SEMICOLON);
}

/* return_stmt: 'return' [star_expressions] */
static struct py_node *return_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    struct py_node *value = ends_statement(p) ? NULL : star_expressions(p);
    struct py_Return *node = NODE(p, Return, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* raise_stmt: 'raise' [expression ['from' expression]] */
static struct py_node *raise_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    struct py_node *exception = ends_statement(p) ? NULL : expression(p), *cause = NULL;
    if (exception && accept(p, TOKEN_FROM))
        cause = expression(p);
    struct py_Raise *node = NODE(p, Raise, start);
    node->exc = exception;
    node->cause = cause;
    cover(p, &node->node, exception);
    cover(p, &node->node, cause);
    return &node->node;
}

static void push_names(struct parser *p, struct py_names *names) {
    size_t since = mark(p);
    do {
        struct text name = expect_name(p);
        push(p, (void *)name.data);
        push(p, (void *)name.size);
    } while (accept(p, TOKEN_COMMA));
    size_t count = (mark(p) - since) / 2;
    names->items = arena_allocate(p->arena, count * sizeof(*names->items));
    names->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        names->items[i] = (struct text){p->scratch.items[since + 2 * i],
                                        (size_t)p->scratch.items[since + 2 * i + 1]};
    p->scratch.count = since;
}

/* global_stmt: 'global' NAME (',' NAME)*; nonlocal_stmt likewise */
static struct py_node *scope_statement(struct parser *p, enum py_kind kind) {
    const char *start = here(p);
    struct py_names names;
    advance(p);
    push_names(p, &names);
    struct py_Global *node = NODE(p, Global, start);
    node->node.kind = (uint8_t)kind;
    node->names = names;
    return &node->node;
}

/* del_stmt: 'del' del_targets &(';' | NEWLINE) */
static struct py_node *del_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    size_t since = mark(p);
    do {
        struct py_node *target = star_expression(p);
        set_target(p, target, PY_DEL);
        push(p, target);
    } while (accept(p, TOKEN_COMMA) && !ends_statement(p));
    struct py_Delete *node = NODE(p, Delete, start);
    node->targets = list_since(p, since);
    cover_list(p, &node->node, node->targets);
    return &node->node;
}

/* assert_stmt: 'assert' expression [',' expression] */
static struct py_node *assert_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    struct py_node *test = expression(p);
    struct py_node *message = accept(p, TOKEN_COMMA) ? expression(p) : NULL;
    struct py_Assert *node = NODE(p, Assert, start);
    node->test = test;
    node->msg = message;
    cover(p, &node->node, test);
    cover(p, &node->node, message);
    return &node->node;
}

static struct py_node *one_word(struct parser *p, enum py_kind kind) {
    const char *start = here(p);
    advance(p);
    return node_new(p, sizeof(struct py_Pass), kind, start);
}

/* type_alias: "type" NAME [type_params] '=' expression, behind the keyword */
static struct py_node *type_alias(struct parser *p, const char *start) {
    struct py_node *name = name_node(p);
    set_target(p, name, PY_STORE);
    struct py_list parameters_of_type = type_params(p);
    expect(p, TOKEN_EQUAL);
    struct py_node *value = expression(p);
    struct py_TypeAlias *node = NODE(p, TypeAlias, start);
    node->name = name;
    node->type_params = parameters_of_type;
    node->value = value;
    cover_list(p, &node->node, node->type_params);
    cover(p, &node->node, name);
    cover(p, &node->node, value);
    return &node->node;
}

/* A soft keyword is one only where a name cannot go on as an expression: look at the next token,
 * then go back. */
static struct py_node *name_statement(struct parser *p) {
    const char *start = here(p);
    if (!at_name(p, "type"))
        return expression_or_assignment(p);
    struct lexer_place place = lexer_save(&p->lexer);
    const char *previous_end = p->previous_end;
    advance(p);
    if (at(p, TOKEN_NAME))
        return type_alias(p, start);
    lexer_restore(&p->lexer, place);
    p->previous_end = previous_end;
    return expression_or_assignment(p);
}

static struct py_node *simple_statement(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_NAME:
        return name_statement(p);
    case TOKEN_RETURN:
        return return_statement(p);
    case TOKEN_IMPORT:
    case TOKEN_FROM:
        return import_statement(p);
    case TOKEN_RAISE:
        return raise_statement(p);
    case TOKEN_PASS:
        return one_word(p, PY_Pass);
    case TOKEN_BREAK:
        return one_word(p, PY_Break);
    case TOKEN_CONTINUE:
        return one_word(p, PY_Continue);
    case TOKEN_DEL:
        return del_statement(p);
    case TOKEN_ASSERT:
        return assert_statement(p);
    case TOKEN_GLOBAL:
        return scope_statement(p, PY_Global);
    case TOKEN_NONLOCAL:
        return scope_statement(p, PY_Nonlocal);
    default:
        return expression_or_assignment(p);
    }
}

/* simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE */
void simple_statements(struct parser *p) {
    do {
        push(p, simple_statement(p));
    } while (accept(p, TOKEN_SEMICOLON) && !at(p, TOKEN_NEWLINE));
    expect(p, TOKEN_NEWLINE);
}

/* statement: compound_stmt | simple_stmts */
void statement(struct parser *p) {
    if (!compound_statement(p))
        simple_statements(p);
}
