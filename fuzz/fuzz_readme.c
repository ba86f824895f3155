/* The command lines of a README: any bytes; every word has its line, in the order of the text. */
#include "rules/readme.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text content = text_copy(&arena, (struct text){(const char *)data, size});
    struct readme_commands commands = readme_read(&arena, content);
    size_t bytes = 0, block = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < commands.count; i++) {
        const struct readme_command *command = &commands.items[i];
        if (!command->count || command->block < block)
            abort();
        block = command->block;
        for (size_t j = 0; j < command->count; j++) {
            bytes += command->words[j].text.size;
            if (command->words[j].line < line || command->words[j].line > size)
                abort();
            line = command->words[j].line;
        }
    }
    if (bytes > size) /* nothing is expanded, nothing comes twice */
        abort();
    heap_release(&heap);
    return 0;
}
