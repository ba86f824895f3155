#include "python/repr.h"

#include "base/number.h"
#include "base/utf8.h"
#include "python/unicode.h"

#include <gmp.h>
#include <math.h>

static char quote_for(struct text value) {
    bool single = text_find_byte(value, '\'') != TEXT_NONE;
    return single && text_find_byte(value, '"') == TEXT_NONE ? '"' : '\'';
}

/* What both kinds of strings escape; false when the character is not one of these. */
static bool escape_common(struct buffer *out, uint32_t c, char quote) {
    switch (c) {
    case '\t':
        buffer_add(out, "\\t", 2);
        return true;
    case '\n':
        buffer_add(out, "\\n", 2);
        return true;
    case '\r':
        buffer_add(out, "\\r", 2);
        return true;
    default:
        if (c != '\\' && c != (unsigned char)quote)
            return false;
        buffer_byte(out, '\\');
        buffer_byte(out, (char)c);
        return true;
    }
}

/* A surrogate is not valid UTF-8 but is a character of Python's strings. */
static uint32_t next_character(const char **at, const char *end) {
    const unsigned char *p = (const unsigned char *)*at;
    if (end - *at >= 3 && p[0] == 0xed && p[1] >= 0xa0 && (p[1] & 0xc0) == 0x80 &&
        (p[2] & 0xc0) == 0x80) {
        *at += 3;
        return 0xd000u | (uint32_t)(p[1] & 0x3f) << 6 | (p[2] & 0x3fu);
    }
    return utf8_next(at, end);
}

void py_repr_text(struct buffer *out, struct text value) {
    char quote = quote_for(value);
    buffer_byte(out, quote);
    const char *end = value.data + value.size;
    for (const char *at = value.data; at < end;) {
        const char *begin = at;
        uint32_t c = next_character(&at, end);
        if (escape_common(out, c, quote))
            continue;
        if (c >= 0x20 && c < 0x7f)
            buffer_byte(out, (char)c);
        else if (c > 0x7f && c != UTF8_INVALID && py_is_printable(c))
            buffer_add(out, begin, (size_t)(at - begin));
        else if (c <= 0xff)
            buffer_format(out, "\\x%02x", (unsigned)c);
        else if (c <= 0xffff)
            buffer_format(out, "\\u%04x", (unsigned)c);
        else
            buffer_format(out, "\\U%08x", (unsigned)c);
    }
    buffer_byte(out, quote);
}

void py_repr_bytes(struct buffer *out, struct text value) {
    char quote = quote_for(value);
    buffer_byte(out, 'b');
    buffer_byte(out, quote);
    for (size_t i = 0; i < value.size; i++) {
        unsigned char byte = (unsigned char)value.data[i];
        if (escape_common(out, byte, quote))
            continue;
        if (byte >= 0x20 && byte < 0x7f)
            buffer_byte(out, (char)byte);
        else
            buffer_format(out, "\\x%02x", (unsigned)byte);
    }
    buffer_byte(out, quote);
}

/* Returns false when the text has neither a point nor an exponent and could be an integer's. */
static bool write_float(struct buffer *out, double value) {
    if (isnan(value)) {
        buffer_string(out, "nan");
        return true;
    }
    if (signbit(value))
        buffer_byte(out, '-');
    if (isinf(value)) {
        buffer_string(out, "inf");
        return true;
    }
    char digits[NUMBER_DIGITS + 1];
    int point;
    size_t count = number_shortest(value, digits, &point);
    if (point > 16 || point < -3) {
        buffer_byte(out, digits[0]);
        if (count > 1) {
            buffer_byte(out, '.');
            buffer_add(out, digits + 1, count - 1);
        }
        buffer_format(out, "e%+03d", point - 1);
        return true;
    }
    if (point <= 0) {
        buffer_string(out, "0.");
        buffer_repeat(out, '0', (size_t)-point);
        buffer_add(out, digits, count);
        return true;
    }
    size_t whole = (size_t)point < count ? (size_t)point : count;
    buffer_add(out, digits, whole);
    buffer_repeat(out, '0', (size_t)point - whole);
    if (whole == count)
        return false;
    buffer_byte(out, '.');
    buffer_add(out, digits + whole, count - whole);
    return true;
}

void py_repr_float(struct buffer *out, double value) {
    if (!write_float(out, value))
        buffer_string(out, ".0");
}

void py_repr_imaginary(struct buffer *out, double value) {
    write_float(out, value);
    buffer_byte(out, 'j');
}

static unsigned digit_value(char digit) {
    return digit <= '9' ? (unsigned)(digit - '0') : ((unsigned)digit & 0xdf) - 'A' + 10;
}

/* GMP ends the process when it gets no memory for its temporaries, so that this much is known to
 * be there first. */
static void require_memory(struct heap *heap, size_t size) {
    heap_free(heap, heap_allocate(heap, size));
}

static void write_converted(struct buffer *out, struct text digits, unsigned bits) {
    struct arena arena;
    arena_init(&arena, out->arena->heap);
    unsigned char *values = arena_allocate(&arena, digits.size);
    for (size_t i = 0; i < digits.size; i++)
        values[i] = (unsigned char)digit_value(digits.data[i]);
    size_t limbs = digits.size * bits / GMP_NUMB_BITS + 2;
    mp_limb_t *number = arena_array(&arena, mp_limb_t, limbs);
    mp_size_t used = mpn_set_str(number, values, digits.size, 1 << bits);
    /* Ten is more than 2^3. */
    unsigned char *decimal = arena_allocate(&arena, digits.size * bits / 3 + 2);
    require_memory(arena.heap, 8 * limbs * sizeof(mp_limb_t));
    size_t count = mpn_get_str(decimal, 10, number, used);
    size_t begin = 0;
    while (begin + 1 < count && decimal[begin] == 0)
        begin++;
    char *room = buffer_room(out, count - begin);
    for (size_t i = begin; i < count; i++)
        *room++ = (char)('0' + decimal[i]);
    out->size += count - begin;
    arena_release(&arena);
}

void py_repr_integer(struct buffer *out, struct text literal) {
    unsigned bits = 0; /* of a digit */
    if (literal.size > 2 && literal.data[0] == '0') {
        char base = literal.data[1] | 0x20;
        bits = base == 'x' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
    }
    struct text digits = bits ? text_from(literal, 2) : literal;
    while (digits.size > 1 && digits.data[0] == '0')
        digits = text_from(digits, 1);
    if (bits && !text_is(digits, "0"))
        write_converted(out, digits, bits);
    else
        buffer_text(out, digits);
}
