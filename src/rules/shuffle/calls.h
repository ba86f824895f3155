/*
 * calls: the calls that shuffle, and what the two rules about them share.
 */
#ifndef CORDON_RULES_SHUFFLE_CALLS_H
#define CORDON_RULES_SHUFFLE_CALLS_H

#include "lint/rule.h"
#include "rules/shuffle/values.h"

struct shuffle_kind {
    /* Whether the call is one of the rule's. */
    bool (*asks)(const struct py_call *call);
    /* Whether it is a finding. place: the parameter's default that makes it one, else NULL. */
    bool (*judge)(const struct values *values, const struct py_call *call,
                  const struct py_node **place);
    const char *message, *hint;
};

/* How many calls are the rule's. */
size_t shuffle_check_file(struct check *check, const struct python_file *file,
                          const struct shuffle_kind *kind);

/* `x.shuffle()` or `x.shuffle_choices()`, unless x is the module random. */
bool is_shuffle_method(const struct py_call *call, const char *name);

/* A judge for methods, which have to be given a seed. */
bool judge_method(const struct values *values, const struct py_call *call,
                  const struct py_node **place);

/* Whether a function is given a seed other than None; one that cannot be known is. */
bool passes_seed(const struct values *values, const struct py_call *call);

#endif
