#define _GNU_SOURCE /* mkdtemp, symlink */
#include "repo/environment.h"

#include "../base/unit.h"
#include "files.h"

#define SITE ".venv/lib/python3.13/site-packages/"

static struct heap heap;
static struct arena arena;
static struct text root;
static struct errors warnings;

static int begin(void **state) {
    (void)state;
    root = files_begin(&arena);
    warnings = (struct errors){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    files_end(&arena, root);
    return 0;
}

static void file(const char *name, const char *content) {
    files_write(&arena, root, name, content);
}

static struct environment *read_place(struct text python, struct text virtual_env) {
    struct environment_place place = {root, python, virtual_env};
    return environment_read(&arena, &place, &warnings);
}

static struct environment *read_default(void) {
    return read_place((struct text){NULL, 0}, (struct text){NULL, 0});
}

static struct text below(const char *name) {
    return path_join(&arena, root, text_of(name));
}

/* "a b" of the texts, to compare with. */
static struct text joined(struct texts texts) {
    struct text all = T("");
    for (size_t i = 0; i < texts.count; i++)
        all = text_format(&arena, "%.*s%s%.*s", TEXT_ARGS(all), i ? " " : "",
                          TEXT_ARGS(texts.items[i]));
    return all;
}

#define assert_provides(environment, module, names)                                                \
    assert_text(joined(environment_providers((environment), T(module))), names)
#define assert_requires(environment, name, names)                                                  \
    assert_text(joined(environment_requires(&arena, (environment), T(name), &warnings)), names)

static void assert_warning(size_t index, const char *file_name, uint32_t line) {
    assert_true(index < warnings.count);
    assert_text(warnings.items[index].file, file_name);
    assert_int_equal(warnings.items[index].line, line);
}

static void modules_come_from_top_level_or_record(void **state) {
    (void)state;
    file(SITE "opencv_python-4.9.dist-info/top_level.txt", "cv2\n\n");
    file(SITE "opencv_python-4.9.dist-info/RECORD", "other/__init__.py,,\n");
    file(SITE "other/__init__.py", "");
    file(SITE "sea_kit-1.0.dist-info/top_level.txt", "\n");
    file(SITE "sea_kit-1.0.dist-info/RECORD",
         "seakit/a.py,,\nseakit/b.py,,\ngone/a.py,,\nfast.abi3.so,,\n\"odd,name/x.py\",,\n");
    file(SITE "seakit/a.py", "");
    file(SITE "fast.abi3.so", "");
    file(SITE "odd,name/x.py", "");
    file(SITE "~ea_kit-0.9.dist-info/top_level.txt", "removed\n");
    file(SITE "a-1.0.dist-info/top_level.txt", "shared\n");
    file(SITE "B-1.0.dist-info/top_level.txt", "shared\n");
    struct environment *environment = read_default();
    assert_non_null(environment);
    assert_provides(environment, "cv2", "opencv-python");
    assert_provides(environment, "other", "");
    assert_provides(environment, "seakit", "sea-kit");
    assert_provides(environment, "fast", "sea-kit");
    assert_provides(environment, "odd,name", "sea-kit");
    assert_provides(environment, "gone", "");
    assert_provides(environment, "removed", "");
    assert_provides(environment, "shared", "b a");
    assert_int_equal(warnings.count, 0);
}

static void requirements_leave_extras_out(void **state) {
    (void)state;
    file(SITE "Reef_Core-2.0.dist-info/METADATA",
         "Name: Reef.Core\nrequires-dist: Aaa_B>=1; python_version < '3'\n"
         "Requires-Dist: bbb; extra == 'x'\nRequires-Dist: ccc\n  (>=2)\n\nRequires-Dist: ddd\n");
    file(SITE "old_reef-1.0-py3.13.egg-info/PKG-INFO", "Name: old-reef\n");
    file(SITE "old_reef-1.0-py3.13.egg-info/requires.txt",
         "aaa>=1\n# no\n\n[fast]\nbbb\n\n[:python_version < "
         "\"3.8\"]\nccc\n[x:os_name=='nt']\nddd\n");
    file(SITE "single-1.0.egg-info", "Name: single\nRequires-Dist: eee\n");
    struct environment *environment = read_default();
    assert_requires(environment, "reef-core", "aaa-b ccc");
    assert_requires(environment, "old-reef", "aaa ccc");
    assert_requires(environment, "single", "eee");
    assert_requires(environment, "absent", "");
    assert_int_equal(warnings.count, 0);
}

static void broken_files_are_told_and_read_on(void **state) {
    (void)state;
    file(SITE "a-1.dist-info/METADATA",
         "Name: a\nno header\nRequires-Dist: b >>1\nRequires-Dist: >1\nRequires-Dist: c\n");
    file(SITE "a-1.dist-info/RECORD", "\"a/x.py,,\na/y.py,,\n");
    file(SITE "a/y.py", "");
    file(SITE "b-1.dist-info/RECORD/x", "");
    struct environment *environment = read_default();
    assert_provides(environment, "a", "a");
    assert_int_equal(warnings.count, 2);
    assert_warning(0, SITE "a-1.dist-info/RECORD", 1);
    assert_warning(1, SITE "b-1.dist-info/RECORD", 0);
    assert_requires(environment, "a", "b c");
    assert_warning(2, SITE "a-1.dist-info/METADATA", 2);
    assert_warning(3, SITE "a-1.dist-info/METADATA", 3);
    assert_warning(4, SITE "a-1.dist-info/METADATA", 4);
    assert_int_equal(warnings.count, 5);
    assert_requires(environment, "b", "");
    assert_warning(5, SITE "b-1.dist-info/METADATA", 0);
}

static void the_version_decides_which_site_packages(void **state) {
    (void)state;
    file(".venv/lib/python3.9/site-packages/nine-1.dist-info/top_level.txt", "m\n");
    file(".venv/lib/python3.13/site-packages/thirteen-1.dist-info/top_level.txt", "m\n");
    assert_provides(read_default(), "m", "thirteen");
    file(".venv/pyvenv.cfg", "home = /usr/bin\nversion_info = 3.9.1.final.0\n");
    assert_provides(read_default(), "m", "nine");
    file(".venv/pyvenv.cfg", "Version = 3.13.2\n");
    assert_provides(read_default(), "m", "thirteen");
    file(".venv/pyvenv.cfg", "version = 3.11.2\n");
    assert_provides(read_default(), "m", "thirteen");
    assert_int_equal(warnings.count, 0);
}

static void other_folders_count_as_well(void **state) {
    (void)state;
    file(SITE "a-1.dist-info/top_level.txt", "a\n");
    file(".venv/lib64/python3.13/site-packages/b-1.dist-info/top_level.txt", "b\n");
    file(SITE "links.pth", "# src\nimport site\n../../../../src\n\n/nowhere\n");
    file("src/c.egg-info/top_level.txt", "c\n");
    file("src/more.pth", "../deep\n");
    file("deep/d.egg-info/top_level.txt", "d\n");
    struct environment *environment = read_default();
    assert_provides(environment, "a", "a");
    assert_provides(environment, "b", "b");
    assert_provides(environment, "c", "c");
    assert_provides(environment, "d", "");
}

static void a_linked_lib64_is_not_read_twice(void **state) {
    (void)state;
    file(SITE "a-1.dist-info/RECORD", "\"a\n");
    assert_int_equal(symlink("lib", below(".venv/lib64").data), 0);
    assert_non_null(read_default());
    assert_int_equal(warnings.count, 1);
}

static void an_environment_is_named_in_three_ways(void **state) {
    (void)state;
    file(SITE "default-1.dist-info/top_level.txt", "m\n");
    file("one/lib/python3.13/site-packages/one-1.dist-info/top_level.txt", "m\n");
    file("one/bin/python3", "");
    file("two/lib/python3.13/site-packages/two-1.dist-info/top_level.txt", "m\n");
    file("bin/real", "");
    struct text none = {NULL, 0};
    assert_provides(read_place(none, none), "m", "default");
    assert_provides(read_place(none, below("two")), "m", "two");
    assert_provides(read_place(below("one"), below("two")), "m", "one");
    assert_provides(read_place(below("one/bin/python3"), below("two")), "m", "one");
    assert_int_equal(symlink("../one/bin/python3", below("bin/linked").data), 0);
    assert_provides(read_place(below("bin/linked"), none), "m", "one");
    assert_int_equal(warnings.count, 0);
    assert_null(read_place(none, below("three")));
    assert_warning(0, below("three").data, 0);
    assert_null(read_place(below("bin/real"), none));
    assert_warning(1, below("bin/real").data, 0);
}

static void no_environment_is_no_mistake(void **state) {
    (void)state;
    assert_null(read_default());
    assert_int_equal(warnings.count, 0);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(modules_come_from_top_level_or_record),
        IN_FOLDER(requirements_leave_extras_out),
        IN_FOLDER(broken_files_are_told_and_read_on),
        IN_FOLDER(the_version_decides_which_site_packages),
        IN_FOLDER(other_folders_count_as_well),
        IN_FOLDER(a_linked_lib64_is_not_read_twice),
        IN_FOLDER(an_environment_is_named_in_three_ways),
        IN_FOLDER(no_environment_is_no_mistake),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
