/*
 * doubt: what a condition that is in the language can only get wrong, whatever the trial.
 */
#ifndef CORDON_CONDITION_DOUBT_H
#define CORDON_CONDITION_DOUBT_H

#include "base/vector.h"
#include "condition/condition.h"

/* A part that raises an exception, or does not depend on the trial, when it is evaluated. Line and
 * column as in condition_refusal. */
struct condition_doubt {
    struct text message;
    uint32_t line;
    uint32_t column;
};

typedef VECTOR(struct condition_doubt) condition_doubts;

/* Adds to the doubts. groups: the names that the regex has. */
void condition_find_doubts(struct arena *arena, const struct condition *condition,
                           const struct text *groups, size_t group_count, condition_doubts *doubts);

#endif
