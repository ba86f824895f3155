#include "python/lexer.h"

/* Whether any byte of the word equals the byte that is repeated in pattern. */
static uint64_t has_byte(uint64_t word, uint64_t pattern) {
    uint64_t difference = word ^ pattern;
    return (difference - 0x0101010101010101u) & ~difference & 0x8080808080808080u;
}

#define REPEATED(c) ((uint64_t)0x0101010101010101u * (unsigned char)(c))

/* The first quote, backslash or, unless triple, line end; the end of the source when none. */
static const char *skip_text(const struct lexer *lexer, const char *at, char quote, bool triple) {
    for (;;) {
        while (lexer->end - at >= 8) {
            uint64_t word;
            memcpy(&word, at, 8);
            if (has_byte(word, REPEATED(quote)) | has_byte(word, REPEATED('\\')) |
                has_byte(word, REPEATED('\n')) |
                (lexer->has_carriage_return ? has_byte(word, REPEATED('\r')) : 0))
                break;
            at += 8;
        }
        const char *stop = lexer->end - at >= 8 ? at + 8 : lexer->end;
        for (; at < stop; at++)
            if (*at == quote || *at == '\\' || (!triple && (*at == '\n' || *at == '\r')))
                return at;
        if (at == lexer->end)
            return at;
    }
}

/* Behind a backslash and the character it escapes. */
static const char *skip_escape(const struct lexer *lexer, const char *at) {
    at++;
    if (at < lexer->end)
        at += at[0] == '\r' && at[1] == '\n' ? 2 : 1;
    return at;
}

_Noreturn static void unterminated(struct lexer *lexer, const char *start, char quote, bool triple,
                                   bool escaped_quote) {
    const struct fstring *fstring = lexer->fstring;
    if (fstring && fstring->quote == quote && (fstring->quote_size == 3) == triple)
        lexer_error(lexer, start, "the f-string ends within a field; add the '}' before its end");
    if (triple)
        lexer_error(lexer, start,
                    "this triple-quoted string is never closed; add %c%c%c at its end", quote,
                    quote, quote);
    if (escaped_quote)
        lexer_error(lexer, start,
                    "this string is not closed on its line: the last quote is "
                    "escaped by a backslash; add a %c",
                    quote);
    lexer_error(lexer, start, "this string is not closed on its line; add a %c at its end", quote);
}

void lexer_string(struct lexer *lexer, const char *start, const char *quote_at, unsigned flags) {
    char quote = *quote_at;
    const char *at = quote_at + 1;
    if (at[0] == quote && at[1] == quote) {
        flags |= TOKEN_TRIPLE;
        at += 2;
    } else if (at[0] == quote) {
        lexer_token(lexer, TOKEN_STRING, flags, start, at + 1);
        lexer->token.prefix = (uint8_t)(quote_at - start);
        return;
    }
    bool triple = flags & TOKEN_TRIPLE, escaped_quote = false;
    for (;;) {
        at = skip_text(lexer, at, quote, triple);
        if (at == lexer->end || *at == '\n' || *at == '\r')
            unterminated(lexer, start, quote, triple, escaped_quote);
        if (*at == '\\') {
            flags |= TOKEN_BACKSLASH;
            escaped_quote |= at[1] == quote;
            at = skip_escape(lexer, at);
        } else if (!triple) {
            at++;
            break;
        } else if (at[1] == quote && at[2] == quote) {
            at += 3;
            break;
        } else {
            at++;
        }
    }
    lexer_token(lexer, TOKEN_STRING, flags, start, at);
    lexer->token.prefix = (uint8_t)(quote_at - start);
}

void lexer_fstring_start(struct lexer *lexer, const char *start, const char *quote_at,
                         unsigned flags) {
    char quote = *quote_at;
    bool triple = quote_at[1] == quote && quote_at[2] == quote;
    int depth = lexer->fstring ? (int)(lexer->fstring - lexer->fstrings) + 1 : 0;
    if (depth + 1 >= FSTRING_LIMIT)
        lexer_error(lexer, start, "more than %d f-strings within one another", FSTRING_LIMIT - 1);
    lexer->fstring = &lexer->fstrings[depth];
    *lexer->fstring = (struct fstring){
        .start = start,
        .quote = quote,
        .quote_size = triple ? 3 : 1,
        .raw = flags & TOKEN_RAW,
        .literal = true,
        .field_depth = -1,
    };
    lexer_token(lexer, TOKEN_FSTRING_START, flags | (triple ? TOKEN_TRIPLE : 0), start,
                quote_at + (triple ? 3 : 1));
    lexer->token.prefix = (uint8_t)(quote_at - start);
}

static void open_field(struct lexer *lexer, const char *at) {
    struct fstring *fstring = lexer->fstring;
    if (++fstring->field_depth >= FIELD_LIMIT)
        lexer_error(lexer, at, "fields within format specifications are nested more than %d deep",
                    FIELD_LIMIT - 1);
    fstring->field_brackets[fstring->field_depth] = lexer->bracket_count;
    fstring->literal = false;
}

static bool at_closing_quotes(const struct fstring *fstring, const char *at) {
    for (int i = 0; i < fstring->quote_size; i++)
        if (at[i] != fstring->quote)
            return false;
    return true;
}

static void end_fstring(struct lexer *lexer, const char *at) {
    lexer_token(lexer, TOKEN_FSTRING_END, 0, at, at + lexer->fstring->quote_size);
    lexer->fstring = lexer->fstring == lexer->fstrings ? NULL : lexer->fstring - 1;
}

_Noreturn static void unterminated_fstring(struct lexer *lexer) {
    const struct fstring *fstring = lexer->fstring;
    if (fstring->quote_size == 3)
        lexer_error(lexer, fstring->start,
                    "this triple-quoted f-string is never closed; add %c%c%c at its end",
                    fstring->quote, fstring->quote, fstring->quote);
    lexer_error(lexer, fstring->start,
                "this f-string is not closed on its line; add a %c at its end", fstring->quote);
}

/* At a backslash: behind what it takes along. Sets *named for \N{, whose braces are no field. */
static const char *fstring_escape(const struct lexer *lexer, const char *at, bool *named) {
    const char *next = skip_escape(lexer, at);
    if (at[1] == '{' || at[1] == '}')
        return at + 1;
    if (!lexer->fstring->raw && at[1] == 'N' && at[2] == '{') {
        *named = true;
        return at + 3;
    }
    return next;
}

/* Text of an f-string up to a brace that counts or the closing quotes; false when the token is an
 * opening brace, for the caller to read. */
bool lexer_fstring_text(struct lexer *lexer) {
    struct fstring *fstring = lexer->fstring;
    const char *start = lexer->at, *at = start;
    if (at[0] == '{' && at[1] != '{') {
        open_field(lexer, at);
        return false;
    }
    if (at_closing_quotes(fstring, at)) {
        end_fstring(lexer, at);
        return true;
    }
    unsigned flags = 0;
    bool named = false;
    for (;;) {
        bool format_spec = fstring->format_spec && fstring->field_depth >= 0;
        if (at == lexer->end || (fstring->quote_size == 1 && (*at == '\n' || *at == '\r'))) {
            if (at == lexer->end || !format_spec)
                unterminated_fstring(lexer);
            fstring->literal = fstring->format_spec = false;
            lexer_token(lexer, TOKEN_FSTRING_MIDDLE, flags, start, at);
            return true;
        }
        if (*at == fstring->quote && at_closing_quotes(fstring, at)) {
            lexer_token(lexer, TOKEN_FSTRING_MIDDLE, flags, start, at);
            return true;
        }
        if (*at == '{') {
            bool doubled = at[1] == '{' && !format_spec;
            /* CPython takes it for the beginning of an expression here even when it is doubled. */
            fstring->expression = at + 1;
            fstring->expression_end = NULL;
            if (!doubled) {
                open_field(lexer, at);
                fstring->format_spec = false;
            }
            lexer_token(lexer, TOKEN_FSTRING_MIDDLE, flags, start, at + doubled);
            lexer->at += doubled;
            return true;
        }
        if (*at == '}') {
            if (named) {
                lexer_token(lexer, TOKEN_FSTRING_MIDDLE, flags, start, at + 1);
                return true;
            }
            bool doubled = at[1] == '}' && !format_spec && fstring->bracket_depth == 0;
            if (!doubled)
                fstring->literal = fstring->format_spec = false;
            lexer_token(lexer, TOKEN_FSTRING_MIDDLE, flags, start, at + doubled);
            lexer->at += doubled;
            return true;
        }
        if (*at == '\\') {
            flags |= TOKEN_BACKSLASH;
            at = fstring_escape(lexer, at, &named);
        } else {
            at++;
        }
    }
}
