#include "base/error.h"

#include "base/buffer.h"
#include "base/vector.h"

void error_set(struct error *error, struct arena *arena, struct text file, uint32_t line,
               uint32_t column, const char *format, ...) {
    if (error_is_set(error))
        return;
    va_list arguments;
    va_start(arguments, format);
    error->message = text_vformat(arena, format, arguments);
    va_end(arguments);
    error->file = text_copy(arena, file);
    error->line = line;
    error->column = column;
}

enum { MOST_ERRORS = 100, MOST_OF_A_FILE = 10 };

static bool has_room(struct errors *errors, struct text file) {
    struct error *last = errors->count ? &errors->items[errors->count - 1] : NULL;
    errors->of_file = last && text_equal(last->file, file) ? errors->of_file + 1 : 1;
    if (errors->of_file > MOST_OF_A_FILE)
        last->more++;
    else if (errors->count == MOST_ERRORS)
        errors->dropped++;
    else
        return true;
    return false;
}

void errors_add(struct arena *arena, struct errors *errors, struct text file, uint32_t line,
                uint32_t column, const char *format, ...) {
    if (!has_room(errors, file))
        return;
    va_list arguments;
    va_start(arguments, format);
    struct text message = text_vformat(arena, format, arguments);
    va_end(arguments);
    vector_push(arena, errors, (struct error){message, text_copy(arena, file), line, column, 0});
}

void errors_join(struct arena *arena, struct errors *errors, const struct errors *others) {
    for (size_t i = 0; i < others->count; i++)
        if (has_room(errors, others->items[i].file))
            vector_push(arena, errors, others->items[i]);
    errors->dropped += others->dropped;
}

struct text error_text(struct arena *arena, const struct error *error) {
    struct buffer out;
    buffer_init(&out, arena);
    if (error->file.size) {
        buffer_text(&out, error->file);
        if (error->line)
            buffer_format(&out, ":%u", error->line);
        if (error->line && error->column)
            buffer_format(&out, ":%u", error->column);
        buffer_string(&out, ": ");
    }
    buffer_text(&out, error->message);
    if (error->more)
        buffer_format(&out, " (and %zu more of this file)", error->more);
    return buffer_view(&out);
}
