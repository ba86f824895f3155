/*
 * recipe: what a trial's log is searched for, from YAML.
 */
#ifndef CORDON_PROBE_RECIPE_H
#define CORDON_PROBE_RECIPE_H

#include "condition/condition.h"
#include "formats/yaml.h"
#include "probe/matcher.h"

enum pattern_level { PATTERN_FAIL, PATTERN_WARN, PATTERN_INFO };

struct pattern {
    struct text detector; /* "custom:ID", or a built-in pattern's id */
    struct text regex;
    struct matcher matcher;
    const struct condition *condition; /* NULL: none */
    enum pattern_level level;
    bool required; /* the trial fails when it does not fire */
};

struct recipe {
    struct arena *arena;
    VECTOR(struct pattern) patterns;
    VECTOR(struct text) warnings; /* what it can only get wrong: "file:line:column: ..." */
    double timeout_seconds;       /* 0: none */
    double hang_window_seconds;
    double hang_grace_seconds;
    struct cleanup cleanup;
    struct heap *heap;
};

/* Reads a recipe; false with *error set at the first thing that is refused. The message names the
 * place, such as custom_patterns[0].match.regex. Free it in either case; everything but the
 * just-in-time code lives in the arena. */
bool recipe_read(struct recipe *recipe, struct heap *heap, struct arena *arena, struct text file,
                 struct text source, struct error *error);
void recipe_free(struct recipe *recipe);

/* The built-in patterns: always searched, all of level fail. */
struct builtin_pattern {
    const char *id;
    const char *detects;
    const char *regex;
    const char *flags; /* letters of Python's inline flags */
    const char *sample;
};

extern const struct builtin_pattern builtin_patterns[];
extern const size_t builtin_pattern_count;

#endif
