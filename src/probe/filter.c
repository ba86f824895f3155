/*
 * Three bytes of each literal make its fingerprint. Literals are put into eight buckets, one for
 * each bit of a byte; for each place of the fingerprint, a table tells by the low and the high half
 * of a byte which buckets may have it there. The buckets whose bit survives all three places are
 * compared in full. With AVX2 that is done for 32 positions at once. (The method is known as
 * Teddy.)
 */
#include "probe/filter.h"

#include "base/vector.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    PLACES = 3,
    BUCKETS = 8,
    LANES = 32,
    MOST_LITERALS = 256, /* more would survive everywhere */
};

struct literal {
    struct pyregex_literal string;
    size_t pattern;
    size_t fingerprint; /* where in the string */
};

struct tables {
    uint8_t low[PLACES][16];
    uint8_t high[PLACES][16];
};

struct filter {
    VECTOR(struct literal) literals;
    size_t *candidates; /* by pattern */
    bool *filtered;
    size_t count;
    size_t missing;       /* filtered patterns that have no candidate yet */
    size_t longest;       /* literal */
    struct tables tables; /* of the literals of patterns that are missing */
    size_t buckets[BUCKETS][MOST_LITERALS];
    size_t bucket_sizes[BUCKETS];
    bool wide; /* the processor has AVX2 */
};

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Guesses how often a byte occurs in logs: the less the better. */
static unsigned frequency(unsigned char c) {
    static const char often[] = " etaoinsrlcdpu0123456789.:=-_,/\n";
    static const char seldom[] = "mhgfbywvkEIANSTROLCD[]()'\"";
    if (c && strchr(often, c))
        return 4;
    return c && strchr(seldom, c) ? 2 : 1;
}

static size_t choose_fingerprint(struct text text) {
    size_t best = 0;
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i + PLACES <= text.size; i++) {
        unsigned product = 1;
        for (size_t j = 0; j < PLACES; j++)
            product *= frequency((unsigned char)text.data[i + j]);
        if (product < least) {
            least = product;
            best = i;
        }
    }
    return best;
}

static void add_byte(struct tables *tables, size_t place, unsigned char byte, uint8_t bit) {
    tables->low[place][byte & 15] |= bit;
    tables->high[place][byte >> 4] |= bit;
}

static void add_literal(struct filter *filter, size_t index, size_t bucket) {
    const struct literal *literal = &filter->literals.items[index];
    struct tables *tables = &filter->tables;
    struct text text = literal->string.text;
    uint8_t bit = (uint8_t)(1u << bucket);
    filter->buckets[bucket][filter->bucket_sizes[bucket]++] = index;
    for (size_t place = 0; place < PLACES; place++) {
        size_t at = literal->fingerprint + place;
        if (at >= text.size) { /* two bytes long: anything may follow */
            for (unsigned i = 0; i < 16; i++) {
                tables->low[place][i] |= bit;
                tables->high[place][i] |= bit;
            }
            continue;
        }
        unsigned char byte = (unsigned char)text.data[at];
        add_byte(tables, place, byte, bit);
        if (literal->string.caseless && byte >= 'a' && byte <= 'z')
            add_byte(tables, place, (unsigned char)(byte - 32), bit);
    }
}

/* Only what is still missing is searched for: a literal of every line would slow down the rest. */
static void make_tables(struct filter *filter) {
    memset(&filter->tables, 0, sizeof(filter->tables));
    memset(filter->bucket_sizes, 0, sizeof(filter->bucket_sizes));
    size_t bucket = 0;
    for (size_t i = 0; i < filter->literals.count; i++)
        if (filter->candidates[filter->literals.items[i].pattern] == TEXT_NONE)
            add_literal(filter, i, bucket++ % BUCKETS);
}

struct filter *filter_make(struct arena *arena, const struct pyregex *const *patterns,
                           size_t count) {
    struct filter *filter = arena_new(arena, struct filter);
    filter->count = count;
    filter->candidates = arena_array(arena, size_t, count);
    filter->filtered = arena_array(arena, bool, count);
    for (size_t i = 0; i < count; i++) {
        const struct pyregex_literal *strings;
        size_t strings_count = pyregex_literals(arena, patterns[i], &strings);
        if (!strings_count || filter->literals.count + strings_count > MOST_LITERALS)
            continue;
        filter->filtered[i] = true;
        for (size_t j = 0; j < strings_count; j++) {
            struct text text = strings[j].text;
            vector_push(arena, &filter->literals,
                        (struct literal){strings[j], i, choose_fingerprint(text)});
            filter->longest = text.size > filter->longest ? text.size : filter->longest;
        }
    }
#if defined(__x86_64__)
    filter->wide = __builtin_cpu_supports("avx2");
#endif
    filter_begin(filter);
    return filter;
}

void filter_begin(struct filter *filter) {
    filter->missing = 0;
    for (size_t i = 0; i < filter->count; i++) {
        filter->candidates[i] = filter->filtered[i] ? TEXT_NONE : 0;
        filter->missing += filter->filtered[i];
    }
    make_tables(filter);
}

static bool equals(const struct pyregex_literal *string, const char *at) {
    if (!string->caseless)
        return memcmp(string->text.data, at, string->text.size) == 0;
    for (size_t i = 0; i < string->text.size; i++)
        if (lower((unsigned char)at[i]) != (unsigned char)string->text.data[i])
            return false;
    return true;
}

/* Compares in full what has its fingerprint at a position; true when something new was found. */
static bool compare(struct filter *filter, struct text text, size_t position, unsigned bits) {
    bool found = false;
    for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
        for (size_t i = 0; i < filter->bucket_sizes[bucket] && (bits >> bucket & 1); i++) {
            const struct literal *literal = &filter->literals.items[filter->buckets[bucket][i]];
            size_t size = literal->string.text.size;
            if (filter->candidates[literal->pattern] != TEXT_NONE ||
                position < literal->fingerprint || position - literal->fingerprint > text.size ||
                size > text.size - (position - literal->fingerprint) ||
                !equals(&literal->string, text.data + (position - literal->fingerprint)))
                continue;
            /* Another literal of the pattern may begin earlier and be found later. */
            filter->candidates[literal->pattern] =
                position > filter->longest ? position - filter->longest : 0;
            filter->missing--;
            found = true;
        }
    }
    if (found)
        make_tables(filter);
    return found;
}

/* One position at a time. */
static void search_narrow(struct filter *filter, struct text text, size_t from, size_t to) {
    const unsigned char *data = (const unsigned char *)text.data;
    const struct tables *tables = &filter->tables;
    for (size_t i = from; i < to; i++) {
        unsigned bits = 0xff;
        for (size_t place = 0; place < PLACES && bits; place++) {
            /* Behind the end anything may follow: a full comparison decides. */
            if (i + place < text.size)
                bits &= (unsigned)(tables->low[place][data[i + place] & 15] &
                                   tables->high[place][data[i + place] >> 4]);
        }
        if (bits && compare(filter, text, i, bits) && !filter->missing)
            return;
    }
}

#if defined(__x86_64__)

struct wide_tables {
    __m256i low[PLACES];
    __m256i high[PLACES];
};

__attribute__((target("avx2"))) static struct wide_tables widen(const struct tables *tables) {
    struct wide_tables wide;
    for (size_t i = 0; i < PLACES; i++) {
        wide.low[i] = _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)tables->low[i]));
        wide.high[i] = _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)tables->high[i]));
    }
    return wide;
}

__attribute__((target("avx2"))) static inline __m256i match_place(const char *at, __m256i low,
                                                                  __m256i high) {
    const __m256i half = _mm256_set1_epi8(15);
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
                            _mm256_shuffle_epi8(high, upper));
}

/* As far as whole vectors go; gives the position where it stopped. */
__attribute__((target("avx2"))) static size_t search_wide(struct filter *filter, struct text text,
                                                          size_t from, size_t to) {
    struct wide_tables wide = widen(&filter->tables);
    for (; from + LANES + PLACES <= to; from += LANES) {
        const char *at = text.data + from;
        __m256i bits =
            _mm256_and_si256(_mm256_and_si256(match_place(at, wide.low[0], wide.high[0]),
                                              match_place(at + 1, wide.low[1], wide.high[1])),
                             match_place(at + 2, wide.low[2], wide.high[2]));
        if (_mm256_testz_si256(bits, bits))
            continue;
        search_narrow(filter, text, from, from + LANES);
        if (!filter->missing)
            return to;
        wide = widen(&filter->tables);
    }
    return from;
}

#else

static size_t search_wide(struct filter *filter, struct text text, size_t from, size_t to) {
    (void)filter;
    (void)text;
    (void)to;
    return from;
}

#endif

void filter_feed(struct filter *filter, struct text text, size_t from) {
    size_t begin = from > filter->longest ? from - filter->longest : 0;
    if (filter->missing && filter->wide)
        begin = search_wide(filter, text, begin, text.size);
    if (filter->missing)
        search_narrow(filter, text, begin, text.size);
}

size_t filter_candidate(const struct filter *filter, size_t pattern) {
    return filter->candidates[pattern];
}
