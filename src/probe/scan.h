/*
 * scan: a log searched window by window for a recipe's patterns and the built-in ones.
 */
#ifndef CORDON_PROBE_SCAN_H
#define CORDON_PROBE_SCAN_H

#include "probe/recipe.h"
#include "probe/stream.h"
#include "probe/trial.h"

struct scan_options {
    size_t window;                     /* code points */
    size_t overlap;                    /* at most half of that */
    bool no_filter;                    /* PCRE2 alone: slower, the same result */
    struct cancellation *cancellation; /* asked before each window; then findings are not whole */
};

/* The built-in patterns, compiled. */
struct builtins {
    struct heap *heap;
    struct pattern *patterns;
    struct cleanup cleanup;
};

void builtins_open(struct builtins *builtins, struct heap *heap, struct arena *arena);
void builtins_close(struct builtins *builtins);

/* Searches all of the log. A mistake of the stream is in its error. Findings live in arena. */
void scan_log(struct heap *heap, struct arena *arena, const struct recipe *recipe,
              const struct builtins *builtins, struct stream *stream, const struct trial *trial,
              const struct scan_options *options, struct findings *findings);

#endif
