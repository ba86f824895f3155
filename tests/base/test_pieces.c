#define _GNU_SOURCE /* memfd_create */
#include "base/pieces.h"
#include "unit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct heap heap;
static struct arena arena;

static int stream_of(struct text content) {
    int stream = memfd_create("pieces", 0);
    if (stream < 0 || write(stream, content.data, content.size) != (ssize_t)content.size ||
        lseek(stream, 0, SEEK_SET) != 0)
        abort();
    return stream;
}

/* The pieces, each in angle brackets, or "failed" behind the last. */
static struct text all_pieces(const char *content, size_t window, size_t limit) {
    struct pieces pieces;
    struct text piece, all = T("");
    int stream = stream_of(text_of(content));
    pieces_open(&pieces, &heap, stream, T("[p]"), window, limit);
    while (pieces_next(&pieces, &piece))
        all = text_format(&arena, "%.*s<%.*s>", TEXT_ARGS(all), TEXT_ARGS(piece));
    if (pieces.failed)
        all = text_join(&arena, all, T("failed"));
    pieces_close(&pieces);
    close(stream);
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

static void what_is_larger_than_the_limit_fails(void **state) {
    (void)state;
    assert_text(all_pieces("a\n[p]\nb\n[p]\n", 8, 12), "<a\n><[p]\nb\n[p]\n>");
    assert_text(all_pieces("a\n[p]\nb\n[p]\n", 8, 11), "<a\n>failed");
}

static void what_cannot_be_read_fails(void **state) {
    (void)state;
    struct pieces pieces;
    struct text piece;
    pieces_open(&pieces, &heap, -1, T("[p]"), 8, 8);
    assert_false(pieces_next(&pieces, &piece));
    assert_true(pieces.failed);
    pieces_close(&pieces);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_in_front_of_marked_lines),
        cmocka_unit_test(the_first_piece_may_be_empty_and_the_others_missing),
        cmocka_unit_test(the_window_grows_to_hold_a_piece),
        cmocka_unit_test(no_window_loses_or_adds_a_byte),
        cmocka_unit_test(what_is_larger_than_the_limit_fails),
        cmocka_unit_test(what_cannot_be_read_fails),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
