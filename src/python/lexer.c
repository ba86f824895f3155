#include "python/lexer.h"

#include "base/utf8.h"
#include "python/unicode.h"

#include <stdio.h>

#define L (CHARACTER_NAME_START | CHARACTER_NAME)
#define H (L | CHARACTER_HEX_DIGIT)
#define D (CHARACTER_NAME | CHARACTER_DIGIT | CHARACTER_HEX_DIGIT)
/* clang-format off */
const uint8_t character_classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, D, D, D, D, D, D, D, D, D, D, 0, 0, 0, 0, 0, 0,
    0, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, L,
    0, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, 0,
    L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
};
/* clang-format on */
#undef L
#undef H
#undef D

static const char *const spellings[TOKEN_KIND_COUNT] = {[TOKEN_END] = "end of file",
                                                        [TOKEN_NEWLINE] = "end of line",
                                                        [TOKEN_INDENT] = "indentation",
                                                        [TOKEN_DEDENT] = "end of the block",
                                                        [TOKEN_NAME] = "name",
                                                        [TOKEN_NUMBER] = "number",
                                                        [TOKEN_STRING] = "string",
                                                        [TOKEN_FSTRING_START] = "f-string",
                                                        [TOKEN_FSTRING_MIDDLE] =
                                                            "text of an f-string",
                                                        [TOKEN_FSTRING_END] = "end of the f-string",
                                                        [TOKEN_UNKNOWN] = "character",
#define X(name, spelling) [TOKEN_##name] = spelling,
                                                        TOKENS_OF_OPERATORS(X) TOKENS_OF_KEYWORDS(X)
#undef X
};

const char *token_spelling(enum token_kind kind) {
    return spellings[kind];
}

/* Perfect hash of the keywords by first, second and last letter and length. */
static const struct keyword {
    uint8_t kind;
    uint8_t size;
    char spelling[9];
} keywords[64] = {
    [0] = {TOKEN_IN, 2, "in"},
    [1] = {TOKEN_IMPORT, 6, "import"},
    [3] = {TOKEN_NONLOCAL, 8, "nonlocal"},
    [5] = {TOKEN_AWAIT, 5, "await"},
    [7] = {TOKEN_FOR, 3, "for"},
    [8] = {TOKEN_GLOBAL, 6, "global"},
    [9] = {TOKEN_TRUE, 4, "True"},
    [10] = {TOKEN_PASS, 4, "pass"},
    [12] = {TOKEN_IS, 2, "is"},
    [13] = {TOKEN_NOT, 3, "not"},
    [14] = {TOKEN_RAISE, 5, "raise"},
    [15] = {TOKEN_TRY, 3, "try"},
    [18] = {TOKEN_ELIF, 4, "elif"},
    [19] = {TOKEN_RETURN, 6, "return"},
    [23] = {TOKEN_ASSERT, 6, "assert"},
    [24] = {TOKEN_AND, 3, "and"},
    [25] = {TOKEN_BREAK, 5, "break"},
    [26] = {TOKEN_CONTINUE, 8, "continue"},
    [30] = {TOKEN_ASYNC, 5, "async"},
    [32] = {TOKEN_IF, 2, "if"},
    [35] = {TOKEN_DEL, 3, "del"},
    [38] = {TOKEN_NONE, 4, "None"},
    [39] = {TOKEN_CLASS, 5, "class"},
    [41] = {TOKEN_WHILE, 5, "while"},
    [44] = {TOKEN_AS, 2, "as"},
    [46] = {TOKEN_FINALLY, 7, "finally"},
    [48] = {TOKEN_LAMBDA, 6, "lambda"},
    [49] = {TOKEN_DEF, 3, "def"},
    [52] = {TOKEN_EXCEPT, 6, "except"},
    [53] = {TOKEN_WITH, 4, "with"},
    [55] = {TOKEN_YIELD, 5, "yield"},
    [56] = {TOKEN_OR, 2, "or"},
    [57] = {TOKEN_FROM, 4, "from"},
    [62] = {TOKEN_FALSE, 5, "False"},
    [63] = {TOKEN_ELSE, 4, "else"},
};

static enum token_kind keyword_or_name(const char *name, size_t size) {
    if (size < 2 || size > 8)
        return TOKEN_NAME;
    unsigned hash = (unsigned char)name[0] * 44u + (unsigned char)name[1] * 9u +
                    (unsigned char)name[size - 1] * 19u + (unsigned)size * 54u;
    const struct keyword *keyword = &keywords[hash & 63];
    if (keyword->size != size || memcmp(keyword->spelling, name, size) != 0)
        return TOKEN_NAME;
    return keyword->kind;
}

/* Offsets of the lines' first bytes. */
static void find_lines(struct lexer *lexer) {
    VECTOR(uint32_t) lines = {0};
    const char *at = lexer->begin;
    vector_push(lexer->arena, &lines, 0);
    while (at < lexer->end) {
        if (lexer->has_carriage_return) {
            while (at < lexer->end && *at != '\n' && *at != '\r')
                at++;
            if (at < lexer->end && at[0] == '\r' && at[1] == '\n')
                at++;
        } else {
            at = memchr(at, '\n', (size_t)(lexer->end - at));
            if (!at)
                break;
        }
        if (at < lexer->end)
            vector_push(lexer->arena, &lines, (uint32_t)(++at - lexer->begin));
    }
    lexer->lines = lines.items;
    lexer->line_count = lines.count;
}

void lexer_init(struct lexer *lexer, struct arena *arena, struct text source) {
    memset(lexer, 0, offsetof(struct lexer, brackets));
    lexer->arena = arena;
    lexer->begin = lexer->at = source.data;
    lexer->end = source.data + source.size;
    lexer->has_carriage_return = memchr(source.data, '\r', source.size) != NULL;
    lexer->has_invalid_utf8 = utf8_find_invalid(source) != TEXT_NONE;
    lexer->line_start = true;
    lexer->indentations[0] = (struct indentation){0, 0};
    find_lines(lexer);
}

void lexer_restart(struct lexer *lexer, const char *place) {
    lexer->at = place;
    lexer->token = (struct token){0};
    lexer->fstring = NULL;
    lexer->line_start = place == lexer->begin;
    lexer->dedents = lexer->indentation_count = lexer->bracket_count = 0;
    lexer->error_is_lexical = lexer->error_takes_precedence = false;
}

struct lexer_place lexer_save(const struct lexer *lexer) {
    struct lexer_place place = {
        .at = lexer->at,
        .token = lexer->token,
        .fstring = lexer->fstring,
        .line_start = lexer->line_start,
        .bracket_count = lexer->bracket_count,
        .comment_count = lexer->comments.count,
    };
    if (lexer->fstring)
        place.innermost = *lexer->fstring;
    if (lexer->bracket_count)
        place.bracket = lexer->brackets[lexer->bracket_count - 1];
    return place;
}

void lexer_restore(struct lexer *lexer, struct lexer_place place) {
    lexer->at = place.at;
    lexer->token = place.token;
    lexer->fstring = place.fstring;
    if (place.fstring)
        *place.fstring = place.innermost;
    lexer->line_start = place.line_start;
    lexer->bracket_count = place.bracket_count;
    if (lexer->bracket_count)
        lexer->brackets[lexer->bracket_count - 1] = place.bracket;
    lexer->comments.count = place.comment_count;
}

static uint32_t line_of(const uint32_t *lines, size_t count, uint32_t offset) {
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low + 1;
}

uint32_t lexer_line(const struct lexer *lexer, const char *place) {
    if (place == lexer->end && place > lexer->begin)
        place--;
    return line_of(lexer->lines, lexer->line_count, (uint32_t)(place - lexer->begin));
}

static void set_error(struct lexer *lexer, enum py_error_class class, const char *place,
                      const char *format, va_list arguments) __attribute__((format(printf, 4, 0)));

static void set_error(struct lexer *lexer, enum py_error_class class, const char *place,
                      const char *format, va_list arguments) {
    uint32_t line = lexer_line(lexer, place);
    lexer->error->class = class;
    lexer->error->line = line;
    lexer->error->column = (uint32_t)(place - lexer->begin) - lexer->lines[line - 1] + 1;
    lexer->error->message = text_vformat(lexer->arena, format, arguments);
}

void lexer_note(struct lexer *lexer, const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(lexer, PY_SYNTAX_ERROR, place, format, arguments);
    va_end(arguments);
}

_Noreturn void lexer_fail(struct lexer *lexer, enum py_error_class class, const char *place,
                          const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(lexer, class, place, format, arguments);
    va_end(arguments);
    longjmp(*lexer->escape, 1);
}

_Noreturn void lexer_error(struct lexer *lexer, const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(lexer, PY_SYNTAX_ERROR, place, format, arguments);
    va_end(arguments);
    lexer->error_is_lexical = lexer->error_takes_precedence = true;
    longjmp(*lexer->escape, 1);
}

void lexer_note_open_bracket(struct lexer *lexer) {
    const struct bracket *open = &lexer->brackets[lexer->bracket_count - 1];
    lexer_note(lexer, open->place, "this '%c' is never closed; add the closing bracket",
               open->opening);
}

static void check_brackets_closed(struct lexer *lexer) {
    if (!lexer->bracket_count)
        return;
    lexer_note_open_bracket(lexer);
    lexer->error_is_lexical = true;
    longjmp(*lexer->escape, 1);
}

static const char *line_end(const struct lexer *lexer, const char *at) {
    if (lexer->has_carriage_return) {
        while (at < lexer->end && *at != '\n' && *at != '\r')
            at++;
        return at;
    }
    const char *found = memchr(at, '\n', (size_t)(lexer->end - at));
    return found ? found : lexer->end;
}

/* Behind the line end at this place, or NULL when there is none. */
static const char *behind_line_end(const char *at) {
    if (*at == '\n')
        return at + 1;
    if (*at == '\r')
        return at[1] == '\n' ? at + 2 : at + 1;
    return NULL;
}

static const char *comment(struct lexer *lexer, const char *at) {
    const char *end = line_end(lexer, at);
    vector_push(lexer->arena, &lexer->comments,
                (struct py_comment){(uint32_t)(at - lexer->begin), (uint32_t)(end - lexer->begin)});
    return end;
}

/* Behind a backslash and the line end that must follow it. */
static const char *continuation(struct lexer *lexer, const char *at) {
    const char *next = behind_line_end(at + 1);
    if (!next && at + 1 == lexer->end && lexer->final_newline)
        next = lexer->end;
    if (!next) {
        lexer->error_is_lexical = true;
        lexer_fail(lexer, PY_SYNTAX_ERROR, at + 1,
                   "only a line end may follow a backslash outside a string; "
                   "remove the backslash or what is behind it");
    }
    if (next == lexer->end) {
        lexer->error_is_lexical = true;
        check_brackets_closed(lexer);
        lexer_fail(lexer, PY_SYNTAX_ERROR, lexer->end,
                   "the file ends behind a backslash; remove it or write the rest of the line");
    }
    return next;
}

_Noreturn static void mixed_tabs(struct lexer *lexer, const char *at) {
    lexer->error_is_lexical = true;
    lexer_fail(lexer, PY_TAB_ERROR, at,
               "tabs and spaces are mixed so that the indentation depends on the tab width; "
               "indent with spaces alone");
}

static void indent(struct lexer *lexer, const char *at, struct indentation now) {
    struct indentation *top = &lexer->indentations[lexer->indentation_count];
    if (lexer->indentation_count + 1 >= INDENTATION_LIMIT) {
        lexer->error_is_lexical = true;
        lexer_fail(lexer, PY_INDENTATION_ERROR, at,
                   "more than %d levels of indentation; move inner blocks into functions",
                   INDENTATION_LIMIT - 1);
    }
    if (now.alternate_column <= top->alternate_column)
        mixed_tabs(lexer, at);
    lexer->indentations[++lexer->indentation_count] = now;
    lexer_token(lexer, TOKEN_INDENT, 0, at, at);
}

static void dedent(struct lexer *lexer, const char *at, struct indentation now) {
    while (lexer->indentation_count > 0 &&
           now.column < lexer->indentations[lexer->indentation_count].column) {
        lexer->indentation_count--;
        lexer->dedents++;
    }
    struct indentation *top = &lexer->indentations[lexer->indentation_count];
    if (now.column != top->column) {
        lexer->error_is_lexical = true;
        lexer_fail(lexer, PY_INDENTATION_ERROR, at,
                   "this line is indented less than the block it follows, but matches no block "
                   "around it; align it with one");
    }
    if (now.alternate_column != top->alternate_column)
        mixed_tabs(lexer, at);
    lexer->dedents--;
    lexer_token(lexer, TOKEN_DEDENT, 0, at, at);
}

/* The indentation of the line at lexer->at, which moves behind it. A backslash continues the line,
 * but the columns before the first one count. */
static struct indentation measure(struct lexer *lexer) {
    struct indentation now = {0}, continued = {0};
    const char *at = lexer->at;
    for (;; at++) {
        if (*at == ' ') {
            now.column++;
            now.alternate_column++;
        } else if (*at == '\t') {
            now.column = (now.column / 8 + 1) * 8;
            now.alternate_column++;
        } else if (*at == '\f') {
            now = (struct indentation){0};
        } else if (*at == '\\') {
            if (!continued.column)
                continued = (struct indentation){now.column, now.column};
            at = continuation(lexer, at) - 1;
        } else {
            break;
        }
    }
    lexer->at = at;
    return continued.column ? continued : now;
}

/* At the start of a line: skips blank lines and comments; true when the indentation of the next
 * line gave a token. */
static bool line_start(struct lexer *lexer) {
    struct indentation now;
    for (;;) {
        now = measure(lexer);
        const char *at = lexer->at;
        if (*at == '#')
            at = comment(lexer, at);
        else if (at == lexer->end)
            break;
        const char *next = behind_line_end(at);
        if (!next) {
            if (at == lexer->at)
                break;
            next = at; /* a comment at the end of the file */
        }
        lexer->at = next;
    }
    lexer->line_start = false;
    if (lexer->at == lexer->end && lexer->final_newline)
        now = (struct indentation){0};
    struct indentation *top = &lexer->indentations[lexer->indentation_count];
    if (now.column == top->column) {
        if (now.alternate_column != top->alternate_column)
            mixed_tabs(lexer, lexer->at);
        return false;
    }
    if (now.column > top->column)
        indent(lexer, lexer->at, now);
    else
        dedent(lexer, lexer->at, now);
    return true;
}

static void end_of_source(struct lexer *lexer) {
    const char *end = lexer->end;
    check_brackets_closed(lexer);
    if (lexer->final_newline && lexer->token.kind != TOKEN_NEWLINE &&
        lexer->token.kind != TOKEN_END && lexer->token.kind != TOKEN_DEDENT &&
        lexer->begin != end) {
        lexer->line_start = true;
        lexer_token(lexer, TOKEN_NEWLINE, 0, end, end);
        return;
    }
    lexer_token(lexer, TOKEN_END, 0, end, end);
}

static void check_identifier(struct lexer *lexer, const char *start, const char *end) {
    const char *at = start;
    while (at < end) {
        const char *place = at;
        uint32_t c = utf8_next(&at, end);
        if (c == UTF8_INVALID)
            lexer_error(lexer, place, "byte 0x%02x is not valid UTF-8; save the file as UTF-8",
                        (unsigned char)*place);
        if (place == start ? py_is_identifier_start(c) : py_is_identifier_part(c))
            continue;
        if (c >= 0x2018 && c <= 0x201f)
            lexer_error(lexer, place,
                        "'%.*s' (U+%04X) is a typographic quote; write ' or \" for it",
                        (int)(at - place), place, (unsigned)c);
        if (py_is_printable(c))
            lexer_error(lexer, place,
                        "the character '%.*s' (U+%04X) cannot be part of a name; "
                        "remove it or put it into a string",
                        (int)(at - place), place, (unsigned)c);
        lexer_error(lexer, place, "the invisible character U+%04X is not allowed here; remove it",
                    (unsigned)c);
    }
}

/* The prefixes of strings: any order and case, but u alone. Flags, or -1 when it is a name. */
static int string_prefix(const char *start, size_t size, bool templates, bool *formatted) {
    int flags = 0;
    *formatted = false;
    if (size > 2)
        return -1;
    for (size_t i = 0; i < size; i++) {
        char letter = (char)(start[i] | 0x20);
        if (letter == 'r' && !(flags & TOKEN_RAW))
            flags |= TOKEN_RAW;
        else if (letter == 'b' && !(flags & TOKEN_BYTES) && !*formatted)
            flags |= TOKEN_BYTES;
        else if (letter == 'f' && !(flags & TOKEN_BYTES) && !*formatted)
            *formatted = true;
        else if (letter == 't' && templates && !(flags & TOKEN_BYTES) && !*formatted)
            *formatted = true, flags |= TOKEN_TEMPLATE;
        else if (letter == 'u' && size == 1)
            flags |= start[i] == 'u' ? TOKEN_UNICODE : 0;
        else
            return -1;
    }
    return flags;
}

static void name(struct lexer *lexer, const char *start) {
    const char *at = start;
    unsigned char bits = 0;
    while (character_is(*at, CHARACTER_NAME))
        bits |= (unsigned char)*at++;
    if ((*at == '"' || *at == '\'') && at - start <= 2) {
        bool formatted;
        int flags = string_prefix(start, (size_t)(at - start), lexer->templates, &formatted);
        if (flags >= 0) {
            if (formatted)
                lexer_fstring_start(lexer, start, at, (unsigned)flags);
            else
                lexer_string(lexer, start, at, (unsigned)flags);
            return;
        }
    }
    if (bits & 0x80) {
        check_identifier(lexer, start, at);
        lexer_token(lexer, TOKEN_NAME, TOKEN_NON_ASCII, start, at);
    } else {
        lexer_token(lexer, keyword_or_name(start, (size_t)(at - start)), 0, start, at);
    }
}

static void open_bracket(struct lexer *lexer, enum token_kind kind, const char *at) {
    if (lexer->bracket_count >= BRACKET_LIMIT)
        lexer_error(lexer, at, "more than %d brackets are open; split the expression up",
                    BRACKET_LIMIT);
    lexer->brackets[lexer->bracket_count++] = (struct bracket){*at, at};
    if (lexer->fstring)
        lexer->fstring->bracket_depth++;
    lexer_token(lexer, kind, 0, at, at + 1);
}

static bool brackets_match(char opening, char closing) {
    return (opening == '(' && closing == ')') || (opening == '[' && closing == ']') ||
           (opening == '{' && closing == '}');
}

static void check_closing_bracket(struct lexer *lexer, const char *at) {
    struct fstring *fstring = lexer->fstring;
    if (fstring && !fstring->bracket_depth && *at == '}')
        lexer_error(lexer, at, "a single '}' in the text of an f-string; write '}}'");
    if (!lexer->bracket_count)
        lexer_error(lexer, at, "this '%c' closes nothing; remove it or add the opening bracket",
                    *at);
    struct bracket *open = &lexer->brackets[--lexer->bracket_count];
    if (brackets_match(open->opening, *at))
        return;
    if (fstring && open->opening == '{' && fstring->bracket_depth - 1 == fstring->field_depth)
        lexer_error(lexer, at, "this '%c' closes nothing in the f-string's field", *at);
    lexer_error(lexer, at, "this '%c' does not match the '%c' opened on line %u", *at,
                open->opening, lexer_line(lexer, open->place));
}

static void close_bracket(struct lexer *lexer, enum token_kind kind, const char *at) {
    check_closing_bracket(lexer, at);
    struct fstring *fstring = lexer->fstring;
    if (fstring) {
        if (--fstring->bracket_depth < 0)
            lexer_error(lexer, at, "this '%c' closes nothing in the f-string's field", *at);
        if (*at == '}' && fstring->bracket_depth == fstring->field_depth) {
            fstring->field_depth--;
            fstring->literal = true;
            fstring->format_spec = fstring->debug = false;
        }
    }
    lexer_token(lexer, kind, 0, at, at + 1);
}

/* Called for each ':', '!' and brace within a field, before its bracket is counted. */
static void note_field_end(struct fstring *fstring, const char *at) {
    int depth = fstring->bracket_depth - (*at != '{');
    if (depth != 0 && !(depth == 1 && (fstring->debug || fstring->format_spec)))
        return;
    if (*at == '{') {
        fstring->expression = at + 1;
        fstring->expression_end = NULL;
    } else if (!fstring->expression_end) {
        fstring->expression_end = at;
    }
}

/* A colon behind the expression of an f-string's field begins the format specification. */
static void colon(struct lexer *lexer, const char *at) {
    struct fstring *fstring = lexer->fstring;
    if (fstring && fstring->field_depth >= 0 &&
        fstring->bracket_depth - 1 == fstring->field_depth) {
        fstring->literal = fstring->format_spec = true;
        lexer_token(lexer, TOKEN_COLON, 0, at, at + 1);
    } else if (at[1] == '=') {
        lexer_token(lexer, TOKEN_COLON_EQUAL, 0, at, at + 2);
    } else {
        lexer_token(lexer, TOKEN_COLON, 0, at, at + 1);
    }
}

/* x, x=, xx and xx= by their first character; TOKEN_END for what does not exist. */
static const struct operators {
    uint8_t once;
    uint8_t once_equal;
    uint8_t twice;
    uint8_t twice_equal;
} operators[128] = {
    [','] = {.once = TOKEN_COMMA},
    [';'] = {.once = TOKEN_SEMICOLON},
    ['~'] = {.once = TOKEN_TILDE},
    ['='] = {TOKEN_EQUAL, TOKEN_DOUBLE_EQUAL, 0, 0},
    ['!'] = {TOKEN_EXCLAMATION, TOKEN_NOT_EQUAL, 0, 0},
    ['+'] = {TOKEN_PLUS, TOKEN_PLUS_EQUAL, 0, 0},
    ['-'] = {TOKEN_MINUS, TOKEN_MINUS_EQUAL, 0, 0},
    ['%'] = {TOKEN_PERCENT, TOKEN_PERCENT_EQUAL, 0, 0},
    ['@'] = {TOKEN_AT, TOKEN_AT_EQUAL, 0, 0},
    ['|'] = {TOKEN_VERTICAL_BAR, TOKEN_VERTICAL_BAR_EQUAL, 0, 0},
    ['&'] = {TOKEN_AMPERSAND, TOKEN_AMPERSAND_EQUAL, 0, 0},
    ['^'] = {TOKEN_CIRCUMFLEX, TOKEN_CIRCUMFLEX_EQUAL, 0, 0},
    ['*'] = {TOKEN_STAR, TOKEN_STAR_EQUAL, TOKEN_DOUBLE_STAR, TOKEN_DOUBLE_STAR_EQUAL},
    ['/'] = {TOKEN_SLASH, TOKEN_SLASH_EQUAL, TOKEN_DOUBLE_SLASH, TOKEN_DOUBLE_SLASH_EQUAL},
    ['<'] = {TOKEN_LESS, TOKEN_LESS_EQUAL, TOKEN_LEFT_SHIFT, TOKEN_LEFT_SHIFT_EQUAL},
    ['>'] = {TOKEN_GREATER, TOKEN_GREATER_EQUAL, TOKEN_RIGHT_SHIFT, TOKEN_RIGHT_SHIFT_EQUAL},
};

static void read_operator(struct lexer *lexer, const char *at, struct operators found) {
    if (found.twice && at[1] == at[0]) {
        bool equal = at[2] == '=';
        lexer_token(lexer, equal ? found.twice_equal : found.twice, 0, at, at + 2 + equal);
        return;
    }
    bool equal = found.once_equal && at[1] == '=';
    lexer_token(lexer, equal ? found.once_equal : found.once, 0, at, at + 1 + equal);
}

static void dot(struct lexer *lexer, const char *at) {
    if (character_is(at[1], CHARACTER_DIGIT))
        lexer_number(lexer, at);
    else if (at[1] == '.' && at[2] == '.')
        lexer_token(lexer, TOKEN_ELLIPSIS, 0, at, at + 3);
    else
        lexer_token(lexer, TOKEN_DOT, 0, at, at + 1);
}

static void unknown(struct lexer *lexer, const char *at) {
    if (*at < ' ' || *at == 0x7f)
        lexer_error(lexer, at, "the invisible character U+%04X is not allowed here; remove it",
                    (unsigned)*at);
    lexer_token(lexer, TOKEN_UNKNOWN, 0, at, at + 1);
}

static void operator_or_unknown(struct lexer *lexer, const char *at) {
    struct fstring *fstring =
        lexer->fstring && lexer->fstring->field_depth >= 0 ? lexer->fstring : NULL;
    if (fstring && strchr(":!{}", *at))
        note_field_end(fstring, at);
    if (fstring && *at == '=' && at[1] != '=')
        fstring->debug = true;
    switch (*at) {
    case '(':
        open_bracket(lexer, TOKEN_LEFT_PARENTHESIS, at);
        return;
    case ')':
        close_bracket(lexer, TOKEN_RIGHT_PARENTHESIS, at);
        return;
    case '[':
        open_bracket(lexer, TOKEN_LEFT_BRACKET, at);
        return;
    case ']':
        close_bracket(lexer, TOKEN_RIGHT_BRACKET, at);
        return;
    case '{':
        open_bracket(lexer, TOKEN_LEFT_BRACE, at);
        return;
    case '}':
        close_bracket(lexer, TOKEN_RIGHT_BRACE, at);
        return;
    case ':':
        colon(lexer, at);
        return;
    case '.':
        dot(lexer, at);
        return;
    }
    struct operators found = operators[*at & 127];
    if (!found.once)
        unknown(lexer, at);
    else if (at[0] == '-' && at[1] == '>')
        lexer_token(lexer, TOKEN_ARROW, 0, at, at + 2);
    else if (at[0] == '<' && at[1] == '>')
        lexer_token(lexer, TOKEN_NOT_EQUAL, TOKEN_LESS_GREATER, at, at + 2);
    else
        read_operator(lexer, at, found);
}

void lexer_next(struct lexer *lexer) {
    if (lexer->fstring && lexer->fstring->literal && lexer_fstring_text(lexer))
        return;
    if (lexer->dedents) {
        lexer->dedents--;
        lexer_token(lexer, TOKEN_DEDENT, 0, lexer->at, lexer->at);
        return;
    }
    if (lexer->line_start && line_start(lexer))
        return;
    const char *at = lexer->at;
    for (;;) {
        while (*at == ' ' || *at == '\t' || *at == '\f')
            at++;
        if (*at == '#')
            at = comment(lexer, at);
        const char *next = behind_line_end(at);
        if (next) {
            if (!lexer->bracket_count) {
                lexer->line_start = true;
                lexer_token(lexer, TOKEN_NEWLINE, 0, at, at);
                lexer->at = next;
                return;
            }
            at = next;
        } else if (*at == '\\') {
            at = continuation(lexer, at);
        } else {
            break;
        }
    }
    if (character_is(*at, CHARACTER_NAME_START))
        name(lexer, at);
    else if (character_is(*at, CHARACTER_DIGIT))
        lexer_number(lexer, at);
    else if (*at == '"' || *at == '\'')
        lexer_string(lexer, at, at, 0);
    else if (at == lexer->end)
        end_of_source(lexer);
    else
        operator_or_unknown(lexer, at);
}
