/*
 * integer: whole numbers of any size, as sign and magnitude.
 *
 * GMP's low-level functions do the arithmetic on memory of ours. The few that need memory of their
 * own end the process when they get none, so that as much is asked of the heap first.
 */
#ifndef CORDON_CONDITION_INTEGER_H
#define CORDON_CONDITION_INTEGER_H

#include "base/arena.h"

#include <gmp.h>

/* The first limb is the lowest; no zeros at the end, none at all for 0. */
struct integer {
    const mp_limb_t *limbs;
    size_t count;
    bool negative;
};

/* limb is where the magnitude is kept. */
struct integer integer_of(int64_t value, mp_limb_t *limb);

/* Whether the value is one of int64_t. */
bool integer_fits(const struct integer *a, int64_t *value);

/* Numbers of a base, most significant digit first, each below the base (2 to 36). */
struct integer integer_of_digits(struct arena *arena, const unsigned char *digits, size_t count,
                                 unsigned base);

struct integer integer_add(struct arena *arena, const struct integer *a, const struct integer *b);
struct integer integer_negate(const struct integer *a);
int integer_compare(const struct integer *a, const struct integer *b);

/* Towards minus infinity; b is not 0. */
struct integer integer_floor_divide(struct arena *arena, const struct integer *a,
                                    const struct integer *b);

/* The quotient rounded once, half to even; false when it is too large. b is not 0. */
bool integer_true_divide(struct arena *arena, const struct integer *a, const struct integer *b,
                         double *quotient);

/* Rounded half to even; false when it is too large. */
bool integer_to_double(const struct integer *a, double *value);

/* value is finite; what is behind the point is dropped. */
struct integer integer_of_double(struct arena *arena, double value);

/* Exact; value is not nan. */
int integer_compare_double(const struct integer *a, double value);

#endif
