#include "lint/excerpt.h"

#include "base/vector.h"

enum { MOST_BYTES = 240, MOST_BEFORE = 100 };

struct excerpt_lines {
    struct text source;
    const uint32_t *starts; /* of each line */
    size_t count;
};

/* A link may lead to any file of the machine, whose content is no business of a report. Files that
 * are no links need not be looked up one by one. */
static bool may_be_shown(struct excerpts *excerpts, struct text path) {
    struct package *package = excerpts->package;
    const struct tree_file *file = tree_find(package_tree(package), path);
    if (!file || file->link)
        return repository_contains(package->repository, package->arena, path);
    if (!excerpts->looked)
        excerpts->inside =
            repository_contains(package->repository, package->arena, package->folder);
    excerpts->looked = true;
    return excerpts->inside;
}

static void split_lines(struct arena *arena, struct excerpt_lines *lines) {
    VECTOR(uint32_t) starts = {0};
    for (struct text rest = lines->source; rest.size;) {
        vector_push(arena, &starts, (uint32_t)(lines->source.size - rest.size));
        size_t end = text_find_byte(rest, '\n');
        rest = text_from(rest, end == TEXT_NONE ? rest.size : end + 1);
    }
    lines->starts = starts.items;
    lines->count = starts.count;
}

static const struct excerpt_lines *lines_of(struct excerpts *excerpts, struct text path) {
    struct package *package = excerpts->package;
    struct excerpt_lines *lines = map_get(&excerpts->files, path);
    if (lines)
        return lines;
    lines = arena_new(package->arena, struct excerpt_lines);
    *map_put(package->arena, &excerpts->files, path) = lines;
    if (!may_be_shown(excerpts, path))
        return lines;
    const struct python_file *file = package_find_python(package, path);
    if (file && file->tree) {
        *lines =
            (struct excerpt_lines){file->tree->source, file->tree->lines, file->tree->line_count};
        return lines;
    }
    lines->source = package_read(package, path)->content;
    split_lines(package->arena, lines);
    return lines;
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Of a long line, what is around the column. */
static void cut(struct text line, uint32_t column, struct text *piece, uint32_t *first) {
    size_t begin = 0;
    if (line.size > MOST_BYTES && column > MOST_BEFORE)
        begin = column - MOST_BEFORE < line.size ? column - MOST_BEFORE : line.size;
    while (begin < line.size && is_continuation(line.data[begin]))
        begin++;
    size_t end = begin + MOST_BYTES < line.size ? begin + MOST_BYTES : line.size;
    while (end < line.size && is_continuation(line.data[end]))
        end++;
    *piece = text_slice(line, begin, end);
    *first = (uint32_t)begin + 1;
}

void excerpt_find(struct excerpts *excerpts, struct arena *arena, struct diagnostic *diagnostic) {
    const struct location *location = &diagnostic->location;
    if (!location->line)
        return;
    const struct excerpt_lines *lines = lines_of(excerpts, location->file);
    if (location->line > lines->count)
        return;
    size_t begin = lines->starts[location->line - 1];
    size_t end = location->line < lines->count ? lines->starts[location->line] : lines->source.size;
    struct text line = text_slice(lines->source, begin, end);
    while (line.size && (line.data[line.size - 1] == '\n' || line.data[line.size - 1] == '\r'))
        line.size--;
    struct text piece;
    cut(line, location->column, &piece, &diagnostic->excerpt_column);
    diagnostic->excerpt = text_copy(arena, piece);
}
