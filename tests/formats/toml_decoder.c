/*
 * The decoder of the toml-test suite: TOML on standard input to its tagged JSON on standard output;
 * exit code 1 for what is refused.
 */
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

int main(void) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    int code = 1;
    struct text source;
    struct error error = {0};
    if (file_read_stream(&arena, STDIN_FILENO, FILE_SIZE_LIMIT, &source, NULL) != FILE_READ) {
        fprintf(stderr, "standard input cannot be read\n");
    } else {
        const struct toml_value *root = toml_parse(&arena, T("stdin"), source, &error);
        struct buffer out;
        buffer_init(&out, &arena);
        if (root) {
            add_value(&out, root);
            code = file_write_all(STDOUT_FILENO, buffer_view(&out)) ? 0 : 1;
        } else {
            fprintf(stderr, "%s\n", error_text(&arena, &error).data);
        }
    }
    heap_release(&heap);
    return code;
}
