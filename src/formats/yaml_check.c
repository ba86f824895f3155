#include "formats/yaml_check.h"

#include "base/utf8.h"

struct yaml_place yaml_place_of(yaml_mark_t mark) {
    return (struct yaml_place){(uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

static void reader_release(void *argument) {
    struct yaml_reader *reader = argument;
    yaml_event_delete(&reader->event);
    yaml_token_delete(&reader->token);
    yaml_parser_delete(&reader->parser);
}

void yaml_reader_open(struct yaml_reader *reader, struct heap *heap, struct text source) {
    *reader = (struct yaml_reader){.heap = heap};
    if (!yaml_parser_initialize(&reader->parser))
        heap_exhausted(heap);
    heap_push_cleanup(heap, &reader->cleanup, reader_release, reader);
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    const char *data = source.size ? source.data : "";
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)data, source.size);
}

void yaml_reader_close(struct yaml_reader *reader) {
    heap_pop_cleanup(reader->heap, &reader->cleanup);
    reader_release(reader);
}

static bool reader_fine(struct yaml_reader *reader, int result) {
    if (!result && reader->parser.error == YAML_MEMORY_ERROR)
        heap_exhausted(reader->heap);
    return result;
}

bool yaml_reader_event(struct yaml_reader *reader) {
    yaml_event_delete(&reader->event);
    return reader_fine(reader, yaml_parser_parse(&reader->parser, &reader->event));
}

bool yaml_reader_token(struct yaml_reader *reader) {
    yaml_token_delete(&reader->token);
    return reader_fine(reader, yaml_parser_scan(&reader->parser, &reader->token));
}

/* A character of the source and its place. */
struct cursor {
    const char *at;
    const char *end;
    size_t index; /* in characters */
    struct yaml_place place;
};

static struct cursor cursor_at_start(struct text source) {
    return (struct cursor){source.data, source.data + source.size, 0, {1, 1}};
}

static bool is_break(uint32_t character) {
    return character == '\n' || character == '\r' || character == 0x85 || character == 0x2028 ||
           character == 0x2029;
}

static uint32_t cursor_next(struct cursor *cursor) {
    uint32_t character = utf8_next(&cursor->at, cursor->end);
    cursor->index++;
    bool within = character == '\r' && cursor->at < cursor->end && *cursor->at == '\n';
    if (is_break(character) && !within) {
        cursor->place.line++;
        cursor->place.column = 1;
    } else {
        cursor->place.column++;
    }
    return character;
}

static bool is_printable(uint32_t character) {
    if (character < 0x7f)
        return character >= ' ' || character == '\t' || character == '\n' || character == '\r';
    return character == 0x85 || (character >= 0xa0 && character != 0xfffe && character != 0xffff);
}

bool yaml_check_characters(struct arena *arena, struct text file, struct text source,
                           struct error *error) {
    struct cursor cursor = cursor_at_start(source);
    while (cursor.at < cursor.end) {
        struct yaml_place place = cursor.place;
        unsigned char byte = (unsigned char)*cursor.at;
        uint32_t character = cursor_next(&cursor);
        if (character == UTF8_INVALID) {
            error_set(error, arena, file, place.line, place.column,
                      "the byte 0x%02x is not UTF-8 here; save the file as UTF-8", byte);
            return false;
        }
        if (!is_printable(character)) {
            error_set(error, arena, file, place.line, place.column,
                      "the character U+%04X may not stand in a YAML file; in double quotes it can "
                      "be written as an escape",
                      character);
            return false;
        }
    }
    return true;
}

/* Finds a tab before the character with that index, comments left out when they can be there. */
static bool find_tab(struct cursor *cursor, size_t index, bool comments, struct yaml_place *tab) {
    bool comment = false;
    bool found = false;
    while (cursor->index < index && cursor->at < cursor->end) {
        struct yaml_place place = cursor->place;
        uint32_t character = cursor_next(cursor);
        comment = comments && !is_break(character) && (comment || character == '#');
        if (character == '\t' && !comment && !found) {
            *tab = place;
            found = true;
        }
    }
    return found;
}

/* The line of `|` or `>` ends a block scalar's header, in which no tab may stand. */
static size_t header_end(const struct cursor *cursor) {
    struct cursor ahead = *cursor;
    while (ahead.at < ahead.end && ahead.place.line == cursor->place.line)
        cursor_next(&ahead);
    return ahead.index;
}

/* Where PyYAML refuses a token that libyaml accepts, *cursor being behind the token before it. */
struct token_check {
    struct cursor cursor;
    size_t flow_depth;
    struct yaml_place place;
};

static bool has_tab(struct token_check *check, const yaml_token_t *token,
                    yaml_scalar_style_t style) {
    bool tab = find_tab(&check->cursor, token->start_mark.index, true, &check->place);
    if (!tab && (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE))
        tab = find_tab(&check->cursor, header_end(&check->cursor), true, &check->place);
    struct yaml_place inside;
    bool tab_inside = find_tab(&check->cursor, token->end_mark.index, false, &inside);
    if (tab || style != YAML_PLAIN_SCALAR_STYLE || !tab_inside)
        return tab;
    check->place = inside;
    return true;
}

static const char *check_token(struct token_check *check, const yaml_token_t *token) {
    yaml_token_type_t type = token->type;
    check->place = yaml_place_of(token->start_mark);
    if (type == YAML_FLOW_SEQUENCE_START_TOKEN || type == YAML_FLOW_MAPPING_START_TOKEN)
        check->flow_depth++;
    if (type == YAML_FLOW_SEQUENCE_END_TOKEN || type == YAML_FLOW_MAPPING_END_TOKEN)
        check->flow_depth -= check->flow_depth > 0;
    yaml_scalar_style_t style =
        type == YAML_SCALAR_TOKEN ? token->data.scalar.style : YAML_ANY_SCALAR_STYLE;
    if (has_tab(check, token, style))
        return "a tab cannot separate or continue values in YAML; use spaces";
    if (check->flow_depth && style == YAML_PLAIN_SCALAR_STYLE &&
        memchr(token->data.scalar.value, '?', token->data.scalar.length))
        return "a '?' within [...] or {...} begins a key; put the text in quotes";
    struct cursor *cursor = &check->cursor;
    if (type == YAML_TAG_TOKEN && cursor->at < cursor->end && memchr(",[]", *cursor->at, 3))
        return "this tag goes on up to the next blank; put a space behind it";
    return NULL;
}

/* The source with a text in place of `removed` bytes before the character with that index. */
static struct text replace_at(struct arena *arena, struct text source, size_t index, size_t removed,
                              const char *replacement) {
    struct cursor cursor = cursor_at_start(source);
    while (cursor.index < index && cursor.at < cursor.end)
        cursor_next(&cursor);
    size_t offset = (size_t)(cursor.at - source.data);
    struct text head = text_join(arena, text_slice(source, 0, offset), text_of(replacement));
    return text_join(arena, head, text_from(source, offset + removed));
}

/* Whether a block scalar at `begin` has nothing but blanks on its lines up to `tab`. */
static bool is_first_content(struct text source, size_t begin, size_t tab) {
    struct cursor cursor = cursor_at_start(source);
    while (cursor.index < begin)
        cursor_next(&cursor);
    size_t content = header_end(&cursor);
    while (cursor.index < content)
        cursor_next(&cursor);
    while (cursor.index < tab) {
        uint32_t character = cursor_next(&cursor);
        if (character != ' ' && !is_break(character))
            return false;
    }
    return true;
}

static bool repair(struct arena *arena, const yaml_parser_t *parser, struct text *source) {
    if (parser->error != YAML_SCANNER_ERROR)
        return false;
    size_t at = parser->problem_mark.index;
    if (strcmp(parser->problem, "found unexpected ':'") == 0) {
        /* `{a:}`: the colon separates. `a:?` is refused by both. */
        *source = replace_at(arena, *source, at + 1, 0, " ");
        return true;
    }
    if (strcmp(parser->problem, "found unknown directive name") == 0) {
        /* PyYAML passes over directives it does not know. */
        size_t begin = parser->context_mark.index;
        struct text known = text_format(arena, "%%TAG !%zu! x #", begin);
        *source = replace_at(arena, *source, begin, 1, known.data);
        return true;
    }
    if (strcmp(parser->problem, "found a tab character where an indentation space is expected") ==
        0) {
        /* A block scalar whose text begins with a tab: its indentation, said outright. */
        size_t parent = parser->indent > 0 ? (size_t)parser->indent : 0;
        size_t column = parser->problem_mark.column;
        if (column <= parent || column > parent + 9 ||
            !is_first_content(*source, parser->context_mark.index, at))
            return false;
        char digit[2] = {(char)('0' + column - parent), 0};
        *source = replace_at(arena, *source, parser->context_mark.index + 1, 0, digit);
        return true;
    }
    return false;
}

/* Bytes that repairs may make the reader scan again. */
enum { REPAIR_BYTES = 16 << 20 };

/* Reads all tokens; true when the source was repaired and is to be read again. */
static bool check_once(struct arena *arena, struct text file, struct text *source,
                       struct error *error) {
    struct yaml_reader reader;
    struct token_check check = {.cursor = cursor_at_start(*source)};
    yaml_reader_open(&reader, arena->heap, *source);
    bool fine = true;
    /* libyaml's work grows with the depth at each token; what is too deep is refused later on. */
    while (check.flow_depth <= YAML_NESTING_LIMIT && (fine = yaml_reader_token(&reader)) &&
           reader.token.type != YAML_NO_TOKEN) {
        const char *problem = check_token(&check, &reader.token);
        if (problem)
            error_set(error, arena, file, check.place.line, check.place.column, "%s", problem);
    }
    bool repaired = !fine && !error_is_set(error) && repair(arena, &reader.parser, source);
    yaml_reader_close(&reader);
    return repaired;
}

bool yaml_check_tokens(struct arena *arena, struct text file, struct text *source,
                       struct error *error) {
    bool suspect = false;
    for (const char *byte = "\t?!%[{"; *byte && !suspect; byte++)
        suspect = memchr(source->data, *byte, source->size);
    size_t scanned = 0;
    while (suspect && check_once(arena, file, source, error)) {
        scanned += source->size;
        if (scanned > REPAIR_BYTES)
            error_set(error, arena, file, 0, 0,
                      "the file has too many places like '{a:}'; put a space behind each ':'");
        suspect = !error_is_set(error);
    }
    return !error_is_set(error);
}

/* In our own words, by what libyaml calls it. */
static const struct {
    const char *problem;
    const char *message;
} messages[] = {
    {"found character that cannot start any token",
     "a value or key cannot begin with this character; put the text in quotes"},
    {"could not find expected ':'",
     "this text stands where a key must, but no ':' follows it on its line"},
    {"block sequence entries are not allowed in this context",
     "a list item cannot begin here; put '- ' on a line of its own"},
    {"mapping keys are not allowed in this context", "a '?' key cannot begin here"},
    {"mapping values are not allowed in this context",
     "a second ': ' on one line, or a key that is indented wrongly; put text with ': ' in quotes"},
    {"did not find expected alphabetic or numeric character",
     "the name of an anchor or alias may only have letters, digits, '-' and '_'"},
    {"did not find expected whitespace or line break", "a blank must follow this tag"},
    {"found unexpected document indicator", "a quoted text is still open at this document marker"},
    {"found unexpected end of stream", "a quoted text is opened here and never closed"},
    {"found unknown escape character",
     "this backslash escape does not exist; use single quotes, or write the backslash twice"},
    {"did not find expected hexdecimal number", "an escape lacks its hexadecimal digits"},
    {"found invalid Unicode character escape code", "an escape names no character that exists"},
    {"found undefined tag handle", "the prefix of this tag is not declared by a %TAG line"},
    {"did not find expected node content", "a value is missing here"},
    {"did not find expected '-' indicator",
     "this line belongs to no list item; check its indentation"},
    {"did not find expected key",
     "a key was expected here; check the indentation and the lines before"},
    {"did not find expected ',' or ']'", "a list in [...] lacks a ',' or its ']' here"},
    {"did not find expected ',' or '}'", "a mapping in {...} lacks a ',' or its '}' here"},
    {"did not find expected <document start>",
     "something stands behind the end of the document; check its indentation"},
    {"found incompatible YAML document",
     "the %YAML line names a version that is not read; use 1.1"},
    {"did not find expected comment or line break",
     "only a comment may follow on the line of '|' or '>'"},
    {"found a tab character where an indentation space is expected",
     "lines are indented with spaces in YAML, not with tabs"},
    {"found a tab character that violates indentation",
     "lines are indented with spaces in YAML, not with tabs"},
};

void yaml_parser_failed(struct arena *arena, struct text file, const yaml_parser_t *parser,
                        struct error *error) {
    yaml_mark_t mark = parser->problem_mark;
    const char *problem = parser->problem ? parser->problem : "";
    const char *message = "this is not valid YAML";
    for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
        if (strcmp(problem, messages[i].problem) == 0)
            message = messages[i].message;
    if (strcmp(problem, "found unexpected end of stream") == 0)
        mark = parser->context_mark;
    struct yaml_place place = yaml_place_of(mark);
    error_set(error, arena, file, place.line, place.column, "%s", message);
}
