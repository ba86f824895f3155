/*
 * fuzz_python: any bytes as Python source. The first byte chooses mode and version. Trees are
 * printed and indexed as well: whatever the parser accepts must be safe to walk.
 */
#include "base/buffer.h"
#include "python/index.h"

#include <stddef.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool drop(void *context) {
    ((struct buffer *)context)->size = 0;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const enum py_version versions[] = {PY_VERSION_ANY, PY_VERSION_3_13, PY_VERSION_3_14};
    struct heap heap;
    struct arena arena;
    struct buffer out;
    if (!size)
        return 0;
    struct py_options options = {.mode = (enum py_mode)(data[0] % 3),
                                 .version = versions[data[0] / 3 % 3]};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    buffer_init(&out, &arena);
    struct text source = text_copy(&arena, (struct text){(const char *)data + 1, size - 1});
    const struct py_tree *tree = py_parse(&arena, source, &options);
    if (tree->root) {
        py_dump_stream(&out, tree, drop, &out);
        py_index_build(&arena, tree);
    } else if (!tree->error.message.size) {
        __builtin_trap(); /* a refusal says why */
    }
    heap_release(&heap);
    return 0;
}
