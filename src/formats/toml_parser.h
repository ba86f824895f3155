/*
 * toml_parser: what the files of the TOML reader share.
 *
 * The parser goes through the source once. Line and column are counted along the way, so that the
 * position of every key and value costs nothing extra, however long a line is.
 */
#ifndef CORDON_FORMATS_TOML_PARSER_H
#define CORDON_FORMATS_TOML_PARSER_H

#include "formats/toml.h"

/* Levels of tables and arrays, whether by headers, dotted keys or brackets. */
enum { TOML_DEPTH = 500 };

/* How a table or array of tables came to be, which decides what may be added to it later. */
enum toml_definition {
    TOML_IMPLICIT, /* named on the way by the header of a sub-table */
    TOML_DOTTED,   /* by dotted keys: only dotted keys below the same header may add to it */
    TOML_HEADER,
    TOML_CLOSED, /* an inline table or a value: complete as written */
};

struct toml_node {
    struct toml_value value; /* first: a node is handed out as its value */
    size_t capacity;         /* of an array's items */
    enum toml_definition definition;
    uint32_t section; /* TOML_DOTTED: which header */
};

struct toml_parser {
    struct arena *arena;
    struct error *error;
    struct text file;
    const struct text *skipped; /* ends with a NULL data; or NULL */
    const char *at;
    const char *end;
    const char *line_start;
    const char *counted; /* columns are counted up to here */
    uint32_t line;
    uint32_t column;  /* of counted, from 1 */
    uint32_t section; /* headers so far */
    unsigned depth;
};

struct toml_place {
    uint32_t line;
    uint32_t column;
};

/* toml_source.c */
struct toml_place toml_place(struct toml_parser *parser);
bool toml_fail(struct toml_parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* at the current place; always false */
bool toml_fail_at(struct toml_parser *parser, struct toml_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct text toml_found(struct toml_parser *parser); /* "found 'x'": what stands at parser->at */
bool toml_deeper(struct toml_parser *parser);       /* one level; false with an error */
void toml_blanks(struct toml_parser *parser);       /* skips blanks and tabs */
bool toml_line_end(struct toml_parser *parser);     /* takes a line end, if there is one */
bool toml_comment(struct toml_parser *parser);      /* takes a comment, if there is one */

static inline char toml_peek(const struct toml_parser *parser) {
    return parser->at < parser->end ? *parser->at : '\0';
}

static inline bool toml_take(struct toml_parser *parser, char byte) {
    if (parser->at == parser->end || *parser->at != byte)
        return false;
    parser->at++;
    return true;
}

/* toml_string.c. The text is a slice of the source when it has no escapes. */
bool toml_string(struct toml_parser *parser, struct text *text); /* one or several lines */
bool toml_single_line_string(struct toml_parser *parser, struct text *text);

/* Goes over characters that mean nothing to a string of that quote, eight at a time; stops at most
 * seven characters before the first that does. */
const char *toml_plain_end(const char *at, const char *end, char quote);

/* toml_skip.c: goes over an array or inline table without reading it; false, without a change,
 * when it is not plain enough for that. */
bool toml_skip(struct toml_parser *parser);

/* toml_number.c: numbers, dates and times. */
bool toml_number_or_date(struct toml_parser *parser, struct toml_value *value);

/* toml_value.c */
struct toml_node *toml_value(struct toml_parser *parser); /* NULL with an error */
void toml_append(struct toml_parser *parser, struct toml_node *array, struct toml_node *item);

/* toml.c: "key = value" into a table. */
bool toml_pair(struct toml_parser *parser, struct toml_value *table);

#endif
