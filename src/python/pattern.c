#include "python/parser.h"

static struct py_node *pattern(struct parser *p);

static struct py_node *value_pattern(struct parser *p, struct py_node *value, const char *start) {
    struct py_MatchValue *node = NODE(p, MatchValue, start);
    node->value = value;
    cover(p, &node->node, value);
    return &node->node;
}

static struct py_node *as_pattern(struct parser *p, struct py_node *inner, struct text name,
                                  const char *start) {
    struct py_MatchAs *node = NODE(p, MatchAs, start);
    node->pattern = inner;
    node->name = name;
    cover(p, &node->node, inner);
    return &node->node;
}

/* pattern_capture_target: !"_" NAME !('.' | '(' | '=') */
static struct text capture_target(struct parser *p) {
    if (at_name(p, "_"))
        parser_refuse(p);
    struct text name = expect_name(p);
    if (at(p, TOKEN_DOT) || at(p, TOKEN_LEFT_PARENTHESIS) || at(p, TOKEN_EQUAL))
        parser_refuse(p);
    return name;
}

/* signed_number: NUMBER | '-' NUMBER */
static struct py_node *signed_number(struct parser *p) {
    const char *start = here(p);
    bool minus = accept(p, TOKEN_MINUS);
    if (!at(p, TOKEN_NUMBER))
        parser_refuse(p);
    struct py_node *value = number(p);
    if (!minus)
        return value;
    struct py_UnaryOp *node = NODE(p, UnaryOp, start);
    node->node.op = PY_USUB;
    node->operand = value;
    cover(p, &node->node, value);
    return &node->node;
}

static bool is_imaginary(const struct py_node *node) {
    if (node->kind == PY_UnaryOp)
        node = ((const struct py_UnaryOp *)node)->operand;
    return node->op == PY_IMAGINARY;
}

/* signed_number !('+' | '-') | complex_number: signed_real_number ('+' | '-') imaginary_number */
static struct py_node *number_expression(struct parser *p) {
    const char *start = here(p);
    struct py_node *left = signed_number(p);
    if (!at(p, TOKEN_PLUS) && !at(p, TOKEN_MINUS))
        return left;
    if (is_imaginary(left))
        parser_refuse(p);
    enum py_operator op = at(p, TOKEN_PLUS) ? PY_ADD : PY_SUB;
    advance(p);
    if (!at(p, TOKEN_NUMBER))
        parser_refuse(p);
    struct py_node *right = number(p);
    if (!is_imaginary(right))
        parser_refuse(p);
    struct py_BinOp *node = NODE(p, BinOp, start);
    node->node.op = (uint8_t)op;
    node->left = left;
    node->right = right;
    cover(p, &node->node, left);
    cover(p, &node->node, right);
    return &node->node;
}

/* literal_expr, or NULL when there is none here */
static struct py_node *literal_expression(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_NUMBER:
    case TOKEN_MINUS:
        return number_expression(p);
    case TOKEN_STRING:
    case TOKEN_FSTRING_START:
        return strings(p);
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return atom(p);
    default:
        return NULL;
    }
}

/* literal_pattern: a number or strings are a value, 'None', 'True' and 'False' a singleton */
static struct py_node *literal_pattern(struct parser *p) {
    const char *start = here(p);
    struct py_node *value = literal_expression(p);
    if (!value)
        parser_refuse(p);
    if (value->kind != PY_Constant || value->op > PY_TRUE)
        return value_pattern(p, value, start);
    struct py_MatchSingleton *node = NODE(p, MatchSingleton, start);
    node->node.op = value->op;
    return &node->node;
}

/* The rest of attr: name_or_attr '.' NAME, behind its first name */
static struct py_node *attributes(struct parser *p, struct py_node *value, const char *start) {
    while (accept(p, TOKEN_DOT)) {
        struct text name = expect_name(p);
        struct py_Attribute *node = NODE(p, Attribute, start);
        node->value = value;
        node->attr = name;
        cover(p, &node->node, value);
        value = &node->node;
    }
    return value;
}

struct class_arguments {
    struct py_list patterns;
    struct py_names names;
    struct py_list keyword_patterns;
};

/* [positional_patterns] [',' keyword_patterns] [','] */
static struct class_arguments class_arguments(struct parser *p) {
    struct class_arguments arguments = {0};
    VECTOR(struct text) names = {0};
    size_t since = mark(p);
    while (!at(p, TOKEN_RIGHT_PARENTHESIS)) {
        struct token name = p->lexer.token;
        struct lexer_place place = lexer_save(&p->lexer);
        const char *previous_end = p->previous_end;
        if (at(p, TOKEN_NAME)) {
            advance(p);
            if (at(p, TOKEN_EQUAL)) {
                /* Behind positional patterns CPython takes '_' for one more of them. */
                if (!names.count && mark(p) > since && text_is(name_text(p, &name), "_"))
                    parser_refuse(p);
                advance(p);
                if (!names.count)
                    arguments.patterns = list_since(p, since);
                vector_push(p->arena, &names, name_text(p, &name));
                push(p, pattern(p));
                if (!accept(p, TOKEN_COMMA))
                    break;
                continue;
            }
            lexer_restore(&p->lexer, place);
            p->previous_end = previous_end;
        }
        struct py_node *positional = pattern(p);
        if (names.count)
            parser_refuse(p);
        push(p, positional);
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    if (!names.count)
        arguments.patterns = list_since(p, since);
    arguments.keyword_patterns = list_since(p, since);
    arguments.names = (struct py_names){names.items, (uint32_t)names.count};
    return arguments;
}

/* class_pattern: name_or_attr '(' class_arguments ')' */
static struct py_node *class_pattern(struct parser *p, struct py_node *class, const char *start) {
    advance(p);
    struct class_arguments arguments = class_arguments(p);
    expect(p, TOKEN_RIGHT_PARENTHESIS);
    struct py_MatchClass *node = NODE(p, MatchClass, start);
    node->cls = class;
    node->patterns = arguments.patterns;
    node->kwd_attrs = arguments.names;
    node->kwd_patterns = arguments.keyword_patterns;
    cover(p, &node->node, class);
    cover_list(p, &node->node, node->patterns);
    cover_list(p, &node->node, node->kwd_patterns);
    return &node->node;
}

/* capture_pattern | wildcard_pattern | value_pattern | class_pattern */
static struct py_node *name_pattern(struct parser *p) {
    const char *start = here(p);
    if (at_name(p, "_")) {
        advance(p);
        return as_pattern(p, NULL, (struct text){NULL, 0}, start);
    }
    struct py_node *name = name_node(p);
    if (at(p, TOKEN_DOT) || at(p, TOKEN_LEFT_PARENTHESIS)) {
        struct py_node *value = attributes(p, name, start);
        if (at(p, TOKEN_LEFT_PARENTHESIS))
            return class_pattern(p, value, start);
        if (at(p, TOKEN_EQUAL))
            parser_refuse(p);
        return value_pattern(p, value, start);
    }
    if (at(p, TOKEN_EQUAL))
        parser_refuse(p);
    return as_pattern(p, NULL, ((struct py_Name *)name)->id, start);
}

/* star_pattern: '*' pattern_capture_target | '*' wildcard_pattern */
static struct py_node *star_pattern(struct parser *p) {
    const char *start = here(p);
    struct text name = {NULL, 0};
    advance(p);
    if (at_name(p, "_"))
        advance(p);
    else
        name = capture_target(p);
    struct py_MatchStar *node = NODE(p, MatchStar, start);
    node->name = name;
    return &node->node;
}

/* maybe_star_pattern: star_pattern | pattern */
static struct py_node *maybe_star_pattern(struct parser *p) {
    return at(p, TOKEN_STAR) ? star_pattern(p) : pattern(p);
}

static struct py_node *sequence_node(struct parser *p, size_t since, const char *start) {
    struct py_MatchSequence *node = NODE(p, MatchSequence, start);
    node->patterns = list_since(p, since);
    cover_list(p, &node->node, node->patterns);
    return &node->node;
}

/* group_pattern: '(' pattern ')'; sequence_pattern: '[' [maybe_star_pattern (',' ...)* [',']] ']'
 * | '(' [maybe_star_pattern ',' ...] ')' */
static struct py_node *group_or_sequence(struct parser *p, enum token_kind closing) {
    const char *start = here(p);
    size_t since = mark(p);
    bool comma = closing == TOKEN_RIGHT_BRACKET;
    advance(p);
    comma |= at(p, closing);
    while (!at(p, closing)) {
        push(p, maybe_star_pattern(p));
        if (!accept(p, TOKEN_COMMA))
            break;
        comma = true;
    }
    const struct py_node *first = comma ? NULL : p->scratch.items[since];
    if (first && first->kind == PY_MatchStar)
        parser_refuse(p);
    expect(p, closing);
    if (comma)
        return sequence_node(p, since, start);
    return p->scratch.items[--p->scratch.count];
}

/* key_value_pattern: (literal_expr | attr) ':' pattern */
static void key_value_pattern(struct parser *p) {
    struct py_node *key = literal_expression(p);
    if (!key) {
        const char *start = here(p);
        key = name_node(p);
        if (!at(p, TOKEN_DOT))
            parser_refuse(p);
        key = attributes(p, key, start);
    }
    expect(p, TOKEN_COLON);
    push(p, key);
    push(p, pattern(p));
}

/* mapping_pattern: '{' [key_value_pattern (',' key_value_pattern)*] [',' '**' NAME] [','] '}' */
static struct py_node *mapping_pattern(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    struct text rest = {NULL, 0};
    advance(p);
    while (!at(p, TOKEN_RIGHT_BRACE)) {
        if (rest.data)
            parser_refuse(p);
        if (accept(p, TOKEN_DOUBLE_STAR))
            rest = capture_target(p);
        else
            key_value_pattern(p);
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    expect(p, TOKEN_RIGHT_BRACE);
    struct py_node *pairs = dict_node(p, start, since);
    struct py_MatchMapping *node = NODE(p, MatchMapping, start);
    node->keys = ((struct py_Dict *)pairs)->keys;
    node->patterns = ((struct py_Dict *)pairs)->values;
    node->rest = rest;
    cover_list(p, &node->node, node->keys);
    cover_list(p, &node->node, node->patterns);
    return &node->node;
}

static struct py_node *closed_pattern(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_NAME:
        return name_pattern(p);
    case TOKEN_LEFT_PARENTHESIS:
        return group_or_sequence(p, TOKEN_RIGHT_PARENTHESIS);
    case TOKEN_LEFT_BRACKET:
        return group_or_sequence(p, TOKEN_RIGHT_BRACKET);
    case TOKEN_LEFT_BRACE:
        return mapping_pattern(p);
    default:
        return literal_pattern(p);
    }
}

/* or_pattern: closed_pattern ('|' closed_pattern)* */
static struct py_node *or_pattern(struct parser *p) {
    const char *start = here(p);
    struct py_node *first = closed_pattern(p);
    if (!at(p, TOKEN_VERTICAL_BAR))
        return first;
    size_t since = mark(p);
    push(p, first);
    while (accept(p, TOKEN_VERTICAL_BAR))
        push(p, closed_pattern(p));
    struct py_MatchOr *node = NODE(p, MatchOr, start);
    node->patterns = list_since(p, since);
    cover_list(p, &node->node, node->patterns);
    return &node->node;
}

/* pattern: or_pattern ['as' pattern_capture_target] */
static struct py_node *pattern(struct parser *p) {
    const char *start = here(p);
    struct py_node *inner = or_pattern(p);
    if (!accept(p, TOKEN_AS))
        return inner;
    struct text name = capture_target(p);
    return as_pattern(p, inner, name, start);
}

/* patterns: open_sequence_pattern | pattern */
static struct py_node *patterns(struct parser *p) {
    const char *start = here(p);
    struct py_node *first = maybe_star_pattern(p);
    if (!at(p, TOKEN_COMMA)) {
        if (first->kind == PY_MatchStar)
            parser_refuse(p);
        return first;
    }
    size_t since = mark(p);
    push(p, first);
    while (accept(p, TOKEN_COMMA) && !at(p, TOKEN_COLON) && !at(p, TOKEN_IF))
        push(p, maybe_star_pattern(p));
    return sequence_node(p, since, start);
}

/* case_block: "case" patterns ['if' named_expression] ':' block */
static struct py_node *case_block(struct parser *p) {
    const char *start = here(p);
    if (!at_name(p, "case"))
        parser_refuse(p);
    advance(p);
    struct py_node *pattern_of_case = patterns(p);
    struct py_node *guard = accept(p, TOKEN_IF) ? named_expression(p) : NULL;
    struct py_list body = block_behind_colon(p);
    struct py_match_case *node = NODE(p, match_case, start);
    node->pattern = pattern_of_case;
    node->guard = guard;
    node->body = body;
    cover(p, &node->node, pattern_of_case);
    cover(p, &node->node, guard);
    cover_list(p, &node->node, body);
    return &node->node;
}

/* Whether the line ends behind the first ':' outside of brackets and lambdas. */
static bool line_ends_with_colon(struct parser *p) {
    int lambdas = 0;
    while (!at(p, TOKEN_COLON) || p->lexer.bracket_count || lambdas--) {
        if (at(p, TOKEN_NEWLINE) || at(p, TOKEN_END))
            return false;
        lambdas += at(p, TOKEN_LAMBDA) && !p->lexer.bracket_count;
        advance(p);
    }
    advance(p);
    return at(p, TOKEN_NEWLINE);
}

/* "match" is a keyword when a subject follows. What can also go on as an expression with the name
 * `match` is told by the end of the line. */
static bool subject_follows(struct parser *p) {
    switch (at_kind(p)) {
    case TOKEN_LEFT_PARENTHESIS:
    case TOKEN_LEFT_BRACKET:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_STAR:
    case TOKEN_NOT:
        return line_ends_with_colon(p);
    default:
        return starts_expression(p);
    }
}

/* subject_expr: star_named_expression ',' [star_named_expressions] | named_expression */
static struct py_node *match_subject(struct parser *p) {
    struct py_node *node = maybe_tuple(p, star_named_expression, true);
    if (node->kind == PY_Starred)
        parser_refuse(p);
    return node;
}

/* match_stmt: "match" subject_expr ':' NEWLINE INDENT case_block+ DEDENT */
struct py_node *match_statement(struct parser *p) {
    const char *start = here(p), *previous_end = p->previous_end;
    struct lexer_place place = lexer_save(&p->lexer);
    advance(p);
    bool is_match = subject_follows(p);
    lexer_restore(&p->lexer, place);
    p->previous_end = previous_end;
    if (!is_match)
        return NULL;
    advance(p);
    struct py_node *value = match_subject(p);
    expect(p, TOKEN_COLON);
    expect(p, TOKEN_NEWLINE);
    expect(p, TOKEN_INDENT);
    size_t since = mark(p);
    do {
        push(p, case_block(p));
    } while (!at(p, TOKEN_DEDENT) && !at(p, TOKEN_END));
    expect(p, TOKEN_DEDENT);
    struct py_Match *node = NODE(p, Match, start);
    node->subject = value;
    node->cases = list_since(p, since);
    cover(p, &node->node, value);
    cover_list(p, &node->node, node->cases);
    return &node->node;
}
