/*
 * trial: what is known of a run, and what was found in its log.
 */
#ifndef CORDON_PROBE_TRIAL_H
#define CORDON_PROBE_TRIAL_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/vector.h"
#include "condition/condition.h"

struct trial {
    int64_t exit_code; /* minus the signal's number when one ended it */
    double walltime_seconds;
    int64_t peak_vram_mib;
    bool vram_known;
    bool timed_out;
    bool core_dumped;
    bool hung;
    int refusal; /* why the command could not be started, an errno; else 0 */
};

typedef VECTOR(struct text) texts;

/* A pattern that was given up in some windows. */
struct given_up {
    struct text detector;
    uint64_t first_window; /* from 1 */
    uint64_t windows;
};

/* A pattern that matched but never fired. */
struct unmet {
    struct text detector;
    uint64_t windows;      /* in which it matched */
    struct text exception; /* what its condition raised last: "KeyError: ..."; empty when false */
};

struct findings {
    texts builtin_fired;
    texts custom_fired; /* of every level, in the order of firing */
    texts custom_failures;
    texts custom_warnings;
    bool required_missing;
    VECTOR(struct condition_capture) captures; /* merged; names are unique */
    VECTOR(struct given_up) given_up;
    VECTOR(struct unmet) unmet; /* in the recipe's order */
    uint64_t bytes;             /* of decoded text, overlaps not counted */
    uint64_t windows;
};

struct verdict {
    bool failed;
    texts failures; /* detectors, in the order of the specification */
    texts warnings;
};

struct verdict trial_verdict(struct arena *arena, const struct trial *trial,
                             const struct findings *findings);

/* The result document on one line. folder, where the log was kept, may be empty. */
void trial_write_json(struct buffer *out, const struct trial *trial,
                      const struct findings *findings, const struct verdict *verdict,
                      struct text folder);

#endif
