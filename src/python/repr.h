/*
 * repr: values as Python 3.13's repr() writes them.
 */
#ifndef CORDON_PYTHON_REPR_H
#define CORDON_PYTHON_REPR_H

#include "base/buffer.h"

void py_repr_text(struct buffer *out, struct text value); /* UTF-8, surrogates as three bytes */
void py_repr_bytes(struct buffer *out, struct text value);
void py_repr_float(struct buffer *out, double value);
void py_repr_imaginary(struct buffer *out, double value); /* of a complex whose real part is 0.0 */

/* The decimal digits of an integer that is written in any base, with its prefix, without
 * underscores. There is no limit of digits. */
void py_repr_integer(struct buffer *out, struct text literal);

#endif
