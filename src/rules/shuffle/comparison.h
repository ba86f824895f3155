/*
 * comparison: whether a constant is equal to a literal, or in it.
 */
#ifndef CORDON_RULES_SHUFFLE_COMPARISON_H
#define CORDON_RULES_SHUFFLE_COMPARISON_H

#include "python/index.h"

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

static inline enum truth truth_not(enum truth truth) {
    return truth == TRUTH_UNKNOWN ? truth : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

/* `left op right` as Python compares. The right side must be what literal_eval() reads; unknown are
 * other operators, what would raise, and integers of more than 64 bits. */
enum truth compare_with_literal(const struct py_Constant *left, enum py_cmpop op,
                                const struct py_node *right);

#endif
