#include "formats/yaml_scalar.h"

#include "base/number.h"
#include "python/repr.h"

#include <math.h>
#include <stdlib.h>

/* The rest of a scalar while it is matched against a pattern. */
struct rest {
    const char *at;
    const char *end;
};

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool take(struct rest *rest, const char *set) {
    if (rest->at == rest->end || !*rest->at || !strchr(set, *rest->at))
        return false;
    rest->at++;
    return true;
}

static size_t take_all(struct rest *rest, const char *set) {
    const char *from = rest->at;
    while (take(rest, set))
        ;
    return (size_t)(rest->at - from);
}

static bool take_word(struct rest *rest, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(rest->end - rest->at) < size || memcmp(rest->at, word, size) != 0)
        return false;
    rest->at += size;
    return true;
}

/* Between least and most digits, as many as there are. */
static bool take_digits(struct rest *rest, int least, int most) {
    int count = 0;
    while (count < most && rest->at < rest->end && is_digit(*rest->at)) {
        rest->at++;
        count++;
    }
    return count >= least;
}

static bool at_end(const struct rest *rest) {
    return rest->at == rest->end;
}

#define DIGITS     "0123456789"
#define DIGITS_AND "0123456789_"

/* sexagesimal: (':' [0-5]? [0-9])+ */
static bool take_sexagesimal(struct rest *rest) {
    bool any = false;
    while (rest->at < rest->end && *rest->at == ':') {
        struct rest part = {rest->at + 1, rest->end};
        if (!take(&part, DIGITS))
            return any;
        if (!at_end(&part) && is_digit(*part.at)) {
            if (part.at[-1] > '5')
                return any;
            part.at++;
        }
        *rest = part;
        any = true;
    }
    return any;
}

/* int: [-+]? ('0b' [01_]+ | '0x' [0-9a-fA-F_]+ | '0' [0-7_]* | [1-9] [0-9_]* sexagesimal?) */
static bool is_int(struct text text) {
    struct rest rest = {text.data, text.data + text.size};
    take(&rest, "+-");
    if (take_word(&rest, "0b"))
        return take_all(&rest, "01_") && at_end(&rest);
    if (take_word(&rest, "0x"))
        return take_all(&rest, "0123456789abcdefABCDEF_") && at_end(&rest);
    if (take(&rest, "0")) {
        take_all(&rest, "01234567_");
        return at_end(&rest);
    }
    if (!take(&rest, "123456789"))
        return false;
    take_all(&rest, DIGITS_AND);
    take_sexagesimal(&rest);
    return at_end(&rest);
}

/* exponent: ([eE] [-+] [0-9]+)? */
static bool is_exponent(struct rest rest) {
    if (take(&rest, "eE") && !(take(&rest, "+-") && take_all(&rest, DIGITS)))
        return false;
    return at_end(&rest);
}

/* float: [-+]? [0-9] [0-9_]* '.' [0-9_]* exponent | '.' [0-9] [0-9_]* exponent
 *      | [-+]? [0-9] [0-9_]* sexagesimal '.' [0-9_]* | [-+]? '.inf' | '.nan' */
static bool is_float(struct text text) {
    struct rest rest = {text.data, text.data + text.size};
    bool sign = take(&rest, "+-");
    struct text unsigned_part = text_range(rest.at, rest.end);
    if (text_is_any(unsigned_part, (const char *const[]){".inf", ".Inf", ".INF", NULL}))
        return true;
    if (!sign && text_is_any(text, (const char *const[]){".nan", ".NaN", ".NAN", NULL}))
        return true;
    if (!sign && take(&rest, "."))
        return take(&rest, DIGITS) && (take_all(&rest, DIGITS_AND), is_exponent(rest));
    if (!take(&rest, DIGITS))
        return false;
    take_all(&rest, DIGITS_AND);
    bool sexagesimal = take_sexagesimal(&rest);
    if (!take(&rest, "."))
        return false;
    take_all(&rest, DIGITS_AND);
    return sexagesimal ? at_end(&rest) : is_exponent(rest);
}

struct timestamp {
    int year, month, day;
    bool has_time;
    int hour, minute, second, microsecond;
    bool has_zone;
    int zone_minutes; /* east of UTC */
};

static int number_of(const char *at, const char *end) {
    int number = 0;
    for (; at < end; at++)
        number = number * 10 + (*at - '0');
    return number;
}

static bool take_number(struct rest *rest, int least, int most, int *number) {
    const char *from = rest->at;
    if (!take_digits(rest, least, most))
        return false;
    *number = number_of(from, rest->at);
    return true;
}

/* zone: ([ \t]* ('Z' | [-+] hours (':' minutes)?))? at the end */
static bool match_zone(struct rest rest, struct timestamp *stamp) {
    if (at_end(&rest))
        return true;
    take_all(&rest, " \t");
    stamp->has_zone = true;
    if (take(&rest, "Z"))
        return at_end(&rest);
    bool west = !at_end(&rest) && *rest.at == '-';
    int hours = 0, minutes = 0;
    if (!take(&rest, "+-") || !take_number(&rest, 1, 2, &hours))
        return false;
    if (take(&rest, ":") && !take_number(&rest, 2, 2, &minutes))
        return false;
    stamp->zone_minutes = (west ? -1 : 1) * (hours * 60 + minutes);
    return at_end(&rest);
}

/* timestamp: year '-' month '-' day (('T' | 't' | [ \t]+) hour ':' mm ':' ss ('.' [0-9]*)? zone)?
 */
static bool match_timestamp(struct text text, struct timestamp *stamp) {
    struct rest rest = {text.data, text.data + text.size};
    *stamp = (struct timestamp){0};
    if (!take_number(&rest, 4, 4, &stamp->year) || !take(&rest, "-") ||
        !take_number(&rest, 1, 2, &stamp->month) || !take(&rest, "-") ||
        !take_number(&rest, 1, 2, &stamp->day))
        return false;
    if (at_end(&rest))
        return true;
    stamp->has_time = true;
    if (!take(&rest, "Tt") && !take_all(&rest, " \t"))
        return false;
    if (!take_number(&rest, 1, 2, &stamp->hour) || !take(&rest, ":") ||
        !take_number(&rest, 2, 2, &stamp->minute) || !take(&rest, ":") ||
        !take_number(&rest, 2, 2, &stamp->second))
        return false;
    if (take(&rest, ".")) {
        const char *from = rest.at;
        size_t count = take_all(&rest, DIGITS);
        for (size_t i = 0; i < 6; i++)
            stamp->microsecond = stamp->microsecond * 10 + (i < count ? from[i] - '0' : 0);
    }
    return match_zone(rest, stamp);
}

/* A date alone is only implicit with two digits for month and day. */
static bool is_timestamp(struct text text) {
    struct timestamp stamp;
    return match_timestamp(text, &stamp) && (stamp.has_time || text.size == 10);
}

static const char *const true_words[] = {"yes",  "Yes", "YES", "true", "True",
                                         "TRUE", "on",  "On",  "ON",   NULL};
static const char *const false_words[] = {"no",    "No",  "NO",  "false", "False",
                                          "FALSE", "off", "Off", "OFF",   NULL};

enum scalar_tag scalar_resolve(struct text plain) {
    if (plain.size == 0)
        return SCALAR_NULL;
    switch (plain.data[0]) {
    case '~':
        return plain.size == 1 ? SCALAR_NULL : SCALAR_STRING;
    case '<':
        return text_is(plain, "<<") ? SCALAR_MERGE : SCALAR_STRING;
    case '=':
        return plain.size == 1 ? SCALAR_VALUE : SCALAR_STRING;
    case '+':
    case '-':
    case '.':
        return is_float(plain) ? SCALAR_FLOAT : is_int(plain) ? SCALAR_INT : SCALAR_STRING;
    default:
        break;
    }
    if (is_digit(plain.data[0])) {
        if (is_float(plain))
            return SCALAR_FLOAT;
        if (is_int(plain))
            return SCALAR_INT;
        return is_timestamp(plain) ? SCALAR_TIMESTAMP : SCALAR_STRING;
    }
    if (text_is_any(plain, true_words) || text_is_any(plain, false_words))
        return SCALAR_BOOL;
    if (text_is_any(plain, (const char *const[]){"null", "Null", "NULL", NULL}))
        return SCALAR_NULL;
    return SCALAR_STRING;
}

enum scalar_tag scalar_tag_named(struct text name) {
    static const char *const names[] = {
        [SCALAR_NULL] = "null",     [SCALAR_BOOL] = "bool",           [SCALAR_INT] = "int",
        [SCALAR_FLOAT] = "float",   [SCALAR_STRING] = "str",          [SCALAR_BINARY] = "binary",
        [SCALAR_MERGE] = "merge",   [SCALAR_TIMESTAMP] = "timestamp", [SCALAR_VALUE] = "value",
        [SCALAR_UNKNOWN] = "other",
    };
    for (size_t tag = 0; tag < SCALAR_UNKNOWN; tag++)
        if (text_is(name, names[tag]))
            return (enum scalar_tag)tag;
    return SCALAR_UNKNOWN;
}

static struct text without_underscores(struct arena *arena, struct text text) {
    struct buffer out;
    buffer_init(&out, arena);
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '_')
            buffer_byte(&out, text.data[i]);
    return buffer_view(&out);
}

enum { PRINTABLE_DIGITS = 4300 }; /* Python refuses to read or print longer integers */

static bool all_digits(struct text digits, uint32_t base, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < digits.size; i++) {
        char byte = digits.data[i];
        uint32_t digit = is_digit(byte)               ? (uint32_t)(byte - '0')
                         : byte >= 'a' && byte <= 'f' ? (uint32_t)(byte - 'a' + 10)
                         : byte >= 'A' && byte <= 'F' ? (uint32_t)(byte - 'A' + 10)
                                                      : 99;
        if (digit >= base)
            return false;
        if (__builtin_mul_overflow(*value, (uint64_t)base, value) ||
            __builtin_add_overflow(*value, (uint64_t)digit, value))
            *value = UINT64_MAX;
    }
    return digits.size != 0;
}

/* digits ':' digits ..., in base 60; saturated. */
static bool sexagesimal(struct text digits, uint64_t *value) {
    struct text part;
    *value = 0;
    while (text_split(&digits, ':', &part)) {
        uint64_t number;
        if (!all_digits(part, 10, &number))
            return false;
        if (__builtin_mul_overflow(*value, (uint64_t)60, value) ||
            __builtin_add_overflow(*value, number, value))
            *value = UINT64_MAX;
    }
    return true;
}

static const char *construct_int(struct arena *arena, struct yaml_node *node) {
    struct text digits = text_trim(without_underscores(arena, node->text));
    struct rest rest = {digits.data, digits.data + digits.size};
    bool negative = !at_end(&rest) && *rest.at == '-';
    take(&rest, "+-");
    uint32_t base = take_word(&rest, "0b") ? 2 : take_word(&rest, "0x") ? 16 : 10;
    digits = text_range(rest.at, rest.end);
    if (base == 10 && digits.size > 1 && digits.data[0] == '0')
        base = 8;
    bool clock = base == 10 && text_find_byte(digits, ':') != TEXT_NONE;
    uint64_t value;
    if (clock ? !sexagesimal(digits, &value) : !all_digits(digits, base, &value))
        return "is no integer";
    if (digits.size > (base == 10 ? PRINTABLE_DIGITS : 4 * PRINTABLE_DIGITS) ||
        (clock && value == UINT64_MAX))
        return "has too many digits for an integer";
    struct buffer out;
    buffer_init(&out, arena);
    if (negative && value)
        buffer_byte(&out, '-');
    if (value < UINT64_MAX) {
        buffer_unsigned(&out, value);
    } else {
        const char *prefix = base == 2 ? "0b" : base == 8 ? "0o" : base == 16 ? "0x" : "";
        py_repr_integer(&out, text_join(arena, text_of(prefix), digits));
    }
    node->type = YAML_INT;
    node->printed = buffer_view(&out);
    if (node->printed.size > PRINTABLE_DIGITS + 1)
        return "has too many digits for an integer";
    int64_t integer = value > INT64_MAX ? INT64_MAX : (int64_t)value;
    node->integer = negative ? -integer : integer;
    node->number = number_parse(node->printed.data);
    return NULL;
}

/* What Python's float() takes: digits with a point and an exponent, or a word. */
static bool read_float(struct arena *arena, struct text text, double *value) {
    struct rest rest = {text.data, text.data + text.size};
    *value = text_is(text, "nan") ? (double)NAN : HUGE_VAL;
    if (text_is_any(text, (const char *const[]){"inf", "infinity", "nan", NULL}))
        return true;
    size_t whole = take_all(&rest, DIGITS);
    size_t fraction = take(&rest, ".") ? take_all(&rest, DIGITS) : 0;
    if (whole + fraction == 0)
        return false;
    if (take(&rest, "e") && (take(&rest, "+-"), take_all(&rest, DIGITS) == 0))
        return false;
    *value = number_parse(text_copy(arena, text).data);
    return at_end(&rest);
}

static bool read_sexagesimal_float(struct arena *arena, struct text text, double *value) {
    double base = 1;
    *value = 0;
    for (;;) {
        size_t colon = text_find_last_byte(text, ':');
        double digits;
        if (isinf(base) || !read_float(arena, text_from(text, colon + 1), &digits))
            return false;
        *value += digits * base;
        base *= 60;
        if (colon == TEXT_NONE)
            return true;
        text = text_slice(text, 0, colon);
    }
}

static const char *construct_float(struct arena *arena, struct yaml_node *node) {
    struct text text = text_lower(arena, text_trim(without_underscores(arena, node->text)));
    double sign = text.size && text.data[0] == '-' ? -1 : 1;
    if (text.size && (text.data[0] == '-' || text.data[0] == '+'))
        text = text_from(text, 1);
    double value = 0;
    if (text_is(text, ".inf"))
        value = HUGE_VAL;
    else if (text_is(text, ".nan"))
        value = (double)NAN;
    else if (text_find_byte(text, ':') != TEXT_NONE ? !read_sexagesimal_float(arena, text, &value)
                                                    : !read_float(arena, text, &value))
        return "is no number";
    node->type = YAML_FLOAT;
    node->number = isnan(value) ? value : sign * value;
    struct buffer out;
    buffer_init(&out, arena);
    py_repr_float(&out, node->number);
    node->printed = buffer_view(&out);
    return NULL;
}

static bool is_real_date(const struct timestamp *stamp) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (stamp->year < 1 || stamp->month < 1 || stamp->month > 12 || stamp->day < 1)
        return false;
    bool leap = stamp->year % 4 == 0 && (stamp->year % 100 != 0 || stamp->year % 400 == 0);
    return stamp->day <= days[stamp->month - 1] + (leap && stamp->month == 2) && stamp->hour < 24 &&
           stamp->minute < 60 && stamp->second < 60 && abs(stamp->zone_minutes) < 24 * 60;
}

static const char *construct_timestamp(struct arena *arena, struct yaml_node *node) {
    struct timestamp stamp;
    if (!match_timestamp(node->text, &stamp) || !is_real_date(&stamp))
        return "is no date or time that exists";
    struct buffer out;
    buffer_init(&out, arena);
    buffer_format(&out, "%04d-%02d-%02d", stamp.year, stamp.month, stamp.day);
    if (stamp.has_time)
        buffer_format(&out, " %02d:%02d:%02d", stamp.hour, stamp.minute, stamp.second);
    if (stamp.microsecond)
        buffer_format(&out, ".%06d", stamp.microsecond);
    if (stamp.has_zone)
        buffer_format(&out, "%c%02d:%02d", stamp.zone_minutes < 0 ? '-' : '+',
                      abs(stamp.zone_minutes) / 60, abs(stamp.zone_minutes) % 60);
    node->type = YAML_TIMESTAMP;
    node->printed = buffer_view(&out);
    return NULL;
}

static int base64_value(char byte) {
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = byte ? strchr(alphabet, byte) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

/* As Python's lenient decoder: what is not in the alphabet is skipped, padding ends a group. */
static bool decode_base64(struct buffer *out, struct text text) {
    uint32_t bits = 0;
    int held = 0, padding = 0;
    for (size_t i = 0; i < text.size; i++) {
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
        if (text.data[i] == '=') {
            padding++;
            if (held >= 2 && held + padding >= 4)
                return true;
            continue;
        }
        int value = base64_value(text.data[i]);
        if (value < 0)
            continue;
        padding = 0;
        bits = bits << 6 | (uint32_t)value;
        if (held > 0)
            buffer_byte(out, (char)(bits >> (6 - 2 * held)));
        held = (held + 1) % 4;
        if (held == 0)
            bits = 0;
    }
    return held == 0;
}

static const char *construct_binary(struct arena *arena, struct yaml_node *node) {
    struct buffer bytes, out;
    buffer_init(&bytes, arena);
    buffer_init(&out, arena);
    if (!decode_base64(&bytes, node->text))
        return "is no base64 text";
    py_repr_bytes(&out, buffer_view(&bytes));
    node->type = YAML_BINARY;
    node->printed = buffer_view(&out);
    return NULL;
}

static const char *construct_bool(struct arena *arena, struct yaml_node *node) {
    struct text word = text_lower(arena, node->text);
    node->boolean = text_is_any(word, true_words);
    if (!node->boolean && !text_is_any(word, false_words))
        return "is no truth value";
    node->type = YAML_BOOL;
    node->integer = node->boolean;
    node->number = node->boolean;
    node->printed = node->boolean ? T("True") : T("False");
    return NULL;
}

const char *scalar_construct(struct arena *arena, struct yaml_node *node, enum scalar_tag tag) {
    switch (tag) {
    case SCALAR_NULL:
        node->type = YAML_NULL;
        node->printed = T("None");
        return NULL;
    case SCALAR_BOOL:
        return construct_bool(arena, node);
    case SCALAR_INT:
        return construct_int(arena, node);
    case SCALAR_FLOAT:
        return construct_float(arena, node);
    case SCALAR_BINARY:
        return construct_binary(arena, node);
    case SCALAR_TIMESTAMP:
        return construct_timestamp(arena, node);
    default:
        node->type = YAML_STRING;
        node->printed = node->text;
        return NULL;
    }
}
