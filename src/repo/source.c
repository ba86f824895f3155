#include "repo/source.h"

void source_read(struct arena *arena, int root_folder, struct text path, struct source_file *file) {
    file->path = text_copy(arena, path);
    file->result = file_read(arena, root_folder, file->path.data, SOURCE_FILE_LIMIT, &file->content,
                             &file->reason);
}

void source_parse(struct arena *arena, struct python_file *file) {
    static const struct py_options options = {.mode = PY_MODE_EXEC, .version = PY_VERSION_3_13};
    if (file->parsed || file->source.result != FILE_READ)
        return;
    file->parsed = true;
    file->tree = py_parse(arena, file->source.content, &options);
    if (file->tree->root)
        file->index = py_index_build(arena, file->tree);
}
