#include "base/lines.h"
#include "unit.h"

static void lines_end_as_python_has_it(void **state) {
    (void)state;
    struct text rest = T("a\nb\r\nc\rd\ve\ff\x1cg\x1dh\x1ei\xc2\x85j\xe2\x80\xa8k\xe2\x80\xa9l");
    const char *const expected = "abcdefghijkl";
    struct text line;
    for (const char *letter = expected; *letter; letter++) {
        assert_true(lines_next(&rest, &line));
        assert_int_equal(line.size, 1);
        assert_int_equal(line.data[0], *letter);
    }
    assert_false(lines_next(&rest, &line));
}

static void the_last_end_begins_no_line(void **state) {
    (void)state;
    struct text rest = T("\n\r\n"), line;
    assert_true(lines_next(&rest, &line));
    assert_int_equal(line.size, 0);
    assert_true(lines_next(&rest, &line));
    assert_int_equal(line.size, 0);
    assert_false(lines_next(&rest, &line));
}

static void other_bytes_end_no_line(void **state) {
    (void)state;
    struct text rest = T("\x1f\xc2\xa0\xe2\x80\xa7\xe2\x80"), line;
    assert_true(lines_next(&rest, &line));
    assert_int_equal(line.size, 8);
    assert_false(lines_next(&rest, &line));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_as_python_has_it),
        cmocka_unit_test(the_last_end_begins_no_line),
        cmocka_unit_test(other_bytes_end_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
