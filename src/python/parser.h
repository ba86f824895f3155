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

enum { LAMBDA_LIMIT = 1000, ATTEMPT_LIMIT = 100 };

/* A valid place that CPython reports when the file is wrong further on (suspect.c). */
struct suspect {
    const char *place; /* NULL: the token where parsing ended */
    const char *what;  /* NULL: there is none */
};

/* A part being read that CPython cuts off where it cannot read on: what it then reports, instead of
 * the place where that is, unless not even the beginning can be read. */
enum cut_kind {
    CUT_CONDITION,   /* the test of a conditional expression */
    CUT_MISPLACED,   /* a positional argument behind keyword arguments */
    CUT_DICT_KEY,    /* of a pair behind others */
    CUT_RETURNS,     /* the type behind '->' */
    CUT_TYPE_PARAMS, /* of a function */
    CUT_FIELD,       /* the expression in a field of an f-string */
    CUT_TARGETS,     /* of a comprehension */
    CUT_VALUE,       /* of an assignment behind several targets */
    CUT_STARRED      /* what is behind the '*' of an argument */
};
struct cut {
    enum cut_kind kind;
    const char *owner; /* where that begins which the part belongs to */
    const char *start;
    int brackets;           /* that are open around it */
    struct py_node *target; /* of CUT_VALUE: what the first '=', at owner, is behind */
};

/* What an expression begins with when that is a name and an index. */
struct named_index {
    const char *name;
    const char *index;
    int brackets; /* that are open around it */
};

struct parser;
typedef struct py_node *rule_function(struct parser *p);

struct parser {
    struct lexer lexer;
    struct arena *arena;
    enum py_mode mode;
    enum py_version version;
    const char *previous_end; /* of the last token that is not a line end or indentation */
    int lambda_depth;         /* defaults of lambdas within defaults of lambdas */
    VECTOR(struct cut) cuts;  /* innermost last; those that were left by an error stay */
    const char *first_end;    /* where the first reading ends when this one went on, or NULL */
    const char *expression;   /* where the latest one begins */
    /* How CPython reads the current statement first when it looks for mistakes, and from where. */
    rule_function *reading;
    const char *reading_start;
    struct named_index named; /* the latest; no name: none */
    size_t cuts_since;        /* those before are around what is attempted */
    const char *reached;      /* the token at which the latest attempt ended */
    const char *furthest;     /* the furthest token that was looked at before going back */
    int attempts;             /* within one another */
    size_t attempted;         /* bytes that were read more than once */
    bool trying;              /* looking whether something follows, to choose between two errors */
    bool is_final;            /* the error is reported whatever the lexer finds behind it */
    bool is_first;            /* the error is one of the first reading */
    bool is_generic;          /* the error is that a token does not fit, and no more */
    bool needs_operand;       /* the error is that an operand is missing */
    VECTOR(void *) scratch;   /* lists being gathered, innermost last */
    jmp_buf escape;
    struct suspect suspect;
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
/* Of what CPython finds in its first reading already: there is no second one then. */
#define parser_fail_first(p, place, ...) ((p)->is_first = true, parser_fail(p, place, __VA_ARGS__))
_Noreturn void parser_unexpected(struct parser *p); /* the current token fits nothing */
/* Whether the rule fits here, or with parser_begins() the beginning of what it reads, for the
 * choice of an error; the token stays the same. parser_try() leaves aside what CPython finds in its
 * second reading only, the others report it. */
bool parser_try(struct parser *p, rule_function *rule);
bool parser_probe(struct parser *p, rule_function *rule);
bool parser_begins(struct parser *p, rule_function *rule);
bool parser_begins_behind(struct parser *p, rule_function *rule);
/* The same for a token that was read before, where so many brackets were open. */
bool parser_attempt_at(struct parser *p, const char *start, int brackets,
                       bool (*how)(struct parser *, rule_function *), rule_function *rule);
/* Whether the rule fits here, whatever errors are met. */
bool parser_look(struct parser *p, rule_function *rule);
/* Makes a token the current one again that was read while so many brackets were open. */
void parser_go_back(struct parser *p, const char *place, int bracket_count);
const char *furthest_token(const struct parser *p); /* of those that were looked at */
int open_brackets(const struct parser *p);          /* before the current token */
void first_reading_ends(struct parser *p);
void cut_open(struct parser *p, enum cut_kind kind, const char *owner);
static inline void cut_close(struct parser *p) {
    p->cuts.count--;
}
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
struct py_node *refuse_assignment(struct parser *p, struct py_node *left);
struct py_node *expression_after(struct parser *p, struct py_node *left, const char *start);
struct py_node *expression_from(struct parser *p, struct py_node *first, const char *start);
struct py_node *starred_expression(struct parser *p);
struct py_node *maybe_tuple(struct parser *p, struct py_node *(*item)(struct parser *), bool stars);
bool starts_expression(const struct parser *p);
struct py_node *tuple_of(struct parser *p, size_t since, const char *start);

/* mistake.c */
bool is_legacy_statement(struct text name); /* of Python 2, now a function */
_Noreturn void refuse_legacy_statement(struct parser *p, const char *start);
void look_for_missing_comma(struct parser *p, const struct py_node *left, const char *start);
_Noreturn void refuse_condition(struct parser *p, const char *start);
_Noreturn void refuse_misplaced(struct parser *p);
void probe_statement(struct parser *p);
void probe_index(struct parser *p);
bool first_reading_fails(const struct parser *p); /* if it cannot go on here */
void report_cut(struct parser *p);
bool report_first_cut(struct parser *p, size_t since);

/* suspect.c */
void suspect_legacy_statement(struct parser *p, const struct py_node *expression,
                              const char *start);
void suspect_type_parameters(struct parser *p, const struct py_node *name,
                             struct py_list parameters);
void suspect_match(struct parser *p, const struct py_node *statement);
void suspect_not(struct parser *p, const struct py_node *target);
_Noreturn void suspect_report(struct parser *p);

/* primary.c */
struct py_node *primary(struct parser *p);
struct py_node *primary_tail(struct parser *p, struct py_node *left, const char *start);
void arguments(struct parser *p, struct py_list *positional, struct py_list *keywords);

/* atom.c */
struct py_node *atom(struct parser *p);
struct py_node *signed_atom(struct parser *p);
struct py_list for_if_clauses(struct parser *p);
struct py_node *parenthesised_after(struct parser *p, const char *start, struct py_node *first);
struct py_node *parenthesised_rest(struct parser *p, const char *start);
struct py_node *generator_node(struct parser *p, const char *start, struct py_node *element,
                               struct py_list generators);
struct py_node *name_node(struct parser *p);
struct py_node *items_in_braces(struct parser *p);
struct py_node *dict_node(struct parser *p, const char *start, size_t since);

/* literal.c, string.c, fstring.c */
struct py_node *number(struct parser *p);
struct py_node *strings(struct parser *p);
struct text decode_string(struct parser *p, const char *at, const char *end, bool raw, bool bytes,
                          const char *error_place);

struct py_node *format_specification(struct parser *p, const char *start, size_t since);
void fstring(struct parser *p);

/* target.c */
/* Of a for: the error when 'in' does not follow, or NULL for the ordinary one. */
struct py_node *star_targets_in(struct parser *p, const char *without_in);
struct py_node *star_target(struct parser *p);
struct py_node *invalid_target(struct py_node *node, enum py_context context);
void set_target(struct parser *p, struct py_node *node, enum py_context context);
const char *expression_name(const struct py_node *node);

/* parameters.c */
struct py_node *parameters(struct parser *p, bool lambda);
struct py_list type_params(struct parser *p);

/* pattern.c */
struct py_node *match_statement(struct parser *p); /* NULL when it is none */
struct py_node *match_without_colon(struct parser *p);
struct py_node *match_subject(struct parser *p);

/* statement.c, compound.c, import.c */
void statement(struct parser *p); /* pushes one or more */
void simple_statements(struct parser *p);
bool compound_statement(struct parser *p); /* false when there is none here */
struct py_list block_behind_colon(struct parser *p, const char *keyword, const char *what);
struct py_node *import_statement(struct parser *p);

#endif
