/*
 * parser: what the files of the parser share.
 *
 * A function named after a rule of Python's grammar parses that rule from p->lexer.token on and
 * leaves the first token behind it there. Errors leave through parser_fail(): a parser holds
 * nothing but memory of its arena. Chains of operators, targets and clauses are loops, so that
 * only brackets, blocks and defaults of lambdas nest calls, all of which are bounded.
 */
#ifndef CORDON_PYTHON_PARSER_H
#define CORDON_PYTHON_PARSER_H

#include "python/lexer.h"

enum { LAMBDA_LIMIT = 1000 };

struct parser {
    struct lexer lexer;
    const char *statement; /* the end of what is before the top-level statement at hand */
    struct arena *arena;
    enum py_mode mode;
    enum py_version version;
    const char *previous_end; /* of the last token that is not a line end or indentation */
    int lambda_depth;         /* defaults of lambdas within defaults of lambdas */
    VECTOR(void *) scratch;   /* lists being gathered, innermost last */
    jmp_buf escape;
    struct py_error error;
};

static inline enum token_kind at_kind(const struct parser *p) {
    return p->lexer.token.kind;
}

static inline bool at(const struct parser *p, enum token_kind kind) {
    return p->lexer.token.kind == kind;
}

static inline const char *here(const struct parser *p) {
    return p->lexer.token.start;
}

static inline uint32_t offset_of(const struct parser *p, const char *place) {
    return (uint32_t)(place - p->lexer.begin);
}

static inline const char *place_of(const struct parser *p, const struct py_node *node) {
    return p->lexer.begin + node->start;
}

static inline void advance(struct parser *p) {
    if (p->lexer.token.kind > TOKEN_DEDENT)
        p->previous_end = p->lexer.token.end;
    lexer_next(&p->lexer);
}

static inline bool accept(struct parser *p, enum token_kind kind) {
    if (!at(p, kind))
        return false;
    advance(p);
    return true;
}

bool at_name(const struct parser *p, const char *name); /* a soft keyword */
void expect(struct parser *p, enum token_kind kind);    /* or the error that names it */
struct text expect_name(struct parser *p);              /* NAME */
struct text name_text(struct parser *p, const struct token *token);

#define parser_fail(p, place, ...) lexer_fail(&(p)->lexer, PY_SYNTAX_ERROR, (place), __VA_ARGS__)
struct text shortened(struct parser *p, struct text source); /* for a message */
_Noreturn void parser_refuse(struct parser *p);              /* the current token fits nothing */
void note_unexpected(struct parser *p, const struct token *token); /* sets the error that it does
                                                                      not fit */
bool version_allows(const struct parser *p, enum py_version since);

/* Nodes. A node begins at start and ends at the last token; its fields are left to the caller. */
void *node_new(struct parser *p, size_t size, enum py_kind kind, const char *start);
#define NODE(p, type, start)                                                                       \
    ((struct py_##type *)node_new((p), sizeof(struct py_##type), PY_##type, (start)))

/* A child adds to its parent's height; NULL is no child. */
_Noreturn void too_deep(struct parser *p, const char *place);
static inline void cover(struct parser *p, struct py_node *parent, const struct py_node *child) {
    if (child && child->height >= parent->height) {
        parent->height = child->height + 1;
        if (parent->height > PY_HEIGHT_LIMIT)
            too_deep(p, place_of(p, parent));
    }
}
void cover_list(struct parser *p, struct py_node *parent, struct py_list list);

/* Lists: take a mark, push, and make the list of what was pushed since. */
static inline size_t mark(const struct parser *p) {
    return p->scratch.count;
}
static inline void push(struct parser *p, void *item) {
    vector_push(p->arena, &p->scratch, item);
}
static inline struct py_node **items_since(const struct parser *p, size_t since) {
    return mark(p) > since ? (struct py_node **)p->scratch.items + since : NULL;
}
struct py_list list_since(struct parser *p, size_t since);

/* expression.c */
struct py_node *expression(struct parser *p);
struct py_node *named_expression(struct parser *p);
struct py_node *star_expression(struct parser *p);
struct py_node *star_expressions(struct parser *p);
struct py_node *star_named_expression(struct parser *p);
struct py_node *starred_bitwise_or(struct parser *p); /* '*' bitwise_or */
struct py_node *yield_or_star_expressions(struct parser *p);
struct py_node *yield_expression(struct parser *p);
struct py_node *disjunction(struct parser *p);
struct py_node *bitwise_or(struct parser *p);
struct py_node *named_tail(struct parser *p, struct py_node *left);
struct py_node *expression_after(struct parser *p, struct py_node *left, const char *start);
struct py_node *expression_from(struct parser *p, struct py_node *first, const char *start);
struct py_node *starred_expression(struct parser *p);
struct py_node *maybe_tuple(struct parser *p, struct py_node *(*item)(struct parser *), bool stars);
bool starts_expression(const struct parser *p);
struct py_node *tuple_of(struct parser *p, size_t since, const char *start);

/* diagnose.c */
void diagnose(struct parser *p); /* replaces the error by the one that CPython reports */

/* primary.c */
struct py_node *primary(struct parser *p);
struct py_node *primary_tail(struct parser *p, struct py_node *left, const char *start);
void arguments(struct parser *p, struct py_list *positional, struct py_list *keywords);

/* atom.c */
struct py_node *atom(struct parser *p);
struct py_list for_if_clauses(struct parser *p);
struct py_node *parenthesised_after(struct parser *p, const char *start, struct py_node *first);
struct py_node *parenthesised_rest(struct parser *p, const char *start);
struct py_node *generator_node(struct parser *p, const char *start, struct py_node *element,
                               struct py_list generators);
struct py_node *name_node(struct parser *p);
struct py_node *dict_node(struct parser *p, const char *start, size_t since);

/* literal.c, string.c, fstring.c */
struct py_node *number(struct parser *p);
struct text number_digits(struct parser *p, const struct token *token); /* or it has too many */
struct text string_value(struct parser *p, const struct token *token, const char *error_place);
struct py_node *strings(struct parser *p);
struct text decode_string(struct parser *p, const char *at, const char *end, bool raw, bool bytes,
                          const char *error_place);

struct py_node *format_specification(struct parser *p, const char *start, size_t since);
void fstring(struct parser *p);

/* target.c */
struct py_node *star_targets(struct parser *p);
struct py_node *star_target(struct parser *p);
void set_target(struct parser *p, struct py_node *node, enum py_context context);

/* parameters.c */
struct py_node *parameters(struct parser *p, bool lambda);
struct py_list type_params(struct parser *p);

/* pattern.c */
struct py_node *match_statement(struct parser *p); /* NULL when it is none */

/* statement.c, compound.c, import.c */
void statement(struct parser *p); /* pushes one or more */
void simple_statements(struct parser *p);
bool compound_statement(struct parser *p); /* false when there is none here */
struct py_list block_behind_colon(struct parser *p);
struct py_node *import_statement(struct parser *p);

#endif
