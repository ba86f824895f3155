/*
 * reading: a source read by the rules of the grammar, as CPython reads it, to find what it reports.
 */
#ifndef CORDON_PYTHON_READING_H
#define CORDON_PYTHON_READING_H

#include "python/grammar.h"
#include "python/parser.h"

#define NO_MATCH UINT32_MAX

/* What was read from one token on. */
struct match {
    uint32_t end;   /* the token behind it, or NO_MATCH */
    uint32_t first; /* its first token, behind the parentheses around it */
    uint8_t kind;   /* enum reading_kind */
};

/* What is kept of each rule at a token. */
struct row {
    struct row *next;       /* while it is free */
    struct match by_slot[]; /* end is 0 while unknown */
};

struct read_token {
    struct token token;
    struct row *kept; /* or NULL */
    uint8_t brackets; /* that are open behind it */
};

struct reading {
    struct parser *p; /* its lexer gives the tokens, its error is what is found */
    const struct grammar *grammar;
    struct arena arena;
    VECTOR(struct read_token) tokens; /* of the top-level statement */
    struct row *free;
    size_t memory;
    bool second;
    bool gave_up;
    struct token last; /* the furthest that any reading has fetched */
    unsigned depth;
    uint64_t steps, step_limit;
    unsigned statement, bitwise_or, expression, star_expression, star_named_expression;
};

enum reading_end { READING_FITS, READING_FAILS, READING_REPORTED, READING_GAVE_UP };

void reading_init(struct reading *reading, struct parser *p);
/* Reads from place on, which is the beginning or the end of a top-level statement. */
enum reading_end reading_run(struct reading *reading, const char *place, bool second);

struct match read_rule(struct reading *reading, unsigned index, uint32_t at);
void fetch_token(struct reading *reading); /* the one behind the last */
static inline struct read_token *token_at(struct reading *reading, uint32_t at) {
    while (at >= reading->tokens.count)
        fetch_token(reading);
    return &reading->tokens.items[at];
}

/* Reports. An occasion is an alternative that was read. */
struct occasion {
    uint32_t start, end;
    struct match subject;
    uint8_t kind; /* of the whole; a check may know better */
};
/* What follows from it when nothing is reported. */
enum verdict { ACCEPTED, REFUSED, REPORTED };

struct report {
    const char *name;
    const char *text; /* '%' stands for what the argument is */
    enum { AT_SUBJECT, AT_LAST_TOKEN, AT_NEXT_TOKEN } place;
    enum { NO_ARGUMENT, SUBJECT_KIND, SUBJECT_TOKEN, TOKEN_BEHIND, BLOCK_OWNER } argument;
    enum verdict (*check)(struct reading *, struct occasion *); /* NULL: always reported */
    bool is_indentation;
};
extern const struct report reports[];
extern const unsigned report_count;

enum verdict report(struct reading *reading, unsigned number, struct occasion *occasion);
const char *reading_kind_word(unsigned kind);

#endif
