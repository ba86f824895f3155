#include "python/unicode.h"

#include "base/buffer.h"
#include "base/utf8.h"

#include "python/unicode_tables.h"

static uint8_t properties(uint32_t c) {
    if (c > 0x10ffff)
        return 0;
    return property_blocks[property_index[c / PROPERTY_BLOCK] * PROPERTY_BLOCK +
                           c % PROPERTY_BLOCK];
}

bool py_is_identifier_start(uint32_t c) {
    return properties(c) & IDENTIFIER_START;
}

bool py_is_identifier_part(uint32_t c) {
    return properties(c) & IDENTIFIER_PART;
}

bool py_is_printable(uint32_t c) {
    return properties(c) & PRINTABLE;
}

bool py_is_alphanumeric(uint32_t c) {
    return properties(c) & ALPHANUMERIC;
}

bool py_is_space(uint32_t c) {
    switch (c) {
    case 0x20:
    case 0x85:
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
        return true;
    default:
        return (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f) || (c >= 0x2000 && c <= 0x200a);
    }
}

struct text py_lstrip(struct text text) {
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        const char *next = at;
        if (!py_is_space(utf8_next(&next, end)))
            break;
        at = next;
    }
    return text_range(at, end);
}

struct text py_rstrip(struct text text) {
    while (text.size) {
        size_t last = text.size - 1;
        while (last && text.size - last < 4 && ((unsigned char)text.data[last] & 0xc0) == 0x80)
            last--;
        const char *at = text.data + last, *end = text.data + text.size;
        if (!py_is_space(utf8_next(&at, end)) || at != end)
            break;
        text.size = last;
    }
    return text;
}

struct text py_strip(struct text text) {
    return py_rstrip(py_lstrip(text));
}

int py_decimal_value(uint32_t c) {
    if (!(properties(c) & DECIMAL))
        return -1;
    /* Digits stand in runs that count from 0 to 9, the longest of them five times. */
    uint32_t begin = c;
    while (properties(begin - 1) & DECIMAL)
        begin--;
    return (int)((c - begin) % 10);
}

/* Index of the last item of a rising array that is not above c; count when there is none. */
static size_t find_at_most(const uint32_t *items, size_t count, uint32_t c) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (items[middle] <= c)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : count;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static unsigned combining_class(uint32_t c) {
    if (!(properties(c) & COMPOSES))
        return 0;
    size_t i = find_at_most(class_first, COUNT(class_first), c);
    return i < COUNT(class_first) && c <= class_last[i] ? class_value[i] : 0;
}

enum {
    HANGUL_SYLLABLES = 0xac00,
    HANGUL_LEADING = 0x1100,
    HANGUL_VOWELS = 0x1161,
    HANGUL_TRAILING = 0x11a7, /* of no trailing consonant: the first one is the next */
    LEADING_COUNT = 19,
    VOWEL_COUNT = 21,
    TRAILING_COUNT = 28,
    SYLLABLE_COUNT = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT
};

/* The character that two compose to, or 0. */
static uint32_t compose(uint32_t first, uint32_t second) {
    uint32_t leading = first - HANGUL_LEADING, vowel = second - HANGUL_VOWELS;
    if (leading < LEADING_COUNT && vowel < VOWEL_COUNT)
        return HANGUL_SYLLABLES + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT;
    uint32_t syllable = first - HANGUL_SYLLABLES, trailing = second - HANGUL_TRAILING;
    if (syllable < SYLLABLE_COUNT && syllable % TRAILING_COUNT == 0 &&
        trailing - 1 < TRAILING_COUNT - 1)
        return first + trailing;
    size_t i = find_at_most(composition_first, COUNT(composition_first), first);
    for (; i < COUNT(composition_first) && composition_first[i] == first; i--)
        if (composition_second[i] == second)
            return composition_result[i];
    return 0;
}

struct characters {
    uint32_t *items;
    size_t count;
};

static struct characters decompose(struct arena *arena, struct text text) {
    struct buffer bytes;
    buffer_init(&bytes, arena);
    const char *at = text.data, *end = text.data + text.size;
    while (at < end) {
        const char *begin = at;
        uint32_t c = utf8_next(&at, end);
        if (properties(c) & DECOMPOSES) {
            size_t i = find_at_most(decomposed, COUNT(decomposed), c);
            buffer_add(&bytes, decomposition_pool + decomposition_offset[i], decomposition_size[i]);
        } else {
            buffer_add(&bytes, begin, (size_t)(at - begin));
        }
    }
    struct text all = buffer_view(&bytes);
    struct characters characters = {arena_allocate(arena, all.size * sizeof(uint32_t)), 0};
    for (at = all.data, end = all.data + all.size; at < end;)
        characters.items[characters.count++] = utf8_next(&at, end);
    return characters;
}

/* Sorts by combining class, equal ones staying in order; linear, however long the run is. */
static void sort_marks(struct arena *arena, uint32_t *marks, size_t count) {
    size_t begin[257] = {0};
    for (size_t i = 0; i < count; i++)
        begin[combining_class(marks[i]) + 1]++;
    for (size_t class = 0; class < 256; class ++)
        begin[class + 1] += begin[class];
    uint32_t *sorted = arena_allocate(arena, count * sizeof(*sorted));
    for (size_t i = 0; i < count; i++)
        sorted[begin[combining_class(marks[i])]++] = marks[i];
    memcpy(marks, sorted, count * sizeof(*sorted));
}

static void order_marks(struct arena *arena, struct characters characters) {
    for (size_t i = 0; i < characters.count;) {
        size_t begin = i;
        while (i < characters.count && combining_class(characters.items[i]))
            i++;
        if (i - begin > 1)
            sort_marks(arena, characters.items + begin, i - begin);
        if (i == begin)
            i++;
    }
}

static size_t compose_all(struct characters characters) {
    uint32_t *items = characters.items;
    size_t count = 0, starter = SIZE_MAX;
    unsigned class_before = 0; /* of what stands between the starter and the character */
    for (size_t i = 0; i < characters.count; i++) {
        uint32_t c = items[i];
        unsigned class = combining_class(c);
        if (starter != SIZE_MAX && (class_before == 0 || class_before < class)) {
            uint32_t composed = compose(items[starter], c);
            if (composed) {
                items[starter] = composed;
                continue;
            }
        }
        class_before = class;
        if (class == 0)
            starter = count;
        items[count++] = c;
    }
    return count;
}

static bool is_normal_already(struct text text) {
    const char *at = text.data, *end = text.data + text.size;
    while (at < end)
        if ((unsigned char)*at < 0x80)
            at++;
        else if (properties(utf8_next(&at, end)) & (DECOMPOSES | COMPOSES))
            return false;
    return true;
}

struct text py_nfkc(struct arena *arena, struct text text) {
    if (is_normal_already(text))
        return text;
    struct characters characters = decompose(arena, text);
    order_marks(arena, characters);
    characters.count = compose_all(characters);
    struct buffer out;
    buffer_init(&out, arena);
    for (size_t i = 0; i < characters.count; i++) {
        char bytes[4];
        buffer_add(&out, bytes, utf8_encode(characters.items[i], bytes));
    }
    struct text normal = buffer_view(&out);
    return text_equal(normal, text) ? text : normal;
}
