#include "base/buffer.h"
#include "base/utf8.h"
#include "formats/toml_parser.h"

/* A string while it is read: the part that is plain so far, or a copy once something differs. */
struct string {
    struct toml_place opening;
    const char *begin;   /* behind the opening quotes */
    const char *pending; /* from here to parser->at is not in the copy yet */
    struct buffer copy;  /* used when copied is set */
    bool copied;
    bool multi_line;
    char quote;
};

static bool is_control(unsigned char byte) {
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

/* Adds what was passed over since, so that something else can follow it. */
static void copy_pending(struct toml_parser *parser, struct string *string) {
    if (!string->copied) {
        buffer_init(&string->copy, parser->arena);
        string->copied = true;
    }
    buffer_add(&string->copy, string->pending, (size_t)(parser->at - string->pending));
}

static bool unclosed(struct toml_parser *parser, const struct string *string) {
    return toml_fail_at(parser, string->opening, "this string is not closed; end it with %s%c%s%s",
                        string->multi_line ? "three times " : "", string->quote,
                        string->multi_line ? "" : " on the same line",
                        string->multi_line ? "" : ", or use three quotes for several lines");
}

// unicode escape: 'u' 4 hex digits | 'U' 8 hex digits
static bool unicode_escape(struct toml_parser *parser, struct string *string, int digits) {
    uint32_t value = 0;
    const char *escape = parser->at;
    parser->at += 2;
    for (int i = 0; i < digits; i++, parser->at++) {
        char byte = toml_peek(parser);
        char lower = byte >= 'A' && byte <= 'F' ? (char)(byte + ('a' - 'A')) : byte;
        bool decimal = byte >= '0' && byte <= '9';
        if (!decimal && !(lower >= 'a' && lower <= 'f'))
            return toml_fail(parser, "'\\%c' needs %d hexadecimal digits, %.*s", escape[1], digits,
                             TEXT_ARGS(toml_found(parser)));
        value = value << 4 | (uint32_t)(decimal ? byte - '0' : lower - 'a' + 10);
    }
    if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
        const char *behind = parser->at;
        parser->at = escape;
        return toml_fail(parser,
                         "'%.*s' is no Unicode character; surrogates and values above "
                         "10FFFF cannot be written",
                         (int)(behind - escape), escape);
    }
    char encoded[4];
    buffer_add(&string->copy, encoded, utf8_encode(value, encoded));
    return true;
}

/* A backslash at the end of a line takes the line end and all blanks behind it away. */
static bool line_ending_backslash(struct toml_parser *parser) {
    const char *backslash = parser->at++;
    toml_blanks(parser);
    if (!toml_line_end(parser)) {
        parser->at = backslash;
        return toml_fail(parser, "a blank cannot be escaped; write '\\\\' for a backslash");
    }
    do
        toml_blanks(parser);
    while (toml_line_end(parser));
    return true;
}

// escape: '\' ('b' | 't' | 'n' | 'f' | 'r' | '"' | '\' | unicode escape | newline, if multi-line)
static bool escape(struct toml_parser *parser, struct string *string) {
    static const char letters[] = "b\bt\tn\nf\fr\r\"\"\\\\";
    copy_pending(parser, string);
    char letter = parser->at + 1 < parser->end ? parser->at[1] : '\0';
    for (const char *pair = letters; *pair; pair += 2) {
        if (letter != *pair)
            continue;
        buffer_byte(&string->copy, pair[1]);
        parser->at += 2;
        string->pending = parser->at;
        return true;
    }
    bool good;
    if (letter == 'u' || letter == 'U')
        good = unicode_escape(parser, string, letter == 'u' ? 4 : 8);
    else if (string->multi_line && letter && strchr(" \t\r\n", letter))
        good = line_ending_backslash(parser);
    else
        good = toml_fail(parser, "unknown escape in a string; write '\\\\' for a backslash, or use "
                                 "single quotes, which have no escapes");
    string->pending = parser->at;
    return good;
}

/* A control character or line end inside a string. */
static bool control(struct toml_parser *parser, struct string *string) {
    const char *before = parser->at;
    if (string->multi_line && *before == '\n') {
        toml_line_end(parser);
        return true;
    }
    if (string->multi_line && *before == '\r' && before + 1 < parser->end && before[1] == '\n') {
        copy_pending(parser, string); /* the value's line ends are "\n" */
        string->pending = before + 1;
        toml_line_end(parser);
        return true;
    }
    if (*before == '\n' || (*before == '\r' && before + 1 < parser->end && before[1] == '\n'))
        return unclosed(parser, string);
    return toml_fail(parser, "a string cannot hold the control character U+%04X as it is; %s",
                     (unsigned char)*before,
                     string->quote == '"' ? "write an escape such as '\\u0000'"
                                          : "use double quotes and an escape");
}

static struct text finish(struct toml_parser *parser, struct string *string) {
    if (!string->copied)
        return text_range(string->begin, parser->at);
    copy_pending(parser, string);
    return buffer_view(&string->copy);
}

/* At quotes: takes the closing ones; false when they belong to the value. */
static bool close(struct toml_parser *parser, struct string *string, struct text *text) {
    if (!string->multi_line) {
        *text = finish(parser, string);
        parser->at++;
        return true;
    }
    size_t count = 0;
    while (count < 5 && parser->at + count < parser->end && parser->at[count] == string->quote)
        count++;
    if (count < 3) {
        parser->at += count;
        return false;
    }
    parser->at += count - 3; /* one or two quotes may stand before the closing three */
    *text = finish(parser, string);
    parser->at += 3;
    return true;
}

/* Nonzero when a byte of the word is the wanted one. */
static uint64_t has_byte(uint64_t word, unsigned char wanted) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t difference = word ^ ones * wanted;
    return (difference - ones) & ~difference & ones << 7;
}

const char *toml_plain_end(const char *at, const char *end, char quote) {
    const uint64_t ones = 0x0101010101010101u;
    for (; end - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof(word));
        uint64_t below_blank = (word - ones * ' ') & ~word & ones << 7;
        if (below_blank | has_byte(word, 0x7f) | has_byte(word, '\\') |
            has_byte(word, (unsigned char)quote))
            break;
    }
    return at;
}

static bool body(struct toml_parser *parser, struct string *string, struct text *text) {
    string->begin = string->pending = parser->at;
    while (parser->at < parser->end) {
        parser->at = toml_plain_end(parser->at, parser->end, string->quote);
        if (parser->at == parser->end)
            break;
        unsigned char byte = (unsigned char)*parser->at;
        if (byte == (unsigned char)string->quote) {
            if (close(parser, string, text))
                return true;
        } else if (byte == '\\' && string->quote == '"') {
            if (!escape(parser, string))
                return false;
        } else if (is_control(byte)) {
            if (!control(parser, string))
                return false;
        } else {
            parser->at++;
        }
    }
    return unclosed(parser, string);
}

// single-line string: '"' (character | escape)* '"' | "'" character* "'"
bool toml_single_line_string(struct toml_parser *parser, struct text *text) {
    struct string string = {.opening = toml_place(parser), .quote = *parser->at};
    parser->at++;
    return body(parser, &string, text);
}

// string: single-line string | '"""' newline? ... '"""' | "'''" newline? ... "'''"
bool toml_string(struct toml_parser *parser, struct text *text) {
    const char *at = parser->at;
    if (parser->end - at < 3 || at[1] != at[0] || at[2] != at[0])
        return toml_single_line_string(parser, text);
    struct string string = {.opening = toml_place(parser), .quote = *at, .multi_line = true};
    parser->at += 3;
    toml_line_end(parser);
    return body(parser, &string, text);
}
