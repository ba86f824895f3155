/* Tokens of a regular expression, and nodes. */
#include "formats/pyregex_parser.h"

#include "base/buffer.h"
#include "base/utf8.h"

/* The first mistake is kept; reading stops by being at the end. */
void regex_fail_at(struct regex_parser *parser, size_t place, struct text what) {
    error_set(parser->error, parser->arena, T(""), 0, 0, "%.*s (at character %zu)", TEXT_ARGS(what),
              place + 1);
    parser->next = parser->at = parser->size;
    parser->end = true;
}

/* Moves to the next token: a character, or a backslash with the one behind it. */
void regex_advance(struct regex_parser *parser) {
    parser->at = parser->next;
    parser->escaped = false;
    parser->end = parser->at >= parser->size;
    if (parser->end)
        return;
    parser->c = parser->pattern[parser->next++];
    if (parser->c != '\\')
        return;
    if (parser->next == parser->size) {
        FAIL(parser, parser->at, "a backslash at the end escapes nothing; write '\\\\' for itself");
        return;
    }
    parser->escaped = true;
    parser->c = parser->pattern[parser->next++];
}

bool regex_is(const struct regex_parser *parser, uint32_t c) {
    return !parser->end && !parser->escaped && parser->c == c;
}

bool regex_take(struct regex_parser *parser, uint32_t c) {
    if (!regex_is(parser, c))
        return false;
    regex_advance(parser);
    return true;
}

struct text regex_spell(struct regex_parser *parser, size_t begin, size_t end) {
    struct buffer out;
    buffer_init(&out, parser->arena);
    for (size_t i = begin; i < end && i < parser->size; i++) {
        char bytes[4];
        buffer_add(&out, bytes, utf8_encode(parser->pattern[i], bytes));
    }
    return buffer_view(&out);
}

/* Nodes. */

struct pyregex_node *regex_make(struct regex_parser *parser, enum pyregex_type type) {
    struct pyregex_node *node = arena_new(parser->arena, struct pyregex_node);
    node->type = type;
    return node;
}

struct pyregex_node *regex_make_around(struct regex_parser *parser, enum pyregex_type type,
                                       struct pyregex_node *item) {
    struct pyregex_node *node = regex_make(parser, type);
    node->items = arena_copy(parser->arena, &item, sizeof(struct pyregex_node *));
    node->count = 1;
    node->width = item->width;
    return node;
}

enum pyregex_fold regex_fold_of(const struct regex_parser *parser) {
    if (!(parser->flags & FLAG_IGNORECASE))
        return PYREGEX_EXACT;
    return parser->flags & FLAG_ASCII ? PYREGEX_FOLD_ASCII : PYREGEX_FOLD_UNICODE;
}

struct pyregex_node *regex_make_set(struct regex_parser *parser) {
    struct pyregex_node *node = regex_make(parser, PYREGEX_SET);
    node->width = (struct pyregex_width){1, 1};
    return node;
}

struct pyregex_node *regex_make_literal(struct regex_parser *parser, uint32_t c) {
    struct pyregex_node *node = regex_make_set(parser);
    pyregex_set_add(parser->arena, &node->set, c, c);
    pyregex_set_fold(parser->arena, &node->set, regex_fold_of(parser));
    node->capital = pyregex_is_high_capital(c, regex_fold_of(parser));
    return node;
}

struct pyregex_node *regex_make_category(struct regex_parser *parser, uint32_t letter) {
    struct pyregex_node *node = regex_make_set(parser);
    pyregex_set_category(parser->arena, &node->set, (char)letter, parser->flags & FLAG_ASCII);
    pyregex_set_normalise(parser->arena, &node->set);
    return node;
}

struct pyregex_node *regex_make_any(struct regex_parser *parser) {
    struct pyregex_node *node = regex_make_set(parser);
    node->set.negated = true;
    if (!(parser->flags & FLAG_DOTALL))
        pyregex_set_add(parser->arena, &node->set, '\n', '\n');
    return node;
}

struct pyregex_node *regex_make_anchor(struct regex_parser *parser, enum pyregex_anchor anchor) {
    struct pyregex_node *node = regex_make(parser, PYREGEX_ANCHOR);
    node->anchor = anchor;
    node->ascii = parser->flags & FLAG_ASCII;
    return node;
}
