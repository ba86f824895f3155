#include "base/buffer.h"
#include "formats/toml_parser.h"

#include <math.h>
#include <stdlib.h>

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static unsigned digit_value(char byte) {
    if (is_digit(byte))
        return (unsigned)(byte - '0');
    if (byte >= 'a' && byte <= 'f')
        return (unsigned)(byte - 'a' + 10);
    if (byte >= 'A' && byte <= 'F')
        return (unsigned)(byte - 'A' + 10);
    return 99;
}

// digits: digit ('_'? digit)*
static bool digits(struct toml_parser *parser, unsigned base, struct buffer *plain) {
    if (digit_value(toml_peek(parser)) >= base)
        return toml_fail(parser, "a digit is expected in this number, %.*s",
                         TEXT_ARGS(toml_found(parser)));
    for (;;) {
        while (digit_value(toml_peek(parser)) < base)
            buffer_byte(plain, *parser->at++);
        if (toml_peek(parser) != '_')
            return true;
        parser->at++;
        if (digit_value(toml_peek(parser)) >= base)
            return toml_fail(parser, "'_' must stand between two digits of a number");
    }
}

static int64_t saturated(struct text plain, unsigned base, bool negative) {
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX, value = 0;
    for (size_t i = 0; i < plain.size; i++) {
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit_value(plain.data[i]), &value) || value > limit) {
            value = limit;
            break;
        }
    }
    return negative ? (int64_t)(0 - value) : (int64_t)value;
}

// float: integer ('.' digits)? (('e' | 'E') ('+' | '-')? digits)?
static bool fraction_and_exponent(struct toml_parser *parser, struct buffer *plain) {
    if (toml_take(parser, '.')) {
        buffer_byte(plain, '.');
        if (!digits(parser, 10, plain))
            return false;
    }
    if (toml_take(parser, 'e') || toml_take(parser, 'E')) {
        buffer_byte(plain, 'e');
        if (toml_peek(parser) == '+' || toml_peek(parser) == '-')
            buffer_byte(plain, *parser->at++);
        if (!digits(parser, 10, plain))
            return false;
    }
    return true;
}

// integer: ('+' | '-')? ('0' | digits without a leading zero)
static bool decimal(struct toml_parser *parser, struct toml_value *value, bool negative) {
    struct buffer plain;
    buffer_init(&plain, parser->arena);
    const char *first = parser->at;
    if (!digits(parser, 10, &plain))
        return false;
    if (*first == '0' && parser->at - first > 1) {
        parser->at = first;
        return toml_fail(parser, "a number cannot have leading zeros; remove them, or quote it");
    }
    char next = toml_peek(parser);
    if (next != '.' && next != 'e' && next != 'E') {
        value->type = TOML_INTEGER;
        value->integer = saturated(buffer_view(&plain), 10, negative);
        return true;
    }
    if (!fraction_and_exponent(parser, &plain))
        return false;
    double number = strtod(buffer_view(&plain).data, NULL);
    value->type = TOML_FLOAT;
    value->number = negative ? -number : number;
    return true;
}

// number: '0x' hex digits | '0o' octal digits | '0b' binary digits | sign? ('inf' | 'nan') | ...
static bool number(struct toml_parser *parser, struct toml_value *value) {
    char sign = toml_peek(parser);
    if (sign == '+' || sign == '-')
        parser->at++;
    size_t room = (size_t)(parser->end - parser->at);
    if (room >= 3 && (memcmp(parser->at, "inf", 3) == 0 || memcmp(parser->at, "nan", 3) == 0)) {
        double number = *parser->at == 'i' ? (double)INFINITY : (double)NAN;
        value->type = TOML_FLOAT;
        value->number = sign == '-' ? -number : number;
        parser->at += 3;
        return true;
    }
    char letter = room >= 2 && *parser->at == '0' ? parser->at[1] : '\0';
    if (letter != 'x' && letter != 'o' && letter != 'b')
        return decimal(parser, value, sign == '-');
    if (sign == '+' || sign == '-') {
        parser->at--;
        return toml_fail(parser, "a number that starts with '0%c' cannot have a sign", letter);
    }
    unsigned base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    struct buffer plain;
    buffer_init(&plain, parser->arena);
    parser->at += 2;
    if (!digits(parser, base, &plain))
        return false;
    value->type = TOML_INTEGER;
    value->integer = saturated(buffer_view(&plain), base, false);
    return true;
}

/* Exactly so many digits, of a value from low to high. */
static bool field(struct toml_parser *parser, int count, unsigned low, unsigned high,
                  unsigned *value) {
    *value = 0;
    for (int i = 0; i < count; i++) {
        if (!is_digit(toml_peek(parser)))
            return false;
        *value = *value * 10 + (unsigned)(*parser->at++ - '0');
    }
    return *value >= low && *value <= high;
}

static unsigned days_of(unsigned year, unsigned month) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

// date: YYYY '-' MM '-' DD
static bool date(struct toml_parser *parser) {
    unsigned year, month, day;
    return field(parser, 4, 1, 9999, &year) && toml_take(parser, '-') &&
           field(parser, 2, 1, 12, &month) && toml_take(parser, '-') &&
           field(parser, 2, 1, days_of(year, month), &day);
}

// time: HH ':' MM ':' SS ('.' digit+)?
static bool time_of_day(struct toml_parser *parser) {
    unsigned part;
    if (!field(parser, 2, 0, 23, &part) || !toml_take(parser, ':') ||
        !field(parser, 2, 0, 59, &part) || !toml_take(parser, ':') ||
        !field(parser, 2, 0, 59, &part))
        return false;
    if (!toml_take(parser, '.'))
        return true;
    if (!is_digit(toml_peek(parser)))
        return false;
    while (is_digit(toml_peek(parser)))
        parser->at++;
    return true;
}

// offset: 'Z' | 'z' | ('+' | '-') HH ':' MM
static bool offset(struct toml_parser *parser) {
    unsigned part;
    if (toml_take(parser, 'Z') || toml_take(parser, 'z'))
        return true;
    if (!toml_take(parser, '+') && !toml_take(parser, '-'))
        return true; /* local */
    return field(parser, 2, 0, 23, &part) && toml_take(parser, ':') &&
           field(parser, 2, 0, 59, &part);
}

// date-time: date | date ('T' | 't' | ' ') time offset?
static bool date_time(struct toml_parser *parser) {
    if (!date(parser))
        return false;
    const char *at = parser->at;
    bool blank = parser->end - at >= 2 && *at == ' ' && is_digit(at[1]);
    if (!blank && toml_peek(parser) != 'T' && toml_peek(parser) != 't')
        return true;
    parser->at++;
    return time_of_day(parser) && offset(parser);
}

// number-or-date: number | date-time | time
bool toml_number_or_date(struct toml_parser *parser, struct toml_value *value) {
    const char *begin = parser->at;
    size_t leading = 0;
    while (leading < 5 && begin + leading < parser->end && is_digit(begin[leading]))
        leading++;
    char behind = begin + leading < parser->end ? begin[leading] : '\0';
    bool good;
    if ((leading == 4 && behind == '-') || (leading == 2 && behind == ':')) {
        struct toml_place place = toml_place(parser);
        good = leading == 4 ? date_time(parser) : time_of_day(parser);
        if (!good)
            return toml_fail_at(parser, place,
                                "not a valid date or time; write it as 2024-05-27, 07:32:00 or "
                                "2024-05-27T07:32:00Z");
        value->type = TOML_DATE_TIME;
    } else {
        good = number(parser, value);
    }
    value->text = text_range(begin, parser->at);
    return good;
}
