/* Recipes: any bytes are a recipe or are refused with a message. */
#include "probe/recipe.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct recipe recipe;
    struct error error = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = {(const char *)data, size};
    if (recipe_read(&recipe, &heap, &arena, T("recipe.yaml"), source, &error) ==
        error_is_set(&error))
        abort();
    recipe_free(&recipe);
    heap_release(&heap);
    return 0;
}
