#include "lint/suppression.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static struct markers read_python(struct text source) {
    return markers_read(&arena, source, MARKED_PYTHON, false);
}

static void a_marker_has_a_line_and_selectors(void **state) {
    (void)state;
    struct markers found =
        read_python(T("x = 1\ny = 2  # inspect-evals-lint: ignore[ readme,,IEBP003 , readme]\n"));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].kind, MARKER_LINE);
    assert_int_equal(found.items[0].line, 2);
    assert_int_equal(found.items[0].selectors.count, 2);
    assert_text(found.items[0].selectors.items[0], "readme");
    assert_text(found.items[0].selectors.items[1], "IEBP003");
}

static void check_kind(const char *comment, enum marker_kind kind) {
    struct markers found = read_python(text_of(comment));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].kind, kind);
}

static void wrong_markers_are_told_apart(void **state) {
    (void)state;
    check_kind("# inspect-evals-lint: ignore-file[IE]", MARKER_FILE);
    check_kind("\n\n\n\n\n\n\n\n\n\n# inspect-evals-lint: ignore-file[IE]", MARKER_LATE_FILE);
    check_kind("\n\n\n\n\n\n\n\n\n# inspect-evals-lint: ignore-file[IE]", MARKER_FILE);
    check_kind("# inspect-evals-lint: ignore", MARKER_NO_LIST);
    check_kind("# inspect-evals-lint: ignore [IE]", MARKER_NO_LIST);
    check_kind("# inspect-evals-lint: ignored[IE]", MARKER_NO_LIST);
    check_kind("# inspect-evals-lint: ignore[IE", MARKER_NO_LIST);
    check_kind("# inspect-evals-lint: ignore[ , ]", MARKER_EMPTY_LIST);
    check_kind("#noautolint: readme", MARKER_FORMER);
}

static void what_is_no_marker_is_passed_over(void **state) {
    (void)state;
    assert_int_equal(read_python(T("# inspect-evals-lint: disable[IE]")).count, 0);
    assert_int_equal(read_python(T("# inspect-evals-lint : ignore[IE]")).count, 0);
    assert_int_equal(read_python(T("# see inspect-evals-lint: ignore[IE]")).count, 0);
    assert_int_equal(read_python(T("# noautolint : readme")).count, 0);
}

static void a_reason_ends_the_markers_of_a_line(void **state) {
    (void)state;
    struct markers found =
        read_python(T("x  # inspect-evals-lint: ignore[IE]  # inspect-evals-lint: ignore[IF] -- "
                      "not # inspect-evals-lint: ignore[IG]"));
    assert_int_equal(found.count, 2);
    assert_text(found.items[1].selectors.items[0], "IF");
}

static bool has_reason(const char *behind) {
    struct text line = text_format(&arena, "# inspect-evals-lint: ignore[IE]%s", behind);
    return markers_read(&arena, line, MARKED_PYTHON, true).items[0].reasoned;
}

static void in_preview_a_reason_stands_directly_behind_a_marker(void **state) {
    (void)state;
    assert_true(has_reason(" -- why"));
    assert_true(has_reason("--why # noqa"));
    assert_true(has_reason("\xc2\xa0-- <a> <b>"));
    assert_false(has_reason(""));
    assert_false(has_reason(" --\xe3\x80\x80 "));
    assert_false(has_reason(" --- why"));
    assert_false(has_reason(" -- <why>"));
    assert_false(has_reason(" # noqa -- why"));
    struct text line =
        T("# inspect-evals-lint: ignore[IE] x -- # inspect-evals-lint: ignore[IF] -- y "
          "# inspect-evals-lint: ignore[IG]");
    assert_int_equal(markers_read(&arena, line, MARKED_PYTHON, true).count, 2);
    line = T("# noautolint: x # inspect-evals-lint: ignore[IF]");
    assert_int_equal(markers_read(&arena, line, MARKED_PYTHON, true).count, 1);
}

static void lines_end_as_their_language_has_it(void **state) {
    (void)state;
    struct text source = T("a\rb\f\xc2\x85# inspect-evals-lint: ignore[IE]\n");
    assert_int_equal(markers_read(&arena, source, MARKED_PYTHON, false).items[0].line, 2);
    assert_int_equal(markers_read(&arena, source, MARKED_COMPOSE, false).items[0].line, 3);
    assert_int_equal(markers_read(&arena, source, MARKED_DOCKERFILE, false).items[0].line, 1);
}

static void a_dockerfile_comment_covers_the_next_instruction(void **state) {
    (void)state;
    struct markers found = markers_read(&arena,
                                        T("# inspect-evals-lint: ignore[IE]\n"
                                          "\n"
                                          "# inspect-evals-lint: ignore[IF]\n"
                                          "FROM scratch  # inspect-evals-lint: ignore[IG]\n"
                                          "# inspect-evals-lint: ignore[IH]\n"),
                                        MARKED_DOCKERFILE, false);
    assert_int_equal(found.count, 4);
    assert_int_equal(found.items[0].covered, 4);
    assert_int_equal(found.items[1].covered, 4);
    assert_int_equal(found.items[2].covered, 4);
    assert_int_equal(found.items[3].covered, 5);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_marker_has_a_line_and_selectors),
        cmocka_unit_test(wrong_markers_are_told_apart),
        cmocka_unit_test(what_is_no_marker_is_passed_over),
        cmocka_unit_test(a_reason_ends_the_markers_of_a_line),
        cmocka_unit_test(in_preview_a_reason_stands_directly_behind_a_marker),
        cmocka_unit_test(lines_end_as_their_language_has_it),
        cmocka_unit_test(a_dockerfile_comment_covers_the_next_instruction),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
