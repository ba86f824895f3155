#include "condition/value.h"

#include <math.h>

/* Integers up to here are doubles exactly. */
static const int64_t EXACT = (int64_t)1 << 53;

bool value_raise(struct evaluation *evaluation, enum condition_exception exception,
                 const char *detail) {
    evaluation->exception = exception;
    evaluation->detail = detail;
    return false;
}

static bool is_exact(int64_t value) {
    return value >= -EXACT && value <= EXACT;
}

static bool is_integer(const struct value *value) {
    return value->kind <= VALUE_BIG;
}

static bool is_number(const struct value *value) {
    return value->kind <= VALUE_COMPLEX;
}

static struct integer view(const struct value *value, mp_limb_t *limb) {
    return value->kind == VALUE_BIG ? (struct integer){value->limbs, value->count, value->negative}
                                    : integer_of(value->integer, limb);
}

struct value value_of_integer(const struct integer *integer) {
    struct value value = {.kind = VALUE_INTEGER};
    if (!integer_fits(integer, &value.integer))
        value = (struct value){.kind = VALUE_BIG,
                               .negative = integer->negative,
                               .limbs = integer->limbs,
                               .count = integer->count};
    return value;
}

bool value_to_double(struct evaluation *evaluation, const struct value *value, double *number) {
    if (value->kind == VALUE_INTEGER) {
        *number = (double)value->integer;
        return true;
    }
    if (value->kind == VALUE_FLOAT) {
        *number = value->number;
        return true;
    }
    struct integer whole = view(value, NULL);
    return integer_to_double(&whole, number) || value_raise(evaluation, CONDITION_OVERFLOW_ERROR,
                                                            "the integer is too large for a float");
}

static bool divides_by_zero(struct evaluation *evaluation) {
    return value_raise(evaluation, CONDITION_ZERO_DIVISION_ERROR, "division by zero");
}

/* ---- arithmetic ---- */

static bool big_arithmetic(struct evaluation *evaluation, enum value_operator op,
                           const struct value *a, const struct value *b, struct value *result) {
    mp_limb_t left_limb, right_limb;
    struct integer left = view(a, &left_limb), right = view(b, &right_limb), whole;
    double quotient;
    if (!value_has_memory(evaluation))
        return false;
    switch (op) {
    case VALUE_ADD:
        whole = integer_add(evaluation->arena, &left, &right);
        break;
    case VALUE_SUBTRACT:
        right = integer_negate(&right);
        whole = integer_add(evaluation->arena, &left, &right);
        break;
    case VALUE_FLOOR_DIVIDE:
        whole = integer_floor_divide(evaluation->arena, &left, &right);
        break;
    default:
        if (!integer_true_divide(evaluation->arena, &left, &right, &quotient))
            return value_raise(evaluation, CONDITION_OVERFLOW_ERROR,
                               "the quotient is too large for a float");
        *result = (struct value){.kind = VALUE_FLOAT, .number = quotient};
        return true;
    }
    /* Nothing was added to an operand whose limb is ours. */
    if (whole.limbs == &left_limb || whole.limbs == &right_limb)
        whole.limbs = arena_copy(evaluation->arena, whole.limbs, sizeof(mp_limb_t));
    *result = value_of_integer(&whole);
    return true;
}

/* False when the result does not fit. */
static bool small_arithmetic(enum value_operator op, int64_t a, int64_t b, struct value *result) {
    struct value value = {.kind = VALUE_INTEGER};
    switch (op) {
    case VALUE_ADD:
        if (__builtin_add_overflow(a, b, &value.integer))
            return false;
        break;
    case VALUE_SUBTRACT:
        if (__builtin_sub_overflow(a, b, &value.integer))
            return false;
        break;
    case VALUE_FLOOR_DIVIDE:
        if (a == INT64_MIN && b == -1)
            return false;
        value.integer = a / b - (a % b != 0 && (a < 0) != (b < 0));
        break;
    default:
        if (!is_exact(a) || !is_exact(b))
            return false;
        value = (struct value){.kind = VALUE_FLOAT, .number = (double)a / (double)b};
        break;
    }
    *result = value;
    return true;
}

static bool integer_arithmetic(struct evaluation *evaluation, enum value_operator op,
                               const struct value *a, const struct value *b, struct value *result) {
    bool divides = op == VALUE_DIVIDE || op == VALUE_FLOOR_DIVIDE;
    if (divides && b->kind == VALUE_INTEGER && b->integer == 0)
        return divides_by_zero(evaluation);
    if (a->kind == VALUE_INTEGER && b->kind == VALUE_INTEGER &&
        small_arithmetic(op, a->integer, b->integer, result))
        return true;
    return big_arithmetic(evaluation, op, a, b, result);
}

/* As float.__floordiv__: the remainder decides, so that the result is not off by a rounding. */
static double floor_divide(double a, double b) {
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient -= 1;
    if (quotient == 0)
        return copysign(0, a / b);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

static bool float_arithmetic(struct evaluation *evaluation, enum value_operator op,
                             const struct value *left, const struct value *right,
                             struct value *result) {
    double a, b, number;
    if (!value_to_double(evaluation, left, &a) || !value_to_double(evaluation, right, &b))
        return false;
    if (b == 0 && (op == VALUE_DIVIDE || op == VALUE_FLOOR_DIVIDE))
        return divides_by_zero(evaluation);
    switch (op) {
    case VALUE_ADD:
        number = a + b;
        break;
    case VALUE_SUBTRACT:
        number = a - b;
        break;
    case VALUE_DIVIDE:
        number = a / b;
        break;
    default:
        number = floor_divide(a, b);
        break;
    }
    *result = (struct value){.kind = VALUE_FLOAT, .number = number};
    return true;
}

static bool to_complex(struct evaluation *evaluation, const struct value *value,
                       struct value *result) {
    struct value complex = {.kind = VALUE_COMPLEX};
    if (value->kind == VALUE_COMPLEX)
        complex = *value;
    else if (!value_to_double(evaluation, value, &complex.real))
        return false;
    *result = complex;
    return true;
}

/* Smith's method, as CPython has it. False for a division by zero. */
static bool divide_complex(const struct value *a, const struct value *b, struct value *result) {
    if (fabs(b->real) >= fabs(b->imaginary)) {
        if (b->real == 0)
            return false;
        double ratio = b->imaginary / b->real, divisor = b->real + b->imaginary * ratio;
        result->real = (a->real + a->imaginary * ratio) / divisor;
        result->imaginary = (a->imaginary - a->real * ratio) / divisor;
    } else if (fabs(b->imaginary) >= fabs(b->real)) {
        double ratio = b->real / b->imaginary, divisor = b->real * ratio + b->imaginary;
        result->real = (a->real * ratio + a->imaginary) / divisor;
        result->imaginary = (a->imaginary * ratio - a->real) / divisor;
    } else {
        result->real = result->imaginary = NAN;
    }
    return true;
}

static bool complex_arithmetic(struct evaluation *evaluation, enum value_operator op,
                               const struct value *left, const struct value *right,
                               struct value *result) {
    struct value a, b, value = {.kind = VALUE_COMPLEX};
    if (op == VALUE_FLOOR_DIVIDE)
        return value_raise(evaluation, CONDITION_TYPE_ERROR, "'//' does not take complex numbers");
    if (!to_complex(evaluation, left, &a) || !to_complex(evaluation, right, &b))
        return false;
    switch (op) {
    case VALUE_ADD:
        value.real = a.real + b.real;
        value.imaginary = a.imaginary + b.imaginary;
        break;
    case VALUE_SUBTRACT:
        value.real = a.real - b.real;
        value.imaginary = a.imaginary - b.imaginary;
        break;
    default:
        if (!divide_complex(&a, &b, &value))
            return divides_by_zero(evaluation);
        break;
    }
    *result = value;
    return true;
}

bool value_arithmetic(struct evaluation *evaluation, enum value_operator op, const struct value *a,
                      const struct value *b, struct value *result) {
    if (is_integer(a) && is_integer(b))
        return integer_arithmetic(evaluation, op, a, b, result);
    if (is_number(a) && is_number(b))
        return a->kind == VALUE_COMPLEX || b->kind == VALUE_COMPLEX
                   ? complex_arithmetic(evaluation, op, a, b, result)
                   : float_arithmetic(evaluation, op, a, b, result);
    if (op == VALUE_ADD && a->kind == b->kind && a->kind != VALUE_OBJECT) {
        if (!value_has_memory(evaluation))
            return false;
        struct value joined = {.kind = a->kind,
                               .text = text_join(evaluation->arena, a->text, b->text)};
        *result = joined;
        return true;
    }
    return value_raise(evaluation, CONDITION_TYPE_ERROR,
                       "the operator does not take values of these types");
}

bool value_sign(struct evaluation *evaluation, bool negate, const struct value *a,
                struct value *result) {
    static const struct value zero = {.kind = VALUE_INTEGER};
    if (is_integer(a))
        return integer_arithmetic(evaluation, negate ? VALUE_SUBTRACT : VALUE_ADD, &zero, a,
                                  result);
    struct value value = *a;
    if (a->kind == VALUE_FLOAT && negate) {
        value.number = -a->number;
    } else if (a->kind == VALUE_COMPLEX && negate) {
        value.real = -a->real;
        value.imaginary = -a->imaginary;
    } else if (!is_number(a)) {
        return value_raise(evaluation, CONDITION_TYPE_ERROR, "a sign needs a number behind it");
    }
    *result = value;
    return true;
}

/* ---- comparison ---- */

enum order { LESS = -1, SAME = 0, GREATER = 1, UNORDERED = 2 };

static enum order order_of(int comparison) {
    return comparison < 0 ? LESS : comparison > 0 ? GREATER : SAME;
}

static enum order order_doubles(double a, double b) {
    return a < b ? LESS : a > b ? GREATER : a == b ? SAME : UNORDERED;
}

/* Exactly: the integer is not rounded first. */
static enum order order_integer_double(const struct value *integer, double number) {
    if (isnan(number))
        return UNORDERED;
    if (integer->kind == VALUE_INTEGER && is_exact(integer->integer))
        return order_doubles((double)integer->integer, number);
    mp_limb_t limb;
    struct integer whole = view(integer, &limb);
    return order_of(integer_compare_double(&whole, number));
}

/* Of integers and floats. */
static enum order order_numbers(const struct value *a, const struct value *b) {
    if (a->kind == VALUE_FLOAT && b->kind == VALUE_FLOAT)
        return order_doubles(a->number, b->number);
    if (b->kind == VALUE_FLOAT)
        return order_integer_double(a, b->number);
    if (a->kind == VALUE_FLOAT) {
        enum order order = order_integer_double(b, a->number);
        return order == LESS ? GREATER : order == GREATER ? LESS : order;
    }
    if (a->kind == VALUE_INTEGER && b->kind == VALUE_INTEGER)
        return a->integer < b->integer ? LESS : a->integer > b->integer ? GREATER : SAME;
    mp_limb_t left_limb, right_limb;
    struct integer left = view(a, &left_limb), right = view(b, &right_limb);
    return order_of(integer_compare(&left, &right));
}

static bool are_equal(const struct value *a, const struct value *b) {
    if (is_number(a) && is_number(b)) {
        if (a->kind != VALUE_COMPLEX && b->kind != VALUE_COMPLEX)
            return order_numbers(a, b) == SAME;
        if (a->kind == VALUE_COMPLEX && b->kind == VALUE_COMPLEX)
            return a->real == b->real && a->imaginary == b->imaginary;
        const struct value *complex = a->kind == VALUE_COMPLEX ? a : b;
        struct value real = {.kind = VALUE_FLOAT, .number = complex->real};
        return complex->imaginary == 0 && order_numbers(complex == a ? b : a, &real) == SAME;
    }
    if (a->kind != b->kind)
        return false;
    return a->kind == VALUE_OBJECT ? a->object == b->object : text_equal(a->text, b->text);
}

bool value_compare(struct evaluation *evaluation, enum value_comparison comparison,
                   const struct value *a, const struct value *b, bool *result) {
    if (comparison == VALUE_EQ || comparison == VALUE_NE) {
        *result = are_equal(a, b) == (comparison == VALUE_EQ);
        return true;
    }
    enum order order;
    if (a->kind <= VALUE_FLOAT && b->kind <= VALUE_FLOAT)
        order = order_numbers(a, b);
    else if (a->kind == b->kind && (a->kind == VALUE_TEXT || a->kind == VALUE_BYTES))
        order = order_of(text_compare(a->text, b->text)); /* UTF-8 sorts as its code points do */
    else
        return value_raise(evaluation, CONDITION_TYPE_ERROR,
                           "values of these types have no order; compare numbers with numbers and "
                           "texts with texts");
    switch (comparison) {
    case VALUE_LT:
        *result = order == LESS;
        break;
    case VALUE_LE:
        *result = order == LESS || order == SAME;
        break;
    case VALUE_GT:
        *result = order == GREATER;
        break;
    default:
        *result = order == GREATER || order == SAME;
        break;
    }
    return true;
}

bool value_is_true(const struct evaluation *evaluation, const struct value *value) {
    switch ((enum value_kind)value->kind) {
    case VALUE_INTEGER:
        return value->integer != 0;
    case VALUE_BIG:
        return true;
    case VALUE_FLOAT:
        return value->number != 0;
    case VALUE_COMPLEX:
        return value->real != 0 || value->imaginary != 0;
    case VALUE_TEXT:
    case VALUE_BYTES:
        return value->text.size != 0;
    case VALUE_OBJECT:
        break;
    }
    if (value->object == OBJECT_CAPTURE)
        return evaluation->facts->capture_count != 0;
    return value->object != OBJECT_NONE;
}
