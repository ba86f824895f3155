/*
 * interpolation: `$NAME`, `${NAME}`, `${NAME:-word}` and `$$` in the values of a Compose file.
 */
#ifndef CORDON_FORMATS_INTERPOLATION_H
#define CORDON_FORMATS_INTERPOLATION_H

#include "base/text.h"

struct interpolation {
    size_t begin, end;     /* in the text, from the '$' */
    struct text name;      /* empty: `$$`, or what Compose refuses */
    struct text operation; /* "", "-", ":-", "?", ":?", "+" or ":+" */
    struct text word;      /* behind the operator; interpolations in it are not taken apart */
};

struct interpolations {
    struct interpolation *items;
    size_t count;
};

/* The outermost interpolations, in order. What is opened and never closed is none. */
struct interpolations interpolations_in(struct arena *arena, struct text text);

/* The text with every interpolation replaced by 'x', for looking at what stands around them. */
struct text interpolations_masked(struct arena *arena, struct text text);

/* The text as it is when no variable is set: defaults filled in, `$$` a dollar sign. */
struct text interpolations_with_defaults(struct arena *arena, struct text text);

#endif
