#include "python/parser.h"

#include "base/utf8.h"
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
        parser_refuse(p);
    advance(p);
}

struct text expect_name(struct parser *p) {
    if (!at(p, TOKEN_NAME))
        parser_refuse(p);
    struct text name = name_text(p, &p->lexer.token);
    advance(p);
    return name;
}

/* What other languages write, and mistyped signs: where the text is, before the token or at it. */
static const struct habit {
    const char *text;
    size_t before;
    const char *advice;
} habits[] = {
    {"&&", 1, "Python writes 'and' for '&&'"},
    {"||", 1, "Python writes 'or' for '||'"},
    {"AND", 0, "Python writes 'and'"},
    {"OR", 0, "Python writes 'or'"},
    {"NOT", 0, "Python writes 'not'"},
    {"then", 0, "Python writes ':' for 'then'"},
    {"===", 2, "Python writes '==' for '==='"},
    {"!==", 2, "Python writes '!=' for '!=='"},
    {"=<", 0, "Python writes '<=' for '=<'"},
    {"=>", 0, "Python writes '>=' for '=>'"},
    {"=!", 1, "Python writes '!=' to compare and 'not' to negate"},
    {"<>", 0, "Python writes '!=' for '<>'"},
    {"==", 0, "check what is before it"},
    {"!=", 0, "check what is before it"},
    {"=", 0, "check what is before it, or write '==' to compare"},
    {"!", 0, "Python writes 'not' for '!'"},
    {"//", 0, "check what is before it; a comment begins with '#'"},
    {"/*", 0, "check what is before it; a comment begins with '#'"},
    {"++", 2, "Python writes '+= 1' for '++'"},
    {"--", 2, "Python writes '-= 1' for '--'"},
    {"?", 0, "Python writes 'b if a else c' for 'a ? b : c'"},
};

static bool has_habit(const struct parser *p, const struct token *token,
                      const struct habit *habit) {
    size_t size = strlen(habit->text);
    bool is_word = character_is(*habit->text, CHARACTER_NAME);
    return (size_t)(token->start - p->lexer.begin) >= habit->before &&
           strncmp(token->start - habit->before, habit->text, size) == 0 &&
           (!is_word || (size_t)(token->end - token->start) == size);
}

/* What to do about a token that fits nowhere. */
static const char *advice(const struct parser *p, const struct token *token) {
    for (size_t i = 0; i < sizeof(habits) / sizeof(*habits); i++)
        if (has_habit(p, token, &habits[i]))
            return habits[i].advice;
    if (token->kind == TOKEN_UNKNOWN)
        return "remove it or put it into a string";
    return token->kind == TOKEN_END || token->kind == TOKEN_NEWLINE
               ? "something is missing before it"
               : "check what is before it";
}

struct text shortened(struct parser *p, struct text source) {
    enum { SHOWN = 40 };
    struct text begin = utf8_begin(source, SHOWN);
    return begin.size < source.size ? text_join(p->arena, begin, T("...")) : source;
}

void note_unexpected(struct parser *p, const struct token *token) {
    if (token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT) {
        lexer_note(&p->lexer, token->start,
                   "this line is indented %s than the block it belongs to; align it",
                   token->kind == TOKEN_INDENT ? "more" : "less");
        p->error.class = PY_INDENTATION_ERROR;
    } else if (token->kind < TOKEN_NAME) {
        lexer_note(&p->lexer, token->start, "unexpected %s; %s", token_spelling(token->kind),
                   advice(p, token));
    } else if (token->kind > TOKEN_UNKNOWN) {
        lexer_note(&p->lexer, token->start, "unexpected '%.*s'; %s",
                   TEXT_ARGS(text_range(token->start, token->end)), advice(p, token));
    } else {
        struct text source = shortened(p, text_range(token->start, token->end));
        lexer_note(&p->lexer, token->start, "unexpected %s %.*s; %s", token_spelling(token->kind),
                   TEXT_ARGS(source), advice(p, token));
    }
}

_Noreturn void parser_refuse(struct parser *p) {
    note_unexpected(p, &p->lexer.token);
    longjmp(*p->lexer.escape, 1);
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
    while (!at(p, TOKEN_END)) {
        p->statement = p->previous_end;
        statement(p);
    }
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
        parser_refuse(p);
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
        parser_refuse(p);
    struct py_Interactive *root = NODE(p, Interactive, p->lexer.begin);
    root->body = list_since(p, since);
    cover_list(p, &root->node, root->body);
    return &root->node;
}

static void parse(struct parser *p, struct py_tree *tree) {
    if (setjmp(p->escape) == 0) {
        advance(p);
        tree->root = p->mode == PY_MODE_EVAL     ? eval(p)
                     : p->mode == PY_MODE_SINGLE ? interactive(p)
                                                 : file(p);
        return;
    }
    if (p->error.class != PY_TOO_DEEP)
        diagnose(p);
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
    p->previous_end = p->statement = p->lexer.begin;
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
