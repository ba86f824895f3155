#include "python/parser.h"

/*
 * What CPython looks for when it reads a file again because it cannot be parsed: the usual
 * mistakes. Its rules take as much as they can read, so that a part may be cut off where it cannot
 * be read on, and the mistake be found in what is before.
 */

static bool opens_bracket(const struct token *token) {
    return token->kind == TOKEN_LEFT_PARENTHESIS || token->kind == TOKEN_LEFT_BRACKET ||
           token->kind == TOKEN_LEFT_BRACE;
}

static bool closes_bracket(const struct token *token) {
    return token->kind == TOKEN_RIGHT_PARENTHESIS || token->kind == TOKEN_RIGHT_BRACKET ||
           token->kind == TOKEN_RIGHT_BRACE;
}

int open_brackets(const struct parser *p) {
    const struct token *token = &p->lexer.token;
    return p->lexer.bracket_count - opens_bracket(token) + closes_bracket(token);
}

void cut_open(struct parser *p, enum cut_kind kind, const char *owner) {
    vector_push(p->arena, &p->cuts, (struct cut){kind, owner, here(p), open_brackets(p), NULL});
}

static bool is_word(const char *at, const char *word) {
    size_t size = strlen(word);
    return strncmp(at, word, size) == 0 && !character_is(at[size], CHARACTER_NAME);
}

/* Behind the signs and words that may stand before an operand. */
static const char *first_operand(const char *at) {
    for (;;) {
        at += strspn(at, " \t\f\r\n\\+-~");
        if (is_word(at, "not"))
            at += 3;
        else if (is_word(at, "await"))
            at += 5;
        else
            return at;
    }
}

/* Where a part is cut off: before the bracket within which it cannot be read on, else at the
 * operator or token. NULL when nothing is left of it. */
static const char *cut_end(const struct parser *p, const struct cut *cut) {
    const char *place = here(p), *operand = first_operand(cut->start);
    if (open_brackets(p) > cut->brackets)
        place = p->lexer.brackets[cut->brackets].place;
    else if (p->needs_operand && place != cut->start)
        place = p->previous_end - 1;
    for (const struct fstring *open = p->lexer.fstring; open; open--) {
        if (open->start == operand)
            return NULL;
        if (open == p->lexer.fstrings)
            break;
    }
    return place <= operand || is_word(operand, "lambda") ? NULL : place;
}

void refuse_condition(struct parser *p, const char *start) {
    parser_fail(p, start, "'else' and a value are expected behind 'if' in an expression");
}

void refuse_misplaced(struct parser *p) {
    parser_fail(p, furthest_token(p),
                "a positional argument follows a keyword argument; move it before the "
                "first of those");
}

/* The error of the innermost part that is cut off at the current token, if any. */
void report_cut(struct parser *p) {
    for (size_t i = p->cuts.count; i-- > p->cuts_since;) {
        const struct cut *cut = &p->cuts.items[i];
        const char *end = cut_end(p, cut);
        if (cut->kind == CUT_CONDITION && end)
            refuse_condition(p, cut->owner);
        if (cut->kind == CUT_MISPLACED && (end || cut->owner))
            refuse_misplaced(p);
        if (cut->kind == CUT_RETURNS)
            parser_fail(p, end ? end : cut->owner, "a type and ':' are expected behind '->'");
        if (cut->kind == CUT_TYPE_PARAMS)
            parser_fail(p, cut->owner, "the type parameters cannot be read");
        if (cut->kind == CUT_VALUE && cut->owner && !end) {
            const struct lexer_place place = lexer_save(&p->lexer);
            parser_go_back(p, cut->owner, 0);
            refuse_assignment(p, cut->target);
            lexer_restore(&p->lexer, place);
        }
        if (cut->kind == CUT_FIELD)
            parser_fail(p, end ? end : cut->start,
                        "the expression in this f-string cannot be read from here on; check its "
                        "brackets and operators");
    }
}

static const char *first_report(const struct parser *p, const struct cut *cut) {
    if (cut->kind == CUT_DICT_KEY)
        return cut_end(p, cut) ? cut->owner : NULL;
    if (cut->kind == CUT_STARRED)
        return cut_end(p, cut) ? NULL : p->first_end ? p->first_end : here(p);
    if (cut->kind == CUT_TARGETS)
        return cut_end(p, cut) ? here(p) : NULL;
    return NULL;
}

bool first_reading_fails(const struct parser *p) {
    for (size_t i = p->cuts.count; i-- > 0;)
        if (first_report(p, &p->cuts.items[i]))
            return true;
    return false;
}

bool is_legacy_statement(struct text name) {
    return text_is(name, "print") || text_is(name, "exec");
}

static struct text word_at(const char *at) {
    const char *end = at;
    while (character_is(*end, CHARACTER_NAME))
        end++;
    return text_range(at, end);
}

void refuse_legacy_statement(struct parser *p, const char *start) {
    parser_fail(p, start, "'%.*s' is a function; put parentheses around its arguments",
                TEXT_ARGS(word_at(start)));
}

/* Whether a part that is cut off, among those opened since, is an error of the first reading
 * already. The error that was found says more, and stays unless it is on another line. */
bool report_first_cut(struct parser *p, size_t since) {
    for (size_t i = p->cuts.count; i-- > since;) {
        const struct cut *cut = &p->cuts.items[i];
        const char *place = first_report(p, cut);
        if (!place)
            continue;
        if (lexer_line(&p->lexer, place) != p->error.line)
            lexer_note(&p->lexer, place,
                       cut->kind == CUT_DICT_KEY
                           ? "':' and a value are expected behind this dictionary key"
                       : cut->kind == CUT_STARRED
                           ? "what is behind '*' cannot be read"
                           : "'in' is expected behind the variables of the 'for'");
        p->is_first = true;
        return true;
    }
    return false;
}

/* CPython takes a name for a soft keyword here when it is the beginning of one. */
static bool begins_with_soft_keyword(const char *start) {
    static const char *const soft_keywords[] = {"_", "case", "match", "type"};
    size_t size = word_at(start).size;
    for (size_t i = 0; size && i < sizeof(soft_keywords) / sizeof(*soft_keywords); i++)
        if (strncmp(soft_keywords[i], start, size) == 0)
            return true;
    return false;
}

/* star_expressions, of which CPython knows the first disjunction from looking for a comma: what is
 * wrong within that is not found again. */
static struct py_node *known_expressions(struct parser *p) {
    const char *start = here(p);
    bool trying = p->trying;
    p->trying = true;
    struct py_node *first = disjunction(p);
    p->trying = trying;
    expression_after(p, first, start);
    while (accept(p, TOKEN_COMMA) && starts_expression(p))
        star_expression(p);
    return first;
}

/* The index behind a name that an expression begins with could be the argument of a statement of
 * Python 2, and what follows it more of them. */
void probe_index(struct parser *p) {
    int open = open_brackets(p);
    const struct named_index named = p->named;
    if (!named.name || p->trying || open != named.brackets ||
        (open && p->lexer.brackets[open - 1].place > named.index))
        return;
    p->named.name = NULL;
    if (parser_attempt_at(p, named.index, named.brackets, parser_begins, star_expressions) &&
        is_legacy_statement(word_at(named.name)))
        refuse_legacy_statement(p, named.name);
}

void probe_statement(struct parser *p) {
    rule_function *reading = p->reading;
    p->reading = NULL;
    if (!reading)
        return;
    parser_attempt_at(p, p->reading_start, 0, parser_begins, reading);
    if (reading != match_without_colon)
        return;
    /* The first reading went as far as either way of reading it goes. */
    parser_attempt_at(p, p->reading_start, 0, parser_try, match_subject);
    if (p->reached > (p->first_end ? p->first_end : here(p)))
        p->first_end = p->reached;
}

/* An expression follows another. When this is within brackets and the beginning of what follows is
 * a whole one, a comma was forgotten behind the first. A name before a string may also be a
 * misspelt prefix. When nothing is found, the caller refuses the token. */
void look_for_missing_comma(struct parser *p, const struct py_node *left, const char *start) {
    if (first_reading_fails(p))
        return;
    probe_statement(p);
    const struct token token = p->lexer.token;
    bool name = left->kind == PY_Name && !(left->flags & PY_FLAG_PARENTHESES);
    bool legacy = name && is_legacy_statement(((const struct py_Name *)left)->id);
    bool fits = false;
    bool excused = begins_with_soft_keyword(start) || (name && token.kind == TOKEN_STRING);
    if (!excused) {
        fits = parser_try(p, expression) || parser_try(p, signed_atom);
        if (fits && !legacy && open_brackets(p) > 0) {
            size_t size = (size_t)(token.end - token.start);
            parser_fail(p, place_of(p, left),
                        "%.*s%s is unexpected here; was a comma forgotten before it?",
                        (int)(size > 40 ? 40 : size), token.start, size > 40 ? "..." : "");
        }
    }
    /* It could be the argument of a statement of Python 2, and is read for its mistakes. */
    if (name && token.kind != TOKEN_LEFT_PARENTHESIS) {
        if (excused)
            fits = parser_begins(p, star_expressions);
        else if (fits && parser_try(p, disjunction))
            parser_probe(p, known_expressions);
    }
    if (p->named.name == start)
        probe_index(p);
    if (fits && legacy && token.kind != TOKEN_LEFT_PARENTHESIS)
        refuse_legacy_statement(p, start);
}
