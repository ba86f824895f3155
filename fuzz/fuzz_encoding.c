/* Source encodings: any bytes give UTF-8 text that a NUL byte follows, or a refusal. */
#include "python/encoding.h"

#include "base/utf8.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct py_error error = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = text_copy(&arena, (struct text){(const char *)data, size});
    struct text decoded = py_decode_source(&arena, source, &error);
    if (error.class != PY_NO_ERROR) {
        if (!error.message.size)
            abort();
    } else {
        /* What was not converted is the source itself, valid or not. */
        bool converted = decoded.data < source.data || decoded.data > source.data + size;
        if (decoded.data[decoded.size] != '\0' ||
            (converted && utf8_find_invalid(decoded) != TEXT_NONE))
            abort();
    }
    heap_release(&heap);
    return 0;
}
