#include "python/parser.h"

#include <stdlib.h>

enum { DIGIT_LIMIT = 4300 }; /* sys.int_info.default_max_str_digits */

static struct text without_underscores(struct parser *p, struct text text) {
    char *copy = arena_allocate(p->arena, text.size + 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '_')
            copy[size++] = text.data[i];
    copy[size] = '\0';
    return (struct text){copy, size};
}

/* UINT64_MAX when it does not fit. */
static uint64_t integer_value(struct text digits, bool prefixed) {
    unsigned base = 10;
    size_t i = 0;
    if (prefixed) {
        char letter = (char)(digits.data[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
        i = 2;
    }
    uint64_t value = 0;
    for (; i < digits.size; i++) {
        unsigned char c = (unsigned char)digits.data[i];
        unsigned digit = c <= '9' ? (unsigned)(c - '0') : (c | 0x20u) - 'a' + 10u;
        if (value > (UINT64_MAX - digit) / base)
            return UINT64_MAX;
        value = value * base + digit;
    }
    return value;
}

/* strtod needs a NUL behind the digits. */
static double float_value(struct parser *p, struct text digits) {
    char small[64];
    if (digits.size >= sizeof(small))
        return strtod(text_copy(p->arena, digits).data, NULL);
    memcpy(small, digits.data, digits.size);
    small[digits.size] = '\0';
    return strtod(small, NULL);
}

struct text number_digits(struct parser *p, const struct token *token) {
    struct text digits = text_range(token->start, token->end);
    if (token->flags & TOKEN_UNDERSCORE)
        digits = without_underscores(p, digits);
    bool decimal = !(token->flags & (TOKEN_FLOAT | TOKEN_IMAGINARY | TOKEN_PREFIXED));
    if (decimal && digits.size > DIGIT_LIMIT)
        parser_fail(p, token->start,
                    "this integer has more than %d digits; write it in hexadecimal", DIGIT_LIMIT);
    return digits;
}

/* NUMBER */
struct py_node *number(struct parser *p) {
    struct token token = p->lexer.token;
    struct text digits = number_digits(p, &token);
    bool real = token.flags & (TOKEN_FLOAT | TOKEN_IMAGINARY);
    advance(p);
    struct py_Constant *node = NODE(p, Constant, token.start);
    node->text = digits;
    if (real) {
        node->node.op = token.flags & TOKEN_IMAGINARY ? PY_IMAGINARY : PY_FLOAT;
        if (token.flags & TOKEN_IMAGINARY)
            digits.size--;
        node->number = float_value(p, digits);
    } else {
        node->node.op = PY_INTEGER;
        node->integer = integer_value(digits, token.flags & TOKEN_PREFIXED);
    }
    return &node->node;
}
