#include "repo/source.h"

#include "base/utf8.h"
#include "python/encoding.h"

/* CPython compiles bytes whose comments are no UTF-8, but refuses a file with such a line when it
 * gets there. */
static void check_encoding(struct arena *arena, struct py_tree *tree) {
    size_t at = utf8_find_invalid(tree->source);
    if (at == TEXT_NONE)
        return;
    uint32_t line = py_tree_place(tree, (uint32_t)at).line;
    if (tree->error.class != PY_NO_ERROR && tree->error.line < line)
        return;
    tree->root = NULL;
    tree->error = (struct py_error){
        .class = PY_SYNTAX_ERROR,
        .message = text_format(arena,
                               "byte 0x%02x is not UTF-8; save the file as UTF-8, or name its "
                               "encoding in the first line: # -*- coding: latin-1 -*-",
                               (unsigned char)tree->source.data[at]),
        .line = line,
    };
}

struct text source_text(struct arena *arena, struct python_file *file) {
    if (file->tree)
        return file->tree->source;
    if (file->source.result != FILE_READ)
        return T("");
    if (!file->decoded) {
        struct py_error ignored = {0};
        file->text = py_decode_source(arena, file->source.content, &ignored);
        file->decoded = true;
    }
    return file->text;
}

void source_parse(struct arena *arena, struct python_file *file) {
    static const struct py_options options = {.mode = PY_MODE_EXEC, .version = PY_VERSION_3_13};
    if (file->parsed || file->source.result != FILE_READ)
        return;
    file->parsed = true;
    struct py_tree *tree = py_parse(arena, file->source.content, &options);
    check_encoding(arena, tree);
    file->tree = tree;
    if (tree->root)
        file->index = py_index_build(arena, tree);
}
