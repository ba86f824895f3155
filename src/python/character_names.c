#include "python/unicode.h"

#include "python/character_name_tables.h"

/* FNV-1a, as in tools/make-unicode-tables. */
static uint32_t hash_name(struct text name) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* A word with the space or hyphen before it. */
static struct text word_text(uint16_t word) {
    size_t size = 1, offset = 0;
    while (word >= first_word_of_size[size + 1]) {
        offset += (size_t)(first_word_of_size[size + 1] - first_word_of_size[size]) * size;
        size++;
    }
    return (struct text){word_texts + offset + (size_t)(word - first_word_of_size[size]) * size,
                         size};
}

/* Whether the name is these words; *at moves behind them in any case. */
static bool is_name(struct text name, const uint8_t **at, unsigned words) {
    size_t matched = 0; /* of name with a space before it */
    bool same = true;
    while (words--) {
        uint16_t word = *(*at)++;
        word = word < SHORT_CODES ? word_of_short_code[word]
                                  : (uint16_t)((word - SHORT_CODES) << 8 | *(*at)++);
        struct text text = word_text(word);
        bool first = matched == 0;
        struct text shown = text_from(text, first);
        size_t begin = first ? 0 : matched - 1;
        same = same && (!first || text.data[0] == ' ') &&
               text_equal(text_slice(name, begin, begin + shown.size), shown);
        matched += text.size;
    }
    return same && matched == name.size + 1;
}

static uint32_t find_in_table(struct text name) {
    uint32_t bucket = hash_name(name) % NAME_BUCKETS;
    const uint8_t *at = bucket_data + bucket_offset[bucket];
    const uint8_t *end = bucket_data + bucket_offset[bucket + 1];
    while (at < end) {
        uint32_t code_point = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
        unsigned words = at[3];
        at += 4;
        if (is_name(name, &at, words))
            return code_point;
    }
    return UINT32_MAX;
}

/* The index of the longest of these that text starts with, which is taken off; count if none. */
static size_t take_longest(struct text *text, const char *const *parts, size_t count) {
    size_t best = count, best_size = 0;
    for (size_t i = 0; i < count; i++) {
        struct text part = text_of(parts[i]);
        if (text_starts(*text, part) && (best == count || part.size > best_size)) {
            best = i;
            best_size = part.size;
        }
    }
    *text = text_from(*text, best_size);
    return best;
}

static uint32_t find_hangul(struct text syllable) {
    static const char *const leading[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                          "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
    static const char *const vowels[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                         "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                         "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
    static const char *const trailing[] = {
        "",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
        "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};
    enum { LEADING = 19, VOWELS = 21, TRAILING = 28 };
    size_t first = take_longest(&syllable, leading, LEADING);
    size_t second = take_longest(&syllable, vowels, VOWELS);
    size_t third = take_longest(&syllable, trailing, TRAILING);
    if (second == VOWELS || syllable.size)
        return UINT32_MAX;
    return (uint32_t)(0xac00 + (first * VOWELS + second) * TRAILING + third);
}

static bool is_unified_ideograph(uint32_t c) {
    static const uint32_t ranges[][2] = {{0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0x20000, 0x2a6df},
                                         {0x2a700, 0x2b739}, {0x2b740, 0x2b81d}, {0x2b820, 0x2cea1},
                                         {0x2ceb0, 0x2ebe0}, {0x2ebf0, 0x2ee5d}, {0x30000, 0x3134a},
                                         {0x31350, 0x323af}};
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

static uint32_t find_ideograph(struct text digits) {
    if (digits.size != 4 && digits.size != 5)
        return UINT32_MAX;
    uint32_t value = 0;
    for (size_t i = 0; i < digits.size; i++) {
        char digit = digits.data[i];
        if (digit >= '0' && digit <= '9')
            value = value << 4 | (uint32_t)(digit - '0');
        else if (digit >= 'A' && digit <= 'F')
            value = value << 4 | (uint32_t)(digit - 'A' + 10);
        else
            return UINT32_MAX;
    }
    return is_unified_ideograph(value) ? value : UINT32_MAX;
}

uint32_t py_character_by_name(struct text name) {
    static const struct text hangul = TEXT("HANGUL SYLLABLE ");
    static const struct text ideograph = TEXT("CJK UNIFIED IDEOGRAPH-");
    if (name.size > LONGEST_NAME)
        return UINT32_MAX;
    /* As in CPython, case counts in the names that are computed, and only there. */
    if (text_starts(name, hangul))
        return find_hangul(text_from(name, hangul.size));
    if (text_starts(name, ideograph))
        return find_ideograph(text_from(name, ideograph.size));
    char upper[LONGEST_NAME];
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    return find_in_table((struct text){upper, name.size});
}
