#include "docs/docs.h"

#include "base/path.h"
#include "base/replace.h"

#include <errno.h>
#include <sys/stat.h>

bool docs_each_command(struct arena *arena, const struct cli_command *command, struct text path,
                       docs_visit *visit, void *context) {
    if (!visit(context, command, path))
        return false;
    for (const struct cli_command *const *each = command->commands; each && *each; each++) {
        struct text below = text_format(arena, "%.*s %s", TEXT_ARGS(path), (*each)->name);
        if (!docs_each_command(arena, *each, below, visit, context))
            return false;
    }
    return true;
}

static bool make_folders(struct arena *arena, struct text folder, struct error *error) {
    for (size_t end = 1; end <= folder.size; end++) {
        if (end < folder.size && folder.data[end] != '/')
            continue;
        struct text part = text_copy(arena, text_slice(folder, 0, end));
        if (mkdir(part.data, 0777) != 0 && errno != EEXIST) {
            error_set(error, arena, part, 0, 0, "the folder cannot be made: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

bool docs_write_file(struct arena *arena, struct text folder, struct text name, struct text content,
                     struct error *error) {
    struct text path = path_join(arena, folder, name);
    return make_folders(arena, path_folder(path), error) &&
           file_replace_text(arena, text_copy(arena, path).data, content, error);
}
