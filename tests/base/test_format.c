#include "unit.h"

static struct heap heap;
static struct arena arena;

static void a_text_is_formatted_to_its_end(void **state) {
    (void)state;
    struct text text = text_format(&arena, "<%.*s> %s", TEXT_ARGS(T("a\0b")), "c");
    assert_true(text_equal(text, T("<a\0b> c")));
    assert_text(text_format(&arena, "%.*s|", 0, "x"), "|");
}

static void numbers_and_strings_are_formatted_as_usual(void **state) {
    (void)state;
    assert_text(text_format(&arena, "%d %u %zu %lld %ld %02x %04X %c%%", -1, 2u, (size_t)3,
                            1LL << 40, -5L, 6, 0xabcu, 'd'),
                "-1 2 3 1099511627776 -5 06 0ABC d%");
    assert_text(text_format(&arena, "%-4s|%*s|%.3s|%0*d|%+03d|%.*s", "a", 4, "b", "cdefg", 3, 7, 8,
                            TEXT_ARGS(T("e"))),
                "a   |   b|cde|007|+08|e");
    assert_text(text_format(&arena, "%.1f %.*g %.*s", 0.25, 3, 1.5, TEXT_ARGS(T("f"))),
                "0.2 1.5 f");
    assert_text(text_format(&arena, "%s", ""), "");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_formatted_to_its_end),
        cmocka_unit_test(numbers_and_strings_are_formatted_as_usual),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
