/* The shell reader: any text gives commands whose pipelines exist. */
#include "formats/shell.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text text = {(const char *)data, size}, inside;
    struct shell_script script = shell_parse(&arena, text);
    for (size_t i = 0; i < script.count; i++) {
        if (script.commands[i].count == 0 || script.commands[i].pipeline >= script.pipeline_count)
            abort();
        shell_inline_text(shell_program(script.commands[i]), &inside);
    }
    for (size_t i = 0; i < script.pipeline_count; i++)
        if (script.pipelines[i].parent != SHELL_NONE && script.pipelines[i].parent >= i)
            abort();
    heap_release(&heap);
    return 0;
}
