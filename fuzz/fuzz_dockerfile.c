/* The Dockerfile reader: any bytes give instructions that follow one another, or an error. */
#include "formats/dockerfile.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct error error = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = {(const char *)data, size};
    const struct dockerfile *file = dockerfile_parse(&arena, T("Dockerfile"), source, &error);
    if (!file != error_is_set(&error))
        abort();
    uint32_t line = 0;
    for (size_t i = 0; file && i < file->count; i++) {
        const struct docker_instruction *instruction = &file->instructions[i];
        if (instruction->first_line <= line || instruction->last_line < instruction->first_line)
            abort();
        line = instruction->last_line;
        struct text mount = docker_flag(instruction, "mount"), name, value;
        while (docker_mount_part(&mount, &name, &value))
            ;
    }
    heap_release(&heap);
    return 0;
}
