#define _GNU_SOURCE /* mkdtemp */
#include "base/folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 3000 };

static struct heap heap;
static struct arena arena;
static char root[] = "/tmp/cordon-folder-XXXXXX";

static const char *inside(const char *name) {
    return text_format(&arena, "%s/%s", root, name).data;
}

static void make_file(const char *name) {
    FILE *file = fopen(inside(name), "w");
    assert_non_null(file);
    fclose(file);
}

static void remove_tree(void) {
    char command[64];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    assert_int_equal(system(command), 0);
}

static void entries_are_sorted_and_typed(void **state) {
    (void)state;
    make_file("b.py");
    assert_int_equal(mkdir(inside("a"), 0777), 0);
    assert_int_equal(symlink("b.py", inside("c")), 0);
    assert_int_equal(mkfifo(inside("d"), 0666), 0);
    struct folder_entries entries;
    int reason;
    assert_int_equal(folder_read(&arena, AT_FDCWD, root, &entries, &reason), FILE_READ);
    assert_int_equal(entries.count, 4);
    static const enum entry_type types[] = {ENTRY_FOLDER, ENTRY_FILE, ENTRY_LINK, ENTRY_OTHER};
    static const char *const names[] = {"a", "b.py", "c", "d"};
    for (size_t i = 0; i < entries.count; i++) {
        assert_text(entries.items[i].name, names[i]);
        assert_int_equal(entries.items[i].type, types[i]);
    }
}

static void many_entries_need_more_than_one_call(void **state) {
    (void)state;
    assert_int_equal(mkdir(inside("many"), 0777), 0);
    for (int i = 0; i < MANY; i++)
        make_file(text_format(&arena, "many/%04d", i).data);
    struct folder_entries entries;
    int reason;
    assert_int_equal(folder_read(&arena, AT_FDCWD, inside("many"), &entries, &reason), FILE_READ);
    assert_int_equal(entries.count, MANY);
    assert_text(entries.items[MANY - 1].name, "2999");
}

static void what_is_no_folder_says_so(void **state) {
    (void)state;
    struct folder_entries entries;
    int reason;
    assert_int_equal(folder_read(&arena, AT_FDCWD, inside("no"), &entries, &reason), FILE_MISSING);
    assert_int_equal(folder_read(&arena, AT_FDCWD, inside("b.py"), &entries, &reason),
                     FILE_NOT_REGULAR);
    assert_int_equal(entries.count, 0);
}

static void links_are_followed(void **state) {
    (void)state;
    assert_true(folder_has_file(AT_FDCWD, inside("c")));
    assert_false(folder_has_file(AT_FDCWD, inside("a")));
    assert_false(folder_has_file(AT_FDCWD, inside("d")));
    assert_false(folder_has_file(AT_FDCWD, inside("no")));
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    if (!mkdtemp(root))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sorted_and_typed),
        cmocka_unit_test(many_entries_need_more_than_one_call),
        cmocka_unit_test(what_is_no_folder_says_so),
        cmocka_unit_test(links_are_followed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_tree();
    heap_release(&heap);
    return failed;
}
