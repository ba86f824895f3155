/* uv.lock: any bytes give a lock; what a name brings along holds the name and brings no more when
 * it is asked again. */
#include "repo/lock.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct errors warnings = {0};
    struct map names = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct lock *lock =
        lock_parse(&arena, (struct text){(const char *)data, size}, &warnings);
    map_put(&arena, &names, T("a"));
    lock_add_required(&arena, lock, &names);
    size_t count = names.count;
    lock_add_required(&arena, lock, &names);
    if (names.count != count || !map_has(&names, T("a")))
        abort();
    heap_release(&heap);
    return 0;
}
