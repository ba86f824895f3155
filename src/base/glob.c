#include "base/glob.h"

#include "base/utf8.h"

/* The set that begins at pattern[at] == '[': where it ends (behind ']'), or at when it is open. */
static size_t set_end(struct text pattern, size_t at) {
    size_t i = at + 1;
    if (i < pattern.size && pattern.data[i] == '!')
        i++;
    if (i < pattern.size && pattern.data[i] == ']')
        i++;
    while (i < pattern.size && pattern.data[i] != ']')
        i++;
    return i < pattern.size ? i + 1 : at;
}

bool glob_set_has(struct text set, uint32_t c) {
    const char *at = set.data, *end = set.data + set.size;
    while (at < end) {
        uint32_t low = utf8_next(&at, end), high = low;
        if (end - at >= 2 && *at == '-') {
            at++;
            high = utf8_next(&at, end);
        }
        if (c >= low && c <= high)
            return true;
    }
    return false;
}

static bool set_matches(struct text set, uint32_t c) {
    bool negated = text_starts(set, T("!"));
    return glob_set_has(text_from(set, negated), c) != negated;
}

/* Matches one character of text against the pattern element at *at, which moves behind it. */
static bool match_one(struct text pattern, size_t *at, const char **text, const char *end) {
    const char *p = pattern.data + *at;
    size_t set = *p == '[' ? set_end(pattern, *at) : *at;
    if (*p == '?' || set > *at) {
        uint32_t c = utf8_next(text, end);
        bool matches = *p == '?' || set_matches(text_slice(pattern, *at + 1, set - 1), c);
        *at = set > *at ? set : *at + 1;
        return matches;
    }
    (*at)++;
    return *(*text)++ == *p;
}

/* Only the last star needs to be remembered: an earlier one could not do better. */
bool glob_match(struct text pattern, struct text text) {
    const char *at = text.data, *end = text.data + text.size;
    size_t p = 0, after_star = TEXT_NONE;
    const char *star_at = NULL;
    for (;;) {
        if (p < pattern.size && pattern.data[p] == '*') {
            after_star = ++p;
            star_at = at;
            continue;
        }
        if (at == end && p == pattern.size)
            return true;
        if (at < end && p < pattern.size && match_one(pattern, &p, &at, end))
            continue;
        if (after_star == TEXT_NONE || star_at == end)
            return false;
        p = after_star;
        utf8_next(&star_at, end);
        at = star_at;
    }
}
