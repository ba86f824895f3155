#define _GNU_SOURCE /* strtod_l */
#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_parse_short(const char *decimal, size_t size, double *value) {
    /* The digits and the power of ten are doubles exactly, so that one division rounds rightly. */
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    enum { DIGITS = 15 };
    int64_t digits = 0;
    size_t point = size;
    if (size > DIGITS + 1)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (decimal[i] >= '0' && decimal[i] <= '9')
            digits = digits * 10 + (decimal[i] - '0');
        else if (decimal[i] == '.' && point == size)
            point = i;
        else
            return false;
    }
    size_t behind_point = point < size ? size - point - 1 : 0;
    size_t count = point < size ? size - 1 : size;
    if (count == 0 || count > DIGITS)
        return false;
    *value = behind_point ? (double)digits / powers[behind_point] : (double)digits;
    return true;
}

double number_parse(const char *decimal) {
    double value;
    if (number_parse_short(decimal, strlen(decimal), &value))
        return value;
    /* A constant of the C library: nothing is allocated. */
    locale_t neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return strtod_l(decimal, NULL, neutral);
}

static bool reads_back(const char *digits, int point, double value) {
    char decimal[NUMBER_DIGITS + 16];
    snprintf(decimal, sizeof(decimal), "0.%se%d", digits, point);
    return number_parse(decimal) == value;
}

/* The next larger decimal of as many digits; false when all are nines. */
static bool increase(char *digits, size_t count) {
    while (count && digits[count - 1] == '9')
        digits[--count] = '0';
    if (count)
        digits[count - 1]++;
    return count != 0;
}

static size_t without_zeros(char *digits, size_t count) {
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return count;
}

size_t number_shortest(double value, char digits[NUMBER_DIGITS + 1], int *point) {
    value = fabs(value);
    *point = 1;
    if (value == 0) {
        memcpy(digits, "0", 2);
        return 1;
    }
    int exponent;
    bool power_of_two = frexp(value, &exponent) == 0.5;
    for (int count = 1;; count++) {
        char printed[NUMBER_DIGITS + 16];
        snprintf(printed, sizeof(printed), "%.*e", count - 1, value);
        digits[0] = printed[0];
        memcpy(digits + 1, printed + 2, (size_t)count - 1);
        digits[count] = '\0';
        *point = atoi(strchr(printed, 'e') + 1) + 1;
        if (count == NUMBER_DIGITS || reads_back(digits, *point, value))
            return without_zeros(digits, (size_t)count);
        /* Above a power of two doubles are twice as far apart as below, so that the nearest decimal
         * can be a smaller one that misses while the next larger one reads back. */
        if (power_of_two && increase(digits, (size_t)count) && reads_back(digits, *point, value))
            return without_zeros(digits, (size_t)count);
    }
}
