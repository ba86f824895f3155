/* Logs: any bytes, plain or compressed, in windows of any size, give the same with and without the
 * filter. The first two bytes choose the sizes. */
#define _GNU_SOURCE /* memfd_create */
#include "probe/scan.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const char source[] =
    "{schema_version: 1, mode: probe, trials: 1, mitigation_axis: [a], diagnostic_axis: [b], "
    "custom_patterns: [{id: a, match: {regex: '(?i)k(?P<n>s+)'}}, "
    "{id: b, match: {regex: '(?s)ab.*ba'}}, {id: c, match: {regex: '(?m)^x(?P<m>.)$'}}, "
    "{id: d, match: {regex: '\\w\\d\\W', condition: 'exit_code == 0'}}]}";

static bool same(const texts *one, const texts *other) {
    bool equal = one->count == other->count;
    for (size_t i = 0; equal && i < one->count; i++)
        equal = text_equal(one->items[i], other->items[i]);
    return equal;
}

/* What all inputs are scanned for: made once. */
static struct heap kept_heap;
static struct arena kept_arena;
static struct recipe recipe;
static struct builtins builtins;
static int file;

static void prepare(void) {
    struct error error = {0};
    if (recipe.arena)
        return;
    heap_init(&kept_heap, NULL);
    arena_init(&kept_arena, &kept_heap);
    if (!recipe_read(&recipe, &kept_heap, &kept_arena, T(""), text_of(source), &error))
        abort();
    builtins_open(&builtins, &kept_heap, &kept_arena);
    file = memfd_create("log", MFD_CLOEXEC);
    if (file < 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    prepare();
    struct heap heap;
    struct arena arena;
    struct findings findings[2];
    struct trial trial = {0};
    struct error error = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    /* A few windows: a long log in windows of a byte shows nothing that a short one does not. */
    size_t window = data[0] ? data[0] + size / 8 : 4096, overlap = window / 2 * data[1] / 255;
    if (ftruncate(file, 0) < 0 || pwrite(file, data + 2, size - 2, 0) != (ssize_t)(size - 2))
        abort();
    for (int i = 0; i < 2; i++) {
        struct stream log;
        struct cancellation never = {0};
        struct scan_options options = {window, overlap, i == 1, &never};
        lseek(file, 0, SEEK_SET);
        stream_open(&log, &heap, &arena, file, T("log"), &never, &error);
        scan_log(&heap, &arena, &recipe, &builtins, &log, &trial, &options, &findings[i]);
        stream_close(&log);
    }
    if (!error_is_set(&error) && (!same(&findings[0].custom_fired, &findings[1].custom_fired) ||
                                  !same(&findings[0].builtin_fired, &findings[1].builtin_fired)))
        abort();
    heap_release(&heap);
    return 0;
}
