/*
 * lexer: Python source to tokens, one at a time, as CPython's tokenizer cuts them.
 *
 * Nothing is kept of a token but its place in the source. An error leaves through the jump that
 * escape points at, so that no caller has to look for one.
 */
#ifndef CORDON_PYTHON_LEXER_H
#define CORDON_PYTHON_LEXER_H

#include "base/vector.h"
#include "python/parse.h"

#include <setjmp.h>

/* X(NAME, spelling) */
#define TOKENS_OF_OPERATORS(X)                                                                     \
    X(LEFT_PARENTHESIS, "(")                                                                       \
    X(RIGHT_PARENTHESIS, ")")                                                                      \
    X(LEFT_BRACKET, "[")                                                                           \
    X(RIGHT_BRACKET, "]")                                                                          \
    X(LEFT_BRACE, "{")                                                                             \
    X(RIGHT_BRACE, "}")                                                                            \
    X(COLON, ":")                                                                                  \
    X(COMMA, ",")                                                                                  \
    X(SEMICOLON, ";")                                                                              \
    X(DOT, ".")                                                                                    \
    X(ELLIPSIS, "...")                                                                             \
    X(ARROW, "->")                                                                                 \
    X(EXCLAMATION, "!")                                                                            \
    X(EQUAL, "=")                                                                                  \
    X(COLON_EQUAL, ":=")                                                                           \
    X(PLUS, "+")                                                                                   \
    X(MINUS, "-")                                                                                  \
    X(STAR, "*")                                                                                   \
    X(SLASH, "/")                                                                                  \
    X(DOUBLE_SLASH, "//")                                                                          \
    X(PERCENT, "%")                                                                                \
    X(AT, "@")                                                                                     \
    X(DOUBLE_STAR, "**")                                                                           \
    X(VERTICAL_BAR, "|")                                                                           \
    X(AMPERSAND, "&")                                                                              \
    X(CIRCUMFLEX, "^")                                                                             \
    X(TILDE, "~")                                                                                  \
    X(LEFT_SHIFT, "<<")                                                                            \
    X(RIGHT_SHIFT, ">>")                                                                           \
    X(LESS, "<")                                                                                   \
    X(GREATER, ">")                                                                                \
    X(LESS_EQUAL, "<=")                                                                            \
    X(GREATER_EQUAL, ">=")                                                                         \
    X(DOUBLE_EQUAL, "==")                                                                          \
    X(NOT_EQUAL, "!=")                                                                             \
    X(PLUS_EQUAL, "+=")                                                                            \
    X(MINUS_EQUAL, "-=")                                                                           \
    X(STAR_EQUAL, "*=")                                                                            \
    X(SLASH_EQUAL, "/=")                                                                           \
    X(DOUBLE_SLASH_EQUAL, "//=")                                                                   \
    X(PERCENT_EQUAL, "%=")                                                                         \
    X(AT_EQUAL, "@=")                                                                              \
    X(DOUBLE_STAR_EQUAL, "**=")                                                                    \
    X(VERTICAL_BAR_EQUAL, "|=")                                                                    \
    X(AMPERSAND_EQUAL, "&=")                                                                       \
    X(CIRCUMFLEX_EQUAL, "^=")                                                                      \
    X(LEFT_SHIFT_EQUAL, "<<=")                                                                     \
    X(RIGHT_SHIFT_EQUAL, ">>=")

#define TOKENS_OF_KEYWORDS(X)                                                                      \
    X(FALSE, "False")                                                                              \
    X(NONE, "None")                                                                                \
    X(TRUE, "True")                                                                                \
    X(AND, "and")                                                                                  \
    X(AS, "as")                                                                                    \
    X(ASSERT, "assert")                                                                            \
    X(ASYNC, "async")                                                                              \
    X(AWAIT, "await")                                                                              \
    X(BREAK, "break")                                                                              \
    X(CLASS, "class")                                                                              \
    X(CONTINUE, "continue")                                                                        \
    X(DEF, "def")                                                                                  \
    X(DEL, "del")                                                                                  \
    X(ELIF, "elif")                                                                                \
    X(ELSE, "else")                                                                                \
    X(EXCEPT, "except")                                                                            \
    X(FINALLY, "finally")                                                                          \
    X(FOR, "for")                                                                                  \
    X(FROM, "from")                                                                                \
    X(GLOBAL, "global")                                                                            \
    X(IF, "if")                                                                                    \
    X(IMPORT, "import")                                                                            \
    X(IN, "in")                                                                                    \
    X(IS, "is")                                                                                    \
    X(LAMBDA, "lambda")                                                                            \
    X(NONLOCAL, "nonlocal")                                                                        \
    X(NOT, "not")                                                                                  \
    X(OR, "or")                                                                                    \
    X(PASS, "pass")                                                                                \
    X(RAISE, "raise")                                                                              \
    X(RETURN, "return")                                                                            \
    X(TRY, "try")                                                                                  \
    X(WHILE, "while")                                                                              \
    X(WITH, "with")                                                                                \
    X(YIELD, "yield")

enum token_kind {
    TOKEN_END,
    TOKEN_NEWLINE,
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_FSTRING_START, /* prefix and quotes of an f-string or template string */
    TOKEN_FSTRING_MIDDLE,
    TOKEN_FSTRING_END,
    TOKEN_UNKNOWN, /* a character no token begins with: $ ? ` */
#define X(name, spelling) TOKEN_##name,
    TOKENS_OF_OPERATORS(X) TOKENS_OF_KEYWORDS(X)
#undef X
        TOKEN_KIND_COUNT
};

enum token_flag {
    TOKEN_NON_ASCII = 1,    /* NAME */
    TOKEN_FLOAT = 1,        /* NUMBER with a fraction or an exponent */
    TOKEN_IMAGINARY = 2,    /* NUMBER */
    TOKEN_UNDERSCORE = 4,   /* NUMBER */
    TOKEN_PREFIXED = 8,     /* NUMBER: 0x, 0o, 0b */
    TOKEN_RAW = 1,          /* STRING, FSTRING_START */
    TOKEN_BYTES = 2,        /* STRING */
    TOKEN_UNICODE = 4,      /* STRING with the prefix u, not U */
    TOKEN_TRIPLE = 8,       /* STRING, FSTRING_START */
    TOKEN_BACKSLASH = 16,   /* STRING, FSTRING_MIDDLE: has one */
    TOKEN_TEMPLATE = 32,    /* FSTRING_START of a t"" */
    TOKEN_LESS_GREATER = 1, /* NOT_EQUAL spelt <> */
};

struct token {
    uint8_t kind; /* enum token_kind */
    uint8_t flags;
    uint8_t prefix;    /* STRING, FSTRING_START: letters before the quotes */
    const char *start; /* in the source */
    const char *end;
};

enum { BRACKET_LIMIT = 200, INDENTATION_LIMIT = 100, FSTRING_LIMIT = 150, FIELD_LIMIT = 3 };

struct bracket {
    char opening;
    const char *place;
};

struct indentation {
    uint32_t column;           /* tabs to multiples of 8 */
    uint32_t alternate_column; /* tabs as 1: both must agree, or tabs and spaces are mixed */
};

/* An f-string that is open. */
struct fstring {
    const char *start;
    char quote;
    uint8_t quote_size;
    bool raw;
    bool literal;                    /* reading text, not an expression */
    bool format_spec;                /* in the text behind a field's colon */
    int bracket_depth;               /* brackets of its fields that are open */
    int field_depth;                 /* fields that are open, less one */
    int field_brackets[FIELD_LIMIT]; /* how many brackets were open before each */
    /* What CPython takes for the text of a field with '=': it guesses the end by characters. */
    bool debug;
    const char *expression;
    const char *expression_end;
};

struct lexer {
    struct arena *arena;
    const char *begin;
    const char *end; /* a NUL byte is there */
    const char *at;
    struct token token;
    struct fstring *fstring; /* innermost, or NULL */
    bool line_start;
    bool has_carriage_return;
    bool has_invalid_utf8; /* not an error outside of names and strings */
    bool final_newline;    /* a source without one gets one */
    bool templates;        /* t"" are strings */
    int dedents;           /* still to be given */
    int indentation_count;
    int bracket_count;
    bool at_backslash_end; /* the source ends behind a backslash */
    VECTOR(struct py_comment) comments;
    jmp_buf *escape;
    struct py_error *error;
    const uint32_t *lines;
    size_t line_count;
    bool error_is_lexical;       /* found by the lexer ... */
    bool error_takes_precedence; /* ... and reported before errors of the grammar */
    struct bracket brackets[BRACKET_LIMIT];
    struct indentation indentations[INDENTATION_LIMIT];
    struct fstring fstrings[FSTRING_LIMIT];
};

/* Source is followed by a NUL byte and holds none. lines: see struct py_tree. */
void lexer_init(struct lexer *lexer, struct arena *arena, struct text source);

/* Goes back to the beginning of the source or to the end of a statement that is in no block. */
void lexer_restart(struct lexer *lexer, const char *place);

/* Reads the next token into lexer->token. */
void lexer_next(struct lexer *lexer);

/* Where a lexer is, to come back to after looking ahead within a line. */
struct lexer_place {
    const char *at;
    struct token token;
    struct fstring *fstring;
    struct fstring innermost; /* what fstring points at, if anything */
    bool line_start;
    int bracket_count;
    struct bracket bracket; /* innermost, if any */
    size_t comment_count;
};
struct lexer_place lexer_save(const struct lexer *lexer);
void lexer_restore(struct lexer *lexer, struct lexer_place place);

/* Line number as CPython gives it: behind the last line end is still the last line. */
uint32_t lexer_line(const struct lexer *lexer, const char *place);

/* Sets the error and leaves. */
_Noreturn void lexer_fail(struct lexer *lexer, enum py_error_class class, const char *place,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sets the error only. */
void lexer_note(struct lexer *lexer, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the error that the innermost bracket is never closed. */
void lexer_note_open_bracket(struct lexer *lexer);

const char *token_spelling(enum token_kind kind);

/* Between the lexer's files. */
void lexer_number(struct lexer *lexer, const char *start);
void lexer_string(struct lexer *lexer, const char *start, const char *quote, unsigned flags);
void lexer_fstring_start(struct lexer *lexer, const char *start, const char *quote, unsigned flags);
bool lexer_fstring_text(struct lexer *lexer);
_Noreturn void lexer_error(struct lexer *lexer, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline void lexer_token(struct lexer *lexer, enum token_kind kind, unsigned flags,
                               const char *start, const char *end) {
    lexer->token =
        (struct token){.kind = (uint8_t)kind, .flags = (uint8_t)flags, .start = start, .end = end};
    lexer->at = end;
}

/* What a byte can be part of. */
enum character_class {
    CHARACTER_NAME_START = 1,
    CHARACTER_NAME = 2,
    CHARACTER_DIGIT = 4,
    CHARACTER_HEX_DIGIT = 8,
};
extern const uint8_t character_classes[256];

static inline bool character_is(char c, unsigned class) {
    return character_classes[(unsigned char)c] & class;
}

#endif
