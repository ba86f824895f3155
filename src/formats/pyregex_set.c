/* Sets of code points: union, complement, case. */
#include "formats/pyregex_tables.h"

#include "base/utf8.h"

#include <stdlib.h>

enum { LAST_CODE_POINT = 0x10ffff, FIRST_SURROGATE = 0xd800, LAST_SURROGATE = 0xdfff };

/* str.isspace() */
static const struct pyregex_range spaces[] = {
    {0x09, 0x0d},     {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},     {0x1680, 0x1680},
    {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};
static const struct pyregex_range ascii_spaces[] = {{0x09, 0x0d}, {0x20, 0x20}};
static const struct pyregex_range ascii_digits[] = {{'0', '9'}};
static const struct pyregex_range ascii_words[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

void pyregex_set_add(struct arena *arena, struct pyregex_set *set, uint32_t first, uint32_t last) {
    if (first <= last)
        vector_push(arena, &set->ranges, (struct pyregex_range){first, last});
}

static int by_first(const void *a, const void *b) {
    const struct pyregex_range *left = a, *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

/* Surrogates never occur in a decoded text, and PCRE2 refuses them. */
void pyregex_set_normalise(struct arena *arena, struct pyregex_set *set) {
    size_t count = set->ranges.count;
    for (size_t i = 0; i < count; i++) {
        struct pyregex_range *range = &set->ranges.items[i];
        uint32_t last = range->last;
        if (range->first > LAST_SURROGATE || last < FIRST_SURROGATE)
            continue;
        range->last = FIRST_SURROGATE - 1;
        if (range->first >= FIRST_SURROGATE) /* emptied below */
            *range = (struct pyregex_range){LAST_SURROGATE + 1, LAST_SURROGATE};
        pyregex_set_add(arena, set, LAST_SURROGATE + 1, last);
    }
    if (set->ranges.count)
        qsort(set->ranges.items, set->ranges.count, sizeof(*set->ranges.items), by_first);
    size_t kept = 0;
    for (size_t i = 0; i < set->ranges.count; i++) {
        struct pyregex_range next = set->ranges.items[i];
        struct pyregex_range *last = kept ? &set->ranges.items[kept - 1] : NULL;
        if (next.first > next.last)
            continue;
        if (last && next.first <= last->last + 1)
            last->last = next.last > last->last ? next.last : last->last;
        else
            set->ranges.items[kept++] = next;
    }
    set->ranges.count = kept;
}

bool pyregex_set_has(const struct pyregex_set *set, uint32_t code_point) {
    size_t low = 0, high = set->ranges.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (set->ranges.items[middle].last < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->ranges.count && set->ranges.items[low].first <= code_point;
}

static void add_all(struct arena *arena, struct pyregex_set *set,
                    const struct pyregex_range *ranges, size_t count, bool others) {
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (!others)
            pyregex_set_add(arena, set, ranges[i].first, ranges[i].last);
        else if (ranges[i].first > next)
            pyregex_set_add(arena, set, next, ranges[i].first - 1);
        next = ranges[i].last + 1;
    }
    if (others)
        pyregex_set_add(arena, set, next, LAST_CODE_POINT);
}

#define ADD_ALL(arena, set, table, others)                                                         \
    add_all((arena), (set), (table), sizeof(table) / sizeof((table)[0]), (others))

void pyregex_set_category(struct arena *arena, struct pyregex_set *set, char letter, bool ascii) {
    bool others = letter == 'D' || letter == 'S' || letter == 'W';
    switch (letter) {
    case 's':
    case 'S':
        if (ascii)
            ADD_ALL(arena, set, ascii_spaces, others);
        else
            ADD_ALL(arena, set, spaces, others);
        break;
    case 'd':
    case 'D':
        if (ascii)
            ADD_ALL(arena, set, ascii_digits, others);
        else
            set->categories |= others ? PYREGEX_NOT_DIGIT : PYREGEX_DIGIT;
        break;
    default:
        if (ascii)
            ADD_ALL(arena, set, ascii_words, others);
        else
            set->categories |= others ? PYREGEX_NOT_WORD : PYREGEX_WORD;
    }
}

/* If the set has one of the two, it gets the other. Whether it grew. */
static bool pair(struct arena *arena, const struct pyregex_set *before, struct pyregex_set *set,
                 uint32_t a, uint32_t b) {
    bool has_a = pyregex_set_has(before, a), has_b = pyregex_set_has(before, b);
    if (has_a == has_b)
        return false;
    uint32_t missing = has_a ? b : a;
    pyregex_set_add(arena, set, missing, missing);
    return true;
}

/* Twins are joined to each other and to what has them as lower case: three passes reach all that
 * is equal, as no group is longer than that. */
void pyregex_set_fold(struct arena *arena, struct pyregex_set *set, enum pyregex_fold fold) {
    pyregex_set_normalise(arena, set);
    bool grew = fold != PYREGEX_EXACT;
    while (grew) {
        grew = false;
        struct pyregex_set before = *set;
        if (before.ranges.count) {
            before.ranges.items = arena_copy(arena, before.ranges.items,
                                             before.ranges.count * sizeof(*before.ranges.items));
            before.ranges.capacity = before.ranges.count;
        }
        size_t runs = fold == PYREGEX_FOLD_ASCII ? 1 : pyregex_lower_run_count;
        for (size_t i = 0; i < runs; i++) {
            const struct pyregex_lower_run *run = &pyregex_lower_runs[i];
            for (uint32_t c = run->first; c <= run->last; c += run->step)
                grew |= pair(arena, &before, set, c, (uint32_t)((int32_t)c + run->delta));
        }
        size_t twins = fold == PYREGEX_FOLD_ASCII ? 0 : pyregex_lower_twin_count;
        for (size_t i = 0; i < twins; i++)
            grew |= pair(arena, &before, set, pyregex_lower_twins[i].first,
                         pyregex_lower_twins[i].last);
        pyregex_set_normalise(arena, set);
    }
}

static uint32_t lower(uint32_t c, enum pyregex_fold fold) {
    if (fold == PYREGEX_EXACT)
        return c;
    size_t low = 0, high = fold == PYREGEX_FOLD_ASCII ? 1 : pyregex_lower_run_count;
    size_t count = high;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pyregex_lower_runs[middle].last < c)
            low = middle + 1;
        else
            high = middle;
    }
    const struct pyregex_lower_run *run = &pyregex_lower_runs[low];
    if (low < count && run->first <= c && (c - run->first) % run->step == 0)
        return (uint32_t)((int32_t)c + run->delta);
    return c;
}

bool pyregex_is_high_capital(uint32_t c, enum pyregex_fold fold) {
    return c > 0xffff && lower(c, fold) != c;
}

/* Python compares the lower case of a character with a class's members, but turns single members
 * into lower case only up to U+FFFF: a capital beyond, beside other members, matches nothing. */
void pyregex_set_fold_class(struct arena *arena, struct pyregex_set *set, enum pyregex_fold fold) {
    bool alone = !set->categories;
    for (size_t i = 0; i < set->ranges.count; i++)
        alone = alone && set->ranges.items[i].first == set->ranges.items[0].first &&
                set->ranges.items[i].last == set->ranges.items[0].last;
    for (size_t i = 0; i < set->ranges.count && !alone && fold == PYREGEX_FOLD_UNICODE; i++) {
        struct pyregex_range *range = &set->ranges.items[i];
        if (range->first == range->last && pyregex_is_high_capital(range->first, fold))
            *range = (struct pyregex_range){1, 0}; /* empty: dropped */
    }
    pyregex_set_fold(arena, set, fold);
}

size_t pyregex_folded_equal(struct text what, struct text text, enum pyregex_fold fold) {
    const char *at = what.data, *end = what.data + what.size;
    const char *other = text.data, *other_end = text.data + text.size;
    while (at < end) {
        if (other == other_end)
            return TEXT_NONE;
        if (lower(utf8_next(&at, end), fold) != lower(utf8_next(&other, other_end), fold))
            return TEXT_NONE;
    }
    return (size_t)(other - text.data);
}
