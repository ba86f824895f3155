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
        cmocka_unit_test(parts_of_a_path),
        cmocka_unit_test(order_is_by_parts),
        cmocka_unit_test(relative_paths),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
