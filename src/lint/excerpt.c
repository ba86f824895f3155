#include "lint/excerpt.h"

#include "base/vector.h"

enum { MOST_BYTES = 240, MOST_BEFORE = 100, BLOCK = 256 };

struct excerpt_lines {
    struct text source;
    const uint32_t *starts; /* of each line */
    size_t count;
    uint32_t *units; /* UTF-16 code units before each block of the source; NULL: it is ASCII */
};

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* A character of four bytes takes two code units, every other takes one. */
static uint32_t count_units(struct text text) {
    uint32_t count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += !is_continuation(text.data[i]) + ((unsigned char)text.data[i] >= 0xf0);
    return count;
}

/* So that no line, however long, is counted through again for each finding in it. */
static void count_blocks(struct arena *arena, struct excerpt_lines *lines) {
    if (text_is_ascii(lines->source))
        return;
    lines->units = arena_array(arena, uint32_t, lines->source.size / BLOCK + 1);
    for (size_t i = 1; i <= lines->source.size / BLOCK; i++)
        lines->units[i] = lines->units[i - 1] +
                          count_units(text_slice(lines->source, (i - 1) * BLOCK, i * BLOCK));
}

static uint32_t units_before(const struct excerpt_lines *lines, size_t offset) {
    size_t block = offset / BLOCK;
    return lines->units[block] + count_units(text_slice(lines->source, block * BLOCK, offset));
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
    const struct python_file *file = package_find_python(package, path);
    if (file && file->tree) {
        *lines = (struct excerpt_lines){.source = file->tree->source,
                                        .starts = file->tree->lines,
                                        .count = file->tree->line_count};
    } else {
        lines->source = package_read(package, path)->content;
        split_lines(package->arena, lines);
    }
    count_blocks(package->arena, lines);
    return lines;
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

struct excerpt excerpt_find(struct excerpts *excerpts, struct arena *arena,
                            const struct location *location) {
    struct excerpt excerpt = {.line = {NULL, 0}};
    if (!location->line)
        return excerpt;
    const struct excerpt_lines *lines = lines_of(excerpts, location->file);
    if (location->line > lines->count)
        return excerpt;
    size_t begin = lines->starts[location->line - 1];
    size_t end = location->line < lines->count ? lines->starts[location->line] : lines->source.size;
    struct text line = text_slice(lines->source, begin, end);
    while (line.size && (line.data[line.size - 1] == '\n' || line.data[line.size - 1] == '\r'))
        line.size--;
    struct text piece;
    cut(line, location->column, &piece, &excerpt.first_column);
    excerpt.line = text_copy(arena, piece);
    size_t at = location->column ? begin + location->column - 1 : 0;
    if (location->column && at <= lines->source.size)
        excerpt.utf16_column = lines->units
                                   ? units_before(lines, at) - units_before(lines, begin) + 1
                                   : location->column;
    return excerpt;
}
