#include "python/parser.h"

#include "python/encoding.h"
#include "python/unicode.h"

#include <stdio.h>

bool at_name(const struct parser *p, const char *name) {
    const struct token *token = &p->lexer.token;
    return token->kind == TOKEN_NAME && text_is(text_range(token->start, token->end), name);
}

struct text name_text(struct parser *p, const struct token *token) {
    struct text text = text_range(token->start, token->end);
    return token->flags & TOKEN_NON_ASCII ? py_nfkc(p->arena, text) : text;
}

void expect(struct parser *p, enum token_kind kind) {
    if (!at(p, kind))
        parser_unexpected(p);
    advance(p);
}

struct text expect_name(struct parser *p) {
    if (!at(p, TOKEN_NAME))
        parser_unexpected(p);
    struct text name = name_text(p, &p->lexer.token);
    advance(p);
    return name;
}

/* What to do about a token that fits nowhere: for the signs of other languages what Python writes.
 */
static const char *advice(const struct parser *p) {
    const struct token *token = &p->lexer.token;
    bool doubled = token->start > p->lexer.begin && token->start[-1] == *token->start;
    if (doubled && token->kind == TOKEN_AMPERSAND)
        return "Python writes 'and' for '&&'";
    if (doubled && token->kind == TOKEN_VERTICAL_BAR)
        return "Python writes 'or' for '||'";
    switch (token->kind) {
    case TOKEN_EXCLAMATION:
        return "Python writes 'not' for '!'";
    case TOKEN_EQUAL:
        return "check what is before it, or write '==' to compare";
    case TOKEN_UNKNOWN:
        return "remove it or put it into a string";
    case TOKEN_END:
    case TOKEN_NEWLINE:
        return "something is missing before it";
    default:
        return "check what is before it";
    }
}

/* The token that does not fit was left behind. */
_Noreturn static void refuse_at_first_end(struct parser *p) {
    const char *place = p->first_end, *end = place;
    while (character_is(*end, CHARACTER_NAME) && end - place < 40)
        end++;
    if (place == p->lexer.end || *place == '\n' || *place == '\r')
        parser_fail(p, place, "something is missing before the end of this line");
    parser_fail(p, place, "unexpected '%.*s'; check what is before and behind it",
                end > place ? (int)(end - place) : 1, place);
}

_Noreturn void parser_unexpected(struct parser *p) {
    const struct token *token = &p->lexer.token;
    if (token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT) {
        p->is_final = p->is_generic = true;
        lexer_fail(&p->lexer, PY_INDENTATION_ERROR, token->start,
                   "this line is indented %s than the block it belongs to; align it",
                   token->kind == TOKEN_INDENT ? "more" : "less");
    }
    if (!p->trying) {
        probe_statement(p);
        probe_index(p);
        report_cut(p);
    }
    p->is_generic = true;
    if (p->first_end)
        refuse_at_first_end(p);
    if (token->kind > TOKEN_UNKNOWN || token->kind < TOKEN_NAME)
        parser_fail(p, token->start, "unexpected %s%s%s; %s",
                    token->kind > TOKEN_UNKNOWN ? "'" : "", token_spelling(token->kind),
                    token->kind > TOKEN_UNKNOWN ? "'" : "", advice(p));
    size_t size = (size_t)(token->end - token->start);
    parser_fail(p, token->start, "unexpected %s %.*s%s; %s", token_spelling(token->kind),
                (int)(size > 40 ? 40 : size), token->start, size > 40 ? "..." : "", advice(p));
}

const char *furthest_token(const struct parser *p) {
    return p->furthest > here(p) ? p->furthest : here(p);
}

void parser_go_back(struct parser *p, const char *place, int bracket_count) {
    struct lexer *lexer = &p->lexer;
    p->furthest = furthest_token(p);
    while (lexer->comments.count &&
           lexer->comments.items[lexer->comments.count - 1].start >= offset_of(p, place))
        lexer->comments.count--;
    lexer->bracket_count = bracket_count;
    while (lexer->fstring && lexer->fstring->start >= place)
        lexer->fstring = lexer->fstring == lexer->fstrings ? NULL : lexer->fstring - 1;
    if (lexer->fstring) {
        lexer->fstring->literal = lexer->fstring->format_spec = false;
        lexer->fstring->bracket_depth = 0;
        for (int i = 0; i < bracket_count; i++)
            lexer->fstring->bracket_depth += lexer->brackets[i].place > lexer->fstring->start;
    }
    lexer->line_start = false;
    lexer->at = place;
    lexer_next(lexer);
}

void first_reading_ends(struct parser *p) {
    if (!p->first_end)
        p->first_end = here(p);
}

/* Whether the file may be read once more from here: so often that what CPython finds is found, but
 * not so often that a file made for it takes long. */
static bool may_attempt(const struct parser *p) {
    size_t size = (size_t)(p->lexer.end - p->lexer.begin);
    return p->attempts < ATTEMPT_LIMIT && p->attempted < 8 * size + 65536;
}

enum attempt { LOOK, TRY, PROBE };

/* Reads by the rule and goes back, unless the error is one that CPython would have met as well. */
static bool attempt(struct parser *p, rule_function *rule, enum attempt attempt) {
    if (!may_attempt(p))
        return false;
    struct lexer_place place = lexer_save(&p->lexer);
    size_t cuts = p->cuts.count, cuts_since = p->cuts_since;
    jmp_buf inner, *outer = p->lexer.escape;
    size_t since = mark(p);
    const char *previous_end = p->previous_end, *first_end = p->first_end;
    const struct named_index named = p->named;
    bool was_trying = p->trying;
    p->lexer.escape = &inner;
    p->trying |= attempt != PROBE;
    p->cuts_since = cuts;
    p->attempts++;
    bool fits = setjmp(inner) == 0;
    if (fits)
        rule(p);
    p->lexer.escape = outer;
    p->trying = was_trying;
    p->attempts--;
    p->attempted += (size_t)(p->lexer.at - place.at);
    if (attempt != LOOK)
        p->furthest = furthest_token(p);
    if (!fits && attempt != LOOK &&
        (p->lexer.error_is_lexical || p->is_first || report_first_cut(p, cuts) ||
         (attempt == PROBE && !p->is_generic)))
        longjmp(*outer, 1);
    p->lexer.error_is_lexical = p->lexer.error_takes_precedence = false;
    p->is_first = p->is_final = p->is_generic = p->needs_operand = false;
    p->cuts.count = cuts;
    p->cuts_since = cuts_since;
    p->reached = here(p);
    p->previous_end = previous_end;
    p->first_end = first_end;
    p->named = named;
    p->scratch.count = since;
    lexer_restore(&p->lexer, place);
    return fits;
}

bool parser_try(struct parser *p, rule_function *rule) {
    return attempt(p, rule, TRY);
}

bool parser_look(struct parser *p, rule_function *rule) {
    return attempt(p, rule, LOOK);
}

bool parser_probe(struct parser *p, rule_function *rule) {
    return attempt(p, rule, PROBE);
}

static struct py_node *starred_atom(struct parser *p) {
    accept(p, TOKEN_STAR);
    return signed_atom(p);
}

bool parser_begins(struct parser *p, rule_function *rule) {
    if (parser_probe(p, rule))
        return true;
    return parser_try(p, rule == star_expressions || rule == yield_or_star_expressions
                             ? starred_atom
                             : signed_atom);
}

bool parser_begins_behind(struct parser *p, rule_function *rule) {
    const struct lexer_place place = lexer_save(&p->lexer);
    const char *previous_end = p->previous_end;
    advance(p);
    bool begins = parser_begins(p, rule);
    lexer_restore(&p->lexer, place);
    p->previous_end = previous_end;
    return begins;
}

bool parser_attempt_at(struct parser *p, const char *start, int brackets,
                       bool (*how)(struct parser *, rule_function *), rule_function *rule) {
    const struct lexer_place place = lexer_save(&p->lexer);
    const char *previous_end = p->previous_end;
    parser_go_back(p, start, brackets);
    bool fits = how(p, rule);
    lexer_restore(&p->lexer, place);
    p->previous_end = previous_end;
    return fits;
}

bool version_allows(const struct parser *p, enum py_version since) {
    return p->version == PY_VERSION_ANY || p->version >= since;
}

void *node_new(struct parser *p, size_t size, enum py_kind kind, const char *start) {
    struct py_node *node = arena_allocate(p->arena, size);
    *node = (struct py_node){
        .kind = (uint8_t)kind,
        .start = offset_of(p, start),
        .end = offset_of(p, p->previous_end),
        .height = 1,
    };
    return node;
}

void too_deep(struct parser *p, const char *place) {
    lexer_fail(&p->lexer, PY_TOO_DEEP, place,
               "this is nested too deeply; split it up into several statements");
}

void cover_list(struct parser *p, struct py_node *parent, struct py_list list) {
    for (uint32_t i = 0; i < list.count; i++)
        cover(p, parent, list.items[i]);
}

struct py_list list_since(struct parser *p, size_t since) {
    size_t count = p->scratch.count - since;
    p->scratch.count = since;
    if (count == 0)
        return (struct py_list){NULL, 0};
    return (struct py_list){arena_copy(p->arena, p->scratch.items + since, count * sizeof(void *)),
                            (uint32_t)count};
}

/* file: [statements] ENDMARKER */
static struct py_node *file(struct parser *p) {
    size_t since = mark(p);
    while (!at(p, TOKEN_END))
        statement(p);
    struct py_Module *module = NODE(p, Module, p->lexer.begin);
    module->body = list_since(p, since);
    cover_list(p, &module->node, module->body);
    return &module->node;
}

/* eval: expressions NEWLINE* ENDMARKER */
static struct py_node *eval(struct parser *p) {
    size_t since = mark(p);
    const char *start = here(p);
    bool tuple = false;
    do {
        push(p, expression(p));
        if (!accept(p, TOKEN_COMMA))
            break;
        tuple = true;
    } while (starts_expression(p));
    struct py_node *body = tuple ? tuple_of(p, since, start) : p->scratch.items[since];
    p->scratch.count = since;
    while (accept(p, TOKEN_NEWLINE))
        ;
    if (!at(p, TOKEN_END))
        parser_unexpected(p);
    struct py_Expression *root = NODE(p, Expression, p->lexer.begin);
    root->body = body;
    cover(p, &root->node, body);
    return &root->node;
}

/* interactive: compound_stmt NEWLINE | simple_stmts | NEWLINE | ENDMARKER */
static struct py_node *interactive(struct parser *p) {
    size_t since = mark(p);
    statement(p);
    while (accept(p, TOKEN_NEWLINE))
        ;
    if (!at(p, TOKEN_END))
        parser_fail(p, here(p), "more than one statement where a single one is expected");
    struct py_Interactive *root = NODE(p, Interactive, p->lexer.begin);
    root->body = list_since(p, since);
    cover_list(p, &root->node, root->body);
    return &root->node;
}

/* Errors of the lexer anywhere behind an error of the grammar are reported instead of it, but not
 * those within f-strings. */
static void look_for_lexical_errors(struct parser *p) {
    struct py_error first = p->error;
    uint32_t line = lexer_line(&p->lexer, furthest_token(p));
    if (setjmp(p->escape) == 0) {
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
    p->error = first;
}

static void parse(struct parser *p, struct py_tree *tree) {
    if (setjmp(p->escape) == 0) {
        advance(p);
        tree->root = p->mode == PY_MODE_EVAL     ? eval(p)
                     : p->mode == PY_MODE_SINGLE ? interactive(p)
                                                 : file(p);
        return;
    }
    if (p->lexer.error_is_lexical || p->error.class == PY_TOO_DEEP)
        return;
    p->is_first |= report_first_cut(p, 0);
    if (p->suspect.what && !p->is_first && setjmp(p->escape) == 0)
        suspect_report(p);
    if (p->suspect.what || p->is_first || !p->is_final)
        look_for_lexical_errors(p);
}

struct py_tree *py_parse(struct arena *arena, struct text bytes, const struct py_options *options) {
    struct py_tree *tree = arena_new(arena, struct py_tree);
    tree->source = bytes;
    if (bytes.size >= UINT32_MAX / 2) {
        tree->error =
            (struct py_error){PY_TOO_DEEP, T("the file is 2 GiB or larger; split it"), 1, 0};
        return tree;
    }
    tree->source = options->is_text ? py_accept_text(arena, bytes, &tree->error)
                                    : py_decode_source(arena, bytes, &tree->error);
    if (tree->error.class != PY_NO_ERROR)
        return tree;
    /* Most of it are stacks of the lexer, which need no clearing. */
    struct parser *p = arena_allocate(arena, sizeof(*p));
    lexer_init(&p->lexer, arena, tree->source);
    memset((char *)p + sizeof(p->lexer), 0, sizeof(*p) - sizeof(p->lexer));
    p->arena = arena;
    p->mode = options->mode;
    p->version = options->version;
    p->previous_end = p->lexer.begin;
    p->lexer.final_newline = p->mode != PY_MODE_EVAL;
    p->lexer.templates = version_allows(p, PY_VERSION_3_14);
    p->lexer.escape = &p->escape;
    p->lexer.error = &p->error;
    parse(p, tree);
    tree->error = p->error;
    tree->comments = p->lexer.comments.items;
    tree->comment_count = p->lexer.comments.count;
    tree->lines = p->lexer.lines;
    tree->line_count = p->lexer.line_count;
    return tree;
}
