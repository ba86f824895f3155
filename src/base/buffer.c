#include "base/buffer.h"

void buffer_init(struct buffer *buffer, struct arena *arena) {
    *buffer = (struct buffer){.arena = arena};
}

char *buffer_room(struct buffer *buffer, size_t size) {
    if (size > SIZE_MAX / 4 - buffer->size)
        heap_exhausted(buffer->arena->heap);
    if (size > buffer->capacity - buffer->size) {
        size_t wanted = buffer->capacity * 2;
        if (wanted < buffer->size + size)
            wanted = buffer->size + size;
        if (wanted < 64)
            wanted = 64;
        char *grown = arena_allocate(buffer->arena, wanted);
        if (buffer->size)
            memcpy(grown, buffer->data, buffer->size);
        buffer->data = grown;
        buffer->capacity = wanted;
    }
    return buffer->data + buffer->size;
}

void buffer_unsigned(struct buffer *buffer, uint64_t value) {
    char digits[20];
    size_t count = 0;
    do
        digits[sizeof(digits) - ++count] = (char)('0' + value % 10);
    while (value /= 10);
    buffer_add(buffer, digits + sizeof(digits) - count, count);
}

void buffer_repeat(struct buffer *buffer, char byte, size_t count) {
    memset(buffer_room(buffer, count), byte, count);
    buffer->size += count;
}

struct text buffer_view(struct buffer *buffer) {
    *buffer_room(buffer, 1) = '\0';
    return (struct text){buffer->data, buffer->size};
}
