#include "formats/metadata.h"

#include "../base/unit.h"

static struct heap heap;
static struct arena arena;

static void headers_are_read_to_the_empty_line(void **state) {
    (void)state;
    struct metadata_reader reader = {.rest = T("Name: Reef.Core\r\n"
                                               "Requires-Dist:\n aaa>=1\n"
                                               "Keywords:\n"
                                               "requires-dist: bbb ;\n\textra == 'x'\n"
                                               "\n"
                                               "Requires-Dist: ccc\n")};
    struct metadata_header header;
    assert_true(metadata_next(&reader, &header));
    assert_text(header.name, "Name");
    assert_text(header.value, "Reef.Core");
    assert_int_equal(header.line, 1);
    assert_true(metadata_next(&reader, &header));
    assert_text(header.value, "aaa>=1");
    assert_int_equal(header.line, 2);
    assert_true(metadata_next(&reader, &header));
    assert_text(header.value, "");
    assert_true(metadata_next(&reader, &header));
    assert_text(header.name, "requires-dist");
    assert_text(header.value, "bbb ;\n\textra == 'x'");
    assert_int_equal(header.line, 5);
    assert_false(metadata_next(&reader, &header));
}

static void what_is_no_header_is_said_and_passed_over(void **state) {
    (void)state;
    struct metadata_reader reader = {.rest = T(" folded\nno colon\nwith blank: x\n: x\nLast: y")};
    struct metadata_header header;
    for (uint32_t line = 1; line <= 4; line++) {
        assert_true(metadata_next(&reader, &header));
        assert_non_null(header.problem);
        assert_int_equal(header.line, line);
    }
    assert_true(metadata_next(&reader, &header));
    assert_null(header.problem);
    assert_text(header.value, "y");
    assert_false(metadata_next(&reader, &header));
    reader = (struct metadata_reader){0};
    assert_false(metadata_next(&reader, &header));
}

static void paths_of_a_record(void **state) {
    (void)state;
    static const char *const paths[] = {"pkg/a.py", "pkg/b,\"c\".py", "pkg/d.py", "e.py"};
    struct metadata_reader reader = {
        .rest = T("pkg/a.py,sha256=x,1\n\"pkg/b,\"\"c\"\".py\",,\r\n\n\"pkg\"/d.py,,\ne.py")};
    struct record_entry entry;
    for (size_t i = 0; i < 4; i++) {
        assert_true(record_next(&reader, &arena, &entry));
        assert_null(entry.problem);
        assert_text(entry.path, paths[i]);
    }
    assert_int_equal(entry.line, 5);
    assert_false(record_next(&reader, &arena, &entry));
}

static void an_open_quote_costs_its_row(void **state) {
    (void)state;
    struct metadata_reader reader = {.rest = T("\"pkg/a.py,,\npkg/b.py,,\n\"\n")};
    struct record_entry entry;
    assert_true(record_next(&reader, &arena, &entry));
    assert_non_null(entry.problem);
    assert_int_equal(entry.line, 1);
    assert_true(record_next(&reader, &arena, &entry));
    assert_text(entry.path, "pkg/b.py");
    assert_true(record_next(&reader, &arena, &entry));
    assert_non_null(entry.problem);
}

static void import_names_of_paths(void **state) {
    (void)state;
    assert_text(record_import_name(T("pkg/sub/x.py"), 13), "pkg");
    assert_text(record_import_name(T("one.py"), 13), "one");
    assert_text(record_import_name(T("one.pyc"), 13), "one");
    assert_text(record_import_name(T("fast.so"), 13), "fast");
    assert_text(record_import_name(T("fast.abi3.so"), 13), "fast");
    assert_text(record_import_name(T("fast.cpython-313-x86_64-linux-gnu.so"), 13), "fast");
    assert_text(record_import_name(T("fast.cpython-312-x86_64-linux-gnu.so"), 13), "");
    assert_text(record_import_name(T("pkg-1.0.dist-info/METADATA"), 13), "");
    assert_text(record_import_name(T("../../../bin/tool"), 13), "");
    assert_text(record_import_name(T("/usr/bin/tool"), 13), "");
    assert_text(record_import_name(T("__pycache__/one.cpython-313.pyc"), 13), "");
    assert_text(record_import_name(T("README"), 13), "README");
    assert_text(record_import_name(T("a.pth"), 13), "");
    assert_text(record_import_name(T(""), 13), "");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_read_to_the_empty_line),
        cmocka_unit_test(what_is_no_header_is_said_and_passed_over),
        cmocka_unit_test(paths_of_a_record),
        cmocka_unit_test(an_open_quote_costs_its_row),
        cmocka_unit_test(import_names_of_paths),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
