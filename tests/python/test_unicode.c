#include "base/unit.h"

#include "python/unicode.h"

static void identifiers_have_pythons_additions(void **state) {
    (void)state;
    assert_true(py_is_identifier_start('_'));
    assert_true(py_is_identifier_start(0xe9));
    assert_true(py_is_identifier_start(0x2118)); /* Other_ID_Start */
    assert_false(py_is_identifier_start('1'));
    assert_false(py_is_identifier_start(0x37a)); /* ID_Start, but not after NFKC */
    assert_true(py_is_identifier_part('1'));
    assert_true(py_is_identifier_part(0xb7));
    assert_true(py_is_identifier_part(0x301));
    assert_false(py_is_identifier_part(0xd800));
    assert_false(py_is_identifier_part(0x110000));
    assert_true(py_is_identifier_start(0x2ebf0)); /* new in 15.1 */
}

static void characters_are_classified(void **state) {
    (void)state;
    assert_true(py_is_printable(' '));
    assert_false(py_is_printable(0xa0));
    assert_false(py_is_printable(0x378)); /* unassigned */
    assert_true(py_is_alphanumeric(0xbd));
    assert_false(py_is_alphanumeric(0x301));
    assert_true(py_is_space(0x1c));
    assert_true(py_is_space(0x3000));
    assert_false(py_is_space(0x200b));
}

static void digits_of_every_script_have_values(void **state) {
    (void)state;
    assert_int_equal(py_decimal_value('7'), 7);
    assert_int_equal(py_decimal_value(0x0667), 7);
    assert_int_equal(py_decimal_value(0x1d7ff), 9); /* the last of five runs in a row */
    assert_int_equal(py_decimal_value(0x1d7d8), 0);
    assert_int_equal(py_decimal_value(0xb2), -1); /* a digit, but not a decimal one */
    assert_int_equal(py_decimal_value('a'), -1);
}

static void assert_nfkc(const char *text, const char *normal) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    assert_text(py_nfkc(&arena, text_of(text)), normal);
    heap_release(&heap);
}

static void names_are_normalised(void **state) {
    (void)state;
    assert_nfkc("plain", "plain");
    assert_nfkc("\xc3\xa9", "\xc3\xa9");
    assert_nfkc("e\xcc\x81", "\xc3\xa9");
    assert_nfkc("\xef\xac\x81", "fi");
    assert_nfkc("\xef\xbd\x8c\xef\xbd\x85\xef\xbd\x8e", "len");
    assert_nfkc("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8", "\xea\xb0\x81"); /* jamo to a syllable */
    assert_nfkc("a\xcc\x81\xcc\xa3", "\xe1\xba\xa1\xcc\x81");            /* marks change places */
    assert_nfkc("\xe2\x84\xab", "\xc3\x85");                             /* ANGSTROM SIGN */
}

static void what_is_normal_is_the_same_slice(void **state) {
    (void)state;
    struct text text = T("caf\xc3\xa9_\xce\xb1");
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    assert_ptr_equal(py_nfkc(&arena, text).data, text.data);
    heap_release(&heap);
}

static void long_runs_of_marks_are_sorted_quickly(void **state) {
    (void)state;
    enum { MARKS = 200000 };
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    char *data = arena_allocate(&arena, 4 * MARKS);
    for (size_t i = 0; i < MARKS; i++)
        memcpy(data + 4 * i, "\xcc\x81\xcc\xa3", 4); /* classes 230 and 220 */
    struct text sorted = py_nfkc(&arena, (struct text){data, 4 * MARKS});
    assert_int_equal(sorted.size, 4 * MARKS);
    assert_memory_equal(sorted.data, "\xcc\xa3\xcc\xa3", 4);
    assert_memory_equal(sorted.data + sorted.size - 4, "\xcc\x81\xcc\x81", 4);
    heap_release(&heap);
}

static void characters_are_found_by_name(void **state) {
    (void)state;
    assert_int_equal(py_character_by_name(T("LATIN SMALL LETTER E WITH ACUTE")), 0xe9);
    assert_int_equal(py_character_by_name(T("bullet")), 0x2022);
    assert_int_equal(py_character_by_name(T("LINE FEED")), '\n'); /* an alias */
    assert_int_equal(py_character_by_name(T("NO-BREAK SPACE")), 0xa0);
    assert_int_equal(py_character_by_name(T("HANGUL SYLLABLE GAGG")), 0xac02);
    assert_int_equal(py_character_by_name(T("CJK UNIFIED IDEOGRAPH-4E00")), 0x4e00);
    assert_int_equal(py_character_by_name(T("CJK UNIFIED IDEOGRAPH-2EE5D")), 0x2ee5d);
    assert_int_equal(py_character_by_name(T("CJK COMPATIBILITY IDEOGRAPH-F900")), 0xf900);
}

static void near_misses_are_no_names(void **state) {
    (void)state;
    const char *const names[] = {"",
                                 " BULLET",
                                 "BULLET ",
                                 "NO BREAK SPACE",
                                 "BULLE",
                                 "BULLETS",
                                 "LATIN SMALL LETTER E-WITH ACUTE",
                                 "HANGUL SYLLABLE ",
                                 "HANGUL SYLLABLE GAX",
                                 "CJK UNIFIED IDEOGRAPH-4e00",
                                 "CJK UNIFIED IDEOGRAPH-2EE5E",
                                 "CJK UNIFIED IDEOGRAPH-"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_int_equal(py_character_by_name(text_of(names[i])), UINT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identifiers_have_pythons_additions),
        cmocka_unit_test(characters_are_classified),
        cmocka_unit_test(digits_of_every_script_have_values),
        cmocka_unit_test(names_are_normalised),
        cmocka_unit_test(what_is_normal_is_the_same_slice),
        cmocka_unit_test(long_runs_of_marks_are_sorted_quickly),
        cmocka_unit_test(characters_are_found_by_name),
        cmocka_unit_test(near_misses_are_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
