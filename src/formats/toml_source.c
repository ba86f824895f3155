#include "base/buffer.h"
#include "base/utf8.h"
#include "formats/toml_parser.h"

struct toml_place toml_place(struct toml_parser *parser) {
    if (parser->counted > parser->at || parser->counted < parser->line_start) {
        parser->counted = parser->line_start;
        parser->column = 1;
    }
    for (; parser->at - parser->counted >= 8; parser->counted += 8) {
        uint64_t word;
        memcpy(&word, parser->counted, sizeof(word));
        uint64_t continuations = (word & ~word << 1) >> 7 & 0x0101010101010101u;
        parser->column += 8 - (uint32_t)(continuations * 0x0101010101010101u >> 56);
    }
    while (parser->counted < parser->at)
        parser->column += ((unsigned char)*parser->counted++ & 0xc0) != 0x80;
    return (struct toml_place){parser->line, parser->column};
}

static bool fail(struct toml_parser *parser, struct toml_place place, const char *format,
                 va_list arguments) __attribute__((format(printf, 3, 0)));

static bool fail(struct toml_parser *parser, struct toml_place place, const char *format,
                 va_list arguments) {
    struct text message = text_vformat(parser->arena, format, arguments);
    error_set(parser->error, parser->arena, parser->file, place.line, place.column, "%.*s",
              TEXT_ARGS(message));
    return false;
}

bool toml_fail(struct toml_parser *parser, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail(parser, toml_place(parser), format, arguments);
    va_end(arguments);
    return false;
}

bool toml_fail_at(struct toml_parser *parser, struct toml_place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail(parser, place, format, arguments);
    va_end(arguments);
    return false;
}

struct text toml_found(struct toml_parser *parser) {
    if (parser->at == parser->end)
        return T("the file ends here");
    char byte = *parser->at;
    if (byte == '\n' || (byte == '\r' && parser->at + 1 < parser->end && parser->at[1] == '\n'))
        return T("the line ends here");
    const char *next = parser->at;
    uint32_t code_point = utf8_next(&next, parser->end);
    if (code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0) || code_point == 0xfeff)
        return text_format(parser->arena, "found the character U+%04X", code_point);
    return text_format(parser->arena, "found '%.*s'", (int)(next - parser->at), parser->at);
}

bool toml_deeper(struct toml_parser *parser) {
    if (parser->depth == TOML_DEPTH)
        return toml_fail(parser, "nested more than %d levels deep; use fewer levels", TOML_DEPTH);
    parser->depth++;
    return true;
}

void toml_blanks(struct toml_parser *parser) {
    while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\t'))
        parser->at++;
}

// newline: "\n" | "\r\n"
bool toml_line_end(struct toml_parser *parser) {
    const char *at = parser->at;
    if (at < parser->end && *at == '\r')
        at++;
    if (at == parser->end || *at != '\n')
        return false;
    parser->at = parser->line_start = at + 1;
    parser->line++;
    return true;
}

// comment: '#' (any character but control characters other than tab)*
bool toml_comment(struct toml_parser *parser) {
    if (toml_peek(parser) != '#')
        return true;
    for (; parser->at < parser->end; parser->at++) {
        unsigned char byte = (unsigned char)*parser->at;
        if ((byte >= 0x20 && byte != 0x7f) || byte == '\t')
            continue;
        if (byte == '\n' || (byte == '\r' && parser->at + 1 < parser->end && parser->at[1] == '\n'))
            break;
        return toml_fail(parser, "a comment cannot hold the control character U+%04X; remove it",
                         byte);
    }
    return true;
}
