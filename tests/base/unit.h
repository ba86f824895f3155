/* What cmocka wants before its own header. */
#ifndef CORDON_TESTS_UNIT_H
#define CORDON_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#define assert_text(value, string)                                                                 \
    do {                                                                                           \
        struct text actual_ = (value);                                                             \
        assert_int_equal(actual_.size, strlen(string));                                            \
        if (actual_.size)                                                                          \
            assert_memory_equal(actual_.data, (string), actual_.size);                             \
    } while (0)

#endif
