#define _GNU_SOURCE /* memmem, memrchr */
#include "base/text.h"

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool text_is_any(struct text text, const char *const *strings) {
    for (; *strings; strings++)
        if (text_is(text, *strings))
            return true;
    return false;
}

int text_compare(struct text a, struct text b) {
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    if (order)
        return order;
    return (a.size > b.size) - (a.size < b.size);
}

bool text_starts(struct text text, struct text prefix) {
    return text.size >= prefix.size && text_equal(text_slice(text, 0, prefix.size), prefix);
}

bool text_ends(struct text text, struct text suffix) {
    return text.size >= suffix.size && text_equal(text_from(text, text.size - suffix.size), suffix);
}

bool text_equal_ignoring_case(struct text a, struct text b) {
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

size_t text_find(struct text text, struct text part) {
    if (part.size == 0)
        return 0;
    if (text.size < part.size)
        return TEXT_NONE;
    const char *found = memmem(text.data, text.size, part.data, part.size);
    return found ? (size_t)(found - text.data) : TEXT_NONE;
}

size_t text_find_byte(struct text text, char byte) {
    const char *found = text.size ? memchr(text.data, byte, text.size) : NULL;
    return found ? (size_t)(found - text.data) : TEXT_NONE;
}

size_t text_find_last_byte(struct text text, char byte) {
    const char *found = text.size ? memrchr(text.data, byte, text.size) : NULL;
    return found ? (size_t)(found - text.data) : TEXT_NONE;
}

struct text text_slice(struct text text, size_t begin, size_t end) {
    if (end > text.size)
        end = text.size;
    if (begin >= end)
        return (struct text){text.data ? text.data + end : NULL, 0};
    return (struct text){text.data + begin, end - begin};
}

struct text text_trim(struct text text) {
    while (text.size && is_blank(text.data[text.size - 1]))
        text.size--;
    while (text.size && is_blank(text.data[0]))
        text.data++, text.size--;
    return text;
}

bool text_split(struct text *rest, char separator, struct text *part) {
    if (!rest->data)
        return false;
    size_t at = text_find_byte(*rest, separator);
    if (at == TEXT_NONE) {
        *part = *rest;
        *rest = (struct text){NULL, 0};
        return true;
    }
    *part = text_slice(*rest, 0, at);
    rest->data += at + 1;
    rest->size -= at + 1;
    return true;
}

struct text text_copy(struct arena *arena, struct text text) {
    return text_join(arena, text, (struct text){0});
}

struct text text_join(struct arena *arena, struct text a, struct text b) {
    if (a.size > SIZE_MAX - 1 - b.size)
        heap_exhausted(arena->heap);
    char *copy = arena_allocate(arena, a.size + b.size + 1);
    if (a.size)
        memcpy(copy, a.data, a.size);
    if (b.size)
        memcpy(copy + a.size, b.data, b.size);
    copy[a.size + b.size] = '\0';
    return (struct text){copy, a.size + b.size};
}

bool text_is_ascii(struct text text) {
    unsigned char all = 0;
    for (size_t i = 0; i < text.size; i++)
        all |= (unsigned char)text.data[i];
    return all < 0x80;
}

struct text text_lower(struct arena *arena, struct text text) {
    char *copy = arena_allocate(arena, text.size + 1);
    for (size_t i = 0; i < text.size; i++)
        copy[i] = lower(text.data[i]);
    copy[text.size] = '\0';
    return (struct text){copy, text.size};
}

__extension__ typedef unsigned __int128 uint128;

static uint64_t folded_product(uint64_t a, uint64_t b) {
    uint128 product = (uint128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Eight bytes at a time, since short names are what is hashed. It begins with an address that the
 * system chooses for each process, so that no file can hold keys that were made to collide. */
uint32_t text_hash(struct text text) {
    static const char anchor;
    const uint64_t factor = 0x9e3779b97f4a7c15u;
    uint64_t hash = folded_product((uint64_t)(uintptr_t)&anchor ^ text.size, factor);
    size_t i = 0;
    for (; i + 8 <= text.size; i += 8) {
        uint64_t word;
        memcpy(&word, text.data + i, 8);
        hash = folded_product(hash ^ word, factor);
    }
    uint64_t tail = 0;
    if (i < text.size)
        memcpy(&tail, text.data + i, text.size - i);
    hash = folded_product(hash ^ tail, factor);
    return (uint32_t)(hash ^ (hash >> 32));
}
