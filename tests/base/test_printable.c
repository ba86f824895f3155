#include "base/printable.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static void plain_text_stays(void **state) {
    (void)state;
    assert_text(printable(&arena, T("héllo 語 \U0001f426")), "héllo 語 \U0001f426");
    assert_text(printable(&arena, T("")), "");
}

static void what_a_terminal_obeys_is_escaped(void **state) {
    (void)state;
    assert_text(printable(&arena, T("a\x1b[2Jb")), "a\\x1b[2Jb");
    assert_text(printable(&arena, T("a\nb\r\x7f")), "a\\x0ab\\x0d\\x7f");
    assert_text(printable(&arena, T("\xc2\x9b")), "\\x9b");
    assert_text(printable(&arena, T("a\tb")), "a    b");
}

static void what_turns_text_around_is_escaped(void **state) {
    (void)state;
    assert_text(printable(&arena, T("\u202e\u2066\u200f")), "\\u202e\\u2066\\u200f");
}

static void what_a_job_obeys_is_escaped(void **state) {
    (void)state;
    assert_text(printable(&arena, T("a ##[group]b")), "a ##\\x5bgroup]b");
    assert_text(printable(&arena, T("::error::b")), ":\\x3aerror::b");
    assert_text(printable(&arena, T("a ::stop\u00a0::x:::")), "a :\\x3astop\u00a0:\\x3ax:::");
    assert_text(printable(&arena, T("a::b [::2] #[c] # [d]")), "a::b [::2] #[c] # [d]");
}

static void bad_bytes_are_shown(void **state) {
    (void)state;
    assert_text(printable(&arena, T("a\xff\xc3")), "a\\xff\\xc3");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(what_a_terminal_obeys_is_escaped),
        cmocka_unit_test(what_turns_text_around_is_escaped),
        cmocka_unit_test(what_a_job_obeys_is_escaped),
        cmocka_unit_test(bad_bytes_are_shown),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
