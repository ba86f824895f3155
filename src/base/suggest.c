#include "base/suggest.h"

enum { LONGEST = 63 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c == '-' ? '_' : c;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Optimal string alignment distance, three rows at a time. */
static unsigned distance(struct text a, struct text b) {
    unsigned rows[3][LONGEST + 1];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b.size; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= a.size; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.size; j++) {
            char x = lower(a.data[i - 1]), y = lower(b.data[j - 1]);
            row[j] = least(least(row[j - 1], last[j]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b.data[j - 2]) && lower(a.data[i - 2]) == y)
                row[j] = least(row[j], before[j - 2] + 1);
        }
        unsigned *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b.size];
}

struct text suggest(struct text word, const struct text *candidates, size_t count) {
    struct text best = {NULL, 0};
    if (word.size == 0 || word.size > LONGEST)
        return best;
    unsigned allowed = word.size < 4 ? 1 : word.size < 8 ? 2 : 3;
    for (size_t i = 0; i < count; i++) {
        size_t size = candidates[i].size;
        if (size == 0 || size > LONGEST || size > word.size + allowed || word.size > size + allowed)
            continue;
        unsigned found = distance(word, candidates[i]);
        if (found <= allowed && found < candidates[i].size) {
            allowed = found ? found - 1 : 0;
            best = candidates[i];
            if (!found)
                break;
        }
    }
    return best;
}

struct text suggest_phrase(struct arena *arena, struct text near) {
    return near.data ? text_format(arena, "; did you mean '%.*s'?", TEXT_ARGS(near)) : T("");
}
