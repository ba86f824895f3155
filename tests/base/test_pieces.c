#define _GNU_SOURCE /* memfd_create */
#include "base/pieces.h"
#include "unit.h"

#include <sys/mman.h>
#include <unistd.h>

static struct heap heap;
static struct arena arena;

/* The pieces, each in angle brackets, with "failed" behind the last if need be. */
static struct text all_pieces(const char *content, size_t window, size_t limit) {
    struct pieces pieces;
    struct text piece, all = T("");
    int memory = memfd_create("pieces", 0);
    const char *path = text_format(&arena, "/proc/self/fd/%d", memory).data;
    assert_true(file_write_all(memory, text_of(content)));
    assert_true(pieces_open(&pieces, &heap, AT_FDCWD, path, SIZE_MAX, T("[p]"), window));
    pieces.limit = limit;
    while (pieces_next(&pieces, &piece))
        all = text_format(&arena, "%.*s<%.*s>", TEXT_ARGS(all), TEXT_ARGS(piece));
    if (pieces.failed)
        all = text_join(&arena, all, T("failed"));
    pieces_close(&pieces);
    close(memory);
    return all;
}

static void cut_in_front_of_marked_lines(void **state) {
    (void)state;
    const char *content = "a\n[p]\nb\n[p]\nc [p]\n[p]d\n";
    assert_text(all_pieces(content, 64, 64), "<a\n><[p]\nb\n[p]\nc [p]\n[p]d\n>");
    assert_text(all_pieces(content, 16, 64), "<a\n><[p]\nb\n><[p]\nc [p]\n[p]d\n>");
}

static void the_first_piece_may_be_empty_and_the_others_missing(void **state) {
    (void)state;
    assert_text(all_pieces("[p]\n", 64, 64), "<><[p]\n>");
    assert_text(all_pieces("a", 64, 64), "<a>");
    assert_text(all_pieces("", 64, 64), "<>");
}

static void the_window_grows_to_hold_a_piece(void **state) {
    (void)state;
    const char *content = "aaaaaaaaaaaa\n[p]bbbbbbbbbbbbbbbbbbbbb\n[p]\n[p]";
    assert_text(all_pieces(content, 1, 64),
                "<aaaaaaaaaaaa\n><[p]bbbbbbbbbbbbbbbbbbbbb\n[p]\n><[p]>");
}

static void no_window_loses_or_adds_a_byte(void **state) {
    (void)state;
    const char *content = "aaaa\n[p]b\n\n[p]\n[p]\n [p]\n[pp]\n[p]ccccccccccccccc\n[";
    for (size_t window = 1; window < 64; window++) {
        struct text all = all_pieces(content, window, 64), part;
        assert_true(text_starts(all, T("<aaaa\n><[p]b\n")));
        struct text joined = T("");
        while (text_split(&all, '>', &part))
            joined = text_join(&arena, joined, text_from(part, 1));
        assert_text(joined, content);
    }
}

static void what_becomes_larger_than_the_limit_fails(void **state) {
    (void)state;
    assert_text(all_pieces("a\n[p]\nb\n[p]\n", 8, 12), "<a\n><[p]\nb\n[p]\n>");
    assert_text(all_pieces("a\n[p]\nb\n[p]\n", 8, 11), "<a\n>failed");
}

static void what_is_no_file_or_too_large_is_not_opened(void **state) {
    (void)state;
    struct pieces pieces;
    assert_false(pieces_open(&pieces, &heap, AT_FDCWD, "/", SIZE_MAX, T("[p]"), 8));
    assert_false(pieces_open(&pieces, &heap, AT_FDCWD, "/none", SIZE_MAX, T("[p]"), 8));
    assert_false(pieces_open(&pieces, &heap, AT_FDCWD, "/proc/self/exe", 9, T("[p]"), 8));
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_in_front_of_marked_lines),
        cmocka_unit_test(the_first_piece_may_be_empty_and_the_others_missing),
        cmocka_unit_test(the_window_grows_to_hold_a_piece),
        cmocka_unit_test(no_window_loses_or_adds_a_byte),
        cmocka_unit_test(what_becomes_larger_than_the_limit_fails),
        cmocka_unit_test(what_is_no_file_or_too_large_is_not_opened),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
