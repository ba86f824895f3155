/*
 * The decoder of the toml-test suite: TOML on standard input to its tagged JSON on standard output;
 * exit code 1 for what is refused. With file names, one line for each; see tools/compare-toml.
 */
#define _POSIX_C_SOURCE 200809L /* AT_FDCWD */
#include "base/buffer.h"
#include "base/file.h"
#include "base/json.h"
#include "formats/toml.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static void add_tagged(struct buffer *out, const char *type, struct text value) {
    buffer_format(out, "{\"type\": \"%s\", \"value\": ", type);
    json_quote(out, value);
    buffer_byte(out, '}');
}

static void add_float(struct buffer *out, double number) {
    if (isnan(number))
        add_tagged(out, "float", T("nan"));
    else if (isinf(number))
        add_tagged(out, "float", number < 0 ? T("-inf") : T("inf"));
    else
        add_tagged(out, "float", text_format(out->arena, "%.17g", number));
}

/* Upper-case 'T' and 'Z' between and behind date and time. */
static void add_date_time(struct buffer *out, struct text written) {
    char *value = arena_copy(out->arena, written.data, written.size);
    bool date = written.size > 4 && value[4] == '-', time = !date, offset = false;
    for (size_t i = 0; i < written.size; i++) {
        if (value[i] == 't' || value[i] == ' ')
            value[i] = 'T';
        if (value[i] == 'z')
            value[i] = 'Z';
        offset |= time && (value[i] == 'Z' || value[i] == '+' || value[i] == '-');
        time |= value[i] == 'T';
    }
    const char *type = !date ? "time-local" : !time ? "date-local" : "datetime-local";
    add_tagged(out, offset ? "datetime" : type, (struct text){value, written.size});
}

static void add_value(struct buffer *out, const struct toml_value *value) {
    switch (value->type) {
    case TOML_STRING:
        add_tagged(out, "string", value->text);
        break;
    case TOML_INTEGER:
        add_tagged(out, "integer", text_format(out->arena, "%lld", (long long)value->integer));
        break;
    case TOML_FLOAT:
        add_float(out, value->number);
        break;
    case TOML_BOOLEAN:
        add_tagged(out, "bool", value->boolean ? T("true") : T("false"));
        break;
    case TOML_DATE_TIME:
        add_date_time(out, value->text);
        break;
    case TOML_ARRAY:
        buffer_byte(out, '[');
        for (size_t i = 0; i < value->array.count; i++) {
            if (i)
                buffer_byte(out, ',');
            add_value(out, value->array.items[i]);
        }
        buffer_byte(out, ']');
        break;
    case TOML_TABLE:
        buffer_byte(out, '{');
        for (size_t i = 0; i < value->table.count; i++) {
            if (i)
                buffer_byte(out, ',');
            json_quote(out, value->table.entries[i].key);
            buffer_byte(out, ':');
            add_value(out, value->table.entries[i].value);
        }
        buffer_byte(out, '}');
        break;
    }
}

/* The tagged JSON, or NULL data with *error set. */
static struct text decoded(struct arena *arena, struct text source, struct error *error) {
    const struct toml_value *root = toml_parse(arena, T("input"), source, error);
    struct buffer out;
    buffer_init(&out, arena);
    if (!root)
        return (struct text){NULL, 0};
    add_value(&out, root);
    return buffer_view(&out);
}

static int decode_input(struct arena *arena) {
    struct text source;
    struct error error = {0};
    if (file_read_stream(arena, STDIN_FILENO, FILE_SIZE_LIMIT, &source, NULL) != FILE_READ) {
        fprintf(stderr, "standard input cannot be read\n");
        return 1;
    }
    struct text json = decoded(arena, source, &error);
    if (json.data)
        return file_write_all(STDOUT_FILENO, json) ? 0 : 1;
    fprintf(stderr, "%s\n", error_text(arena, &error).data);
    return 1;
}

/* One line for each file: its JSON, or "refused" and why. */
static int decode_files(struct heap *heap, char **paths) {
    for (; *paths; paths++) {
        struct arena arena;
        struct text source;
        struct error error = {0};
        arena_init(&arena, heap);
        if (file_read(&arena, AT_FDCWD, *paths, FILE_SIZE_LIMIT, &source, NULL) != FILE_READ)
            return 1;
        struct text json = decoded(&arena, source, &error);
        printf("%s\n",
               json.data ? json.data
                         : text_format(&arena, "refused %s", error_text(&arena, &error).data).data);
        arena_release(&arena);
    }
    return 0;
}

int main(int count, char **words) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    int code = count > 1 ? decode_files(&heap, words + 1) : decode_input(&arena);
    heap_release(&heap);
    return code;
}
