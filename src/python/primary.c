#include "python/parser.h"

struct argument_state {
    bool after_keyword;
    bool after_double_star;
    bool misplaced; /* a positional argument followed a keyword argument */
};

static struct py_node *keyword_node(struct parser *p, const char *start, struct text name,
                                    struct py_node *value) {
    struct py_keyword *node = NODE(p, keyword, start);
    node->arg = name;
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* At the '=' behind an argument that can have no value. */
_Noreturn static void refuse_value(struct parser *p, const char *start, const char *message) {
    if (!parser_begins_behind(p, expression))
        parser_unexpected(p);
    parser_fail(p, start, "%s", message);
}

/* '**' expression */
static struct py_node *double_starred_argument(struct parser *p) {
    const char *start = here(p);
    advance(p);
    struct py_node *value = expression(p);
    if (at(p, TOKEN_EQUAL))
        refuse_value(p, start, "'**' unpacks a mapping and cannot be assigned to");
    return keyword_node(p, start, (struct text){NULL, 0}, value);
}

/* What is before the '=' of an argument must be a plain name. */
static struct py_node *keyword_argument(struct parser *p, struct py_node *name, const char *start) {
    if (name->kind != PY_Name || name->flags & PY_FLAG_PARENTHESES) {
        if (name->kind == PY_Starred)
            refuse_value(p, start, "'*' unpacks an iterable and cannot be assigned to");
        parser_fail(p, start,
                    "the name of a keyword argument must be a plain name, not %s; "
                    "write '==' to compare",
                    expression_name(name));
    }
    advance(p);
    if (at(p, TOKEN_COMMA) || at(p, TOKEN_RIGHT_PARENTHESIS))
        parser_fail(p, start, "the value of this keyword argument is missing");
    struct py_node *value = expression(p);
    if (at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC)) {
        first_reading_ends(p);
        for_if_clauses(p);
        parser_fail(p, start,
                    "a comprehension cannot be assigned here; write '==' or ':=', or "
                    "put it into parentheses");
    }
    return keyword_node(p, start, ((struct py_Name *)name)->id, value);
}

static struct py_node *argument(struct parser *p, struct argument_state *state) {
    const char *start = here(p);
    if (at(p, TOKEN_DOUBLE_STAR)) {
        state->after_double_star = state->after_keyword = true;
        return double_starred_argument(p);
    }
    const char *comma = p->previous_end - 1; /* before the argument, if it is not the first */
    bool star = at(p, TOKEN_STAR);
    size_t cuts = p->cuts.count;
    if (state->after_keyword && !star) {
        cut_open(p, CUT_MISPLACED, NULL);
        if (!at(p, TOKEN_NAME))
            first_reading_ends(p);
    }
    struct py_node *value = star ? starred_expression(p) : expression(p);
    p->cuts.count = cuts;
    if (at(p, TOKEN_COLON_EQUAL) && value->kind == PY_Name &&
        !(value->flags & PY_FLAG_PARENTHESES)) {
        if (state->after_keyword)
            first_reading_ends(p);
        value = named_tail(p, value);
        if (at(p, TOKEN_EQUAL))
            parser_unexpected(p);
    }
    if (at(p, TOKEN_EQUAL)) {
        state->after_keyword = true;
        return keyword_argument(p, value, start);
    }
    if (star && state->after_double_star)
        parser_fail(p, comma, "'*' cannot follow '**'; move it before");
    if (!star && state->after_keyword) {
        if (state->misplaced)
            refuse_misplaced(p);
        state->misplaced = true;
        state->after_keyword = false;
    }
    return value;
}

/* Splits what was pushed since into keywords and other arguments. */
static void split_arguments(struct parser *p, size_t since, struct py_list *positional,
                            struct py_list *keywords) {
    size_t count = mark(p) - since, others = 0;
    *positional = *keywords = (struct py_list){NULL, 0};
    if (!count)
        return;
    struct py_node **items = (struct py_node **)p->scratch.items + since;
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
        bool was_misplaced = state.misplaced;
        push(p, argument(p, &state));
        if (state.misplaced && !was_misplaced)
            cut_open(p, CUT_MISPLACED, here(p));
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    if (state.misplaced)
        refuse_misplaced(p);
    split_arguments(p, since, positional, keywords);
}

static struct py_node *rest_of_arguments(struct parser *p) {
    struct py_list positional, keywords;
    arguments(p, &positional, &keywords);
    return NULL;
}

/* primary: primary genexp | primary '(' [arguments] ')' */
static struct py_node *call(struct parser *p, struct py_node *func, const char *open,
                            const char *start) {
    struct py_list positional, keywords;
    arguments(p, &positional, &keywords);
    if ((at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC)) && positional.count && !keywords.count) {
        struct py_node *last = positional.items[positional.count - 1];
        if (positional.count > 1 || last->kind == PY_Starred)
            first_reading_ends(p);
        struct py_list generators = for_if_clauses(p);
        if (last->kind == PY_Starred)
            parser_fail(p, place_of(p, last), "'*' cannot be used in a comprehension");
        if (at(p, TOKEN_COMMA))
            parser_begins_behind(p, rest_of_arguments);
        if (positional.count > 1 || at(p, TOKEN_COMMA))
            parser_fail(p, place_of(p, last),
                        "a generator that is not the only argument needs parentheses");
        expect(p, TOKEN_RIGHT_PARENTHESIS);
        positional.items[0] = generator_node(p, open, last, generators);
    } else {
        expect(p, TOKEN_RIGHT_PARENTHESIS);
    }
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
        return refuse_assignment(p, named_tail(p, lower));
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
    if (!at(p, TOKEN_STAR))
        return slice(p);
    const char *start = here(p);
    struct py_node *node = starred_expression(p);
    if (at(p, TOKEN_EQUAL))
        refuse_value(p, start, "'*' unpacks an iterable and cannot be assigned to");
    return node;
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
    p->needs_operand = !at(p, TOKEN_NAME);
    struct text name = expect_name(p);
    struct py_Attribute *node = NODE(p, Attribute, start);
    node->value = value;
    node->attr = name;
    cover(p, &node->node, value);
    return &node->node;
}

/* What looks like an index of several items may be a list comprehension of them. */
static void refuse_items_of_comprehension(struct parser *p, const struct py_node *index) {
    const struct py_Tuple *items = py_as_Tuple(index);
    if (!items || p->trying || *place_of(p, index) == '(')
        return;
    first_reading_ends(p);
    for_if_clauses(p);
    parser_fail(p, place_of(p, items->elts.items[0]),
                "what a comprehension makes of each item needs parentheses when it is a tuple");
}

/* What is in the brackets behind a primary cannot be its arguments or index: it ends before them.
 * They may still be a group or list of their own. */
static void end_before_bracket(struct parser *p, const char *bracket, const char *previous_end) {
    int brackets = open_brackets(p) - 1;
    first_reading_ends(p);
    parser_go_back(p, bracket, brackets);
    p->previous_end = previous_end;
}

/* primary: primary '.' NAME | primary '(' [arguments] ')' | primary '[' slices ']' | atom */
struct py_node *primary_tail(struct parser *p, struct py_node *left, const char *start) {
    const char *place, *previous_end;
    for (;;) {
        place = here(p);
        previous_end = p->previous_end;
        if (at(p, TOKEN_DOT)) {
            left = attribute(p, left, start);
        } else if (accept(p, TOKEN_LEFT_PARENTHESIS)) {
            if (at(p, TOKEN_YIELD))
                break;
            left = call(p, left, place, start);
        } else if (accept(p, TOKEN_LEFT_BRACKET)) {
            if (at(p, TOKEN_RIGHT_BRACKET))
                break;
            bool named = left->kind == PY_Name && start == p->expression;
            struct py_node *index = slices(p);
            if (at(p, TOKEN_FOR) || at(p, TOKEN_ASYNC)) {
                refuse_items_of_comprehension(p, index);
                break;
            }
            left = subscript(p, left, index, start);
            if (named)
                p->named = (struct named_index){start, place, open_brackets(p)};
        } else {
            if (at(p, TOKEN_LEFT_BRACE) && !p->trying && !first_reading_fails(p))
                parser_probe(p, items_in_braces);
            return left;
        }
    }
    end_before_bracket(p, place, previous_end);
    return left;
}

struct py_node *primary(struct parser *p) {
    const char *start = here(p);
    return primary_tail(p, atom(p), start);
}
