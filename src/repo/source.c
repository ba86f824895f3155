#include "repo/source.h"

#include "base/utf8.h"

void source_read(struct arena *arena, int root_folder, struct text path, struct source_file *file) {
    file->path = text_copy(arena, path);
    file->result = file_read(arena, root_folder, file->path.data, SOURCE_FILE_LIMIT, &file->content,
                             &file->reason);
}

/* ast.parse() lets bytes that are not UTF-8 pass in a comment; reading the file as a module does
 * not. */
static void refuse_invalid_comment(struct py_tree *tree) {
    size_t at = tree->root ? utf8_find_invalid(tree->source) : TEXT_NONE;
    if (at == TEXT_NONE)
        return;
    tree->root = NULL;
    tree->error = (struct py_error){
        .class = PY_SYNTAX_ERROR,
        .message = T("a comment holds a byte that is not UTF-8; save the file as UTF-8 or name its "
                     "encoding in the first line"),
        .line = py_tree_place(tree, (uint32_t)at).line,
    };
}

void source_parse(struct arena *arena, struct python_file *file) {
    static const struct py_options options = {.mode = PY_MODE_EXEC, .version = PY_VERSION_3_13};
    if (file->parsed || file->source.result != FILE_READ)
        return;
    file->parsed = true;
    struct py_tree *tree = py_parse(arena, file->source.content, &options);
    refuse_invalid_comment(tree);
    file->tree = tree;
    if (tree->root)
        file->index = py_index_build(arena, tree);
}
