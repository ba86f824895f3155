#include "python/parser.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "python/unicode.h"

static int hex_value(char c) {
    if (!character_is(c, CHARACTER_HEX_DIGIT))
        return -1;
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* One escape sequence or a run of them, being decoded. */
struct decoder {
    struct parser *p;
    struct buffer out;
    const char *at;
    const char *end;
    bool bytes;
    const char *error_place; /* where CPython reports an escape it cannot decode */
};

static void code_point(struct decoder *d, uint32_t c) {
    char encoded[4];
    if (d->bytes)
        buffer_byte(&d->out, (char)c);
    else
        buffer_add(&d->out, encoded, utf8_encode(c, encoded));
}

/* \x, \u, \U: this many hexadecimal digits. */
static void hex_escape(struct decoder *d, char letter, int digits) {
    uint32_t value = 0;
    for (int i = 0; i < digits; i++) {
        int digit = d->at < d->end ? hex_value(*d->at) : -1;
        if (digit < 0)
            parser_fail(d->p, d->error_place,
                        "\\%c needs %d hexadecimal digits; add the missing "
                        "ones or double the backslash",
                        letter, digits);
        value = value << 4 | (uint32_t)digit;
        d->at++;
    }
    if (value > 0x10ffff)
        parser_fail(d->p, d->error_place,
                    "\\U%08x is beyond the last Unicode character, \\U0010ffff", value);
    code_point(d, value);
}

/* \N{NAME} */
static void named_escape(struct decoder *d) {
    const char *closing = NULL;
    if (d->at < d->end && *d->at == '{')
        closing = memchr(d->at, '}', (size_t)(d->end - d->at));
    if (!closing || closing == d->at + 1)
        parser_fail(d->p, d->error_place,
                    "\\N needs the name of a character in braces, as \\N{BULLET}");
    struct text name = text_range(d->at + 1, closing);
    uint32_t c = py_character_by_name(name);
    if (c == UINT32_MAX)
        parser_fail(d->p, d->error_place, "there is no Unicode character named '%.*s'",
                    (int)(name.size > 80 ? 80 : name.size), name.data);
    code_point(d, c);
    d->at = closing + 1;
}

/* Up to three octal digits. */
static void octal_escape(struct decoder *d) {
    uint32_t value = 0;
    for (int i = 0; i < 3 && d->at < d->end && *d->at >= '0' && *d->at <= '7'; i++)
        value = value * 8 + (uint32_t)(*d->at++ - '0');
    code_point(d, d->bytes ? value & 0xff : value);
}

static void line_end(struct decoder *d, char c) {
    if (c == '\r' && d->at < d->end && *d->at == '\n')
        d->at++;
}

/* What follows a backslash. An unknown escape stands for itself, backslash included. */
static void escape(struct decoder *d) {
    static const char letters[] = "abfnrtv\\'\"", values[] = "\a\b\f\n\r\t\v\\'\"";
    char c = *d->at;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        d->at++;
        buffer_byte(&d->out, values[letter - letters]);
    } else if (c >= '0' && c <= '7') {
        octal_escape(d);
    } else if (c == '\n' || c == '\r') {
        d->at++;
        line_end(d, c);
    } else if (c == 'x') {
        d->at++;
        hex_escape(d, c, 2);
    } else if (!d->bytes && (c == 'u' || c == 'U')) {
        d->at++;
        hex_escape(d, c, c == 'u' ? 4 : 8);
    } else if (!d->bytes && c == 'N') {
        d->at++;
        named_escape(d);
    } else {
        buffer_byte(&d->out, '\\');
    }
}

/* The value of what is between a string's quotes: escapes replaced unless raw, line ends as LF. */
struct text decode_string(struct parser *p, const char *at, const char *end, bool raw, bool bytes,
                          const char *error_place) {
    size_t size = (size_t)(end - at);
    if (p->lexer.has_invalid_utf8 && !bytes) {
        size_t invalid = utf8_find_invalid(text_range(at, end));
        if (invalid != TEXT_NONE)
            parser_fail(p, error_place,
                        "byte 0x%02x in this string is not valid UTF-8; save the "
                        "file as UTF-8 or write an escape",
                        (unsigned char)at[invalid]);
    }
    bool plain = raw || !memchr(at, '\\', size);
    if (plain && !(p->lexer.has_carriage_return && memchr(at, '\r', size)))
        return text_range(at, end);
    struct decoder d = {.p = p, .at = at, .end = end, .bytes = bytes, .error_place = error_place};
    buffer_init(&d.out, p->arena);
    while (d.at < end) {
        char c = *d.at++;
        if (c == '\\' && !raw && d.at < end) {
            escape(&d);
        } else if (c == '\r') {
            line_end(&d, c);
            buffer_byte(&d.out, '\n');
        } else {
            const char *run = d.at - 1;
            while (d.at < end && *d.at != '\\' && *d.at != '\r')
                d.at++;
            buffer_add(&d.out, run, (size_t)(d.at - run));
        }
    }
    return buffer_view(&d.out);
}

/* Escapes that cannot be decoded are reported at error_place. */
struct text string_value(struct parser *p, const struct token *token, const char *error_place) {
    int quotes = token->flags & TOKEN_TRIPLE ? 3 : 1;
    const char *at = token->start + token->prefix + quotes, *end = token->end - quotes;
    bool bytes = token->flags & TOKEN_BYTES;
    if (bytes) {
        for (const char *c = at; c < end; c++)
            if ((unsigned char)*c >= 0x80)
                parser_fail(p, token->start,
                            "a bytes literal can hold ASCII characters only; "
                            "write others as \\x escapes");
    }
    bool raw = token->flags & TOKEN_RAW || !(token->flags & TOKEN_BACKSLASH);
    return decode_string(p, at, end, raw, bytes, error_place);
}

/* STRING */
static struct py_node *plain_string(struct parser *p) {
    struct token token = p->lexer.token;
    struct text value = string_value(p, &token, token.start);
    advance(p);
    struct py_Constant *node = NODE(p, Constant, token.start);
    node->node.op = token.flags & TOKEN_BYTES ? PY_BYTES : PY_STRING;
    node->node.flags = token.flags & TOKEN_UNICODE ? PY_FLAG_U : 0;
    node->text = value;
    node->integer = 0;
    return &node->node;
}

/* The constants from first on as one. */
static struct py_node *join_constants(struct parser *p, struct py_node **parts, size_t count) {
    if (count == 1)
        return parts[0];
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += ((struct py_Constant *)parts[i])->text.size;
    char *all = arena_allocate(p->arena, size + 1), *at = all;
    for (size_t i = 0; i < count; i++) {
        struct text text = ((struct py_Constant *)parts[i])->text;
        if (text.size)
            memcpy(at, text.data, text.size);
        at += text.size;
    }
    *at = '\0';
    struct py_Constant *node = NODE(p, Constant, place_of(p, parts[0]));
    node->node.op = parts[0]->op;
    node->node.flags = parts[0]->flags & PY_FLAG_U;
    node->node.end = parts[count - 1]->end;
    node->text = (struct text){all, size};
    node->integer = 0;
    return &node->node;
}

/* Joins constants that are neighbours among the parts on the scratch stack, drops empty ones. */
static void fold_constants(struct parser *p, size_t since, bool drop_empty) {
    struct py_node **parts = items_since(p, since);
    size_t count = mark(p) - since, kept = 0;
    for (size_t i = 0; i < count;) {
        size_t run = 0;
        while (i + run < count && parts[i + run]->kind == PY_Constant)
            run++;
        if (!run) {
            parts[kept++] = parts[i++];
            continue;
        }
        struct py_node *joined = join_constants(p, parts + i, run);
        if (!drop_empty || ((struct py_Constant *)joined)->text.size)
            parts[kept++] = joined;
        i += run;
    }
    p->scratch.count = since + kept;
}

static struct py_node *joined(struct parser *p, const char *start, size_t since, bool template) {
    fold_constants(p, since, true);
    struct py_JoinedStr *node = NODE(p, JoinedStr, start);
    node->node.kind = template ? PY_TemplateStr : PY_JoinedStr;
    node->values = list_since(p, since);
    cover_list(p, &node->node, node->values);
    return &node->node;
}

/* The text behind a field's ':' as its own JoinedStr: parts since are on the scratch stack.
 * CPython gives a bare constant when there are several parts and all are text. */
struct py_node *format_specification(struct parser *p, const char *start, size_t since) {
    size_t count = mark(p) - since;
    bool fields = false;
    struct py_node **parts = items_since(p, since);
    for (size_t i = 0; i < count; i++)
        fields |= parts[i]->kind != PY_Constant;
    if (fields || count <= 1)
        return joined(p, start, since, false);
    fold_constants(p, since, true);
    return p->scratch.items[--p->scratch.count];
}

enum part { PART_BYTES = 1, PART_TEXT = 2, PART_FORMATTED = 4, PART_TEMPLATE = 8 };

/* fstring | tstring | string, pushed on the scratch stack */
static enum part string_part(struct parser *p) {
    if (at(p, TOKEN_FSTRING_START)) {
        bool template = p->lexer.token.flags & TOKEN_TEMPLATE;
        fstring(p);
        return template ? PART_TEMPLATE : PART_FORMATTED;
    }
    struct py_node *constant = plain_string(p);
    push(p, constant);
    return constant->op == PY_BYTES ? PART_BYTES : PART_TEXT;
}

/* strings: (fstring | string)+ | tstring+ */
struct py_node *strings(struct parser *p) {
    const char *start = here(p);
    size_t since = mark(p);
    unsigned parts = 0;
    do {
        parts |= string_part(p);
    } while (at(p, TOKEN_STRING) || at(p, TOKEN_FSTRING_START));
    if ((parts & PART_BYTES && parts != PART_BYTES) ||
        (parts & PART_TEMPLATE && parts != PART_TEMPLATE))
        parser_refuse(p);
    if (parts & (PART_FORMATTED | PART_TEMPLATE))
        return joined(p, start, since, parts == PART_TEMPLATE);
    fold_constants(p, since, false);
    return p->scratch.items[--p->scratch.count];
}
