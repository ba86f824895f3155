#include "base/error.h"

#include "arena_unit.h"

static void only_the_first_of_a_file_are_kept(void **state) {
    (void)state;
    struct errors errors = {0};
    for (uint32_t line = 1; line <= 1000; line++)
        errors_add(&arena, &errors, T("a"), line, 0, "wrong");
    errors_add(&arena, &errors, T("b"), 1, 0, "wrong");
    assert_int_equal(errors.count, 11);
    assert_int_equal(errors.dropped, 0);
    assert_text(error_text(&arena, &errors.items[9]), "a:10: wrong (and 990 more of this file)");
    assert_text(error_text(&arena, &errors.items[10]), "b:1: wrong");
}

static void only_the_first_of_all_are_kept(void **state) {
    (void)state;
    struct errors errors = {0}, joined = {0};
    for (uint32_t file = 0; file < 300; file++)
        errors_add(&arena, &errors, text_format(&arena, "%u", file), 0, 0, "wrong");
    assert_int_equal(errors.count, 100);
    assert_int_equal(errors.dropped, 200);
    errors_add(&arena, &joined, T("a"), 0, 0, "wrong");
    errors_join(&arena, &joined, &errors);
    assert_int_equal(joined.count, 100);
    assert_int_equal(joined.dropped, 201);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_the_first_of_a_file_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(only_the_first_of_all_are_kept, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
