#include "base/unit.h"

#include "base/number.h"
#include "python/repr.h"

#include <math.h>

static struct heap heap;
static struct arena arena;
static struct buffer out;

static int begin(void **state) {
    (void)state;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    buffer_init(&out, &arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    heap_release(&heap);
    return 0;
}

static void assert_written(const char *wanted) {
    assert_text(buffer_view(&out), wanted);
    out.size = 0;
}

static void floats_are_the_shortest(void **state) {
    (void)state;
    const struct {
        double value;
        const char *text;
    } cases[] = {{0.0, "0.0"},
                 {-0.0, "-0.0"},
                 {1.0, "1.0"},
                 {0.1, "0.1"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1e16, "1e+16"},
                 {1e15, "1000000000000000.0"},
                 {0.0001, "0.0001"},
                 {0.00001, "1e-05"},
                 {1.5e300, "1.5e+300"},
                 {5e-324, "5e-324"},
                 {9007199254740993.0, "9007199254740992.0"},
                 {0x1p-44, "5.684341886080802e-14"}, /* the nearest decimal reads back lower */
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        py_repr_float(&out, cases[i].value);
        assert_written(cases[i].text);
    }
}

static void imaginary_numbers_need_no_point(void **state) {
    (void)state;
    py_repr_imaginary(&out, 1);
    assert_written("1j");
    py_repr_imaginary(&out, 1e16);
    assert_written("1e+16j");
    py_repr_imaginary(&out, 0.5);
    assert_written("0.5j");
    py_repr_imaginary(&out, INFINITY);
    assert_written("infj");
}

static void strings_choose_their_quotes_and_escapes(void **state) {
    (void)state;
    py_repr_text(&out, T("it's"));
    assert_written("\"it's\"");
    py_repr_text(&out, T("'\"\\\n\x7f"));
    assert_written("'\\'\"\\\\\\n\\x7f'");
    py_repr_text(&out, T("\xc3\xa9\xc2\xa0\xe2\x80\xa8\xf0\x9f\x98\x80"));
    assert_written("'\xc3\xa9\\xa0\\u2028\xf0\x9f\x98\x80'");
    py_repr_text(&out, T("\xed\xa0\x80")); /* a lone surrogate */
    assert_written("'\\ud800'");
    py_repr_bytes(&out, T("a'\0\xff\t"));
    assert_written("b\"a'\\x00\\xff\\t\"");
}

static void integers_become_decimal(void **state) {
    (void)state;
    py_repr_integer(&out, T("0x10000000000000000"));
    assert_written("18446744073709551616");
    py_repr_integer(&out, T("0XfF"));
    assert_written("255");
    py_repr_integer(&out, T("0o17"));
    assert_written("15");
    py_repr_integer(&out, T("0b0"));
    assert_written("0");
    py_repr_integer(&out, T("000"));
    assert_written("0");
    py_repr_integer(&out, T("123456789012345678901234567890"));
    assert_written("123456789012345678901234567890");
}

static void decimals_are_rounded_half_to_even(void **state) {
    (void)state;
    assert_true(number_parse("9007199254740993") == 9007199254740992.0);
    assert_true(number_parse("1e309") == INFINITY);
    assert_true(number_parse("2.4703282292062328e-324") == 5e-324);
    assert_true(number_parse("2.4703282292062327e-324") == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(floats_are_the_shortest, begin, end),
        cmocka_unit_test_setup_teardown(imaginary_numbers_need_no_point, begin, end),
        cmocka_unit_test_setup_teardown(strings_choose_their_quotes_and_escapes, begin, end),
        cmocka_unit_test_setup_teardown(integers_become_decimal, begin, end),
        cmocka_unit_test(decimals_are_rounded_half_to_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
