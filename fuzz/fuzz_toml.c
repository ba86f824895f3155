/* The TOML reader: any bytes give a table or an error that names a place in the source. */
#include "formats/toml.h"

#include <stdlib.h>

static size_t count_lines(struct text source) {
    size_t lines = 1;
    for (size_t i = 0; i < source.size; i++)
        lines += source.data[i] == '\n';
    return lines;
}

/* Every value has a place in the source. Depth is bounded by the reader. */
static void check_value(const struct toml_value *value, size_t lines) {
    if (!value || value->line == 0 || value->line > lines || value->column == 0)
        abort();
    if (value->type == TOML_ARRAY)
        for (size_t i = 0; i < value->array.count; i++)
            check_value(value->array.items[i], lines);
    if (value->type == TOML_TABLE)
        for (size_t i = 0; i < value->table.count; i++)
            check_value(value->table.entries[i].value, lines);
}

/* What is skipped changes neither what is accepted nor where the rest stands. */
static void check_without(struct arena *arena, struct text source, const struct toml_value *whole) {
    static const struct text skipped[] = {TEXT("a"), TEXT("wheels"), {NULL, 0}};
    struct error error = {0};
    uint32_t line = 1;
    const struct toml_value *root =
        toml_parse_part(arena, T("fuzz.toml"), source, &line, skipped, &error);
    if (!root || root->table.count != whole->table.count)
        abort();
    for (size_t i = 0; i < root->table.count; i++) {
        const struct toml_value *left = root->table.entries[i].value;
        const struct toml_value *right = whole->table.entries[i].value;
        if (left->key_line != right->key_line || left->key_column != right->key_column)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct error error = {0};
    struct text source = {(const char *)data, size};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct toml_value *root = toml_parse(&arena, T("fuzz.toml"), source, &error);
    if (root) {
        check_value(root, count_lines(source));
        check_without(&arena, source, root);
    } else if (!error_is_set(&error) || !error.line || error.line > count_lines(source) ||
               !error.column)
        abort();
    heap_release(&heap);
    return 0;
}
