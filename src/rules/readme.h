/*
 * readme: the command lines that a README shows.
 */
#ifndef CORDON_RULES_README_H
#define CORDON_RULES_README_H

#include "lint/rule.h"

struct readme_word {
    struct text text; /* quotes and backslashes removed; nothing is expanded */
    uint32_t line;    /* 1-based */
};

struct readme_command {
    const struct readme_word *words; /* at least one */
    size_t count;
    size_t block; /* number of the fenced block or inline code it stands in */
};

struct readme_commands {
    struct readme_command *items; /* in order of the text */
    size_t count;
    size_t capacity;
};

/* The evaluation's README.md, or the root's when it has none and `readme-location` says so. NULL
 * after a skip that says why. */
const struct source_file *readme_of(struct check *check);

/* The commands in fenced blocks and inline code. Any text is read; what cannot be split into words
 * is passed over. */
struct readme_commands readme_read(struct arena *arena, struct text content);

#endif
