#include "python/parser.h"

/* ':' block; block: NEWLINE INDENT statement+ DEDENT | simple_stmts */
struct py_list block_behind_colon(struct parser *p) {
    size_t since = mark(p);
    expect(p, TOKEN_COLON);
    if (!accept(p, TOKEN_NEWLINE)) {
        simple_statements(p);
        return list_since(p, since);
    }
    expect(p, TOKEN_INDENT);
    do {
        statement(p);
    } while (!at(p, TOKEN_DEDENT) && !at(p, TOKEN_END));
    expect(p, TOKEN_DEDENT);
    return list_since(p, since);
}

/* else_block: 'else' ':' block */
static struct py_list else_block(struct parser *p) {
    if (!accept(p, TOKEN_ELSE))
        return (struct py_list){NULL, 0};
    return block_behind_colon(p);
}

static struct py_node *if_node(struct parser *p, const char *start) {
    struct py_node *test = named_expression(p);
    struct py_list body = block_behind_colon(p);
    struct py_If *node = NODE(p, If, start);
    node->test = test;
    node->body = body;
    node->orelse = (struct py_list){NULL, 0};
    cover(p, &node->node, test);
    cover_list(p, &node->node, body);
    return &node->node;
}

/*
 * if_stmt: 'if' named_expression ':' block (elif_stmt | [else_block])
 * elif_stmt: 'elif' named_expression ':' block (elif_stmt | [else_block])
 *
 * An elif is an If in the orelse of the one before: gathered first, then chained from the last.
 */
static struct py_node *if_statement(struct parser *p) {
    size_t since = mark(p);
    do {
        const char *start = here(p);
        advance(p);
        push(p, if_node(p, start));
    } while (at(p, TOKEN_ELIF));
    struct py_If *last = p->scratch.items[--p->scratch.count];
    last->orelse = else_block(p);
    cover_list(p, &last->node, last->orelse);
    uint32_t end = offset_of(p, p->previous_end);
    last->node.end = end;
    while (mark(p) > since) {
        struct py_If *before = p->scratch.items[--p->scratch.count];
        push(p, last);
        before->orelse = list_since(p, mark(p) - 1);
        before->node.end = end;
        cover(p, &before->node, &last->node);
        last = before;
    }
    return &last->node;
}

/* while_stmt: 'while' named_expression ':' block [else_block] */
static struct py_node *while_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    struct py_node *test = named_expression(p);
    struct py_list body = block_behind_colon(p);
    struct py_list orelse = else_block(p);
    struct py_While *node = NODE(p, While, start);
    node->test = test;
    node->body = body;
    node->orelse = orelse;
    cover(p, &node->node, test);
    cover_list(p, &node->node, body);
    cover_list(p, &node->node, orelse);
    return &node->node;
}

/* for_stmt: ['async'] 'for' star_targets 'in' star_expressions ':' block [else_block] */
static struct py_node *for_statement(struct parser *p, const char *start) {
    const char *keyword = here(p);
    advance(p);
    struct py_node *target = star_targets(p);
    expect(p, TOKEN_IN);
    struct py_node *iter = star_expressions(p);
    struct py_list body = block_behind_colon(p);
    struct py_list orelse = else_block(p);
    struct py_For *node = NODE(p, For, start);
    node->node.kind = start == keyword ? PY_For : PY_AsyncFor;
    node->target = target;
    node->iter = iter;
    node->body = body;
    node->orelse = orelse;
    cover(p, &node->node, target);
    cover(p, &node->node, iter);
    cover_list(p, &node->node, body);
    cover_list(p, &node->node, orelse);
    return &node->node;
}

/* with_item: expression ['as' star_target] */
static struct py_node *with_item_after(struct parser *p, const char *start,
                                       struct py_node *context) {
    struct py_node *target = accept(p, TOKEN_AS) ? star_target(p) : NULL;
    struct py_withitem *node = NODE(p, withitem, start);
    node->context_expr = context;
    node->optional_vars = target;
    cover(p, &node->node, context);
    cover(p, &node->node, target);
    return &node->node;
}

static struct py_node *with_item(struct parser *p) {
    const char *start = here(p);
    return with_item_after(p, start, expression(p));
}

static bool is_plain_item(const struct py_node *node) {
    return node->kind == PY_withitem ||
           (!(node->kind == PY_Starred || node->kind == PY_NamedExpr) ||
            node->flags & PY_FLAG_PARENTHESES);
}

/*
 * 'with' '(' with_item (',' with_item)* [','] ')' ':' and 'with' '(' ... look alike until the
 * closing parenthesis is passed: items are read as either, then decided. Returns NULL when the
 * items were pushed, else the expression that the parentheses are.
 */
static struct py_node *with_parentheses(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    bool as = false, comma = false, plain = true;
    advance(p);
    if (at(p, TOKEN_YIELD) || at(p, TOKEN_RIGHT_PARENTHESIS) || at(p, TOKEN_DOUBLE_STAR))
        return parenthesised_rest(p, start);
    do {
        const char *item_start = here(p);
        struct py_node *item = star_named_expression(p);
        if (at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC)) {
            if (comma)
                parser_refuse(p);
            return parenthesised_after(p, start, item);
        }
        plain &= is_plain_item(item);
        if (at(p, TOKEN_AS) && plain) {
            as = true;
            item = with_item_after(p, item_start, item);
        }
        push(p, item);
        if (!accept(p, TOKEN_COMMA))
            break;
        comma = true;
    } while (!at(p, TOKEN_RIGHT_PARENTHESIS));
    if (as && !plain)
        parser_refuse(p);
    expect(p, TOKEN_RIGHT_PARENTHESIS);
    if (plain && at(p, TOKEN_COLON)) {
        for (size_t i = since; i < mark(p); i++) {
            struct py_node *item = p->scratch.items[i];
            if (item->kind != PY_withitem)
                p->scratch.items[i] = with_item_after(p, place_of(p, item), item);
        }
        return NULL;
    }
    if (as)
        parser_refuse(p);
    if (comma)
        return tuple_of(p, since, start);
    struct py_node *group = p->scratch.items[--p->scratch.count];
    if (group->kind == PY_Starred && !(group->flags & PY_FLAG_PARENTHESES))
        parser_refuse(p);
    group->flags |= PY_FLAG_PARENTHESES;
    return group;
}

/* with_stmt: ['async'] 'with' with_items ':' block */
static struct py_node *with_statement(struct parser *p, const char *start) {
    const char *keyword = here(p);
    size_t since = mark(p);
    advance(p);
    const char *item_start = here(p);
    bool more = true;
    if (at(p, TOKEN_LEFT_PARENTHESIS)) {
        struct py_node *first = with_parentheses(p);
        if (first)
            push(p, with_item_after(p, item_start, expression_from(p, first, item_start)));
        more = first && accept(p, TOKEN_COMMA);
    }
    if (more)
        do {
            push(p, with_item(p));
        } while (accept(p, TOKEN_COMMA));
    struct py_list items = list_since(p, since);
    struct py_list body = block_behind_colon(p);
    struct py_With *node = NODE(p, With, start);
    node->node.kind = start == keyword ? PY_With : PY_AsyncWith;
    node->items = items;
    node->body = body;
    cover_list(p, &node->node, items);
    cover_list(p, &node->node, body);
    return &node->node;
}

/* The type behind 'except': one expression, since 3.14 also several without parentheses. */
static struct py_node *exception_type(struct parser *p) {
    const char *start = here(p);
    struct py_node *type = expression(p);
    if (!at(p, TOKEN_COMMA))
        return type;
    if (!version_allows(p, PY_VERSION_3_14))
        parser_refuse(p);
    size_t since = mark(p);
    push(p, type);
    while (accept(p, TOKEN_COMMA) && starts_expression(p))
        push(p, expression(p));
    struct py_node *tuple = tuple_of(p, since, start);
    if (at(p, TOKEN_AS))
        parser_refuse(p);
    return tuple;
}

/* except_block: 'except' ['*'] [expression ['as' NAME]] ':' block */
static struct py_node *except_block(struct parser *p, bool *star) {
    const char *start = here(p);
    struct py_node *type = NULL;
    struct text name = {NULL, 0};
    advance(p);
    *star = accept(p, TOKEN_STAR);
    if (!at(p, TOKEN_COLON) && !at(p, TOKEN_NEWLINE)) {
        type = exception_type(p);
        if (accept(p, TOKEN_AS))
            name = expect_name(p);
    } else if (*star) {
        parser_refuse(p);
    }
    struct py_list body = block_behind_colon(p);
    struct py_ExceptHandler *node = NODE(p, ExceptHandler, start);
    node->type = type;
    node->name = name;
    node->body = body;
    cover(p, &node->node, type);
    cover_list(p, &node->node, body);
    return &node->node;
}

/* finally_block: 'finally' ':' block */
static struct py_list finally_block(struct parser *p) {
    if (!accept(p, TOKEN_FINALLY))
        return (struct py_list){NULL, 0};
    return block_behind_colon(p);
}

/* try_stmt: 'try' ':' block (finally_block | (except_block+ | except_star_block+) [else_block]
 *           [finally_block]) */
static struct py_node *try_statement(struct parser *p) {
    const char *start = here(p);
    bool star = false;
    advance(p);
    struct py_list body = block_behind_colon(p);
    struct py_list handlers, orelse = {NULL, 0};
    size_t since = mark(p);
    while (at(p, TOKEN_EXCEPT)) {
        bool this_star;
        struct py_node *node = except_block(p, &this_star);
        if (mark(p) > since && this_star != star)
            parser_refuse(p);
        star = this_star;
        push(p, node);
    }
    handlers = list_since(p, since);
    if (handlers.count)
        orelse = else_block(p);
    else if (!at(p, TOKEN_FINALLY))
        parser_refuse(p);
    struct py_list final = finally_block(p);
    struct py_Try *node = NODE(p, Try, start);
    node->node.kind = star ? PY_TryStar : PY_Try;
    node->body = body;
    node->handlers = handlers;
    node->orelse = orelse;
    node->finalbody = final;
    cover_list(p, &node->node, body);
    cover_list(p, &node->node, handlers);
    cover_list(p, &node->node, orelse);
    cover_list(p, &node->node, final);
    return &node->node;
}

/* function_def: [decorators] ['async'] 'def' NAME [type_params] '(' [params] ')'
 *               ['->' expression] ':' block */
static struct py_node *function_definition(struct parser *p, struct py_list decorators,
                                           const char *start) {
    const char *keyword = here(p);
    advance(p);
    struct text name = expect_name(p);
    struct py_list types = type_params(p);
    expect(p, TOKEN_LEFT_PARENTHESIS);
    struct py_node *args = parameters(p, false);
    expect(p, TOKEN_RIGHT_PARENTHESIS);
    struct py_node *returns = accept(p, TOKEN_ARROW) ? expression(p) : NULL;
    struct py_list body = block_behind_colon(p);
    struct py_FunctionDef *node = NODE(p, FunctionDef, start);
    node->node.kind = start == keyword ? PY_FunctionDef : PY_AsyncFunctionDef;
    node->name = name;
    node->args = args;
    node->body = body;
    node->decorator_list = decorators;
    node->returns = returns;
    node->type_params = types;
    cover(p, &node->node, args);
    cover_list(p, &node->node, body);
    cover_list(p, &node->node, decorators);
    cover(p, &node->node, returns);
    cover_list(p, &node->node, types);
    return &node->node;
}

/* class_def: [decorators] 'class' NAME [type_params] ['(' [arguments] ')'] ':' block */
static struct py_node *class_definition(struct parser *p, struct py_list decorators) {
    const char *start = here(p);
    advance(p);
    struct text name = expect_name(p);
    struct py_list types = type_params(p), bases = {NULL, 0}, keywords = {NULL, 0};
    if (accept(p, TOKEN_LEFT_PARENTHESIS)) {
        arguments(p, &bases, &keywords);
        expect(p, TOKEN_RIGHT_PARENTHESIS);
    }
    struct py_list body = block_behind_colon(p);
    struct py_ClassDef *node = NODE(p, ClassDef, start);
    node->name = name;
    node->bases = bases;
    node->keywords = keywords;
    node->body = body;
    node->decorator_list = decorators;
    node->type_params = types;
    cover_list(p, &node->node, bases);
    cover_list(p, &node->node, keywords);
    cover_list(p, &node->node, body);
    cover_list(p, &node->node, decorators);
    cover_list(p, &node->node, types);
    return &node->node;
}

/* decorators: ('@' named_expression NEWLINE)+, then a function or class */
static struct py_node *decorated(struct parser *p) {
    size_t since = mark(p);
    while (accept(p, TOKEN_AT)) {
        push(p, named_expression(p));
        expect(p, TOKEN_NEWLINE);
    }
    struct py_list decorators = list_since(p, since);
    const char *start = here(p);
    if (at(p, TOKEN_CLASS))
        return class_definition(p, decorators);
    accept(p, TOKEN_ASYNC);
    if (!at(p, TOKEN_DEF))
        parser_refuse(p);
    return function_definition(p, decorators, start);
}

/* 'async' and a function_def, with_stmt or for_stmt */
static struct py_node *async_statement(struct parser *p) {
    const char *start = here(p);
    advance(p);
    if (at(p, TOKEN_DEF))
        return function_definition(p, (struct py_list){NULL, 0}, start);
    if (at(p, TOKEN_WITH))
        return with_statement(p, start);
    if (at(p, TOKEN_FOR))
        return for_statement(p, start);
    parser_refuse(p);
}

static struct py_node *compound(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_DEF:
        return function_definition(p, (struct py_list){NULL, 0}, here(p));
    case TOKEN_AT:
        return decorated(p);
    case TOKEN_ASYNC:
        return async_statement(p);
    case TOKEN_IF:
        return if_statement(p);
    case TOKEN_CLASS:
        return class_definition(p, (struct py_list){NULL, 0});
    case TOKEN_WITH:
        return with_statement(p, here(p));
    case TOKEN_FOR:
        return for_statement(p, here(p));
    case TOKEN_TRY:
        return try_statement(p);
    case TOKEN_WHILE:
        return while_statement(p);
    case TOKEN_NAME:
        return at_name(p, "match") ? match_statement(p) : NULL;
    default:
        return NULL;
    }
}

/* compound_stmt */
bool compound_statement(struct parser *p) {
    struct py_node *node = compound(p);
    if (node)
        push(p, node);
    return node != NULL;
}
