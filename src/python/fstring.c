#include "python/parser.h"

#include "base/buffer.h"

enum { DECODED, UNDECODED }; /* in a constant's integer while its f-string is being read */

static struct py_node *text_node(struct parser *p, struct text text, const char *start,
                                 const char *end) {
    struct py_Constant *node = NODE(p, Constant, start);
    node->node.end = offset_of(p, end);
    node->node.op = PY_STRING;
    node->text = text;
    node->integer = UNDECODED;
    return &node->node;
}

/* FSTRING_MIDDLE */
static struct py_node *text_part(struct parser *p) {
    struct token token = p->lexer.token;
    const char *behind = p->lexer.at; /* of both braces, where they were doubled */
    advance(p);
    return text_node(p, text_range(token.start, token.end), token.start, behind);
}

/* Replaces the escapes in a text; what is wrong with them is reported at that place. */
static void decode_part(struct parser *p, struct py_node *part, bool raw, const char *place) {
    struct py_Constant *constant = (struct py_Constant *)part;
    if (part->kind != PY_Constant || constant->integer == DECODED)
        return;
    const char *text = constant->text.data;
    constant->text = decode_string(p, text, text + constant->text.size, raw, false, place);
    constant->integer = DECODED;
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

/* At the token behind the '='. */
static struct py_node *debug_text(struct parser *p, const char *start) {
    const struct fstring *fstring = p->lexer.fstring;
    struct text text = {"", 0};
    if (fstring && fstring->expression && fstring->expression_end)
        text = debug_source(p, fstring->expression, fstring->expression_end);
    return text_node(p, text, start, here(p));
}

/* fstring_conversion: '!' NAME, one of three letters right behind the '!' */
static int conversion(struct parser *p) {
    const char *behind = p->lexer.token.end;
    advance(p);
    if (here(p) != behind)
        parser_refuse(p);
    struct text name = expect_name(p);
    if (name.size != 1 || !strchr("sra", name.data[0]))
        parser_refuse(p);
    return name.data[0];
}

static void field(struct parser *p, bool template);

/* fstring_full_format_spec: ':' (FSTRING_MIDDLE | fstring_replacement_field)* */
static struct py_node *format_spec(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    advance(p);
    for (;;) {
        if (at(p, TOKEN_FSTRING_MIDDLE)) {
            const char *place = here(p);
            struct py_node *text = text_part(p);
            decode_part(p, text, false, place);
            if (((struct py_Constant *)text)->text.size)
                push(p, text);
        } else if (at(p, TOKEN_LEFT_BRACE))
            field(p, false);
        else
            break;
    }
    return format_specification(p, start, since);
}

/* The source of a template's expression: without the blanks behind it. */
static struct text source_of(struct parser *p, const char *start, const char *end) {
    struct text text = debug_source(p, start, end);
    while (text.size && strchr(" \t\f\n", text.data[text.size - 1]))
        text.size--;
    return text;
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
static void field(struct parser *p, bool template) {
    const char *start = here(p);
    expect(p, TOKEN_LEFT_BRACE);
    struct py_node *value = yield_or_star_expressions(p);
    const char *expression_end = here(p);
    int convert = -1;
    bool debug = accept(p, TOKEN_EQUAL);
    if (debug)
        push(p, debug_text(p, start + 1));
    if (at(p, TOKEN_EXCLAMATION))
        convert = conversion(p);
    else if (debug && !at(p, TOKEN_COLON))
        convert = 'r';
    struct py_node *spec = at(p, TOKEN_COLON) ? format_spec(p) : NULL;
    expect(p, TOKEN_RIGHT_BRACE);
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
    size_t since = mark(p);
    advance(p);
    for (;;) {
        if (at(p, TOKEN_FSTRING_MIDDLE))
            push(p, text_part(p));
        else if (at(p, TOKEN_LEFT_BRACE))
            field(p, start.flags & TOKEN_TEMPLATE);
        else
            break;
    }
    if (!at(p, TOKEN_FSTRING_END))
        parser_refuse(p);
    for (size_t i = since; i < mark(p); i++)
        decode_part(p, p->scratch.items[i], start.flags & TOKEN_RAW, here(p));
    advance(p);
}
