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

void errors_add(struct arena *arena, struct errors *errors, struct text file, uint32_t line,
                uint32_t column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    struct text message = text_vformat(arena, format, arguments);
    va_end(arguments);
    vector_push(arena, errors, (struct error){message, text_copy(arena, file), line, column});
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
    return buffer_view(&out);
}
