#include "base/suggest.h"
#include "base/utf8.h"
#include "unit.h"

static void split_gives_empty_parts(void **state) {
    (void)state;
    struct text rest = T("a,,b"), part;
    assert_true(text_split(&rest, ',', &part));
    assert_text(part, "a");
    assert_true(text_split(&rest, ',', &part));
    assert_text(part, "");
    assert_true(text_split(&rest, ',', &part));
    assert_text(part, "b");
    assert_false(text_split(&rest, ',', &part));
}

static void slices_are_clamped(void **state) {
    (void)state;
    assert_text(text_slice(T("hello"), 1, 3), "el");
    assert_text(text_slice(T("hello"), 3, 99), "lo");
    assert_text(text_slice(T("hello"), 9, 2), "");
}

static void comparison_is_by_bytes(void **state) {
    (void)state;
    assert_true(text_compare(T("a"), T("b")) < 0);
    assert_true(text_compare(T("a"), T("ab")) < 0);
    assert_true(text_compare(T("\xff"), T("a")) > 0);
    assert_int_equal(text_compare(T(""), T("")), 0);
}

static void invalid_utf8_is_found(void **state) {
    (void)state;
    assert_int_equal(utf8_find_invalid(T("plain")), TEXT_NONE);
    assert_int_equal(utf8_find_invalid(T("gr\xc3\xbc\xc3\x9f"
                                         "e, \xf0\x9f\x98\x80!")),
                     TEXT_NONE);
    assert_int_equal(utf8_find_invalid(T("long enough\xc0\x80")), 11);
    assert_int_equal(utf8_find_invalid(T("\xed\xa0\x80")), 0);
    assert_int_equal(utf8_find_invalid(T("ab\xe2\x82")), 2);
    assert_int_equal(utf8_find_invalid(T("\xf4\x90\x80\x80")), 0);
}

static void every_code_point_survives(void **state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        if (c >= 0xd800 && c <= 0xdfff)
            continue;
        char bytes[4];
        size_t size = utf8_encode(c, bytes);
        const char *at = bytes;
        assert_int_equal(utf8_next(&at, bytes + size), c);
        assert_ptr_equal(at, bytes + size);
    }
}

static void near_words_are_suggested(void **state) {
    (void)state;
    const struct text names[] = {TEXT("readme"), TEXT("registry"), TEXT("sample_ids")};
    assert_text(suggest(T("redame"), names, 3), "readme");
    assert_text(suggest(T("sample-id"), names, 3), "sample_ids");
    assert_null(suggest(T("quicksort"), names, 3).data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_gives_empty_parts),   cmocka_unit_test(slices_are_clamped),
        cmocka_unit_test(comparison_is_by_bytes),    cmocka_unit_test(invalid_utf8_is_found),
        cmocka_unit_test(every_code_point_survives), cmocka_unit_test(near_words_are_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
