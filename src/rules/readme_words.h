/*
 * readme_words: lines of code put together and split into words as a POSIX shell does, without
 * expansions. Not for rules: see readme.h.
 */
#ifndef CORDON_RULES_README_WORDS_H
#define CORDON_RULES_README_WORDS_H

#include "rules/readme.h"

/* A block of code: its lines without their ends. */
struct readme_lines {
    const struct text *items;
    size_t count;
    uint32_t first; /* number of the first in the README */
};

struct readme_words {
    struct readme_word *items;
    size_t count;
    size_t capacity;
};

/* Calls add() with the words of each logical line: lines that end in a backslash, or leave a quote
 * open, go on in the next one. A quote that is not closed within 20 lines more costs its own line
 * only. Words that were quoted over several lines all count on the first. */
void readme_split(struct arena *arena, const struct readme_lines *lines,
                  void (*add)(void *context, const struct readme_words *words), void *context);

#endif
