#include "python/parser.h"

#include "base/buffer.h"

/* FSTRING_MIDDLE */
static struct py_node *text_part(struct parser *p, bool raw, const char *error_place) {
    struct token token = p->lexer.token;
    const char *behind = p->lexer.at; /* of both braces, where they were doubled */
    advance(p);
    if (!(token.flags & TOKEN_BACKSLASH))
        raw = true;
    struct text value = decode_string(p, token.start, token.end, raw, false, error_place);
    struct py_Constant *node = NODE(p, Constant, token.start);
    node->node.end = offset_of(p, behind);
    node->node.op = PY_STRING;
    node->text = value;
    node->integer = 0;
    return &node->node;
}

/* The source of a field up to its '=' and the blanks behind it, without comments. */
static struct text debug_source(struct parser *p, const char *start, const char *end) {
    struct text value = text_range(start, end);
    if (memchr(start, '#', value.size) || memchr(start, '\r', value.size)) {
        struct buffer out;
        buffer_init(&out, p->arena);
        for (const char *at = start; at < end; at++) {
            if (*at == '#')
                while (at < end && *at != '\n' && *at != '\r')
                    at++;
            if (at < end && *at == '\r') {
                buffer_byte(&out, '\n');
                at += at + 1 < end && at[1] == '\n';
            } else if (at < end) {
                buffer_byte(&out, *at);
            }
        }
        value = buffer_view(&out);
    }
    return value;
}

/* At the token behind the '=': escapes count in this text as in any other of the f-string. */
static struct py_node *debug_text(struct parser *p, const char *start, bool raw) {
    const struct fstring *fstring = p->lexer.fstring;
    const char *end = here(p);
    struct text value = {"", 0};
    if (fstring && fstring->expression && fstring->expression_end)
        value = debug_source(p, fstring->expression, fstring->expression_end);
    value = decode_string(p, value.data, value.data + value.size, raw, false, start);
    struct py_Constant *node = NODE(p, Constant, start);
    node->node.end = offset_of(p, end);
    node->node.op = PY_STRING;
    node->text = value;
    node->integer = 0;
    return &node->node;
}

/* fstring_conversion: '!' NAME */
static int conversion(struct parser *p) {
    const struct token *token = &p->lexer.token;
    const char *behind = token->end;
    advance(p);
    if (at(p, TOKEN_COLON) || at(p, TOKEN_RIGHT_BRACE))
        parser_fail(p, here(p), "a conversion is missing behind '!'; write !s, !r or !a");
    if (!at(p, TOKEN_NAME))
        parser_fail(p, here(p), "this is no conversion; write !s, !r or !a");
    if (here(p) != behind)
        parser_fail(p, behind - 1, "no blank is allowed between '!' and the conversion");
    struct text name = name_text(p, token);
    if (name.size != 1 || !strchr("sra", name.data[0]))
        parser_fail(p, here(p), "'%.*s' is no conversion; write !s, !r or !a",
                    (int)(name.size > 40 ? 40 : name.size), name.data);
    advance(p);
    return name.data[0];
}

static void field(struct parser *p, bool template, bool raw);

/* fstring_full_format_spec: ':' (FSTRING_MIDDLE | fstring_replacement_field)* */
static struct py_node *format_spec(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    advance(p);
    for (;;) {
        if (at(p, TOKEN_FSTRING_MIDDLE))
            push(p, text_part(p, false, start));
        else if (at(p, TOKEN_LEFT_BRACE))
            field(p, false, true);
        else
            break;
    }
    if (!at(p, TOKEN_RIGHT_BRACE))
        parser_fail(p, here(p), "'}' is expected at the end of this format specification");
    return format_specification(p, start, since);
}

/* The source of a template's expression: without the blanks behind it. */
static struct text source_of(struct parser *p, const char *start, const char *end) {
    struct text text = debug_source(p, start, end);
    while (text.size && strchr(" \t\f\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

static struct py_node *field_expression(struct parser *p) {
    static const enum token_kind empty[] = {TOKEN_EQUAL, TOKEN_EXCLAMATION, TOKEN_COLON,
                                            TOKEN_RIGHT_BRACE};
    for (size_t i = 0; i < sizeof(empty) / sizeof(*empty); i++)
        if (at(p, empty[i]))
            parser_fail(p, here(p), "an expression is expected before this '%s'",
                        token_spelling(empty[i]));
    struct py_node *value = yield_or_star_expressions(p);
    if (!at(p, TOKEN_EQUAL) && !at(p, TOKEN_EXCLAMATION) && !at(p, TOKEN_COLON) &&
        !at(p, TOKEN_RIGHT_BRACE))
        parser_fail(p, here(p), "'}' is expected behind the expression in an f-string");
    return value;
}

static struct py_node *field_node(struct parser *p, bool template, const char *start,
                                  const char *expression_end, struct py_node *value) {
    if (!template) {
        struct py_FormattedValue *node = NODE(p, FormattedValue, start);
        node->value = value;
        cover(p, &node->node, value);
        return &node->node;
    }
    struct text source = source_of(p, start + 1, expression_end);
    struct py_Interpolation *node = NODE(p, Interpolation, start);
    node->value = value;
    node->str = source;
    cover(p, &node->node, value);
    return &node->node;
}

/*
 * fstring_replacement_field: '{' annotated_rhs ['='] [fstring_conversion]
 *                            [fstring_full_format_spec] '}'
 * Pushes the field, behind its text when it has a '='.
 */
static void field(struct parser *p, bool template, bool raw) {
    const char *start = here(p);
    expect(p, TOKEN_LEFT_BRACE);
    struct py_node *value = field_expression(p);
    const char *expression_end = here(p);
    int convert = -1;
    bool debug = accept(p, TOKEN_EQUAL);
    if (debug)
        push(p, debug_text(p, start + 1, raw));
    if (at(p, TOKEN_EXCLAMATION))
        convert = conversion(p);
    else if (debug && !at(p, TOKEN_COLON))
        convert = 'r';
    struct py_node *spec = at(p, TOKEN_COLON) ? format_spec(p) : NULL;
    if (!at(p, TOKEN_RIGHT_BRACE))
        parser_fail(p, here(p), "'}' is expected at the end of this field");
    advance(p);
    struct py_node *node = field_node(p, template, start, expression_end, value);
    if (template) {
        ((struct py_Interpolation *)node)->conversion = convert;
        ((struct py_Interpolation *)node)->format_spec = spec;
    } else {
        ((struct py_FormattedValue *)node)->conversion = convert;
        ((struct py_FormattedValue *)node)->format_spec = spec;
    }
    cover(p, node, spec);
    push(p, node);
}

/* fstring: FSTRING_START (FSTRING_MIDDLE | fstring_replacement_field)* FSTRING_END
 * Pushes its parts. */
void fstring(struct parser *p) {
    const struct token start = p->lexer.token;
    advance(p);
    for (;;) {
        if (at(p, TOKEN_FSTRING_MIDDLE))
            push(p, text_part(p, start.flags & TOKEN_RAW, start.start));
        else if (at(p, TOKEN_LEFT_BRACE))
            field(p, start.flags & TOKEN_TEMPLATE, start.flags & TOKEN_RAW);
        else
            break;
    }
    if (!at(p, TOKEN_FSTRING_END))
        parser_unexpected(p);
    advance(p);
}
