#include "base/glob.h"
#include "unit.h"

static void stars_cross_folders(void **state) {
    (void)state;
    assert_true(glob_match(T("src/*.py"), T("src/a/b.py")));
    assert_true(glob_match(T("src/**"), T("src/a/b.py")));
    assert_false(glob_match(T("a/**/b"), T("a/b")));
    assert_true(glob_match(T("a?b"), T("a/b")));
    assert_false(glob_match(T("src"), T("src/a")));
    assert_true(glob_match(T("*"), T("")));
}

static void sets(void **state) {
    (void)state;
    assert_true(glob_match(T("[a-c]x"), T("bx")));
    assert_false(glob_match(T("[!a-c]x"), T("bx")));
    assert_true(glob_match(T("[^a]x"), T("^x")));
    assert_true(glob_match(T("[]]x"), T("]x")));
    assert_true(glob_match(T("[ab"), T("[ab")));
    assert_true(glob_match(T("[\xc3\xa4-\xc3\xbc]"), T("\xc3\xb6")));
}

static void stars_do_not_blow_up(void **state) {
    (void)state;
    char text[5001], pattern[2001];
    memset(text, 'a', 5000);
    for (int i = 0; i < 2000; i += 2)
        pattern[i] = '*', pattern[i + 1] = 'a';
    pattern[1999] = 'b';
    assert_false(glob_match((struct text){pattern, 2000}, (struct text){text, 5000}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stars_cross_folders),
        cmocka_unit_test(sets),
        cmocka_unit_test(stars_do_not_blow_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
