#include "base/path.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static void paths_are_normalised(void **state) {
    (void)state;
    assert_text(path_normalise(&arena, T("a/./b//../c/")), "a/c");
    assert_text(path_normalise(&arena, T("../x")), "../x");
    assert_text(path_normalise(&arena, T("a/..")), ".");
    assert_text(path_normalise(&arena, T("/../x")), "/x");
}

static void paths_are_joined(void **state) {
    (void)state;
    assert_text(path_join(&arena, T("a"), T("b/c")), "a/b/c");
    assert_text(path_join(&arena, T("/"), T("b")), "/b");
    assert_text(path_join(&arena, T("a/"), T("./b//../c/.")), "a/b/../c");
    assert_text(path_join(&arena, T("a"), T("/b/./c")), "/b/./c");
    assert_text(path_join(&arena, T(""), T("b/./c")), "b/./c");
    assert_text(path_join(&arena, T("a/"), T("")), "a/");
}

static void joining_takes_no_more_memory_than_the_path(void **state) {
    (void)state;
    enum { PARTS = 50000 };
    struct text name = T("b");
    char *parts = arena_allocate(&arena, 3 * PARTS + 1);
    for (size_t i = 0; i < PARTS; i++)
        memcpy(parts + 3 * i, "//a", 4);
    name = text_join(&arena, name, text_of(parts));
    size_t used = heap.used;
    assert_int_equal(path_join(&arena, T("a"), name).size, 3 + 2 * PARTS);
    assert_true(heap.used - used < 16 * PARTS);
}

static void parts_of_a_path(void **state) {
    (void)state;
    assert_text(path_name(T("a/b.py")), "b.py");
    assert_text(path_folder(T("a/b.py")), "a");
    assert_text(path_folder(T("b.py")), "");
    assert_text(path_stem(T("a/b.tar.gz")), "b.tar");
    assert_text(path_suffix(T("a/.hidden")), "");
}

static void order_is_by_parts(void **state) {
    (void)state;
    assert_true(path_compare(T("data/x.py"), T("data-old.py")) < 0);
    assert_true(path_compare(T("data-old.py"), T("data.py")) < 0);
    assert_int_equal(path_compare(T("a/b"), T("a/b")), 0);
    assert_true(path_compare(T("a"), T("a/b")) < 0);
}

static void relative_paths(void **state) {
    (void)state;
    assert_text(path_relative(T("/r/a/b"), T("/r")), "a/b");
    assert_null(path_relative(T("/root"), T("/r")).data);
    assert_text(path_relative(T("/r"), T("/r/")), "");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_normalised),
        cmocka_unit_test(paths_are_joined),
        cmocka_unit_test(joining_takes_no_more_memory_than_the_path),
        cmocka_unit_test(parts_of_a_path),
        cmocka_unit_test(order_is_by_parts),
        cmocka_unit_test(relative_paths),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
