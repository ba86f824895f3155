#include "formats/toml_parser.h"

/* How deep brackets may nest in what is skipped: one bit each. */
enum { SKIP_DEPTH = 32 };

/* Where a value is while it is skipped. Nothing is reported: what is not plain is read as usual,
 * and that says what is wrong. */
struct skipped {
    const char *at;
    const char *end;
    const char *line_start;
    uint32_t lines;
    uint32_t braces; /* which open brackets are braces, the innermost in the lowest bit */
    unsigned depth;
};

static bool is_plain(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
           (byte >= 'A' && byte <= 'Z') || byte == ' ' || byte == '=' || byte == ',' ||
           byte == '-' || byte == '_' || byte == '.' || byte == '+' || byte == ':' || byte == '\t';
}

// string: '"' character* '"' | "'" character* "'", with no escapes and on one line
static bool skip_string(struct skipped *skipped) {
    char quote = *skipped->at++;
    const char *begin = skipped->at;
    skipped->at = toml_plain_end(begin, skipped->end, quote);
    while (skipped->at < skipped->end && *skipped->at != quote) {
        unsigned char byte = (unsigned char)*skipped->at++;
        if (byte < ' ' || byte == 0x7f || byte == '\\')
            return false;
    }
    if (skipped->at == skipped->end)
        return false;
    bool empty = skipped->at++ == begin;
    return !(empty && skipped->at < skipped->end && *skipped->at == quote);
}

static bool skip_bracket(struct skipped *skipped) {
    char byte = *skipped->at++;
    if (byte == '[' || byte == '{') {
        skipped->braces = skipped->braces << 1 | (byte == '{');
        return ++skipped->depth <= SKIP_DEPTH;
    }
    bool matches = skipped->depth && (byte == '}') == (skipped->braces & 1);
    skipped->braces >>= 1;
    skipped->depth--;
    return matches;
}

static bool skip_plain(struct skipped *skipped) {
    const char *begin = skipped->at;
    while (skipped->at < skipped->end && is_plain(*skipped->at))
        skipped->at++;
    return skipped->at > begin;
}

static bool skip_next(struct skipped *skipped) {
    switch (*skipped->at) {
    case '"':
    case '\'':
        return skip_string(skipped);
    case '[':
    case '{':
    case ']':
    case '}':
        return skip_bracket(skipped);
    case '\n':
        skipped->line_start = ++skipped->at;
        skipped->lines++;
        return true;
    default:
        return skip_plain(skipped);
    }
}

bool toml_skip(struct toml_parser *parser) {
    struct skipped skipped = {parser->at, parser->end, parser->line_start, parser->line, 0, 0};
    char first = toml_peek(parser);
    if (first != '[' && first != '{')
        return false;
    do
        if (skipped.at == skipped.end || !skip_next(&skipped))
            return false;
    while (skipped.depth);
    parser->at = skipped.at;
    parser->line = skipped.lines;
    parser->line_start = skipped.line_start;
    return true;
}
