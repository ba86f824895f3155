#include "base/number.h"
#include "base/utf8.h"
#include "condition/value.h"
#include "python/unicode.h"

enum { DIGIT_LIMIT = 4300, SHORT = 128 };

static bool is_ascii(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
    return true;
}

static bool is_no_number(struct evaluation *evaluation, const char *detail) {
    return value_raise(evaluation, CONDITION_VALUE_ERROR, detail);
}

/* Decimal digits and spaces of every script as ASCII; NULL data when there is anything else. */
static struct text to_ascii(struct arena *arena, struct text text) {
    char *out = arena_allocate(arena, text.size);
    size_t size = 0;
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        uint32_t c = utf8_next(&at, end);
        int digit;
        if (c < 0x80)
            out[size++] = (char)c;
        else if ((digit = py_decimal_value(c)) >= 0)
            out[size++] = (char)('0' + digit);
        else if (py_is_space(c))
            out[size++] = ' ';
        else
            return (struct text){NULL, 0};
    }
    return (struct text){out, size};
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ASCII without blanks at the ends; empty when that is not possible. False when memory is needed.
 */
static bool prepare(struct evaluation *evaluation, const struct value *value,
                    struct text *prepared) {
    struct text text = value->text;
    if (value->kind == VALUE_TEXT && !is_ascii(text)) {
        if (!value_has_memory(evaluation))
            return false;
        text = to_ascii(evaluation->arena, text);
    }
    while (text.size && is_blank(text.data[0]))
        text = text_from(text, 1);
    while (text.size && is_blank(text.data[text.size - 1]))
        text.size--;
    *prepared = text;
    return true;
}

/* Takes a sign off the front; whether it was a minus. */
static bool take_sign(struct text *text) {
    bool minus = text->size && text->data[0] == '-';
    if (text->size && (minus || text->data[0] == '+'))
        *text = text_from(*text, 1);
    return minus;
}

static unsigned digit_of(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    char lower = c | 0x20;
    return lower >= 'a' && lower <= 'z' ? (unsigned)(lower - 'a') + 10 : 36;
}

static unsigned base_of_prefix(struct text text) {
    if (text.size < 2 || text.data[0] != '0')
        return 0;
    char letter = text.data[1] | 0x20;
    return letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
}

/* Takes the prefix and one underscore behind it. base 0 becomes the one that was written. */
static void take_prefix(struct text *text, unsigned *base) {
    unsigned prefix = base_of_prefix(*text);
    if (prefix && (*base == prefix || *base == 0)) {
        *base = prefix;
        *text = text_from(*text, 2);
        if (text->size && text->data[0] == '_')
            *text = text_from(*text, 1);
    }
    if (*base == 0)
        *base = 10;
}

/* The values of the digits, single underscores between them left out; false for anything else. */
static bool read_digits(struct text text, unsigned base, unsigned char *digits, size_t *count) {
    *count = 0;
    bool digit_before = false;
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = digit_of(text.data[i]);
        if (text.data[i] == '_' && digit_before) {
            digit_before = false;
            continue;
        }
        if (digit >= base)
            return false;
        digits[(*count)++] = (unsigned char)digit;
        digit_before = true;
    }
    return digit_before;
}

/* The value when it surely fits 64 bits. */
static bool read_short(const unsigned char *digits, size_t count, unsigned base, int64_t *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++)
        if (__builtin_mul_overflow(*value, (int64_t)base, value) ||
            __builtin_add_overflow(*value, (int64_t)digits[i], value))
            return false;
    return true;
}

/* Digits alone, and few of them. */
static bool read_plain(struct text text, int64_t *value) {
    enum { DIGITS = 18 }; /* that surely fit */
    *value = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || i == DIGITS)
            return false;
        *value = *value * 10 + (text.data[i] - '0');
    }
    return text.size != 0;
}

/* The digits of text, with their sign, in a base that has been settled. */
static bool read_in_base(struct evaluation *evaluation, struct text text, unsigned base, bool minus,
                         struct value *result) {
    static const char detail[] = "int() was given no integer in that base";
    unsigned char short_digits[SHORT], *digits = short_digits;
    size_t count;
    struct value value = {.kind = VALUE_INTEGER};
    if (text.size > SHORT) {
        if (!value_has_memory(evaluation))
            return false;
        digits = arena_allocate(evaluation->arena, text.size);
    }
    if (!read_digits(text, base, digits, &count))
        return is_no_number(evaluation, detail);
    if (count > DIGIT_LIMIT && (base & (base - 1)) != 0)
        return is_no_number(evaluation, "int() takes at most 4300 digits in that base");
    if (read_short(digits, count, base, &value.integer)) {
        if (minus)
            value.integer = -value.integer;
    } else {
        if (!value_has_memory(evaluation))
            return false;
        struct integer whole = integer_of_digits(evaluation->arena, digits, count, base);
        whole.negative = minus;
        value = value_of_integer(&whole);
    }
    *result = value;
    return true;
}

bool value_read_integer(struct evaluation *evaluation, const struct value *text, unsigned base,
                        struct value *result) {
    struct text rest;
    struct value value = {.kind = VALUE_INTEGER};
    if (base == 10 && read_plain(text->text, &value.integer)) {
        *result = value;
        return true;
    }
    if (!prepare(evaluation, text, &rest))
        return false;
    bool minus = take_sign(&rest), any_base = base == 0;
    take_prefix(&rest, &base);
    if (!read_in_base(evaluation, rest, base, minus, &value))
        return false;
    bool is_zero = value.kind == VALUE_INTEGER && value.integer == 0;
    if (any_base && base == 10 && rest.data[0] == '0' && !is_zero)
        return is_no_number(evaluation, "without a base a number does not begin with 0");
    *result = value;
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Writes digits from *at on without the single underscores between them; how many. */
static size_t take_digits(struct text text, size_t *at, char *out, size_t *size) {
    size_t count = 0;
    while (*at < text.size) {
        char c = text.data[*at];
        bool joins = c == '_' && count && is_digit(text.data[*at - 1]) && *at + 1 < text.size &&
                     is_digit(text.data[*at + 1]);
        if (!is_digit(c) && !joins)
            break;
        if (!joins) {
            out[(*size)++] = c;
            count++;
        }
        ++*at;
    }
    return count;
}

/* digits [. [digits]] | . digits, then [e [sign] digits], without underscores into out. */
static bool take_decimal(struct text text, char *out) {
    size_t at = 0, size = 0;
    size_t digits = take_digits(text, &at, out, &size);
    if (at < text.size && text.data[at] == '.') {
        out[size++] = text.data[at++];
        digits += take_digits(text, &at, out, &size);
    }
    if (!digits)
        return false;
    if (at < text.size && (text.data[at] | 0x20) == 'e') {
        out[size++] = text.data[at++];
        if (at < text.size && (text.data[at] == '+' || text.data[at] == '-'))
            out[size++] = text.data[at++];
        if (!take_digits(text, &at, out, &size))
            return false;
    }
    out[size] = '\0';
    return at == text.size;
}

static bool read_special(struct text text, double *result) {
    if (text_equal_ignoring_case(text, T("inf")) || text_equal_ignoring_case(text, T("infinity")))
        *result = __builtin_inf();
    else if (text_equal_ignoring_case(text, T("nan")))
        *result = __builtin_nan("");
    else
        return false;
    return true;
}

bool value_read_float(struct evaluation *evaluation, const struct value *text, double *result) {
    struct text rest;
    if (number_parse_short(text->text.data, text->text.size, result))
        return true;
    if (!prepare(evaluation, text, &rest))
        return false;
    bool minus = take_sign(&rest);
    if (!read_special(rest, result)) {
        char short_copy[SHORT], *copy = short_copy;
        if (rest.size >= SHORT) {
            if (!value_has_memory(evaluation))
                return false;
            copy = arena_allocate(evaluation->arena, rest.size + 1);
        }
        if (!take_decimal(rest, copy))
            return is_no_number(evaluation, "float() was given no number");
        *result = number_parse(copy);
    }
    if (minus)
        *result = -*result;
    return true;
}
