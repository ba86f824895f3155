#include "python/parser.h"

struct argument_state {
    bool after_keyword;
    bool after_double_star;
};

static struct py_node *keyword_node(struct parser *p, const char *start, struct text name,
                                    struct py_node *value) {
    struct py_keyword *node = NODE(p, keyword, start);
    node->arg = name;
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* '**' expression */
static struct py_node *double_starred_argument(struct parser *p) {
    const char *start = here(p);
    advance(p);
    return keyword_node(p, start, (struct text){NULL, 0}, expression(p));
}

/* What is before the '=' of an argument must be a plain name. */
static struct py_node *keyword_argument(struct parser *p, struct py_node *name, const char *start) {
    if (name->kind != PY_Name || name->flags & PY_FLAG_PARENTHESES)
        parser_refuse(p);
    advance(p);
    struct py_node *value = expression(p);
    return keyword_node(p, start, ((struct py_Name *)name)->id, value);
}

static struct py_node *argument(struct parser *p, struct argument_state *state) {
    const char *start = here(p);
    if (at(p, TOKEN_DOUBLE_STAR)) {
        state->after_double_star = state->after_keyword = true;
        return double_starred_argument(p);
    }
    bool star = at(p, TOKEN_STAR);
    struct py_node *value = star ? starred_expression(p) : named_tail(p, expression(p));
    if (at(p, TOKEN_EQUAL)) {
        state->after_keyword = true;
        return keyword_argument(p, value, start);
    }
    if (star ? state->after_double_star : state->after_keyword)
        parser_refuse(p);
    return value;
}

/* Splits what was pushed since into keywords and other arguments. */
static void split_arguments(struct parser *p, size_t since, struct py_list *positional,
                            struct py_list *keywords) {
    size_t count = mark(p) - since, others = 0;
    *positional = *keywords = (struct py_list){NULL, 0};
    if (!count)
        return;
    struct py_node **items = items_since(p, since);
    for (size_t i = 0; i < count; i++)
        others += items[i]->kind != PY_keyword;
    struct py_node **split = arena_allocate(p->arena, count * sizeof(*split));
    *positional = (struct py_list){others ? split : NULL, 0};
    *keywords = (struct py_list){others < count ? split + others : NULL, 0};
    for (size_t i = 0; i < count; i++) {
        struct py_list *list = items[i]->kind == PY_keyword ? keywords : positional;
        list->items[list->count++] = items[i];
    }
    p->scratch.count = since;
}

/*
 * arguments: args [','] &')'
 * args: (starred_expression | named_expression)* then keywords, '*' and, behind those, '**'
 */
void arguments(struct parser *p, struct py_list *positional, struct py_list *keywords) {
    struct argument_state state = {0};
    size_t since = mark(p);
    while (!at(p, TOKEN_RIGHT_PARENTHESIS)) {
        push(p, argument(p, &state));
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    split_arguments(p, since, positional, keywords);
}

/* primary: primary genexp | primary '(' [arguments] ')' */
static struct py_node *call(struct parser *p, struct py_node *func, const char *open,
                            const char *start) {
    struct py_list positional, keywords;
    arguments(p, &positional, &keywords);
    struct py_list generators = {NULL, 0};
    if (at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC)) {
        if (positional.count != 1 || keywords.count || positional.items[0]->kind == PY_Starred)
            parser_refuse(p);
        generators = for_if_clauses(p);
    }
    expect(p, TOKEN_RIGHT_PARENTHESIS);
    if (generators.count)
        positional.items[0] = generator_node(p, open, positional.items[0], generators);
    struct py_Call *node = NODE(p, Call, start);
    node->func = func;
    node->args = positional;
    node->keywords = keywords;
    cover(p, &node->node, func);
    cover_list(p, &node->node, positional);
    cover_list(p, &node->node, keywords);
    return &node->node;
}

static bool ends_slice(const struct parser *p) {
    return at(p, TOKEN_COLON) || at(p, TOKEN_COMMA) || at(p, TOKEN_RIGHT_BRACKET);
}

/* slice: [expression] ':' [expression] [':' [expression]] | named_expression */
static struct py_node *slice(struct parser *p) {
    const char *start = here(p);
    struct py_node *lower = at(p, TOKEN_COLON) ? NULL : expression(p);
    if (lower && !at(p, TOKEN_COLON))
        return named_tail(p, lower);
    advance(p);
    struct py_node *upper = ends_slice(p) ? NULL : expression(p), *step = NULL;
    if (accept(p, TOKEN_COLON) && !ends_slice(p))
        step = expression(p);
    struct py_Slice *node = NODE(p, Slice, start);
    node->lower = lower;
    node->upper = upper;
    node->step = step;
    cover(p, &node->node, lower);
    cover(p, &node->node, upper);
    cover(p, &node->node, step);
    return &node->node;
}

static struct py_node *slice_or_starred(struct parser *p) {
    return at(p, TOKEN_STAR) ? starred_expression(p) : slice(p);
}

/* slices: slice !',' | (slice | starred_expression) (',' (slice | starred_expression))* [','] */
static struct py_node *slices(struct parser *p) {
    const char *start = here(p);
    bool tuple = at(p, TOKEN_STAR);
    struct py_node *first = slice_or_starred(p);
    if (!tuple && !at(p, TOKEN_COMMA))
        return first;
    size_t since = mark(p);
    push(p, first);
    while (accept(p, TOKEN_COMMA) && !at(p, TOKEN_RIGHT_BRACKET))
        push(p, slice_or_starred(p));
    return tuple_of(p, since, start);
}

static struct py_node *subscript(struct parser *p, struct py_node *value, struct py_node *index,
                                 const char *start) {
    expect(p, TOKEN_RIGHT_BRACKET);
    struct py_Subscript *node = NODE(p, Subscript, start);
    node->value = value;
    node->slice = index;
    cover(p, &node->node, value);
    cover(p, &node->node, index);
    return &node->node;
}

static struct py_node *attribute(struct parser *p, struct py_node *value, const char *start) {
    advance(p);
    struct text name = expect_name(p);
    struct py_Attribute *node = NODE(p, Attribute, start);
    node->value = value;
    node->attr = name;
    cover(p, &node->node, value);
    return &node->node;
}

/* primary: primary '.' NAME | primary '(' [arguments] ')' | primary '[' slices ']' | atom */
struct py_node *primary_tail(struct parser *p, struct py_node *left, const char *start) {
    for (;;) {
        const char *open = here(p);
        if (at(p, TOKEN_DOT))
            left = attribute(p, left, start);
        else if (accept(p, TOKEN_LEFT_PARENTHESIS))
            left = call(p, left, open, start);
        else if (accept(p, TOKEN_LEFT_BRACKET))
            left = subscript(p, left, slices(p), start);
        else
            return left;
    }
}

struct py_node *primary(struct parser *p) {
    const char *start = here(p);
    return primary_tail(p, atom(p), start);
}
