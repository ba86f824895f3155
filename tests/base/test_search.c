#include "base/search.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static void words_are_found_within_words(void **state) {
    (void)state;
    const struct text words[] = {T("he"),  T("she"),  T("hers"), T("his"), T(""),
                                 T("she"), T("\xff"), T("sher"), T("hex")};
    const bool expected[] = {true, true, true, false, false, true, true, true, false};
    struct search *search = search_build(&arena, words, 9);
    for (size_t i = 0; i < 9; i++)
        assert_false(search_found(search, i));
    search_text(search, T("ushers hi"));
    search_text(search, T("s \xff")); /* "his" does not go over from one text to the next */
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(search_found(search, i), expected[i]);
}

static void few_words_are_found_too(void **state) {
    (void)state;
    const struct text words[] = {T("his"), T(""), T("she"), T("he")};
    struct search *search = search_build(&arena, words, 4);
    search_text(search, T("hi"));
    search_text(search, T("s"));
    search_text(search, T(""));
    for (size_t i = 0; i < 4; i++)
        assert_false(search_found(search, i));
    search_text(search, T("ushers"));
    assert_false(search_found(search, 0));
    assert_false(search_found(search, 1));
    assert_true(search_found(search, 2));
    assert_true(search_found(search, 3));
}

static void a_search_is_complete_when_no_word_is_missing(void **state) {
    (void)state;
    const struct text words[] = {T("a"), T("bc"), T("a"), T(""), T("c"),
                                 T("d"), T("e"),  T("f"), T("g")};
    for (size_t count = 2; count <= 9; count += 7) {
        struct search *search = search_build(&arena, words, count);
        search_text(search, T("agfed"));
        assert_false(search_complete(search));
        search_text(search, T("abca"));
        assert_true(search_complete(search));
    }
    assert_true(search_complete(search_build(&arena, NULL, 0)));
}

static void many_words_take_one_pass(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    struct text *words = arena_array(&arena, struct text, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        words[i] = text_format(&arena, "word_%zu", i * 2);
    struct search *search = search_build(&arena, words, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        search_text(search, text_format(&arena, "a word_%zu.", i * 4));
    /* "word_12" also stands in "word_120" */
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(search_found(search, i), i % 2 == 0 || i < COUNT / 5);
}

static void a_repeated_byte_stays_linear(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    char *bytes = arena_allocate(&arena, SIZE);
    memset(bytes, 'a', SIZE);
    const struct text words[] = {
        {bytes, SIZE / 2}, T("aaab"), T("b"), T("c"), T("d"), T("e"), T("f"), T("g"), T("h")};
    for (size_t count = 2; count <= 9; count += 7) {
        struct search *search = search_build(&arena, words, count);
        search_text(search, (struct text){bytes, SIZE / 2 - 1});
        assert_false(search_found(search, 0));
        search_text(search, (struct text){bytes, SIZE});
        assert_true(search_found(search, 0));
        assert_false(search_found(search, 1));
    }
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found_within_words),
        cmocka_unit_test(few_words_are_found_too),
        cmocka_unit_test(a_search_is_complete_when_no_word_is_missing),
        cmocka_unit_test(many_words_take_one_pass),
        cmocka_unit_test(a_repeated_byte_stays_linear),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
