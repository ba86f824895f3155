/* METADATA and RECORD: every header and row lies in a line of the text, in order. */
#include "formats/metadata.h"

#include <stdlib.h>

static uint32_t count_lines(struct text text) {
    uint32_t lines = 1;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

static void check_headers(struct text text) {
    struct metadata_reader reader = {.rest = text};
    struct metadata_header header;
    uint32_t last = 0;
    while (metadata_next(&reader, &header)) {
        if (header.line <= last || header.line > count_lines(text))
            abort();
        if (!header.problem && (!header.name.size || header.name.data < text.data ||
                                header.value.data + header.value.size > text.data + text.size))
            abort();
        last = header.line;
    }
}

static void check_rows(struct arena *arena, struct text text) {
    struct metadata_reader reader = {.rest = text};
    struct record_entry entry;
    uint32_t last = 0;
    while (record_next(&reader, arena, &entry)) {
        struct text name = record_import_name(entry.path, 13);
        if (entry.line <= last || entry.line > count_lines(text))
            abort();
        if (text_contains(name, T("/")) || text_contains(name, T(".")))
            abort();
        last = entry.line;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text text = text_copy(&arena, (struct text){(const char *)data, size});
    check_headers(text);
    check_rows(&arena, text);
    heap_release(&heap);
    return 0;
}
