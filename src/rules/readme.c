#include "rules/readme.h"

#include "base/lines.h"
#include "base/path.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "python/unicode.h"
#include "rules/readme_words.h"

const struct source_file *readme_of(struct check *check) {
    struct text path = path_join(check->arena, check->package->folder, T("README.md"));
    const struct source_file *readme = package_read(check->package, path);
    if (readme->result == FILE_MISSING && check->config->readme_location == README_REPO_ROOT)
        readme = package_read(check->package, T("README.md"));
    if (readme->result == FILE_MISSING)
        check_skip(check, "There is no README.md");
    else if (readme->result != FILE_READ)
        check_skip(check, "The README %s",
                   file_result_text(check->arena, readme->result, readme->reason).data);
    else if (utf8_find_invalid(readme->content) != TEXT_NONE)
        check_skip(check, "The README is not UTF-8");
    else
        return readme;
    return NULL;
}

struct reader {
    struct arena *arena;
    struct readme_commands commands;
    size_t blocks;
};

static bool is_separator(struct text word) {
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] != ';' && word.data[i] != '&' && word.data[i] != '|')
            return false;
    return word.size > 0;
}

/* Commands stand between separators. */
static void add_commands(void *context, const struct readme_words *words) {
    struct reader *reader = context;
    const struct readme_word *kept =
        arena_copy(reader->arena, words->items, words->count * sizeof(*words->items));
    for (size_t begin = 0, i = 0; i <= words->count; i++) {
        if (i < words->count && !is_separator(kept[i].text))
            continue;
        if (i > begin)
            vector_push(reader->arena, &reader->commands,
                        (struct readme_command){kept + begin, i - begin, reader->blocks});
        begin = i + 1;
    }
}

static void read_block(struct reader *reader, const struct readme_lines *lines) {
    readme_split(reader->arena, lines, add_commands, reader);
    reader->blocks++;
}

/* The run of three or more backticks or tildes that begins a line, after white space; or empty. */
static struct text fence_of(struct text line) {
    line = py_lstrip(line);
    size_t length = 0;
    while (length < line.size && line.data[length] == line.data[0])
        length++;
    bool fence = length >= 3 && (line.data[0] == '`' || line.data[0] == '~');
    return text_slice(line, 0, fence ? length : 0);
}

/* Nothing else stands in the line, and it is as long as the opening one. */
static bool closes(struct text line, struct text opening) {
    struct text fence = fence_of(line);
    return fence.size >= opening.size && fence.data[0] == opening.data[0] &&
           py_strip(line).size == fence.size;
}

/* Between two single backticks. */
static void read_inline_code(struct reader *reader, struct text line, uint32_t number) {
    for (size_t at = 0;;) {
        size_t opening = text_find_byte(text_from(line, at), '`');
        if (opening == TEXT_NONE)
            return;
        size_t begin = at + opening, end = begin;
        while (end < line.size && line.data[end] == '`')
            end++;
        size_t length = text_find_byte(text_from(line, end), '`');
        if (length == TEXT_NONE)
            return;
        size_t behind = end + length + 1;
        bool single = end - begin == 1 && (behind == line.size || line.data[behind] != '`');
        struct text code = text_slice(line, end, end + length);
        if (single)
            read_block(reader, &(struct readme_lines){&code, 1, number});
        at = single ? behind : end + length;
    }
}

struct readme_commands readme_read(struct arena *arena, struct text content) {
    struct reader reader = {.arena = arena};
    VECTOR(struct text) block = {0};
    struct text opening = {0}, rest = content, line;
    uint32_t number = 1, first = 0;
    for (; lines_next(&rest, &line); number++) {
        struct text fence = fence_of(line);
        if (!opening.size && fence.size) {
            opening = fence;
            first = number + 1;
        } else if (!opening.size) {
            read_inline_code(&reader, line, number);
        } else if (closes(line, opening)) {
            read_block(&reader, &(struct readme_lines){block.items, block.count, first});
            opening.size = block.count = 0;
        } else {
            vector_push(arena, &block, line);
        }
    }
    if (opening.size)
        read_block(&reader, &(struct readme_lines){block.items, block.count, first});
    return reader.commands;
}
