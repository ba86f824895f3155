#include "formats/metadata.h"

#include <stdio.h>

static bool next_line(struct metadata_reader *reader, struct text *line) {
    if (!text_split(&reader->rest, '\n', line) || (!line->size && !reader->rest.data))
        return false;
    reader->line++;
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

static bool goes_on(const struct metadata_reader *reader) {
    return reader->rest.size && (reader->rest.data[0] == ' ' || reader->rest.data[0] == '\t');
}

static bool is_header_name(struct text name) {
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] <= ' ' || name.data[i] == 0x7f)
            return false;
    return name.size;
}

// header: name ':' value (line_end blank value)*
bool metadata_next(struct metadata_reader *reader, struct metadata_header *header) {
    struct text line;
    if (!next_line(reader, &line) || !line.size)
        return false;
    *header = (struct metadata_header){.line = reader->line};
    size_t colon = text_find_byte(line, ':');
    header->name = text_slice(line, 0, colon);
    if (colon == TEXT_NONE || !is_header_name(header->name)) {
        header->problem = "no header of the form 'Name: value'";
        return true;
    }
    const char *value = line.data + colon + 1;
    while (goes_on(reader))
        next_line(reader, &line);
    header->value = text_trim(text_range(value, line.data + line.size));
    return true;
}

// field: '"' (byte | '""')* '"' byte* | byte*
// A path that goes on behind a line end would be legal; a quote that was forgotten is likelier.
static struct text unquote(struct arena *arena, struct text row, const char **problem) {
    char *path = arena_allocate(arena, row.size);
    size_t size = 0;
    bool quoted = true;
    for (size_t i = 1; i < row.size && (quoted || row.data[i] != ','); i++) {
        if (quoted && row.data[i] == '"') {
            quoted = i + 1 < row.size && row.data[i + 1] == '"';
            if (!quoted)
                continue;
            i++;
        }
        path[size++] = row.data[i];
    }
    if (!quoted)
        return (struct text){path, size};
    *problem = "a quote is not closed on its line";
    return (struct text){NULL, 0};
}

// row: field (',' field)*
bool record_next(struct metadata_reader *reader, struct arena *arena, struct record_entry *entry) {
    struct text line;
    while (next_line(reader, &line)) {
        if (!line.size)
            continue;
        *entry = (struct record_entry){.line = reader->line};
        if (line.data[0] == '"')
            entry->path = unquote(arena, line, &entry->problem);
        else
            entry->path = text_slice(line, 0, text_find_byte(line, ','));
        return true;
    }
    return false;
}

/* ".cpython-313-x86_64-linux-gnu.so" */
static bool is_extension_suffix(struct text suffix, unsigned minor) {
    char tag[32];
    if (!text_ends(suffix, T(".so")))
        return false;
    snprintf(tag, sizeof(tag), ".cpython-3%u-", minor);
    return text_starts(suffix, text_of(tag)) &&
           text_find_byte(text_from(suffix, 1), '.') == suffix.size - 4;
}

static struct text module_name(struct text file, unsigned minor) {
    size_t dot = text_find_byte(file, '.');
    if (dot == TEXT_NONE)
        return file;
    struct text suffix = text_from(file, dot);
    bool module = text_is(suffix, ".py") || text_is(suffix, ".pyc") || text_is(suffix, ".so") ||
                  text_is(suffix, ".abi3.so") || is_extension_suffix(suffix, minor);
    return module ? text_slice(file, 0, dot) : (struct text){NULL, 0};
}

struct text record_import_name(struct text path, unsigned minor) {
    size_t slash = text_find_byte(path, '/');
    if (slash == TEXT_NONE)
        return module_name(path, minor);
    struct text folder = text_slice(path, 0, slash);
    bool name = text_find_byte(folder, '.') == TEXT_NONE && !text_is(folder, "__pycache__");
    return name ? folder : (struct text){NULL, 0};
}
