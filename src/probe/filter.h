/*
 * filter: a fast search for literals, one of which every match of a pattern contains.
 *
 * All patterns are searched for at once. One without such literals is a candidate everywhere. The
 * filter decides where the real search begins or that it is not needed, never the result.
 */
#ifndef CORDON_PROBE_FILTER_H
#define CORDON_PROBE_FILTER_H

#include "formats/pyregex.h"

struct filter;

/* Lives in arena. */
struct filter *filter_make(struct arena *arena, const struct pyregex *const *patterns,
                           size_t count);

/* A new text begins. */
void filter_begin(struct filter *filter);

/* The text has grown from some size to what it is now; it may have moved. */
void filter_feed(struct filter *filter, struct text text, size_t from);

/* A place at or before the first literal of the pattern; TEXT_NONE when there is no match. */
size_t filter_candidate(const struct filter *filter, size_t pattern);

#endif
