#include "formats/toml.h"

#include "base/buffer.h"
#include "base/json.h"
#include "base/utf8.h"
#include "formats/toml_parser.h"

/* A key as a message shows it: as it could be written, and not longer than a person reads. */
static struct text shown(struct toml_parser *parser, struct text key) {
    enum { LONGEST = 60 };
    bool cut = key.size > LONGEST;
    struct buffer out;
    buffer_init(&out, parser->arena);
    size_t size = cut ? LONGEST : key.size;
    while (cut && size && ((unsigned char)key.data[size] & 0xc0) == 0x80)
        size--;
    json_quote(&out, text_slice(key, 0, size));
    if (cut)
        buffer_string(&out, "...");
    return buffer_view(&out);
}

static bool is_bare(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

struct key {
    struct text text;
    struct toml_place place;
};

// simple-key: (letter | digit | '_' | '-')+ | single-line string
static bool simple_key(struct toml_parser *parser, struct key *key) {
    toml_blanks(parser);
    key->place = toml_place(parser);
    char first = toml_peek(parser);
    if (first == '"' || first == '\'')
        return toml_single_line_string(parser, &key->text);
    const char *begin = parser->at;
    while (is_bare(toml_peek(parser)))
        parser->at++;
    key->text = text_range(begin, parser->at);
    if (!key->text.size)
        return toml_fail(parser,
                         "a key is expected, %.*s; keys of other characters than letters, digits, "
                         "'_' and '-' need quotes",
                         TEXT_ARGS(toml_found(parser)));
    return true;
}

/* True behind a dot: the key goes on. */
static bool key_goes_on(struct toml_parser *parser) {
    toml_blanks(parser);
    return toml_take(parser, '.');
}

static struct toml_node *new_node(struct toml_parser *parser, enum toml_type type,
                                  struct toml_place place, enum toml_definition definition) {
    struct toml_node *node = arena_new(parser->arena, struct toml_node);
    node->value.type = type;
    node->value.line = node->value.key_line = place.line;
    node->value.column = node->value.key_column = place.column;
    node->definition = definition;
    node->section = parser->section;
    return node;
}

static bool fail_taken(struct toml_parser *parser, const struct key *key,
                       const struct toml_node *node, const char *what) {
    return toml_fail_at(parser, key->place, "%.*s is defined on line %u already%s",
                        TEXT_ARGS(shown(parser, key->text)), node->value.key_line, what);
}

/* The table at a part of a dotted key that is not the last. */
static struct toml_value *dotted_table(struct toml_parser *parser, struct toml_value *table,
                                       const struct key *key) {
    void **place = map_put(parser->arena, &table->table, key->text);
    struct toml_node *node = *place;
    if (!node) {
        *place = node = new_node(parser, TOML_TABLE, key->place, TOML_DOTTED);
        return &node->value;
    }
    const char *problem = NULL;
    if (node->value.type != TOML_TABLE)
        problem = " and is no table, so keys cannot be added to it";
    else if (node->definition == TOML_CLOSED)
        problem = " as an inline table, which cannot be added to; write the key inside its braces";
    else if (node->definition == TOML_HEADER)
        problem = " by a header; write the key below that header";
    else if (node->definition == TOML_DOTTED && node->section != parser->section)
        problem = " by dotted keys below another header; write the key there";
    if (problem) {
        fail_taken(parser, key, node, problem);
        return NULL;
    }
    node->definition = TOML_DOTTED;
    node->section = parser->section;
    return &node->value;
}

static bool is_skipped(const struct toml_parser *parser, struct text key) {
    for (const struct text *name = parser->skipped; name && name->data; name++)
        if (text_equal(*name, key))
            return true;
    return false;
}

// pair: simple-key ('.' simple-key)* '=' value
bool toml_pair(struct toml_parser *parser, struct toml_value *table) {
    struct key key;
    unsigned depth = parser->depth;
    if (!simple_key(parser, &key))
        return false;
    while (key_goes_on(parser)) {
        table = toml_deeper(parser) ? dotted_table(parser, table, &key) : NULL;
        if (!table || !simple_key(parser, &key))
            return false;
    }
    if (!toml_take(parser, '='))
        return toml_fail(parser, "'=' is expected behind the key %.*s, %.*s",
                         TEXT_ARGS(shown(parser, key.text)), TEXT_ARGS(toml_found(parser)));
    void **place = map_put(parser->arena, &table->table, key.text);
    if (*place)
        return fail_taken(parser, &key, *place, "; remove one of the two");
    toml_blanks(parser);
    struct toml_node *node;
    if (is_skipped(parser, key.text) && toml_skip(parser))
        node = new_node(parser, TOML_TABLE, key.place, TOML_CLOSED);
    else
        node = toml_value(parser);
    if (!node)
        return false;
    node->value.key_line = key.place.line;
    node->value.key_column = key.place.column;
    *place = node; /* still the key's place: a value cannot add to the table that holds it */
    parser->depth = depth;
    return true;
}

/* The table at a part of a header's key that is not the last: of an array, its last table. */
static struct toml_value *header_table(struct toml_parser *parser, struct toml_value *table,
                                       const struct key *key) {
    void **place = map_put(parser->arena, &table->table, key->text);
    struct toml_node *node = *place;
    if (!node)
        *place = node = new_node(parser, TOML_TABLE, key->place, TOML_IMPLICIT);
    if (node->definition == TOML_CLOSED) {
        fail_taken(parser, key, node,
                   node->value.type == TOML_TABLE
                       ? " as an inline table, which cannot be added to; write the keys inside its "
                         "braces"
                       : " with a value, so it cannot hold tables");
        return NULL;
    }
    if (node->value.type == TOML_ARRAY)
        return node->value.array.items[node->value.array.count - 1];
    return &node->value;
}

static struct toml_value *define_table(struct toml_parser *parser, struct toml_value *table,
                                       const struct key *key, struct toml_place header) {
    void **place = map_put(parser->arena, &table->table, key->text);
    struct toml_node *node = *place;
    if (!node) {
        *place = node = new_node(parser, TOML_TABLE, header, TOML_HEADER);
    } else if (node->value.type != TOML_TABLE || node->definition != TOML_IMPLICIT) {
        fail_taken(parser, key, node, "; put all its keys in one place");
        return NULL;
    }
    node->definition = TOML_HEADER;
    node->value.line = node->value.key_line = header.line;
    node->value.column = node->value.key_column = header.column;
    return &node->value;
}

static struct toml_value *define_array_item(struct toml_parser *parser, struct toml_value *table,
                                            const struct key *key, struct toml_place header) {
    void **place = map_put(parser->arena, &table->table, key->text);
    struct toml_node *array = *place;
    if (!array) {
        *place = array = new_node(parser, TOML_ARRAY, header, TOML_HEADER);
    } else if (array->value.type != TOML_ARRAY || array->definition != TOML_HEADER) {
        fail_taken(parser, key, array,
                   " and is no array of tables; use another name, or '[[...]]' for all of them");
        return NULL;
    }
    struct toml_node *item = new_node(parser, TOML_TABLE, header, TOML_HEADER);
    toml_append(parser, array, item);
    return &item->value;
}

// header: '[' simple-key ('.' simple-key)* ']' | '[[' simple-key ('.' simple-key)* ']]'
static struct toml_value *header(struct toml_parser *parser, struct toml_value *root) {
    struct toml_place place = toml_place(parser);
    struct toml_value *table = root;
    struct key key;
    parser->at++;
    bool array = toml_take(parser, '[');
    parser->section++;
    parser->depth = 1;
    if (!simple_key(parser, &key))
        return NULL;
    while (key_goes_on(parser)) {
        table = toml_deeper(parser) ? header_table(parser, table, &key) : NULL;
        if (!table || !simple_key(parser, &key))
            return NULL;
    }
    if (!toml_take(parser, ']') || (array && !toml_take(parser, ']'))) {
        toml_fail(parser, "'%s' is expected at the end of a header, %.*s", array ? "]]" : "]",
                  TEXT_ARGS(toml_found(parser)));
        return NULL;
    }
    return array ? define_array_item(parser, table, &key, place)
                 : define_table(parser, table, &key, place);
}

// statement: (header | pair)? comment?
static bool statement(struct toml_parser *parser, struct toml_value *root,
                      struct toml_value **table) {
    toml_blanks(parser);
    char first = toml_peek(parser);
    bool line_ends = parser->at == parser->end || first == '#' || first == '\n' || first == '\r';
    if (!line_ends && first == '[') {
        *table = header(parser, root);
        if (!*table)
            return false;
    } else if (!line_ends && !toml_pair(parser, *table)) {
        return false;
    }
    toml_blanks(parser);
    return toml_comment(parser);
}

// document: statement (newline statement)*
static bool document(struct toml_parser *parser, struct toml_value *root) {
    struct toml_value *table = root;
    for (;;) {
        if (!statement(parser, root, &table))
            return false;
        if (toml_line_end(parser))
            continue;
        if (parser->at == parser->end)
            return true;
        return toml_fail(parser, "the line should end here, %.*s; one key or header a line",
                         TEXT_ARGS(toml_found(parser)));
    }
}

static struct toml_place place_of(struct toml_parser *parser, size_t offset) {
    const char *wanted = parser->at + offset;
    for (const char *at = parser->at; at < wanted; at++) {
        if (*at == '\n') {
            parser->line++;
            parser->line_start = at + 1;
        }
    }
    parser->at = wanted;
    return toml_place(parser);
}

const struct toml_value *toml_parse(struct arena *arena, struct text file, struct text source,
                                    struct error *error) {
    uint32_t line = 1;
    return toml_parse_part(arena, file, source, &line, NULL, error);
}

const struct toml_value *toml_parse_part(struct arena *arena, struct text file, struct text source,
                                         uint32_t *line, const struct text *skipped,
                                         struct error *error) {
    struct toml_parser parser = {
        .arena = arena, .error = error, .file = file, .skipped = skipped, .line = *line};
    const char *begin = source.size ? source.data : "";
    parser.at = parser.line_start = parser.counted = begin;
    parser.end = begin + source.size;
    parser.column = 1;
    size_t invalid = utf8_find_invalid(source);
    if (invalid != TEXT_NONE) {
        toml_fail_at(&parser, place_of(&parser, invalid),
                     "not UTF-8 here (byte 0x%02x); save the file as UTF-8",
                     (unsigned char)source.data[invalid]);
        return NULL;
    }
    if (text_starts(source, T("\xef\xbb\xbf"))) {
        toml_fail(&parser, "the file begins with a byte order mark, which TOML does not allow; "
                           "save it as UTF-8 without one");
        return NULL;
    }
    struct toml_place beginning = {*line, 1};
    struct toml_node *root = new_node(&parser, TOML_TABLE, beginning, TOML_HEADER);
    if (!document(&parser, &root->value))
        return NULL;
    *line = parser.line;
    return &root->value;
}

const struct toml_value *toml_find(const struct toml_value *table, struct text key) {
    return table && table->type == TOML_TABLE ? map_get(&table->table, key) : NULL;
}

const struct toml_value *toml_get(const struct toml_value *table, const char *key, ...) {
    va_list keys;
    va_start(keys, key);
    for (; key; key = va_arg(keys, const char *))
        table = toml_find(table, text_of(key));
    va_end(keys);
    return table;
}

const char *toml_type_name(enum toml_type type) {
    static const char *const names[] = {
        [TOML_STRING] = "string",   [TOML_INTEGER] = "integer", [TOML_FLOAT] = "float",
        [TOML_BOOLEAN] = "boolean", [TOML_DATE_TIME] = "date",  [TOML_ARRAY] = "array",
        [TOML_TABLE] = "table",
    };
    return names[type];
}
