#include "python/parser.h"

struct py_node *name_node(struct parser *p) {
    const char *start = here(p);
    struct text id = expect_name(p);
    struct py_Name *node = NODE(p, Name, start);
    node->id = id;
    return &node->node;
}

static struct py_node *constant(struct parser *p, enum py_constant_kind kind) {
    const char *start = here(p);
    advance(p);
    struct py_Constant *node = NODE(p, Constant, start);
    node->node.op = (uint8_t)kind;
    node->text = (struct text){NULL, 0};
    node->integer = 0;
    return &node->node;
}

static bool at_comprehension(const struct parser *p) {
    return at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC);
}

/* for_if_clause: ['async'] 'for' star_targets 'in' disjunction ('if' disjunction)* */
static struct py_node *for_if_clause(struct parser *p) {
    const char *start = here(p);
    bool async = accept(p, TOKEN_ASYNC);
    expect(p, TOKEN_FOR);
    struct py_node *target = star_targets(p);
    expect(p, TOKEN_IN);
    struct py_node *iter = disjunction(p);
    size_t since = mark(p);
    while (accept(p, TOKEN_IF))
        push(p, disjunction(p));
    struct py_comprehension *node = NODE(p, comprehension, start);
    node->target = target;
    node->iter = iter;
    node->ifs = list_since(p, since);
    node->is_async = async;
    cover(p, &node->node, target);
    cover(p, &node->node, iter);
    cover_list(p, &node->node, node->ifs);
    return &node->node;
}

/* for_if_clauses: for_if_clause+ */
struct py_list for_if_clauses(struct parser *p) {
    size_t since = mark(p);
    do {
        push(p, for_if_clause(p));
    } while (at_comprehension(p));
    return list_since(p, since);
}

struct py_node *generator_node(struct parser *p, const char *start, struct py_node *element,
                               struct py_list generators) {
    struct py_GeneratorExp *node = NODE(p, GeneratorExp, start);
    node->elt = element;
    node->generators = generators;
    cover(p, &node->node, element);
    cover_list(p, &node->node, generators);
    return &node->node;
}

static void refuse_starred(struct parser *p, const struct py_node *element) {
    if (element->kind == PY_Starred)
        parser_refuse(p);
}

/* Items behind the first, which is on the scratch stack, up to the closing bracket. */
static void more_items(struct parser *p, enum token_kind closing) {
    while (accept(p, TOKEN_COMMA) && !at(p, closing))
        push(p, star_named_expression(p));
}

/*
 * The rest of a group, tuple or generator whose opening parenthesis and first item were read.
 * tuple: '(' [star_named_expression ',' [star_named_expressions]] ')'
 * group: '(' (yield_expr | named_expression) ')'
 * genexp: '(' named_expression for_if_clauses ')'
 */
struct py_node *parenthesised_after(struct parser *p, const char *start, struct py_node *first) {
    if (at_comprehension(p)) {
        refuse_starred(p, first);
        struct py_list generators = for_if_clauses(p);
        expect(p, TOKEN_RIGHT_PARENTHESIS);
        return generator_node(p, start, first, generators);
    }
    if (at(p, TOKEN_COMMA)) {
        size_t since = mark(p);
        push(p, first);
        more_items(p, TOKEN_RIGHT_PARENTHESIS);
        expect(p, TOKEN_RIGHT_PARENTHESIS);
        return tuple_of(p, since, start);
    }
    refuse_starred(p, first);
    expect(p, TOKEN_RIGHT_PARENTHESIS);
    first->flags |= PY_FLAG_PARENTHESES;
    return first;
}

/* Behind the opening parenthesis. */
struct py_node *parenthesised_rest(struct parser *p, const char *start) {
    if (accept(p, TOKEN_RIGHT_PARENTHESIS))
        return tuple_of(p, mark(p), start);
    if (at(p, TOKEN_YIELD)) {
        struct py_node *node = yield_expression(p);
        expect(p, TOKEN_RIGHT_PARENTHESIS);
        node->flags |= PY_FLAG_PARENTHESES;
        return node;
    }
    return parenthesised_after(p, start, star_named_expression(p));
}

static struct py_node *parenthesised(struct parser *p) {
    const char *start = here(p);
    advance(p);
    return parenthesised_rest(p, start);
}

/* listcomp: '[' named_expression for_if_clauses ']'; list: '[' [star_named_expressions] ']' */
static struct py_node *list(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    advance(p);
    if (!at(p, TOKEN_RIGHT_BRACKET)) {
        struct py_node *first = star_named_expression(p);
        if (at_comprehension(p)) {
            refuse_starred(p, first);
            struct py_list generators = for_if_clauses(p);
            expect(p, TOKEN_RIGHT_BRACKET);
            struct py_node *node = generator_node(p, start, first, generators);
            node->kind = PY_ListComp;
            return node;
        }
        push(p, first);
        more_items(p, TOKEN_RIGHT_BRACKET);
    }
    expect(p, TOKEN_RIGHT_BRACKET);
    struct py_List *node = NODE(p, List, start);
    node->elts = list_since(p, since);
    cover_list(p, &node->node, node->elts);
    return &node->node;
}

/* The keys and values that lie alternately on the scratch stack. */
struct py_node *dict_node(struct parser *p, const char *start, size_t since) {
    uint32_t count = (uint32_t)((mark(p) - since) / 2);
    struct py_Dict *node = NODE(p, Dict, start);
    struct py_node **items = arena_allocate(p->arena, 2 * (size_t)count * sizeof(*items));
    for (uint32_t i = 0; i < count; i++) {
        items[i] = p->scratch.items[since + 2 * i];
        items[count + i] = p->scratch.items[since + 2 * i + 1];
    }
    p->scratch.count = since;
    node->keys = (struct py_list){count ? items : NULL, count};
    node->values = (struct py_list){count ? items + count : NULL, count};
    cover_list(p, &node->node, node->keys);
    cover_list(p, &node->node, node->values);
    return &node->node;
}

/* double_starred_kvpair: '**' bitwise_or | expression ':' expression */
static void dict_pair(struct parser *p) {
    if (accept(p, TOKEN_DOUBLE_STAR)) {
        push(p, NULL);
        push(p, bitwise_or(p));
        return;
    }
    push(p, expression(p));
    expect(p, TOKEN_COLON);
    push(p, expression(p));
}

/* Pairs behind the first, which is on the scratch stack. */
static struct py_node *dict_after(struct parser *p, const char *start, size_t since) {
    while (accept(p, TOKEN_COMMA) && !at(p, TOKEN_RIGHT_BRACE))
        dict_pair(p);
    expect(p, TOKEN_RIGHT_BRACE);
    return dict_node(p, start, since);
}

/* dictcomp: '{' kvpair for_if_clauses '}', whose pair is on the scratch stack */
static struct py_node *dict_comprehension(struct parser *p, const char *start) {
    struct py_node *value = p->scratch.items[--p->scratch.count];
    struct py_node *key = p->scratch.items[--p->scratch.count];
    if (!key)
        parser_refuse(p);
    struct py_list generators = for_if_clauses(p);
    expect(p, TOKEN_RIGHT_BRACE);
    struct py_DictComp *node = NODE(p, DictComp, start);
    node->key = key;
    node->value = value;
    node->generators = generators;
    cover(p, &node->node, key);
    cover(p, &node->node, value);
    cover_list(p, &node->node, generators);
    return &node->node;
}

/* set: '{' star_named_expressions '}'; setcomp: '{' named_expression for_if_clauses '}' */
static struct py_node *set_after(struct parser *p, const char *start, struct py_node *first) {
    if (at_comprehension(p)) {
        refuse_starred(p, first);
        struct py_list generators = for_if_clauses(p);
        expect(p, TOKEN_RIGHT_BRACE);
        struct py_node *node = generator_node(p, start, first, generators);
        node->kind = PY_SetComp;
        return node;
    }
    size_t since = mark(p);
    push(p, first);
    more_items(p, TOKEN_RIGHT_BRACE);
    expect(p, TOKEN_RIGHT_BRACE);
    struct py_Set *node = NODE(p, Set, start);
    node->elts = list_since(p, since);
    cover_list(p, &node->node, node->elts);
    return &node->node;
}

/* dict: '{' [double_starred_kvpairs] '}', dictcomp, set and setcomp */
static struct py_node *braces(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    advance(p);
    if (accept(p, TOKEN_RIGHT_BRACE))
        return dict_node(p, start, since);
    if (at(p, TOKEN_DOUBLE_STAR)) {
        dict_pair(p);
    } else {
        struct py_node *first = at(p, TOKEN_STAR) ? starred_bitwise_or(p) : expression(p);
        if (first->kind == PY_Starred || !at(p, TOKEN_COLON))
            return set_after(p, start, first->kind == PY_Starred ? first : named_tail(p, first));
        advance(p);
        push(p, first);
        push(p, expression(p));
    }
    return at_comprehension(p) ? dict_comprehension(p, start) : dict_after(p, start, since);
}

/* atom: NAME | 'True' | 'False' | 'None' | strings | NUMBER | bracketed | '...' */
struct py_node *atom(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_NAME:
        return name_node(p);
    case TOKEN_NUMBER:
        return number(p);
    case TOKEN_STRING:
    case TOKEN_FSTRING_START:
        return strings(p);
    case TOKEN_LEFT_PARENTHESIS:
        return parenthesised(p);
    case TOKEN_LEFT_BRACKET:
        return list(p);
    case TOKEN_LEFT_BRACE:
        return braces(p);
    case TOKEN_TRUE:
        return constant(p, PY_TRUE);
    case TOKEN_FALSE:
        return constant(p, PY_FALSE);
    case TOKEN_NONE:
        return constant(p, PY_NONE);
    case TOKEN_ELLIPSIS:
        return constant(p, PY_ELLIPSIS);
    default:
        parser_refuse(p);
    }
}
