#include "python/lexer.h"

/* Keywords that may follow a number without a blank. */
static bool keyword_follows(const char *at) {
    static const char *const keywords[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++) {
        size_t size = strlen(keywords[i]);
        /* `if`, `in` and `is` may have more letters behind them. */
        if (strncmp(at, keywords[i], size) == 0 &&
            (keywords[i][0] == 'i' || !character_is(at[size], CHARACTER_NAME)))
            return true;
    }
    return false;
}

static void check_end(struct lexer *lexer, const char *at, const char *what) {
    if ((unsigned char)*at < 0x80 && character_is(*at, CHARACTER_NAME) && !keyword_follows(at))
        lexer_error(lexer, at,
                    "'%c' cannot follow or be part of a %s number; put a blank or an "
                    "operator between them",
                    *at, what);
}

static bool is_digit(char c, int base) {
    if (base == 16)
        return character_is(c, CHARACTER_HEX_DIGIT);
    return c >= '0' && c < '0' + base;
}

/* digit ('_'? digit)*, where the first digit was seen already. */
static const char *digits(struct lexer *lexer, const char *at, unsigned *flags) {
    for (;;) {
        while (character_is(*at, CHARACTER_DIGIT))
            at++;
        if (*at != '_')
            return at;
        *flags |= TOKEN_UNDERSCORE;
        at++;
        if (!character_is(*at, CHARACTER_DIGIT))
            lexer_error(lexer, at, "a digit must follow '_' in a decimal number");
    }
}

/* '0' ('x' | 'o' | 'b') ('_'? digit)+ */
static void prefixed(struct lexer *lexer, const char *start) {
    char letter = (char)(start[1] | 0x20);
    int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    const char *what = base == 16 ? "hexadecimal" : base == 8 ? "octal" : "binary";
    unsigned flags = TOKEN_PREFIXED;
    const char *at = start + 2;
    do {
        if (*at == '_') {
            flags |= TOKEN_UNDERSCORE;
            at++;
        }
        if (!is_digit(*at, base)) {
            if (character_is(*at, CHARACTER_DIGIT))
                lexer_error(lexer, at, "'%c' is not a digit of a%s %s number", *at,
                            base == 8 ? "n" : "", what);
            lexer_error(lexer, at, "a digit is missing in this %s number", what);
        }
        while (is_digit(*at, base))
            at++;
    } while (*at == '_');
    if (character_is(*at, CHARACTER_DIGIT))
        lexer_error(lexer, at, "'%c' is not a digit of a%s %s number", *at, base == 8 ? "n" : "",
                    what);
    check_end(lexer, at, what);
    lexer_token(lexer, TOKEN_NUMBER, flags, start, at);
}

/* Behind 'e' sign? digits, or the same place when that is not an exponent. */
static const char *exponent(struct lexer *lexer, const char *at, unsigned *flags) {
    const char *next = at + 1;
    if (*next == '+' || *next == '-') {
        next++;
        if (!character_is(*next, CHARACTER_DIGIT))
            lexer_error(lexer, next, "a digit must follow the sign of an exponent");
    } else if (!character_is(*next, CHARACTER_DIGIT)) {
        check_end(lexer, at, "decimal");
        return at;
    }
    *flags |= TOKEN_FLOAT;
    return digits(lexer, next, flags);
}

static bool has_leading_zero(const char *start, const char *end) {
    if (*start == '0')
        for (; start < end; start++)
            if (*start != '0' && *start != '_')
                return true;
    return false;
}

void lexer_number(struct lexer *lexer, const char *start) {
    char letter = (char)(start[1] | 0x20);
    if (*start == '0' && (letter == 'x' || letter == 'o' || letter == 'b')) {
        prefixed(lexer, start);
        return;
    }
    unsigned flags = 0;
    const char *at = start;
    const char *whole_end = at;
    if (*at != '.')
        whole_end = at = digits(lexer, at, &flags);
    if (*at == '.') {
        flags |= TOKEN_FLOAT;
        at++;
        if (character_is(*at, CHARACTER_DIGIT))
            at = digits(lexer, at, &flags);
    }
    if (*at == 'e' || *at == 'E') {
        const char *behind = exponent(lexer, at, &flags);
        if (behind == at) {
            /* `else` follows. CPython does not look for a leading zero then, and takes digits that
             * are no integer for a float. */
            flags |= has_leading_zero(start, whole_end) ? TOKEN_FLOAT : 0;
            lexer_token(lexer, TOKEN_NUMBER, flags, start, at);
            return;
        }
        at = behind;
    }
    if (*at == 'j' || *at == 'J') {
        flags |= TOKEN_IMAGINARY;
        at++;
    }
    if (!(flags & (TOKEN_FLOAT | TOKEN_IMAGINARY)) && has_leading_zero(start, whole_end))
        lexer_error(lexer, start,
                    "a decimal number cannot begin with 0; remove the zeros, or write 0o for an "
                    "octal one");
    check_end(lexer, at, flags & TOKEN_IMAGINARY ? "imaginary" : "decimal");
    lexer_token(lexer, TOKEN_NUMBER, flags, start, at);
}
