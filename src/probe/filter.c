/*
 * Four bytes of each literal make its fingerprint. Literals are put into eight buckets, one for
 * each bit of a byte; for each place of the fingerprint, tables tell by the low and the high half
 * of a byte which buckets may have it there. The buckets whose bit survives all places are compared
 * in full. With AVX2 that is done for 32 positions at once. (The method is known as Teddy.)
 *
 * Why not a library: Vectorscan 5.4.9, which Debian has, misses matches on processors with AVX-512
 * (`a.*z` in a text of 200 bytes, now and then a literal), and a filter must miss nothing.
 */
#include "probe/filter.h"

#include "base/vector.h"

#include <stdlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    PLACES = 4,
    BUCKETS = 8,
    LANES = 32,
    MOST_LITERALS = 256, /* more would survive everywhere */
    SAMPLE = 60000,      /* bytes of the log; below what a count can hold */
    SAMPLE_BITS = 14,
};

struct literal {
    struct pyregex_literal string;
    size_t pattern;
    size_t fingerprint; /* where in the string */
    uint64_t start;     /* its first bytes without what mask leaves out, for a quick comparison */
    uint64_t mask;
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
    uint16_t buckets[BUCKETS][MOST_LITERALS];
    size_t bucket_sizes[BUCKETS];
    bool wide;    /* the processor has AVX2 */
    bool sampled; /* fingerprints are chosen */
};

static unsigned char lower(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
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
    filter->buckets[bucket][filter->bucket_sizes[bucket]++] = (uint16_t)index;
    for (size_t place = 0; place < PLACES; place++) {
        size_t at = literal->fingerprint + place;
        if (at >= text.size) { /* a short literal: anything may follow */
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

static bool is_searched(const struct filter *filter, const struct literal *literal) {
    return filter->candidates[literal->pattern] == TEXT_NONE;
}

/* Only what is still missing is searched for: a literal of every line would slow down the rest.
 * Short literals, which let anything follow, share a bucket that nothing else is in. */
static void make_tables(struct filter *filter) {
    memset(&filter->tables, 0, sizeof(filter->tables));
    memset(filter->bucket_sizes, 0, sizeof(filter->bucket_sizes));
    size_t shorts = 0, longs = 0, done = 0;
    for (size_t i = 0; i < filter->literals.count; i++) {
        const struct literal *literal = &filter->literals.items[i];
        if (is_searched(filter, literal))
            *(literal->string.text.size < PLACES ? &shorts : &longs) += 1;
    }
    size_t first = shorts != 0;
    for (size_t i = 0; i < filter->literals.count; i++) {
        const struct literal *literal = &filter->literals.items[i];
        if (!is_searched(filter, literal))
            continue;
        bool is_short = literal->string.text.size < PLACES;
        add_literal(filter, i, is_short ? 0 : first + done++ * (BUCKETS - first) / longs);
    }
}

static uint32_t hash_of(const char *at) {
    uint32_t key = 0;
    for (size_t i = 0; i < PLACES; i++)
        key = key << 8 | lower((unsigned char)at[i]);
    return key * 2654435761u >> (32 - SAMPLE_BITS);
}

/* Fingerprints that are alike in the low halves of their bytes come together. */
static int by_fingerprint(const void *a, const void *b) {
    const struct literal *left = a, *right = b;
    for (size_t place = 0; place < PLACES; place++) {
        size_t i = left->fingerprint + place, j = right->fingerprint + place;
        int one = i < left->string.text.size ? left->string.text.data[i] & 15 : 16;
        int other = j < right->string.text.size ? right->string.text.data[j] & 15 : 16;
        if (one != other)
            return one - other;
    }
    return 0;
}

/* A literal's fingerprint is what is rarest in the log itself: "=nan" rather than "loss" where
 * every line has a loss. */
static void choose_fingerprints(struct filter *filter, struct text text) {
    uint16_t counts[1 << SAMPLE_BITS] = {0};
    for (size_t i = 0; i + PLACES <= text.size && i < SAMPLE; i++)
        counts[hash_of(text.data + i)]++;
    for (size_t i = 0; i < filter->literals.count; i++) {
        struct literal *literal = &filter->literals.items[i];
        struct text string = literal->string.text;
        for (size_t at = 1; at + PLACES <= string.size; at++)
            if (counts[hash_of(string.data + at)] <
                counts[hash_of(string.data + literal->fingerprint)])
                literal->fingerprint = at;
    }
    if (filter->literals.count)
        qsort(filter->literals.items, filter->literals.count, sizeof(*filter->literals.items),
              by_fingerprint);
    filter->sampled = true;
    make_tables(filter);
}

static struct literal make_literal(struct pyregex_literal string, size_t pattern) {
    struct literal literal = {.string = string, .pattern = pattern};
    unsigned char start[sizeof(uint64_t)] = {0}, mask[sizeof(uint64_t)] = {0};
    for (size_t i = 0; i < string.text.size && i < sizeof(mask); i++) {
        unsigned char byte = (unsigned char)string.text.data[i];
        bool letter = string.caseless && byte >= 'a' && byte <= 'z';
        mask[i] = letter ? 0xdf : 0xff;
        start[i] = byte & mask[i];
    }
    memcpy(&literal.start, start, sizeof(start));
    memcpy(&literal.mask, mask, sizeof(mask));
    return literal;
}

struct filter *filter_make(struct arena *arena, const struct pyregex *const *patterns,
                           size_t count) {
    struct filter *filter = arena_new(arena, struct filter);
    filter->count = count;
    filter->candidates = arena_array(arena, size_t, count);
    filter->filtered = arena_array(arena, bool, count);
    for (size_t i = 0; i < count; i++) {
        const struct pyregex_literal *strings;
        size_t string_count = pyregex_literals(arena, patterns[i], &strings);
        if (!string_count || filter->literals.count + string_count > MOST_LITERALS)
            continue;
        filter->filtered[i] = true;
        for (size_t j = 0; j < string_count; j++) {
            size_t size = strings[j].text.size;
            vector_push(arena, &filter->literals, make_literal(strings[j], i));
            filter->longest = size > filter->longest ? size : filter->longest;
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

static bool starts_text(const struct literal *literal, struct text text) {
    const struct pyregex_literal *string = &literal->string;
    uint64_t start;
    if (text.size >= sizeof(start)) {
        memcpy(&start, text.data, sizeof(start));
        if ((start & literal->mask) != literal->start)
            return false;
    }
    if (text.size < string->text.size)
        return false;
    for (size_t i = 0; i < string->text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if ((string->caseless ? lower(byte) : byte) != (unsigned char)string->text.data[i])
            return false;
    }
    return true;
}

/* Compares in full what has its fingerprint at a position; true when something new was found. */
static bool compare(struct filter *filter, struct text text, size_t position, unsigned bits) {
    bool found = false;
    for (; bits; bits &= bits - 1) {
        unsigned bucket = (unsigned)__builtin_ctz(bits);
        for (size_t i = 0; i < filter->bucket_sizes[bucket]; i++) {
            const struct literal *literal = &filter->literals.items[filter->buckets[bucket][i]];
            if (position < literal->fingerprint ||
                !starts_text(literal, text_from(text, position - literal->fingerprint)) ||
                filter->candidates[literal->pattern] != TEXT_NONE)
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

/* One position at a time. Behind the end anything may follow: the full comparison decides. */
static void search_narrow(struct filter *filter, struct text text, size_t from, size_t to) {
    const unsigned char *data = (const unsigned char *)text.data;
    const struct tables *tables = &filter->tables;
    for (size_t i = from; i < to && filter->missing; i++) {
        unsigned bits = 0xff;
        for (size_t place = 0; place < PLACES && bits && i + place < text.size; place++)
            bits &= (unsigned)(tables->low[place][data[i + place] & 15] &
                               tables->high[place][data[i + place] >> 4]);
        if (bits)
            compare(filter, text, i, bits);
    }
}

#if defined(__x86_64__)

#define WIDE __attribute__((target("avx2")))

struct wide_tables {
    __m256i low[PLACES];
    __m256i high[PLACES];
};

WIDE static inline __m256i widen(const uint8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

WIDE static inline struct wide_tables widen_all(const struct tables *tables) {
    struct wide_tables wide;
    for (size_t i = 0; i < PLACES; i++) {
        wide.low[i] = widen(tables->low[i]);
        wide.high[i] = widen(tables->high[i]);
    }
    return wide;
}

WIDE static inline __m256i match_place(const char *at, __m256i low, __m256i high) {
    const __m256i half = _mm256_set1_epi8(15);
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
                            _mm256_shuffle_epi8(high, upper));
}

/* As far as whole vectors go; gives the position where it stopped. */
WIDE static size_t search_wide(struct filter *filter, struct text text, size_t from) {
    struct wide_tables wide = widen_all(&filter->tables);
    for (; from + LANES + PLACES <= text.size && filter->missing; from += LANES) {
        const char *at = text.data + from;
        __m256i bits = match_place(at, wide.low[0], wide.high[0]);
        for (size_t place = 1; place < PLACES; place++)
            bits =
                _mm256_and_si256(bits, match_place(at + place, wide.low[place], wide.high[place]));
        if (_mm256_testz_si256(bits, bits))
            continue;
        uint8_t buckets[LANES];
        _mm256_storeu_si256((__m256i *)(void *)buckets, bits);
        __m256i zero = _mm256_cmpeq_epi8(bits, _mm256_setzero_si256());
        bool found = false;
        for (uint32_t left = ~(uint32_t)_mm256_movemask_epi8(zero); left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            /* The buckets were filled anew if something was found before: look for all then. */
            found |= compare(filter, text, from + lane, found ? 0xff : buckets[lane]);
        }
        if (found)
            wide = widen_all(&filter->tables);
    }
    return from;
}

#else

static size_t search_wide(struct filter *filter, struct text text, size_t from) {
    (void)filter;
    (void)text;
    return from;
}

#endif

void filter_feed(struct filter *filter, struct text text, size_t from) {
    if (!filter->sampled)
        choose_fingerprints(filter, text);
    size_t begin = from > filter->longest ? from - filter->longest : 0;
    if (filter->wide)
        begin = search_wide(filter, text, begin);
    search_narrow(filter, text, begin, text.size);
}

size_t filter_candidate(const struct filter *filter, size_t pattern) {
    return filter->candidates[pattern];
}
