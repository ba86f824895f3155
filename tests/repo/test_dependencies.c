#define _GNU_SOURCE /* mkdtemp */
#include "repo/dependencies.h"

#include "../base/unit.h"
#include "files.h"

#include <stdatomic.h>

static struct heap heap;
static struct arena arena;
static struct text root;
static struct repository repository;

static int begin(void **state) {
    (void)state;
    root = files_begin(&arena);
    return 0;
}

static int end(void **state) {
    (void)state;
    repository_close(&repository);
    files_end(&arena, root);
    return 0;
}

static const struct dependencies *read_all(const char *pyproject) {
    struct error error = {0};
    files_write(&arena, root, "pyproject.toml", pyproject);
    struct repository_input input = {.root = root};
    assert_true(repository_open(&repository, &arena, &input, &error));
    return dependencies_get(repository.dependencies, &heap);
}

static void assert_warning(const struct dependencies *dependencies, size_t index, const char *file,
                           uint32_t line, const char *words) {
    assert_true(index < dependencies->warnings.count);
    const struct error *warning = &dependencies->warnings.items[index];
    assert_text(warning->file, file);
    assert_int_equal(warning->line, line);
    if (!text_contains(warning->message, text_of(words)))
        fail_msg("%.*s", TEXT_ARGS(warning->message));
}

static void names_come_from_lists_and_what_they_require(void **state) {
    (void)state;
    files_write(&arena, root, "uv.lock",
                "version = 1\n[[package]]\nname = \"a-b\"\ndependencies = [{ name = \"c\" }]\n");
    const struct dependencies *all = read_all("[project]\ndependencies = [\"A.b>=1\"]\n"
                                              "[project.optional-dependencies]\nx = [\"D\"]\n"
                                              "[dependency-groups]\ny = [\"e\"]\ndev = [\"f\"]\n");
    assert_int_equal(all->core.count, 2);
    assert_true(map_has(&all->core, T("a-b")) && map_has(&all->core, T("c")));
    assert_int_equal(all->grouped.count, 2);
    assert_true(map_has(&all->grouped, T("d")) && map_has(&all->grouped, T("e")));
    assert_true(map_has(&all->groups, T("x")) && map_has(&all->groups, T("y")));
    assert_false(map_has(&all->groups, T("dev")));
    assert_true(all->transitive);
    assert_int_equal(all->warnings.count, 0);
    assert_ptr_equal(all, dependencies_get(repository.dependencies, &heap));
}

static void what_is_wrong_is_told_with_its_line(void **state) {
    (void)state;
    const struct dependencies *all = read_all("[project]\ndependencies = [\n\"a b\",\n7]\n"
                                              "[project.optional-dependencies]\nx = \"c\"\n"
                                              "[dependency-groups]\n"
                                              "one = [{ include-group = \"two\" }]\n"
                                              "two = [{ include-group = \"One\" }]\n"
                                              "me = [{ include-group = \"me\" }]\n"
                                              "no = [{ include-group = \"nowhere\" }]\n"
                                              "odd = [{ include-group = \"one\", more = 1 }]\n");
    assert_true(map_has(&all->core, T("a")));
    assert_false(all->transitive);
    assert_warning(all, 0, "pyproject.toml", 3, "no valid requirement");
    assert_warning(all, 1, "pyproject.toml", 4, "integer");
    assert_warning(all, 2, "pyproject.toml", 6, "array of strings");
    assert_warning(all, 3, "pyproject.toml", 12, "include-group");
    assert_warning(all, 4, "pyproject.toml", 9, "cycle");
    assert_warning(all, 5, "pyproject.toml", 10, "itself");
    assert_warning(all, 6, "pyproject.toml", 11, "does not exist");
    assert_int_equal(all->warnings.count, 7);
}

/* A chain of inclusions as long as the file: no recursion, no walk from each of its ends. */
static void long_chains_of_groups_are_followed(void **state) {
    (void)state;
    enum { LENGTH = 50000 };
    char *file = arena_allocate(&arena, LENGTH * 48);
    size_t size = (size_t)sprintf(file, "[dependency-groups]\n");
    for (int i = 0; i < LENGTH; i++)
        size += (size_t)sprintf(file + size, "g%d = [{ include-group = \"g%d\" }]\n", i,
                                (i + 1) % LENGTH);
    const struct dependencies *all = read_all(file);
    assert_int_equal(all->warnings.count, 1);
    assert_warning(all, 0, "pyproject.toml", LENGTH + 1, "cycle");
}

static void isolated_packages_declare_for_themselves(void **state) {
    (void)state;
    files_write(&arena, root, "packages/one/pyproject.toml",
                "[project]\ndependencies = [\"a\"]\n[dependency-groups]\nx = [\"b\"]\n");
    files_write(&arena, root, "packages/two/pyproject.toml", "[project\n");
    files_write(&arena, root, "packages/three/README", "");
    const struct dependencies *all =
        read_all("[tool.inspect-evals-lint]\nisolated-packages-dir = \"packages\"\n");
    const struct map *one = map_get(&all->isolated, T("one"));
    assert_non_null(one);
    assert_true(map_has(one, T("a")) && map_has(one, T("b")));
    assert_true(map_has(&all->isolated, T("two")));
    assert_false(map_has(&all->isolated, T("three")));
    assert_int_equal(all->isolated_any.count, 2);
    assert_warning(all, 0, "packages/two/pyproject.toml", 1, "");
    assert_int_equal(all->warnings.count, 1);
}

/* An allocator that gives so many blocks and no more. */
static void *allocate_some(void *user, size_t size) {
    atomic_int *left = user;
    return atomic_fetch_sub(left, 1) > 0 ? malloc(size) : NULL;
}

static void release_some(void *user, void *block) {
    (void)user;
    free(block);
}

struct short_of_memory {
    struct heap heap;
    struct repository repository;
    bool opened;
};

static void read_with_little_memory(void *argument) {
    struct short_of_memory *run = argument;
    struct error error = {0};
    struct arena scratch;
    struct repository_input input = {.root = root};
    arena_init(&scratch, &run->heap);
    run->opened = repository_open(&run->repository, &scratch, &input, &error);
    assert_true(run->opened);
    const struct dependencies *all = dependencies_get(run->repository.dependencies, &run->heap);
    assert_true(map_has(&all->core, T("b")));
    repository_close(&run->repository);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    files_write(&arena, root, "pyproject.toml", "[project]\ndependencies = [\"a\", \"x y\"]\n");
    files_write(&arena, root, "uv.lock",
                "version = 2\n[[package]]\nname = \"a\"\ndependencies = [{ name = \"b\" }]\n");
    files_write(&arena, root, ".venv/lib/python3.13/site-packages/a-1.dist-info/RECORD",
                "\"open\na/x.py\n");
    bool whole = false;
    for (int blocks = 0; !whole; blocks++) {
        atomic_int left = blocks;
        struct allocator allocator = {allocate_some, release_some, &left};
        struct short_of_memory run = {0};
        assert_true(blocks < 1000);
        heap_init(&run.heap, &allocator);
        whole = heap_run(&run.heap, read_with_little_memory, &run);
        heap_release(&run.heap);
    }
    assert_non_null(read_all("")); /* for end() to close */
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(names_come_from_lists_and_what_they_require),
        IN_FOLDER(what_is_wrong_is_told_with_its_line),
        IN_FOLDER(long_chains_of_groups_are_followed),
        IN_FOLDER(isolated_packages_declare_for_themselves),
        IN_FOLDER(memory_may_run_out_anywhere),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
