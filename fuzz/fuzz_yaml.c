/* The YAML reader: any bytes give a value that can be printed, or an error that names a place. */
#include "formats/yaml.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct error error = {0};
    const struct yaml_options options = {.any_local_tag = size && data[0] == '!'};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = {(const char *)data, size};
    const struct yaml_node *root = yaml_parse(&arena, T("fuzz.yaml"), source, &options, &error);
    if (root ? error_is_set(&error) || root->line == 0 ||
                   yaml_print(&arena, root, 16384).size > 20000
             : !error_is_set(&error))
        abort();
    heap_release(&heap);
    return 0;
}
