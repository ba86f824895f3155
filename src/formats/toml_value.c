#include "base/json.h"
#include "base/vector.h"
#include "formats/toml_parser.h"

void toml_append(struct toml_parser *parser, struct toml_node *array, struct toml_node *item) {
    struct toml_value *value = &array->value;
    if (value->array.count == array->capacity)
        value->array.items = vector_grow(parser->arena, value->array.items, value->array.count,
                                         &array->capacity, sizeof(*value->array.items));
    value->array.items[value->array.count++] = &item->value;
}

/* Between the values of an array, where lines do not matter. */
static bool array_blanks(struct toml_parser *parser) {
    do {
        toml_blanks(parser);
        if (!toml_comment(parser))
            return false;
    } while (toml_line_end(parser));
    return true;
}

// array: '[' (value (',' value)* ','?)? ']'
static bool array(struct toml_parser *parser, struct toml_node *node) {
    struct toml_place opening = toml_place(parser);
    node->value.type = TOML_ARRAY;
    parser->at++;
    if (!toml_deeper(parser) || !array_blanks(parser))
        return false;
    while (!toml_take(parser, ']')) {
        if (parser->at == parser->end)
            return toml_fail_at(parser, opening, "this array is not closed; end it with ']'");
        struct toml_node *item = toml_value(parser);
        if (!item)
            return false;
        toml_append(parser, node, item);
        if (!array_blanks(parser))
            return false;
        if (toml_take(parser, ',')) {
            if (!array_blanks(parser))
                return false;
        } else if (parser->at < parser->end && *parser->at != ']') {
            return toml_fail(parser, "',' or ']' is expected behind a value of an array, %.*s",
                             TEXT_ARGS(toml_found(parser)));
        }
    }
    parser->depth--;
    return true;
}

/* Where a key or a bracket has to stand: on the line of the opening one. */
static bool inline_table_goes_on(struct toml_parser *parser) {
    char byte = toml_peek(parser);
    if (parser->at < parser->end && byte != '\n' && byte != '\r' && byte != '#')
        return true;
    return toml_fail(parser, "an inline table has to end with '}' on the line it begins on, %.*s",
                     TEXT_ARGS(toml_found(parser)));
}

// inline-table: '{' (pair (',' pair)*)? '}' on one line, without a comma at the end
static bool inline_table(struct toml_parser *parser, struct toml_node *node) {
    node->value.type = TOML_TABLE;
    parser->at++;
    if (!toml_deeper(parser))
        return false;
    toml_blanks(parser);
    while (!toml_take(parser, '}')) {
        if (!inline_table_goes_on(parser) || !toml_pair(parser, &node->value))
            return false;
        toml_blanks(parser);
        if (toml_take(parser, ',')) {
            toml_blanks(parser);
            if (toml_peek(parser) == '}')
                return toml_fail(parser, "an inline table cannot end with a comma; remove it");
        } else if (toml_peek(parser) != '}') {
            return inline_table_goes_on(parser) &&
                   toml_fail(parser,
                             "',' or '}' is expected behind a value of an inline table, %.*s",
                             TEXT_ARGS(toml_found(parser)));
        }
    }
    parser->depth--;
    return true;
}

static bool word(struct toml_parser *parser, struct text word) {
    if (!text_starts(text_range(parser->at, parser->end), word))
        return false;
    parser->at += word.size;
    return true;
}

static bool read_value(struct toml_parser *parser, struct toml_node *node) {
    struct toml_value *value = &node->value;
    switch (toml_peek(parser)) {
    case '"':
    case '\'':
        value->type = TOML_STRING;
        return toml_string(parser, &value->text);
    case '[':
        return array(parser, node);
    case '{':
        return inline_table(parser, node);
    case 't':
    case 'f':
        value->type = TOML_BOOLEAN;
        value->boolean = word(parser, T("true"));
        if (value->boolean || word(parser, T("false")))
            return true;
        break;
    case '+':
    case '-':
    case 'i':
    case 'n':
        return toml_number_or_date(parser, value);
    default:
        if (toml_peek(parser) >= '0' && toml_peek(parser) <= '9')
            return toml_number_or_date(parser, value);
    }
    return toml_fail(parser, "a value is expected, %.*s; text needs quotes",
                     TEXT_ARGS(toml_found(parser)));
}

// value: string | number-or-date | 'true' | 'false' | array | inline-table
struct toml_node *toml_value(struct toml_parser *parser) {
    struct toml_node *node = arena_new(parser->arena, struct toml_node);
    struct toml_place place = toml_place(parser);
    node->value.line = place.line;
    node->value.column = place.column;
    if (!read_value(parser, node))
        return NULL;
    node->definition = TOML_CLOSED; /* what was written is complete, tables and arrays too */
    return node;
}

static void write_json(struct json *json, const struct toml_value *value, unsigned levels) {
    switch (value->type) {
    case TOML_STRING:
    case TOML_DATE_TIME:
        json_text(json, value->text);
        break;
    case TOML_INTEGER:
        json_integer(json, value->integer);
        break;
    case TOML_FLOAT:
        json_number(json, value->number);
        break;
    case TOML_BOOLEAN:
        json_bool(json, value->boolean);
        break;
    case TOML_ARRAY:
    case TOML_TABLE:
        if (!levels) {
            json_null(json);
            break;
        }
        if (value->type == TOML_ARRAY) {
            json_array(json);
            for (size_t i = 0; i < value->array.count; i++)
                write_json(json, value->array.items[i], levels - 1);
        } else {
            json_object(json);
            for (size_t i = 0; i < value->table.count; i++) {
                json_key_text(json, value->table.entries[i].key);
                write_json(json, value->table.entries[i].value, levels - 1);
            }
        }
        json_end(json);
        break;
    }
}

void toml_write_json(struct json *json, const struct toml_value *value) {
    enum { MOST_LEVELS = 6 };
    write_json(json, value, MOST_LEVELS);
}
