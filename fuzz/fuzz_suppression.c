/* Suppression comments: any bytes in each language. The first byte chooses; what is found lies in
 * the text. */
#include "lint/suppression.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    if (!size)
        return 0;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = text_copy(&arena, (struct text){(const char *)data + 1, size - 1});
    struct markers markers =
        markers_read(&arena, source, (enum marked_language)(data[0] % 3), data[0] & 4);
    uint32_t last = 0;
    for (size_t i = 0; i < markers.count; i++) {
        const struct marker *marker = &markers.items[i];
        if (marker->line < last || marker->line == 0 || marker->line > size)
            abort();
        last = marker->line;
        for (size_t j = 0; j < marker->selectors.count; j++)
            if (!marker->selectors.items[j].size)
                abort();
    }
    heap_release(&heap);
    return 0;
}
