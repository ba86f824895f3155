/*
 * guards: the `if` statements around a call, as far as defaults and constants decide them.
 */
#ifndef CORDON_RULES_SHUFFLE_GUARDS_H
#define CORDON_RULES_SHUFFLE_GUARDS_H

#include "rules/shuffle/values.h"

struct guards {
    uint8_t *tests; /* of each block that is an if: enum truth */
    bool *skipped;  /* each block that does not run */
};

void guards_init(struct guards *guards, struct arena *arena, const struct values *values);

/* Whether an `if` around the call, in the same function, keeps it from running. */
bool guards_skip(const struct guards *guards, const struct py_call *call);

#endif
