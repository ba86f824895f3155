/*
 * value: what an expression of a condition can have as its value, and Python's operations on it.
 *
 * A bool is an integer here: no operation that a condition may use tells them apart.
 */
#ifndef CORDON_CONDITION_VALUE_H
#define CORDON_CONDITION_VALUE_H

#include "condition/condition.h"
#include "condition/integer.h"

enum value_kind {
    VALUE_INTEGER,
    VALUE_BIG, /* an integer beyond 64 bits, never one that fits */
    VALUE_FLOAT,
    VALUE_COMPLEX,
    VALUE_TEXT, /* UTF-8, surrogates as three bytes */
    VALUE_BYTES,
    VALUE_OBJECT /* something that is only equal to itself */
};

enum value_object {
    OBJECT_NONE,
    OBJECT_ELLIPSIS,
    OBJECT_CAPTURE,
    OBJECT_MATH,
    OBJECT_INT,
    OBJECT_FLOAT,
    OBJECT_LEN,
    OBJECT_ISNAN,
    OBJECT_ISINF
};

struct value {
    uint8_t kind;  /* enum value_kind */
    bool negative; /* of VALUE_BIG */
    union {
        int64_t integer;
        double number;
        struct {
            const mp_limb_t *limbs; /* as in struct integer */
            size_t count;
        };
        struct {
            double real, imaginary;
        };
        struct text text;
        enum value_object object;
    };
};

/* Where an evaluation stands: what it reads, where it takes memory, what it has raised. Without an
 * arena an operation that needs memory raises CONDITION_NEEDS_MEMORY. */
struct evaluation {
    const struct condition_facts *facts;
    struct arena *arena;
    enum condition_exception exception;
    const char *detail;
};

/* Always false. */
bool value_raise(struct evaluation *evaluation, enum condition_exception exception,
                 const char *detail);

static inline bool value_has_memory(struct evaluation *evaluation) {
    return evaluation->arena ||
           value_raise(evaluation, CONDITION_NEEDS_MEMORY, "no memory to work with");
}

enum value_operator { VALUE_ADD, VALUE_SUBTRACT, VALUE_DIVIDE, VALUE_FLOOR_DIVIDE };
enum value_comparison { VALUE_EQ, VALUE_NE, VALUE_LT, VALUE_LE, VALUE_GT, VALUE_GE };

/* These return false when they raise. *result may be *a. */
bool value_arithmetic(struct evaluation *evaluation, enum value_operator op, const struct value *a,
                      const struct value *b, struct value *result);
bool value_sign(struct evaluation *evaluation, bool negate, const struct value *a,
                struct value *result);
bool value_compare(struct evaluation *evaluation, enum value_comparison comparison,
                   const struct value *a, const struct value *b, bool *result);
bool value_call(struct evaluation *evaluation, enum value_object function,
                const struct value *arguments, size_t count, struct value *result);

bool value_is_true(const struct evaluation *evaluation, const struct value *value);

struct value value_of_integer(const struct integer *integer);
bool value_to_double(struct evaluation *evaluation, const struct value *value, double *number);

/* int() and float() of a text or bytes. base is 0 or 2 to 36. */
bool value_read_integer(struct evaluation *evaluation, const struct value *text, unsigned base,
                        struct value *result);
bool value_read_float(struct evaluation *evaluation, const struct value *text, double *result);

#endif
