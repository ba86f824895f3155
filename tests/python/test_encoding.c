#include "base/arena_unit.h"

#include "python/encoding.h"

static void assert_decoded(const char *source, const char *decoded) {
    struct py_error error = {0};
    struct text text = py_decode_source(&arena, text_of(source), &error);
    assert_int_equal(error.class, PY_NO_ERROR);
    assert_text(text, decoded);
    assert_int_equal(text.data[text.size], '\0');
}

static void assert_refused(struct text source, const char *part) {
    struct py_error error = {0};
    py_decode_source(&arena, source, &error);
    assert_int_equal(error.class, PY_SYNTAX_ERROR);
    assert_int_equal(error.line, 0);
    assert_true(text_contains(error.message, text_of(part)));
}

static void plain_source_is_not_copied(void **state) {
    (void)state;
    struct text source = T("# coding: utf-8\nx = '\xc3\xa9'\n");
    struct py_error error = {0};
    assert_ptr_equal(py_decode_source(&arena, source, &error).data, source.data);
}

static void a_byte_order_mark_is_removed(void **state) {
    (void)state;
    assert_decoded("\xef\xbb\xbfx", "x");
    assert_decoded("\xef\xbb\xbf# coding: UTF_8\n", "# coding: UTF_8\n");
}

static void encoding_lines_are_followed(void **state) {
    (void)state;
    assert_decoded("# coding: latin-1\n\xe9", "# coding: latin-1\n\xc3\xa9\n");
    assert_decoded("#!x\r# vim: fileencoding=cp1252 :\r\x80", "#!x\n# vim: fileencoding=cp1252 :\n"
                                                              "\xe2\x82\xac\n");
    assert_decoded("\f\n #codingcoding:\tiso-8859-15\n\xa4", "\f\n #codingcoding:\tiso-8859-15\n"
                                                             "\xe2\x82\xac\n");
    assert_decoded("#coding=Mac_Roman\n\x8e", "#coding=Mac_Roman\n\xc3\xa9\n");
    assert_decoded("# coding: iso.8859.1\n\xe9", "# coding: iso.8859.1\n\xc3\xa9\n");
}

static void other_lines_are_not(void **state) {
    (void)state;
    assert_decoded("\n\n# coding: latin-1\n\xe9", "\n\n# coding: latin-1\n\xe9");
    assert_decoded("x\n# coding: latin-1\n\xe9", "x\n# coding: latin-1\n\xe9");
    assert_decoded("x = 1 # coding: latin-1\n", "x = 1 # coding: latin-1\n");
    assert_decoded("# coding : latin-1\n\xe9", "# coding : latin-1\n\xe9");
}

static void encodings_of_several_bytes_work(void **state) {
    (void)state;
    assert_decoded("# coding: euc-jp\n'\xc6\xfc'", "# coding: euc-jp\n'\xe6\x97\xa5'\n");
    assert_decoded("# coding: gbk\n'\xd6\xd0'", "# coding: gbk\n'\xe4\xb8\xad'\n");
    assert_decoded("# coding: hz\n'~{VP~}~~'", "# coding: hz\n'\xe4\xb8\xad~'\n");
    assert_decoded("# coding: utf-7\n'+AOk-'", "# coding: utf-7\n'\xc3\xa9'\n");
    assert_decoded("# coding: raw_unicode_escape\n\\u00e9\\\\u", "# coding: raw_unicode_escape\n"
                                                                 "\xc3\xa9\\\\u\n");
}

/* "#c" and so on are letters in UTF-16; a line feed at the end that was not there makes two. */
static void lines_end_before_they_are_decoded(void **state) {
    (void)state;
    assert_refused(T("#coding:utf-16\nx"), "0x0a in line 2");
    assert_refused(T("#coding:utf-16\r\nx"), "0x0a in line 2");
    assert_decoded("#coding:utf-16\r\nxyzz\n", "\xe6\x8c\xa3\xe6\x91\xaf\xe6\xb9\xa9\xe3\xa9\xa7"
                                               "\xe7\x91\xb5\xe2\xb5\xa6\xe3\x98\xb1\xe7\xa0\x8a"
                                               "\xe7\xa9\xb9\xe0\xa9\xba");
}

static void what_python_refuses_is_refused(void **state) {
    (void)state;
    assert_refused(T("x\n\0"), "line 2");
    assert_refused(T("# coding: klingon\n"), "klingon");
    assert_refused(T("# coding: latin2x\n"), "did you mean");
    assert_refused(T("# coding: utf.8\n"), "utf.8");
    assert_refused(T("# coding: rot13\n"), "does not encode text");
    assert_refused(T("\xef\xbb\xbf# coding: latin-1\n"), "byte order mark");
    assert_refused(T("\xef\xbb\xbf# coding: utf8\n"), "byte order mark");
    assert_refused(T("# coding: ascii\r\n\r\n\xe9"), "0xe9 in line 3");
    assert_refused(T("# coding: utf8\n# \xff"), "0xff in line 2");
    assert_refused(T("# coding: utf-32\nx"), "utf-32");
}

static void text_has_neither_mark_nor_line(void **state) {
    (void)state;
    struct py_error error = {0};
    struct text source = T("\xef\xbb\xbf# coding: latin-1\n");
    assert_ptr_equal(py_accept_text(&arena, source, &error).data, source.data);
    assert_int_equal(error.class, PY_NO_ERROR);
    py_accept_text(&arena, T("\0"), &error);
    assert_int_equal(error.class, PY_SYNTAX_ERROR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plain_source_is_not_copied, begin, end),
        cmocka_unit_test_setup_teardown(a_byte_order_mark_is_removed, begin, end),
        cmocka_unit_test_setup_teardown(encoding_lines_are_followed, begin, end),
        cmocka_unit_test_setup_teardown(other_lines_are_not, begin, end),
        cmocka_unit_test_setup_teardown(encodings_of_several_bytes_work, begin, end),
        cmocka_unit_test_setup_teardown(lines_end_before_they_are_decoded, begin, end),
        cmocka_unit_test_setup_teardown(what_python_refuses_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(text_has_neither_mark_nor_line, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
