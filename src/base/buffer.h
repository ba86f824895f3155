/*
 * buffer: text that is being written, in an arena.
 */
#ifndef CORDON_BASE_BUFFER_H
#define CORDON_BASE_BUFFER_H

#include "base/text.h"

struct buffer {
    struct arena *arena;
    char *data;
    size_t size;
    size_t capacity;
};

void buffer_init(struct buffer *buffer, struct arena *arena);
char *buffer_room(struct buffer *buffer, size_t size); /* for size bytes more; see buffer_add */

static inline void buffer_byte(struct buffer *buffer, char byte) {
    if (buffer->size == buffer->capacity)
        buffer_room(buffer, 1);
    buffer->data[buffer->size++] = byte;
}

static inline void buffer_add(struct buffer *buffer, const void *data, size_t size) {
    if (!size)
        return;
    char *room = size <= buffer->capacity - buffer->size ? buffer->data + buffer->size
                                                         : buffer_room(buffer, size);
    memcpy(room, data, size);
    buffer->size += size;
}

static inline void buffer_text(struct buffer *buffer, struct text text) {
    buffer_add(buffer, text.data, text.size);
}

static inline void buffer_string(struct buffer *buffer, const char *string) {
    buffer_add(buffer, string, strlen(string));
}

/* printf()'s conversions of integers, floating-point numbers and strings; a text ("%.*s") may hold
 * NUL bytes. */
void buffer_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_vformat(struct buffer *buffer, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void buffer_unsigned(struct buffer *buffer, uint64_t value); /* decimal */
void buffer_repeat(struct buffer *buffer, char byte, size_t count);

/* What was written so far, followed by a NUL that is not counted; valid until the next write. */
struct text buffer_view(struct buffer *buffer);

#endif
