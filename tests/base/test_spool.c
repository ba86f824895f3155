#define _GNU_SOURCE /* memfd_create, ftruncate */
#include "base/spool.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 400000, COUNT = 8 }; /* more than what stays in memory */

static struct heap heap;
static struct arena arena;
static struct text texts[COUNT];

static void make_texts(void) {
    for (int i = 0; i < COUNT; i++) {
        char *data = arena_allocate(&arena, SIZE);
        memset(data, 'a' + i, SIZE);
        texts[i] = (struct text){data, SIZE - (size_t)i};
    }
}

static void put_all(struct spool *spool, int file, struct spooled *spooled) {
    spool_init(spool, file);
    for (int i = 0; i < COUNT; i++)
        spooled[i] = spool_put(spool, &arena, texts[i]);
}

static void assert_all(const struct spool *spool, const struct spooled *spooled) {
    for (int i = COUNT; i-- > 0;) {
        struct text text;
        assert_true(spool_get(spool, &arena, &spooled[i], &text));
        assert_true(text_equal(text, texts[i]));
    }
}

static void what_is_put_aside_comes_back(void **state) {
    (void)state;
    struct spool spool;
    struct spooled spooled[COUNT];
    int file = memfd_create("spool", 0);
    put_all(&spool, file, spooled);
    assert_non_null(spooled[0].data);
    assert_null(spooled[COUNT - 1].data);
    assert_all(&spool, spooled);
    close(file);
}

static void without_a_file_everything_stays_in_memory(void **state) {
    (void)state;
    struct spool spool;
    struct spooled spooled[COUNT];
    put_all(&spool, -1, spooled);
    assert_non_null(spooled[COUNT - 1].data);
    assert_all(&spool, spooled);
}

static void what_the_file_does_not_take_stays_in_memory(void **state) {
    (void)state;
    struct spool spool;
    struct spooled spooled[COUNT];
    int file = open("/dev/null", O_RDONLY); /* EBADF for each write */
    put_all(&spool, file, spooled);
    assert_non_null(spooled[COUNT - 1].data);
    assert_all(&spool, spooled);
    close(file);
}

static void a_file_that_was_cut_is_an_error(void **state) {
    (void)state;
    struct spool spool;
    struct spooled spooled[COUNT];
    struct text text;
    int file = memfd_create("spool", 0);
    put_all(&spool, file, spooled);
    assert_int_equal(ftruncate(file, 1), 0);
    assert_false(spool_get(&spool, &arena, &spooled[COUNT - 1], &text));
    assert_int_equal(errno, EIO);
    close(file);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    make_texts();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_aside_comes_back),
        cmocka_unit_test(without_a_file_everything_stays_in_memory),
        cmocka_unit_test(what_the_file_does_not_take_stays_in_memory),
        cmocka_unit_test(a_file_that_was_cut_is_an_error),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
