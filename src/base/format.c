/* What printf() writes, but "%.*s" takes as many bytes as it is told: vsnprintf() would end a text
 * at the first NUL byte in it. */
#include "base/buffer.h"

#include <stdio.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* a conversion is a part of a literal */

// conversion: '%' ('-' | '+' | ' ' | '#' | '.' | '*' | digit)* ('l' | 'll' | 'z')? letter
struct conversion {
    char written[16]; /* ends with a NUL */
    size_t size;
    char letter;
};

static struct conversion read_conversion(const char *format) {
    struct conversion conversion = {.size = strspn(format, "%-+ #.*0123456789lz") + 1};
    if (format[1] == '%')
        conversion.size = 2;
    if (conversion.size >= sizeof(conversion.written))
        abort(); /* no format of this program is as long */
    memcpy(conversion.written, format, conversion.size);
    conversion.letter = format[conversion.size - 1];
    return conversion;
}

/* Goes over what the conversion took. */
static void skip_arguments(const struct conversion *conversion, va_list *arguments) {
    const char *written = conversion->written;
    for (const char *star = written; (star = strchr(star, '*')); star++)
        (void)va_arg(*arguments, int);
    switch (conversion->letter) {
    case 'c':
    case 'd':
    case 'u':
    case 'x':
    case 'X':
        if (strstr(written, "ll"))
            (void)va_arg(*arguments, long long);
        else if (strchr(written, 'l'))
            (void)va_arg(*arguments, long);
        else if (strchr(written, 'z'))
            (void)va_arg(*arguments, size_t);
        else
            (void)va_arg(*arguments, int);
        break;
    case 'e':
    case 'f':
    case 'g':
        (void)va_arg(*arguments, double);
        break;
    case 's':
    case 'p':
        (void)va_arg(*arguments, void *);
        break;
    case '%':
        break;
    default:
        abort(); /* no format of this program has it */
    }
}

static void convert(struct buffer *buffer, const char *conversion, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, conversion, again);
    va_end(again);
    if (size <= 0)
        return;
    va_copy(again, arguments);
    vsnprintf(buffer_room(buffer, (size_t)size + 1), (size_t)size + 1, conversion, again);
    va_end(again);
    buffer->size += (size_t)size;
}

void buffer_vformat(struct buffer *buffer, const char *format, va_list arguments) {
    va_list left;
    va_copy(left, arguments);
    for (;;) {
        size_t plain = strcspn(format, "%");
        buffer_add(buffer, format, plain);
        format += plain;
        if (!*format)
            break;
        struct conversion conversion = read_conversion(format);
        format += conversion.size;
        if (strcmp(conversion.written, "%.*s") == 0) {
            int size = va_arg(left, int);
            const char *data = va_arg(left, const char *);
            buffer_add(buffer, data, size > 0 ? (size_t)size : 0);
        } else {
            convert(buffer, conversion.written, left);
            skip_arguments(&conversion, &left);
        }
    }
    va_end(left);
}

void buffer_format(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_vformat(buffer, format, arguments);
    va_end(arguments);
}

struct text text_vformat(struct arena *arena, const char *format, va_list arguments) {
    struct buffer buffer;
    buffer_init(&buffer, arena);
    buffer_vformat(&buffer, format, arguments);
    return buffer_view(&buffer);
}

struct text text_format(struct arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    struct text text = text_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}
