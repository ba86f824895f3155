#include "condition/value.h"

#include <math.h>

static bool type_error(struct evaluation *evaluation, const char *detail) {
    return value_raise(evaluation, CONDITION_TYPE_ERROR, detail);
}

static bool is_string(const struct value *value) {
    return value->kind == VALUE_TEXT || value->kind == VALUE_BYTES;
}

static bool truncate(struct evaluation *evaluation, double number, struct value *result) {
    if (isnan(number))
        return value_raise(evaluation, CONDITION_VALUE_ERROR, "int() cannot convert nan");
    if (isinf(number))
        return value_raise(evaluation, CONDITION_OVERFLOW_ERROR, "int() cannot convert infinity");
    if (fabs(number) < 0x1p63) {
        *result = (struct value){.kind = VALUE_INTEGER, .integer = (int64_t)number};
        return true;
    }
    if (!value_has_memory(evaluation))
        return false;
    struct integer whole = integer_of_double(evaluation->arena, number);
    *result = value_of_integer(&whole);
    return true;
}

/* int(), int(value), int(text, base) */
static bool call_int(struct evaluation *evaluation, const struct value *arguments, size_t count,
                     struct value *result) {
    if (count == 0) {
        *result = (struct value){.kind = VALUE_INTEGER};
        return true;
    }
    if (count == 1) {
        if (is_string(arguments))
            return value_read_integer(evaluation, arguments, 10, result);
        if (arguments->kind == VALUE_FLOAT)
            return truncate(evaluation, arguments->number, result);
        if (arguments->kind > VALUE_BIG)
            return type_error(evaluation, "int() takes a number or a text");
        *result = arguments[0];
        return true;
    }
    if (count > 2)
        return type_error(evaluation, "int() takes at most two arguments");
    const struct value *base = &arguments[1];
    if (base->kind > VALUE_BIG)
        return type_error(evaluation, "the base of int() must be an integer");
    if (base->kind == VALUE_BIG || base->integer < 0 || base->integer == 1 || base->integer > 36)
        return value_raise(evaluation, CONDITION_VALUE_ERROR,
                           "the base of int() must be 0 or from 2 to 36");
    if (!is_string(arguments))
        return type_error(evaluation, "int() takes a base only beside a text");
    return value_read_integer(evaluation, arguments, (unsigned)base->integer, result);
}

/* float(), float(value) */
static bool call_float(struct evaluation *evaluation, const struct value *arguments, size_t count,
                       struct value *result) {
    double number = 0;
    if (count > 1)
        return type_error(evaluation, "float() takes at most one argument");
    if (count == 1 && is_string(arguments)) {
        if (!value_read_float(evaluation, arguments, &number))
            return false;
    } else if (count == 1) {
        if (arguments->kind > VALUE_FLOAT)
            return type_error(evaluation, "float() takes a real number or a text");
        if (!value_to_double(evaluation, arguments, &number))
            return false;
    }
    *result = (struct value){.kind = VALUE_FLOAT, .number = number};
    return true;
}

/* Surrogates included, of which utf8_length() would count each byte. */
static size_t count_characters(struct text text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return count;
}

static bool call_len(struct evaluation *evaluation, const struct value *arguments, size_t count,
                     struct value *result) {
    size_t length;
    if (count != 1)
        return type_error(evaluation, "len() takes exactly one argument");
    if (arguments->kind == VALUE_TEXT)
        length = count_characters(arguments->text);
    else if (arguments->kind == VALUE_BYTES)
        length = arguments->text.size;
    else if (arguments->kind == VALUE_OBJECT && arguments->object == OBJECT_CAPTURE)
        length = evaluation->facts->capture_count;
    else
        return type_error(evaluation, "len() takes a text, bytes or capture");
    *result = (struct value){.kind = VALUE_INTEGER, .integer = (int64_t)length};
    return true;
}

static bool call_math(struct evaluation *evaluation, enum value_object function,
                      const struct value *arguments, size_t count, struct value *result) {
    double number;
    if (count != 1)
        return type_error(evaluation, "math.isnan() and math.isinf() take exactly one argument");
    if (arguments->kind > VALUE_FLOAT)
        return type_error(evaluation, "math.isnan() and math.isinf() take a real number; convert a "
                                      "text with float()");
    if (!value_to_double(evaluation, arguments, &number))
        return false;
    bool holds = function == OBJECT_ISNAN ? isnan(number) : isinf(number);
    *result = (struct value){.kind = VALUE_INTEGER, .integer = holds};
    return true;
}

bool value_call(struct evaluation *evaluation, enum value_object function,
                const struct value *arguments, size_t count, struct value *result) {
    switch (function) {
    case OBJECT_INT:
        return call_int(evaluation, arguments, count, result);
    case OBJECT_FLOAT:
        return call_float(evaluation, arguments, count, result);
    case OBJECT_LEN:
        return call_len(evaluation, arguments, count, result);
    default:
        return call_math(evaluation, function, arguments, count, result);
    }
}
