/*
 * matcher: one Python regular expression, searched with PCRE2 under bounds.
 */
#ifndef CORDON_PROBE_MATCHER_H
#define CORDON_PROBE_MATCHER_H

#define PCRE2_CODE_UNIT_WIDTH 8

#include "formats/pyregex.h"

#include <pcre2.h>

/* Not changed by matching: any number of threads may use one at once. */
struct matcher {
    struct pyregex regex;
    pcre2_code *code;
    bool in_line; /* a match never spans a line feed */
};

/* False with *error set when the pattern is refused. Memory comes from heap and arena, except what
 * the just-in-time compiler makes: matcher_free() gives that back. */
bool matcher_compile(struct matcher *matcher, struct heap *heap, struct arena *arena,
                     struct text pattern, struct error *error);
void matcher_free(struct matcher *matcher);

/* What one thread needs to match. */
struct matcher_session {
    struct heap *heap;
    pcre2_general_context *general;
    pcre2_match_context *context;
    pcre2_match_data *data;
    pcre2_jit_stack *stack;
    struct text subject;
    size_t folded_end; /* where a reference that ignores case ends */
    int64_t last_look; /* at the clock: milliseconds */
    int64_t deadline;  /* nanoseconds of this thread's processor time */
    struct cleanup cleanup;
};

void matcher_session_open(struct matcher_session *session, struct heap *heap);
void matcher_session_close(struct matcher_session *session);

enum match_result {
    MATCH_NONE,
    MATCH_FOUND,
    MATCH_LIMIT, /* given up: too much backtracking, memory or time */
};

/* The leftmost match that starts at start or later, until matcher_clock() gives the deadline. */
enum match_result matcher_search(struct matcher_session *session, const struct matcher *matcher,
                                 struct text subject, size_t start, int64_t deadline);

/* The bytes that a group of the last match took: false when it took no part. */
bool matcher_group(const struct matcher_session *session, size_t group, size_t *begin, size_t *end);

int64_t matcher_clock(void); /* this thread's processor time in nanoseconds */

#endif
