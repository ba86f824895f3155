#include "python/multi_byte.h"

#include "base/utf8.h"

#include "python/encoding_pages.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void add_character(struct buffer *out, uint32_t c) {
    char encoded[4];
    buffer_add(out, encoded, utf8_encode(c, encoded));
}

/* The character of two bytes; false when there is none. */
static bool add_pair(struct buffer *out, unsigned page, unsigned lead, unsigned tail) {
    if (lead < FIRST_LEAD || tail < FIRST_TAIL)
        return false;
    size_t row =
        page * ROWS_OF_PAGE + (lead - FIRST_LEAD) * ROWS_OF_LEAD + (tail - FIRST_TAIL) / ROW;
    uint32_t c = page_characters[page_rows[row] * ROW + tail % ROW];
    if (c == 0)
        return false;
    if (c >= 0xd800 && c <= 0xdfff) {
        uint16_t second = pair_second[c - 0xd800];
        add_character(out, pair_first[c - 0xd800]);
        if (second)
            add_character(out, second);
        return true;
    }
    add_character(out, c);
    return true;
}

/* A character of four bytes of GB 18030: they are counted through, and where the count meets a
 * character that two bytes have, it goes on behind it. */
static bool add_four(struct buffer *out, const unsigned char *at) {
    enum { SUPPLEMENTARY = 189000 };
    if (at[0] < 0x81 || at[1] < 0x30 || at[1] > 0x39 || at[2] < 0x81 || at[2] > 0xfe ||
        at[3] < 0x30 || at[3] > 0x39)
        return false;
    uint32_t number =
        ((at[0] - 0x81u) * 10 + (at[1] - 0x30u)) * 1260 + (at[2] - 0x81u) * 10 + (at[3] - 0x30u);
    if (number >= SUPPLEMENTARY) {
        if (number - SUPPLEMENTARY > 0xfffff)
            return false;
        add_character(out, 0x10000 + number - SUPPLEMENTARY);
        return true;
    }
    size_t low = 0, high = COUNT(four_byte_number);
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (four_byte_number[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    if (!four_byte_character[low])
        return false;
    add_character(out, four_byte_character[low] + number - four_byte_number[low]);
    return true;
}

/* A Hangul syllable that KS X 1001 has no code for, spelt as filler and three letters. */
static bool add_spelt_hangul(struct buffer *out, const unsigned char *at) {
    enum { NONE = 0xff, LETTERS = 0xa4, FILLER = 0xd4, CONSONANTS = 30, VOWELS = 21 };
    static const uint8_t leading[CONSONANTS] = {
        0,    1, NONE, 2, NONE, NONE, 3,  4,  5,  NONE, NONE, NONE, NONE, NONE, NONE,
        NONE, 6, 7,    8, NONE, 9,    10, 11, 12, 13,   14,   15,   16,   17,   18};
    static const uint8_t trailing[CONSONANTS] = {1,  2,  3,  4,  5,    6,  7,  NONE, 8,    9,
                                                 10, 11, 12, 13, 14,   15, 16, 17,   NONE, 18,
                                                 19, 20, 21, 22, NONE, 23, 24, 25,   26,   27};
    unsigned first = at[3] - 0xa1u, vowel = at[5] - 0xbfu, last = at[7] - 0xa1u;
    if (at[2] != LETTERS || at[4] != LETTERS || at[6] != LETTERS || first >= CONSONANTS ||
        leading[first] == NONE || vowel >= VOWELS)
        return false;
    if (at[7] != FILLER && (last >= CONSONANTS || trailing[last] == NONE))
        return false;
    add_character(out, 0xac00 + (leading[first] * 21u + vowel) * 28 +
                           (at[7] == FILLER ? 0u : trailing[last]));
    return true;
}

size_t multi_byte_decode(struct buffer *out, struct text bytes, unsigned codec) {
    const unsigned char *begin = (const unsigned char *)bytes.data, *at = begin;
    const unsigned char *end = begin + bytes.size;
    while (at < end) {
        uint16_t lone = lone_characters[codec * 256 + *at];
        size_t left = (size_t)(end - at), size;
        if (lone != UNDEFINED_BYTE) {
            add_character(out, lone);
            size = 1;
        } else if (third_page[codec] && at[0] == 0x8f) {
            size = left >= 3 && add_pair(out, third_page[codec], at[1], at[2]) ? 3 : 0;
        } else if (codec == PAGE_GB18030 && left >= 2 && at[1] >= 0x30 && at[1] <= 0x39) {
            size = left >= 4 && add_four(out, at) ? 4 : 0;
        } else if (codec == PAGE_EUC_KR && left >= 8 && at[0] == 0xa4 && at[1] == 0xd4) {
            size = add_spelt_hangul(out, at) ? 8 : 0;
        } else {
            size = left >= 2 && add_pair(out, codec, at[0], at[1]) ? 2 : 0;
        }
        if (!size)
            return (size_t)(at - begin);
        at += size;
    }
    return TEXT_NONE;
}

/* ASCII in which "~{" and "~}" enclose pairs of GB 2312, "~~" is "~", and "~" before a line end
 * hides it (RFC 1843). */
size_t hz_decode(struct buffer *out, struct text bytes) {
    bool shifted = false;
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned char c = (unsigned char)bytes.data[i];
        unsigned char next = i + 1 < bytes.size ? (unsigned char)bytes.data[i + 1] : 0;
        if (c >= 0x80)
            return i;
        if (c == '~') {
            if (next == '~' && !shifted)
                buffer_byte(out, '~');
            else if (next == (shifted ? '}' : '{'))
                shifted = !shifted;
            else if (next != '\n' || shifted)
                return i;
            i++;
        } else if (!shifted) {
            buffer_byte(out, (char)c);
        } else {
            if (!add_pair(out, PAGE_GB2312, c | 0x80u, next | 0x80u) || next >= 0x80)
                return i;
            i++;
        }
    }
    return TEXT_NONE;
}

/* What a designation of ISO 2022 makes the bytes 0x21 to 0x7e mean. */
enum charset { ASCII, JIS_ROMAN, JIS_KANA, LATIN_1, GREEK, PAGE };

struct designation {
    const char *escape;
    unsigned variants; /* enum iso_2022 */
    enum charset charset;
    unsigned page;
    bool second; /* into G2, of which a single shift takes one character */
};

enum {
    JP = ISO_2022_JP | ISO_2022_JP_1 | ISO_2022_JP_2 | ISO_2022_JP_EXT,
    JIS_X_0213 = ISO_2022_JP_2004 | ISO_2022_JP_3
};

/* CPython takes the sets of two bytes with and without the parenthesis. */
#define TWO_BYTES(final, variants, page)                                                           \
    {"\x1b$" final, variants, PAGE, page, false}, {                                                \
        "\x1b$(" final, variants, PAGE, page, false                                                \
    }

static const struct designation designations[] = {
    {"\x1b(B", JP | JIS_X_0213 | ISO_2022_KR, ASCII, 0, false},
    {"\x1b(J", JP, JIS_ROMAN, 0, false},
    {"\x1b(I", ISO_2022_JP_EXT, JIS_KANA, 0, false},
    TWO_BYTES("@", JP, PAGE_EUC_JP),
    TWO_BYTES("B", JP | JIS_X_0213, PAGE_EUC_JP),
    TWO_BYTES("D", ISO_2022_JP_1 | ISO_2022_JP_2 | ISO_2022_JP_EXT, PAGE_EUC_JP_THIRD),
    TWO_BYTES("C", ISO_2022_JP_2, PAGE_EUC_KR),
    TWO_BYTES("A", ISO_2022_JP_2, PAGE_GB2312),
    TWO_BYTES("Q", ISO_2022_JP_2004, PAGE_EUC_JIS_2004),
    TWO_BYTES("O", ISO_2022_JP_3, PAGE_EUC_JISX0213),
    TWO_BYTES("P", JIS_X_0213, PAGE_EUC_JIS_2004_THIRD),
    {"\x1b.A", ISO_2022_JP_2, LATIN_1, 0, true},
    {"\x1b.F", ISO_2022_JP_2, GREEK, 0, true},
    {"\x1b$)C", ISO_2022_KR, PAGE, PAGE_EUC_KR, true},
};

static const struct designation *find_designation(struct text rest, enum iso_2022 variant) {
    for (size_t i = 0; i < COUNT(designations); i++)
        if ((designations[i].variants & variant) &&
            text_starts(rest, text_of(designations[i].escape)))
            return &designations[i];
    return NULL;
}

/* A character of a designated set at the front of rest; how many bytes it has, 0 when none. */
static size_t add_designated(struct buffer *out, const struct designation *set, struct text rest) {
    unsigned char c = (unsigned char)rest.data[0];
    switch (set->charset) {
    case ASCII:
        add_character(out, c);
        return 1;
    case JIS_ROMAN:
        add_character(out, c == '\\' ? 0xa5 : c == '~' ? 0x203e : c);
        return 1;
    case JIS_KANA:
        if (c < 0x21 || c > 0x5f)
            return 0;
        add_character(out, 0xff61 + (c - 0x21u));
        return 1;
    case LATIN_1:
        add_character(out, c | 0x80u);
        return 1;
    case GREEK:
        if (lone_characters[LONE_GREEK * 256 + (c | 0x80u)] == UNDEFINED_BYTE)
            return 0;
        add_character(out, lone_characters[LONE_GREEK * 256 + (c | 0x80u)]);
        return 1;
    case PAGE:
        return rest.size >= 2 && (unsigned char)rest.data[1] < 0x80 &&
                       add_pair(out, set->page, c | 0x80u, (unsigned char)rest.data[1] | 0x80u)
                   ? 2
                   : 0;
    }
    return 0;
}

size_t iso_2022_decode(struct buffer *out, struct text bytes, enum iso_2022 variant) {
    enum { SHIFT_OUT = 0x0e, SHIFT_IN = 0x0f, ESCAPE = 0x1b };
    const struct designation *first = &designations[0], *second = &designations[0];
    bool shifted = false;
    for (size_t i = 0; i < bytes.size;) {
        struct text rest = text_from(bytes, i);
        unsigned char c = (unsigned char)rest.data[0];
        const struct designation *found = c == ESCAPE ? find_designation(rest, variant) : NULL;
        if (found) {
            *(found->second ? &second : &first) = found;
            i += strlen(found->escape);
            continue;
        }
        if (c >= 0x80)
            return i;
        if (variant == ISO_2022_KR && (c == SHIFT_OUT || c == SHIFT_IN)) {
            shifted = c == SHIFT_OUT;
            i++;
            continue;
        }
        if (c == '\n')
            shifted = false;
        size_t size;
        if (c == ESCAPE && variant == ISO_2022_JP_2 && rest.size >= 3 && rest.data[1] == 'N')
            size = add_designated(out, second, text_from(rest, 2)) ? 3 : 0;
        else if (c == ESCAPE && rest.size > 1 && strchr("($.&", rest.data[1]))
            size = 0; /* a designation that the variant does not have */
        else if (c <= 0x20)
            size = add_designated(out, &designations[0], rest);
        else
            size = add_designated(out, shifted ? second : first, rest);
        if (!size)
            return i;
        i += size;
    }
    return TEXT_NONE;
}
