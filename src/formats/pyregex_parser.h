/* What the parts of the reader of regular expressions share. */
#ifndef CORDON_FORMATS_PYREGEX_PARSER_H
#define CORDON_FORMATS_PYREGEX_PARSER_H

#include "base/map.h"
#include "formats/pyregex.h"

enum {
    FLAG_ASCII = 1,
    FLAG_IGNORECASE = 2,
    FLAG_LOCALE = 4,
    FLAG_MULTILINE = 8,
    FLAG_DOTALL = 16,
    FLAG_UNICODE = 32,
    FLAG_VERBOSE = 64,
    FLAG_TYPES = FLAG_ASCII | FLAG_LOCALE | FLAG_UNICODE,
};

#define REGEX_NO_GROUP UINT32_MAX

struct regex_parser {
    struct arena *arena;
    struct error *error;
    const uint32_t *pattern;
    size_t size;
    size_t at;      /* of the token */
    size_t next;    /* behind it */
    uint32_t c;     /* the token's character */
    bool escaped;   /* the token is a backslash and c */
    bool end;       /* there is no token */
    unsigned flags; /* in force here */
    unsigned depth;
    VECTOR(struct pyregex_group) groups;
    struct map numbers;     /* of the groups that have a name, as pointers */
    uint32_t behind_groups; /* groups that were there when the outermost lookbehind began */
    VECTOR(struct pyregex_range) conditions; /* group numbers of conditions and their places */
};

/* Keeps the first mistake; place is counted from 0. Reading then stops by being at the end. */
void regex_fail_at(struct regex_parser *parser, size_t place, struct text what);

#define FAIL(parser, place, ...)                                                                   \
    regex_fail_at((parser), (place), text_format((parser)->arena, __VA_ARGS__))

/* Moves to the next token: a character, or a backslash with the one behind it. */
void regex_advance(struct regex_parser *parser);

/* Whether the token is that character, without a backslash; take moves behind it. */
bool regex_is(const struct regex_parser *parser, uint32_t c);
bool regex_take(struct regex_parser *parser, uint32_t c);

/* The token is a digit up to last. */
bool regex_at_digit(const struct regex_parser *parser, uint32_t last);

/* Part of the pattern as text. */
struct text regex_spell(struct regex_parser *parser, size_t begin, size_t end);

/* The text up to the terminator, which is taken too; NULL data when it is missing or empty. */
struct text regex_read_until(struct regex_parser *parser, uint32_t terminator, const char *what);

/* How characters are compared at this place. */
enum pyregex_fold regex_fold_of(const struct regex_parser *parser);

/* Nodes, under the flags at this place. */
struct pyregex_node *regex_make(struct regex_parser *parser, enum pyregex_type type);
struct pyregex_node *regex_make_around(struct regex_parser *parser, enum pyregex_type type,
                                       struct pyregex_node *item);
struct pyregex_node *regex_make_set(struct regex_parser *parser);
struct pyregex_node *regex_make_literal(struct regex_parser *parser, uint32_t c);
struct pyregex_node *regex_make_category(struct regex_parser *parser, uint32_t letter);
struct pyregex_node *regex_make_any(struct regex_parser *parser);
struct pyregex_node *regex_make_anchor(struct regex_parser *parser, enum pyregex_anchor anchor);
struct pyregex_node *regex_make_reference(struct regex_parser *parser, size_t place,
                                          uint32_t group);

/* What a backslash begins. The token is still the backslash with its letter. */
struct pyregex_node *regex_read_escape(struct regex_parser *parser);

/* '[' '^'? members+ ']'; the token is behind the bracket, whose place is given. */
struct pyregex_node *regex_read_class(struct regex_parser *parser, size_t place);

#endif
