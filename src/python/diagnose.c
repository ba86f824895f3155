#include "python/reading.h"

/*
 * What CPython reports of a source that it refuses. It reads it twice: when the first reading
 * fails, the second looks for the usual mistakes, from the top. The first error that either finds
 * counts, else the token where the first one ended. Errors of the lexer further on go before.
 */

/* What was valid up to the statement that is refused is read again only if it is no more than this:
 * seldom, CPython takes something in it for a mistake. */
enum { READ_AGAIN_LIMIT = 1 << 20 };

static bool is_indentation(const struct token *token) {
    return token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
}

/* Errors of the lexer anywhere behind what was read are reported instead of one of the grammar, but
 * not those within f-strings. */
static void look_for_lexical_errors(struct parser *p, const char *last) {
    struct py_error found = p->error;
    uint32_t line = lexer_line(&p->lexer, last);
    jmp_buf escape;
    p->lexer.escape = &escape;
    if (setjmp(escape) == 0) {
        while (!at(p, TOKEN_END))
            lexer_next(&p->lexer);
    } else if (!p->lexer.fstring) {
        if (p->lexer.error_takes_precedence)
            return;
        if (p->lexer.bracket_count) {
            lexer_note_open_bracket(&p->lexer);
            if (p->error.line < line)
                return;
        }
    }
    p->error = found;
}

/* Reads twice; true when an error of the lexer further on would go before the one that is set. */
static bool find_error(struct reading *r) {
    struct parser *p = r->p;
    const struct py_error found = p->error;
    const bool is_lexical = p->lexer.error_is_lexical;
    enum reading_end first = reading_run(r, p->statement, false);
    if (first == READING_FITS && p->mode == PY_MODE_SINGLE) {
        lexer_note(&p->lexer, r->last.start,
                   "more than one statement where a single one is expected");
        return false;
    }
    if (first == READING_FITS || first == READING_GAVE_UP) {
        p->error = found;
        return !is_lexical;
    }
    if (first == READING_REPORTED)
        return !p->lexer.error_is_lexical;
    const struct token last = r->last;
    bool again = p->statement - p->lexer.begin <= READ_AGAIN_LIMIT;
    if (reading_run(r, again ? p->lexer.begin : p->statement, true) == READING_REPORTED)
        return !p->lexer.error_is_lexical;
    note_unexpected(p, &last);
    if (p->lexer.begin == p->lexer.end)
        p->error.line = p->error.column = 0; /* there is none */
    return !is_indentation(&last);
}

void diagnose(struct parser *p) {
    size_t comment_count = p->lexer.comments.count;
    struct reading *r = arena_allocate(p->arena, sizeof(*r));
    reading_init(r, p);
    if (find_error(r))
        look_for_lexical_errors(p, r->last.start);
    arena_release(&r->arena);
    p->lexer.comments.count = comment_count;
}
