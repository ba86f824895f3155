#include "condition/integer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GMP_NUMB_BITS == 64, "limbs are words of 64 bits without nails");

enum { LIMB_BITS = GMP_NUMB_BITS };

static struct integer normal(const mp_limb_t *limbs, size_t count, bool negative) {
    while (count && limbs[count - 1] == 0)
        count--;
    return (struct integer){limbs, count, negative && count};
}

struct integer integer_of(int64_t value, mp_limb_t *limb) {
    *limb = value < 0 ? -(mp_limb_t)value : (mp_limb_t)value;
    return normal(limb, 1, value < 0);
}

bool integer_fits(const struct integer *a, int64_t *value) {
    mp_limb_t magnitude = a->count ? a->limbs[0] : 0;
    if (a->count > 1 || magnitude > (mp_limb_t)INT64_MAX + a->negative)
        return false;
    *value = (int64_t)(a->negative ? -magnitude : magnitude);
    return true;
}

static size_t bit_length(const struct integer *a) {
    if (!a->count)
        return 0;
    return a->count * LIMB_BITS - (size_t)__builtin_clzll(a->limbs[a->count - 1]);
}

/* Digits of 2^bits: a limb fills up and what does not fit begins the next. */
static struct integer of_binary_digits(struct arena *arena, const unsigned char *digits,
                                       size_t count, unsigned bits) {
    mp_limb_t *limbs = arena_array(arena, mp_limb_t, count / (LIMB_BITS / bits) + 2);
    for (size_t i = 0; i < count; i++) {
        size_t at = (count - 1 - i) * bits;
        mp_limb_t digit = digits[i];
        limbs[at / LIMB_BITS] |= digit << at % LIMB_BITS;
        if (at % LIMB_BITS + bits > LIMB_BITS)
            limbs[at / LIMB_BITS + 1] |= digit >> (LIMB_BITS - at % LIMB_BITS);
    }
    return normal(limbs, count / (LIMB_BITS / bits) + 2, false);
}

struct integer integer_of_digits(struct arena *arena, const unsigned char *digits, size_t count,
                                 unsigned base) {
    if ((base & (base - 1)) == 0)
        return of_binary_digits(arena, digits, count, (unsigned)__builtin_ctz(base));
    /* A digit is less than six bits. Quadratic, for at most 4300 digits. */
    mp_limb_t *limbs = arena_array(arena, mp_limb_t, count * 6 / LIMB_BITS + 1);
    size_t used = 0;
    for (size_t i = 0; i < count;) {
        mp_limb_t chunk = 0, scale = 1;
        for (; i < count && scale <= (mp_limb_t)INT64_MAX / base; i++) {
            chunk = chunk * base + digits[i];
            scale *= base;
        }
        mp_limb_t carry = used ? mpn_mul_1(limbs, limbs, (mp_size_t)used, scale) : 0;
        if (carry)
            limbs[used++] = carry;
        carry = used ? mpn_add_1(limbs, limbs, (mp_size_t)used, chunk) : chunk;
        if (carry)
            limbs[used++] = carry;
    }
    return normal(limbs, used, false);
}

static int compare_magnitudes(const struct integer *a, const struct integer *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return a->count ? mpn_cmp(a->limbs, b->limbs, (mp_size_t)a->count) : 0;
}

int integer_compare(const struct integer *a, const struct integer *b) {
    if (a->negative != b->negative)
        return a->negative ? -1 : 1;
    int order = compare_magnitudes(a, b);
    return a->negative ? -order : order;
}

struct integer integer_negate(const struct integer *a) {
    return normal(a->limbs, a->count, !a->negative);
}

struct integer integer_add(struct arena *arena, const struct integer *a, const struct integer *b) {
    if (a->count == 0 || b->count == 0)
        return a->count ? *a : *b;
    if (compare_magnitudes(a, b) < 0) {
        const struct integer *larger = b;
        b = a;
        a = larger;
    }
    mp_limb_t *sum = arena_allocate(arena, (a->count + 1) * sizeof(*sum));
    sum[a->count] = 0;
    if (a->negative == b->negative)
        sum[a->count] = mpn_add(sum, a->limbs, (mp_size_t)a->count, b->limbs, (mp_size_t)b->count);
    else
        mpn_sub(sum, a->limbs, (mp_size_t)a->count, b->limbs, (mp_size_t)b->count);
    return normal(sum, a->count + 1, a->negative);
}

/* Of magnitudes, a not less than b, towards zero. *exact tells whether nothing remained. */
static struct integer divide(struct arena *arena, const struct integer *a, const struct integer *b,
                             bool *exact) {
    size_t size = a->count - b->count + 1;
    mp_limb_t *quotient = arena_allocate(arena, size * sizeof(*quotient));
    mp_limb_t *rest = arena_allocate(arena, b->count * sizeof(*rest));
    heap_free(arena->heap, heap_allocate(arena->heap, 8 * a->count * sizeof(*rest)));
    mpn_tdiv_qr(quotient, rest, 0, a->limbs, (mp_size_t)a->count, b->limbs, (mp_size_t)b->count);
    *exact = normal(rest, b->count, false).count == 0;
    return normal(quotient, size, false);
}

struct integer integer_floor_divide(struct arena *arena, const struct integer *a,
                                    const struct integer *b) {
    static const mp_limb_t one[] = {1};
    const struct integer minus_one = {one, 1, true};
    bool negative = a->negative != b->negative;
    if (compare_magnitudes(a, b) < 0)
        return negative && a->count ? minus_one : (struct integer){0};
    bool exact;
    struct integer quotient = divide(arena, a, b, &exact);
    quotient.negative = negative && quotient.count;
    return negative && !exact ? integer_add(arena, &quotient, &minus_one) : quotient;
}

/* a shifted by bits, to the left when they are positive. *exact is cleared when a bit is lost. */
static struct integer shift(struct arena *arena, const struct integer *a, long bits, bool *exact) {
    size_t limbs = (size_t)labs(bits) / LIMB_BITS;
    unsigned rest = (unsigned)((size_t)labs(bits) % LIMB_BITS);
    if (bits >= 0) {
        size_t size = a->count + limbs + 1;
        mp_limb_t *out = arena_array(arena, mp_limb_t, size);
        memcpy(out + limbs, a->limbs, a->count * sizeof(*out));
        if (rest && a->count)
            out[size - 1] = mpn_lshift(out + limbs, out + limbs, (mp_size_t)a->count, rest);
        return normal(out, size, false);
    }
    if (limbs >= a->count) {
        *exact = *exact && a->count == 0;
        return (struct integer){0};
    }
    if (normal(a->limbs, limbs, false).count)
        *exact = false;
    size_t size = a->count - limbs;
    mp_limb_t *out = arena_allocate(arena, size * sizeof(*out));
    memcpy(out, a->limbs + limbs, size * sizeof(*out));
    if (rest && mpn_rshift(out, out, (mp_size_t)size, rest))
        *exact = false;
    return normal(out, size, false);
}

/* value times two to the power of scale, rounded half to even; exact tells whether value is all of
 * the number. value has at least two bits more than a double where that matters. */
static bool round_to_double(uint64_t value, bool exact, long scale, double *out) {
    if (value == 0) {
        *out = 0;
        return true;
    }
    long length = LIMB_BITS - __builtin_clzll(value);
    /* Below the normal range a double has fewer bits: its last one is worth 2^-1074. */
    long extra = length - DBL_MANT_DIG;
    if (extra < DBL_MIN_EXP - DBL_MANT_DIG - scale)
        extra = DBL_MIN_EXP - DBL_MANT_DIG - scale;
    if (extra > LIMB_BITS)
        extra = LIMB_BITS;
    if (extra > 0) {
        uint64_t half = (uint64_t)1 << (extra - 1);
        uint64_t lost = value & (half | (half - 1));
        value = extra == LIMB_BITS ? 0 : value >> extra;
        bool up = lost > half || (lost == half && (!exact || (value & 1)));
        value += up;
        scale += extra;
    }
    *out = ldexp((double)value, (int)scale);
    return isfinite(*out);
}

bool integer_true_divide(struct arena *arena, const struct integer *a, const struct integer *b,
                         double *quotient) {
    *quotient = 0;
    if (!a->count)
        return true;
    bool negative = a->negative != b->negative;
    double value = 0;
    long difference = (long)bit_length(a) - (long)bit_length(b);
    if (difference > DBL_MAX_EXP)
        return false;
    /* Below half of the smallest double only the sign of zero is left. */
    if (difference >= DBL_MIN_EXP - DBL_MANT_DIG - 1) {
        /* The quotient gets two bits more than a double, and the rest tells whether it is exact. */
        long scale = difference - DBL_MANT_DIG - 2;
        bool exact = true, no_rest = true;
        struct integer scaled = shift(arena, a, -scale, &exact);
        struct integer bits = divide(arena, &scaled, b, &no_rest);
        if (!round_to_double(bits.limbs[0], exact && no_rest, scale, &value))
            return false;
    }
    *quotient = negative ? -value : value;
    return true;
}

bool integer_to_double(const struct integer *a, double *value) {
    *value = 0;
    if (!a->count)
        return true;
    if (bit_length(a) > DBL_MAX_EXP)
        return false;
    size_t high = a->count - 1;
    unsigned unused = (unsigned)__builtin_clzll(a->limbs[high]);
    uint64_t top = a->limbs[high] << unused;
    bool exact = true;
    if (high) {
        uint64_t next = a->limbs[high - 1];
        top |= unused ? next >> (LIMB_BITS - unused) : 0;
        exact = (next << unused) == 0 && normal(a->limbs, high - 1, false).count == 0;
    }
    long scale = (long)high * LIMB_BITS - (long)unused;
    bool fits = round_to_double(top, exact, scale, value);
    *value = a->negative ? -*value : *value;
    return fits;
}

/* A finite double is a whole number of 53 bits times a power of two. */
static struct integer split_double(double value, mp_limb_t *limb, int *exponent) {
    double fraction = frexp(fabs(value), exponent);
    *limb = (mp_limb_t)ldexp(fraction, DBL_MANT_DIG);
    *exponent -= DBL_MANT_DIG;
    return normal(limb, 1, false);
}

struct integer integer_of_double(struct arena *arena, double value) {
    mp_limb_t limb;
    int exponent;
    bool exact = true;
    struct integer bits = split_double(value, &limb, &exponent);
    struct integer whole = shift(arena, &bits, exponent, &exact);
    whole.negative = value < 0 && whole.count;
    return whole;
}

int integer_compare_double(const struct integer *a, double value) {
    int sign = a->count ? (a->negative ? -1 : 1) : 0;
    int other = value > 0 ? 1 : value < 0 ? -1 : 0;
    if (sign != other || sign == 0)
        return sign - other;
    if (isinf(value))
        return -other;
    int exponent;
    frexp(value, &exponent);
    long difference = (long)bit_length(a) - exponent;
    if (difference)
        return difference < 0 ? -sign : sign;
    /* Equally long, so that neither has more than 1024 bits. */
    mp_limb_t whole[DBL_MAX_EXP / LIMB_BITS + 1] = {0};
    double integral, fraction = modf(fabs(value), &integral);
    int bits;
    double mantissa = frexp(integral, &bits);
    uint64_t top = (uint64_t)ldexp(mantissa, DBL_MANT_DIG);
    int move = bits - DBL_MANT_DIG;
    if (move <= 0) {
        whole[0] = top >> -move;
    } else {
        whole[move / LIMB_BITS] = top << move % LIMB_BITS;
        if (move % LIMB_BITS)
            whole[move / LIMB_BITS + 1] = top >> (LIMB_BITS - move % LIMB_BITS);
    }
    struct integer b = normal(whole, sizeof(whole) / sizeof(whole[0]), false);
    int order = compare_magnitudes(a, &b);
    if (order == 0 && fraction > 0)
        order = -1;
    return sign < 0 ? -order : order;
}
