/* Escapes and classes of a regular expression. */
#include "formats/pyregex_parser.h"

#include "python/unicode.h"

/* Escapes. */

static int hex_value(uint32_t c) {
    if (c >= '0' && c <= '9')
        return (int)c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (int)(c | 32) - 'a' + 10;
    return -1;
}

bool regex_at_digit(const struct regex_parser *parser, uint32_t last) {
    return !parser->end && !parser->escaped && parser->c >= '0' && parser->c <= last;
}

/* 'x' hex hex | 'u' hex*4 | 'U' hex*8 */
static bool read_hex(struct regex_parser *parser, size_t place, int digits, uint32_t *c) {
    uint32_t value = 0;
    for (int i = 0; i < digits; i++) {
        int digit = parser->end || parser->escaped ? -1 : hex_value(parser->c);
        if (digit < 0) {
            FAIL(parser, place, "'%s' needs %d hexadecimal digits",
                 regex_spell(parser, place, place + 2).data, digits);
            return false;
        }
        value = value << 4 | (uint32_t)digit;
        regex_advance(parser);
    }
    if (value > 0x10ffff) {
        FAIL(parser, place, "there is no character beyond U+10FFFF");
        return false;
    }
    *c = value;
    return true;
}

/* The text up to the terminator, which is taken too; NULL data when it is missing or empty. */
struct text regex_read_until(struct regex_parser *parser, uint32_t terminator, const char *what) {
    size_t begin = parser->at;
    while (!parser->end && !regex_is(parser, terminator))
        regex_advance(parser);
    size_t end = parser->at;
    if (parser->end || end == begin) {
        FAIL(parser, begin,
             parser->end && end != begin ? "the %s has no '%c' at its end"
                                         : "a %s is missing before '%c'",
             what, (int)terminator);
        return (struct text){NULL, 0};
    }
    regex_advance(parser);
    return regex_spell(parser, begin, end);
}

/* 'N' '{' name '}' */
static bool read_named(struct regex_parser *parser, size_t place, uint32_t *c) {
    if (!regex_take(parser, '{')) {
        FAIL(parser, place, "'\\N' needs a character's name in braces, such as '\\N{BULLET}'");
        return false;
    }
    struct text name = regex_read_until(parser, '}', "character name");
    if (!name.data)
        return false;
    *c = py_character_by_name(name);
    if (*c <= 0x10ffff)
        return true;
    FAIL(parser, place, "there is no character named '%.*s'", TEXT_ARGS(name));
    return false;
}

static bool bad_escape(struct regex_parser *parser, size_t place, uint32_t letter) {
    FAIL(parser, place, "'\\%c' has no meaning here; a letter needs no backslash", (int)letter);
    return false;
}

/* Up to two octal digits more; the first is value already. */
static bool read_octal(struct regex_parser *parser, size_t place, uint32_t *value) {
    for (int i = 0; i < 2 && regex_at_digit(parser, '7'); i++) {
        *value = *value * 8 + (parser->c - '0');
        regex_advance(parser);
    }
    if (*value <= 0377)
        return true;
    FAIL(parser, place, "an octal escape ends at '\\377'");
    return false;
}

/* The escapes that mean one character both inside and outside a class. The token is behind it. */
static bool read_character_escape(struct regex_parser *parser, size_t place, uint32_t letter,
                                  uint32_t *c) {
    static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *known = letter && letter < 128 ? strchr(names, (int)letter) : NULL;
    if (known) {
        *c = (unsigned char)values[known - names];
        return true;
    }
    switch (letter) {
    case 'x':
        return read_hex(parser, place, 2, c);
    case 'u':
        return read_hex(parser, place, 4, c);
    case 'U':
        return read_hex(parser, place, 8, c);
    case 'N':
        return read_named(parser, place, c);
    }
    if ((letter | 32) >= 'a' && (letter | 32) <= 'z')
        return bad_escape(parser, place, letter);
    *c = letter;
    return true;
}

struct pyregex_node *regex_make_reference(struct regex_parser *parser, size_t place,
                                          uint32_t group) {
    if (!parser->groups.items[group].closed) {
        FAIL(parser, place, "group %u is still open here, so it has no text to refer to", group);
    } else if (group >= parser->behind_groups) {
        FAIL(parser, place, "a lookbehind cannot refer to group %u inside itself", group);
    }
    struct pyregex_node *node = regex_make(parser, PYREGEX_REFERENCE);
    node->group = group;
    node->fold = regex_fold_of(parser);
    node->width = parser->groups.items[group].width;
    return node;
}

/* digit digit? | octal octal octal */
static struct pyregex_node *read_reference(struct regex_parser *parser, size_t place,
                                           uint32_t digit) {
    uint32_t number = digit - '0';
    if (regex_at_digit(parser, '9')) {
        uint32_t second = parser->c;
        regex_advance(parser);
        number = number * 10 + (second - '0');
        if (digit < '8' && second < '8' && regex_at_digit(parser, '7')) {
            uint32_t value = (digit - '0') * 64 + (second - '0') * 8 + (parser->c - '0');
            regex_advance(parser);
            if (value > 0377)
                FAIL(parser, place, "an octal escape ends at '\\377'");
            return regex_make_literal(parser, value);
        }
    }
    if (number < parser->groups.count)
        return regex_make_reference(parser, place, number);
    FAIL(parser, place, "there is no group %u before this place", number);
    return regex_make(parser, PYREGEX_SEQUENCE);
}

struct pyregex_node *regex_read_escape(struct regex_parser *parser) {
    size_t place = parser->at;
    uint32_t letter = parser->c, c = 0;
    regex_advance(parser);
    switch (letter) {
    case 'A':
        return regex_make_anchor(parser, PYREGEX_TEXT_START);
    case 'Z':
        return regex_make_anchor(parser, PYREGEX_TEXT_END);
    case 'b':
        return regex_make_anchor(parser, PYREGEX_BOUNDARY);
    case 'B':
        return regex_make_anchor(parser, PYREGEX_NOT_BOUNDARY);
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W':
        return regex_make_category(parser, letter);
    case '0':
        read_octal(parser, place, &c);
        return regex_make_literal(parser, c);
    }
    if (letter >= '1' && letter <= '9')
        return read_reference(parser, place, letter);
    read_character_escape(parser, place, letter, &c);
    return regex_make_literal(parser, c);
}

/* Classes. */

/* One member: a character, for which it gives true, or a category, which is added. */
static bool read_member(struct regex_parser *parser, struct pyregex_set *set, uint32_t *c) {
    size_t place = parser->at;
    *c = parser->c;
    bool escaped = parser->escaped;
    regex_advance(parser);
    if (!escaped)
        return true;
    uint32_t letter = *c;
    if (letter < 128 && letter && strchr("dDsSwW", (int)letter)) {
        pyregex_set_category(parser->arena, set, (char)letter, parser->flags & FLAG_ASCII);
        return false;
    }
    if (letter >= '0' && letter <= '7') {
        *c = letter - '0';
        read_octal(parser, place, c);
    } else if (letter == '8' || letter == '9') {
        FAIL(parser, place, "'\\%c' is no octal escape, and a class cannot refer to a group",
             (int)letter);
    } else {
        read_character_escape(parser, place, letter, c);
    }
    return true;
}

/* member | member '-' member */
static void read_members(struct regex_parser *parser, struct pyregex_set *set) {
    size_t place = parser->at;
    uint32_t first, last;
    bool character = read_member(parser, set, &first);
    if (!regex_take(parser, '-')) {
        if (character)
            pyregex_set_add(parser->arena, set, first, first);
        return;
    }
    if (parser->end || regex_is(parser, ']')) {
        if (character)
            pyregex_set_add(parser->arena, set, first, first);
        pyregex_set_add(parser->arena, set, '-', '-');
        return;
    }
    bool second = read_member(parser, set, &last);
    if (!character || !second)
        FAIL(parser, place, "a range needs a character at both ends; put '-' last to mean itself");
    else if (last < first)
        FAIL(parser, place, "the range '%s' runs backwards",
             regex_spell(parser, place, parser->at).data);
    else
        pyregex_set_add(parser->arena, set, first, last);
}

/* '[' '^'? members+ ']' */
struct pyregex_node *regex_read_class(struct regex_parser *parser, size_t place) {
    struct pyregex_node *node = regex_make_set(parser);
    node->set.negated = regex_take(parser, '^');
    size_t first = parser->at;
    while (!parser->end && (parser->at == first || !regex_is(parser, ']')))
        read_members(parser, &node->set);
    if (!regex_take(parser, ']'))
        FAIL(parser, place, "the class has no ']' at its end");
    pyregex_set_fold_class(parser->arena, &node->set, regex_fold_of(parser));
    return node;
}
