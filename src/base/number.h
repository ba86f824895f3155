/*
 * number: doubles to and from decimal digits, exact, whatever the locale of the process.
 */
#ifndef CORDON_BASE_NUMBER_H
#define CORDON_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { NUMBER_DIGITS = 17 };

/* Digits, a point and an exponent, ended by a NUL: rounded half to even at any length. What
 * overflows is infinite. */
double number_parse(const char *decimal);

/* A plain decimal of at most 15 digits: no sign, no exponent. False for anything else. */
bool number_parse_short(const char *decimal, size_t size, double *value);

/* The fewest digits that read back as value, and of those the nearest: 0.DIGITS times ten to the
 * power of *point. Ended by a NUL, no zeros at the end. value is finite; its sign is ignored. */
size_t number_shortest(double value, char digits[NUMBER_DIGITS + 1], int *point);

#endif
