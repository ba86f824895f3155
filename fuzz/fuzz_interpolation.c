/* Interpolations: any text splits into ranges that are in order and do not overlap. */
#include "formats/interpolation.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text text = {(const char *)data, size};
    struct interpolations found = interpolations_in(&arena, text);
    size_t end = 0;
    for (size_t i = 0; i < found.count; i++) {
        const struct interpolation *item = &found.items[i];
        if (item->begin < end || item->end <= item->begin + 1 || item->end > size ||
            data[item->begin] != '$')
            abort();
        end = item->end;
    }
    if (interpolations_masked(&arena, text).size != size ||
        interpolations_with_defaults(&arena, text).size > size)
        abort();
    heap_release(&heap);
    return 0;
}
