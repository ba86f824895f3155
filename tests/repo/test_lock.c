#define _GNU_SOURCE /* mkdtemp */
#include "repo/lock.h"

#include "../base/unit.h"
#include "base/buffer.h"
#include "files.h"

static struct heap heap;
static struct arena arena;
static struct text root;
static struct repository repository;
static struct errors warnings;

static int begin(void **state) {
    (void)state;
    root = files_begin(&arena);
    repository.root_folder = open(root.data, O_PATH | O_DIRECTORY);
    warnings = (struct errors){0};
    return 0;
}

static int end(void **state) {
    (void)state;
    close(repository.root_folder);
    files_end(&arena, root);
    return 0;
}

static const struct lock *read_lock(const char *content) {
    files_write(&arena, root, "uv.lock", content);
    return lock_read(&arena, &repository, &warnings);
}

/* What "start" brings along, in order. */
static struct text required(const struct lock *lock, const char *start) {
    struct map names = {0};
    map_put(&arena, &names, text_of(start));
    lock_add_required(&arena, lock, &names);
    struct text all = T("");
    for (size_t i = 0; i < names.count; i++)
        all = text_format(&arena, "%.*s%s%.*s", TEXT_ARGS(all), i ? " " : "",
                          TEXT_ARGS(names.entries[i].key));
    return all;
}

static void assert_warned_at(const uint32_t *lines, size_t count) {
    assert_int_equal(warnings.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_text(warnings.items[i].file, "uv.lock");
        assert_int_equal(warnings.items[i].line, lines[i]);
    }
}

static void requirements_are_followed_to_the_end(void **state) {
    (void)state;
    const struct lock *lock = read_lock("version = 1\n"
                                        "[[package]]\nname = \"a\"\n"
                                        "dependencies = [{ name = \"B.b\", extra = [\"x\"] },\n"
                                        "  { name = \"c\", marker = \"os_name == 'nt'\" }]\n"
                                        "[[package]]\nname = \"b_b\"\n"
                                        "dependencies = [{ name = \"a\" }, { name = \"d\" }]\n"
                                        "[package.optional-dependencies]\n"
                                        "x = [{ name = \"e\" }]\n"
                                        "[[package]]\nname = \"f\"\n"
                                        "dependencies = [{ name = \"g\" }]\n");
    assert_non_null(lock);
    assert_text(required(lock, "a"), "a b-b c d");
    assert_text(required(lock, "d"), "d");
    assert_text(required(lock, "unknown"), "unknown");
    assert_int_equal(warnings.count, 0);
}

static void the_last_of_several_versions_counts(void **state) {
    (void)state;
    const struct lock *lock =
        read_lock("version = 1\n"
                  "[[package]]\nname = \"a\"\ndependencies = [{ name = \"b\" }]\n"
                  "[[package]]\nname = \"a\"\ndependencies = [{ name = \"c\" }]\n");
    assert_text(required(lock, "a"), "a c");
}

static void what_is_wrong_is_told_and_passed_over(void **state) {
    (void)state;
    const struct lock *lock = read_lock("version = 3\n"
                                        "[[package]]\nname = \"a\"\n"
                                        "dependencies = [{ nme = \"b\" }, { name = \"c\" }]\n"
                                        "[[package]]\nversion = \"1\"\n"
                                        "[[package]]\nname = \"c\"\ndependencies = 1\n");
    assert_text(required(lock, "a"), "a c");
    assert_warned_at((const uint32_t[]){1, 4, 5, 9}, 4);
}

/* "a" and many packages behind it, so that the lock is read in several pieces; then the end. */
static const struct lock *read_long_lock(const char *end) {
    enum { PACKAGES = 4000 };
    static const char package[] = "[[package]]\nname = \"p\"\nwheels = [\n"
                                  "  { url = \"https://example.invalid/p.whl\", size = 10 },\n]\n";
    struct buffer content;
    buffer_init(&content, &arena);
    buffer_string(&content, "version = 1\n[options]\nx = 1\n"
                            "[[package]]\nname = \"a\"\ndependencies = [{ name = \"b\" }]\n");
    for (int i = 0; i < PACKAGES; i++)
        buffer_string(&content, package);
    buffer_string(&content, end);
    return read_lock(buffer_view(&content).data);
}

/* The line of the end of a long lock, from 1. */
static uint32_t end_line(uint32_t line) {
    return 6 + 4000 * 5 + line;
}

static void a_long_lock_is_read_to_the_end(void **state) {
    (void)state;
    const struct lock *lock = read_long_lock("[[package]]\nname = \"b\"\n"
                                             "dependencies = [{ name = \"c\" }, { name = 1 }]\n"
                                             "[package.metadata]\nx = 1\n"
                                             "[[package]]\nname = 1\n");
    assert_text(required(lock, "a"), "a b c");
    assert_warned_at((const uint32_t[]){end_line(3), end_line(6)}, 2);
}

static void a_mark_in_a_string_is_no_package(void **state) {
    (void)state;
    const struct lock *lock = read_long_lock("[[package]]\nname = \"b\"\nnote = \"\"\"\n"
                                             "[[package]]\nname = \"a\"\n\"\"\"\n"
                                             "dependencies = [{ name = \"c\" }]\n");
    assert_text(required(lock, "a"), "a b c");
    assert_int_equal(warnings.count, 0);
}

static void a_mistake_anywhere_makes_a_long_lock_unknown(void **state) {
    (void)state;
    static const struct {
        const char *end;
        uint32_t line;
    } mistakes[] = {
        {"[[package]]\nname = \"b\"\nname = \"b\"\n", 3},
        {"[[package]]\nname = 1\n[[package]\n", 3},
        {"[[package]]\nname = \"b\"\n[options]\n", 3},
        {"[[package]]\nname = \"b\"\n[package]\n", 3},
        {"[[package]]\nname = \"\xff\"\n", 2},
    };
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
        warnings.count = 0;
        assert_text(required(read_long_lock(mistakes[i].end), "a"), "a");
        assert_warned_at((const uint32_t[]){end_line(mistakes[i].line)}, 1);
    }
}

static void another_table_may_stand_behind_the_packages(void **state) {
    (void)state;
    assert_text(required(read_long_lock("[other]\nx = 1\n"), "a"), "a b");
    assert_int_equal(warnings.count, 0);
}

static void packages_are_an_array_of_tables_throughout(void **state) {
    (void)state;
    read_lock("version = 1\npackage = [{ name = \"a\" }]\n[[package]]\nname = \"b\"\n");
    assert_warned_at((const uint32_t[]){3}, 1);
}

static void a_broken_lock_is_a_lock(void **state) {
    (void)state;
    const struct lock *lock = read_lock("version = 1\n[[package]\nname = \"a\"\n");
    assert_non_null(lock);
    assert_text(required(lock, "a"), "a");
    assert_warned_at((const uint32_t[]){2}, 1);
}

static void an_empty_lock_is_a_lock(void **state) {
    (void)state;
    assert_non_null(read_lock(""));
    assert_warned_at((const uint32_t[]){1}, 1);
}

static void a_folder_is_no_lock_that_can_be_read(void **state) {
    (void)state;
    files_write(&arena, root, "uv.lock/x", "");
    assert_non_null(lock_read(&arena, &repository, &warnings));
    assert_warned_at((const uint32_t[]){0}, 1);
}

static void no_lock(void **state) {
    (void)state;
    assert_null(lock_read(&arena, &repository, &warnings));
    assert_int_equal(warnings.count, 0);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(requirements_are_followed_to_the_end),
        IN_FOLDER(the_last_of_several_versions_counts),
        IN_FOLDER(what_is_wrong_is_told_and_passed_over),
        IN_FOLDER(a_long_lock_is_read_to_the_end),
        IN_FOLDER(a_mark_in_a_string_is_no_package),
        IN_FOLDER(a_mistake_anywhere_makes_a_long_lock_unknown),
        IN_FOLDER(another_table_may_stand_behind_the_packages),
        IN_FOLDER(packages_are_an_array_of_tables_throughout),
        IN_FOLDER(a_broken_lock_is_a_lock),
        IN_FOLDER(an_empty_lock_is_a_lock),
        IN_FOLDER(a_folder_is_no_lock_that_can_be_read),
        IN_FOLDER(no_lock),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
