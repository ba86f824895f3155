#include "probe/window.h"

#include <stdint.h>

enum {
    PIECE = 256 << 10, /* what is read, decoded and filtered while it is in the cache */
    BLOCK = 64,
};

static const char replacement[] = "\xef\xbf\xbd";

void window_open(struct window *window, struct heap *heap, struct stream *stream, size_t limit,
                 size_t overlap) {
    *window = (struct window){.heap = heap, .stream = stream, .limit = limit, .overlap = overlap};
}

void window_close(struct window *window) {
    heap_free(window->heap, window->data);
    heap_free(window->heap, window->raw);
}

static void make_room(struct window *window, size_t more) {
    if (more <= window->capacity - window->size)
        return;
    /* Small logs get little; then a window of ASCII, whose pages are not touched before they are
     * used; then what other text takes. */
    size_t wanted = window->size + more, capacity = window->limit + 2 * PIECE;
    if (wanted < 2 * PIECE)
        capacity = 2 * PIECE;
    while (capacity < wanted)
        capacity *= 2;
    char *data = heap_allocate(window->heap, capacity);
    if (window->size)
        memcpy(data, window->data, window->size);
    heap_free(window->heap, window->data);
    window->data = data;
    window->capacity = capacity;
}

enum sequence { WHOLE, CUT, BAD };

/* The sequence at the start, by the table of well-formed ones (Unicode 15, table 3-7): its length,
 * or of a bad one that of its valid start, or 1. */
static enum sequence look(const unsigned char *at, size_t size, size_t *length) {
    unsigned lead = at[0];
    *length = 1;
    if (lead < 0x80)
        return WHOLE;
    size_t whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4)
        return BAD;
    unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (; *length < whole; (*length)++) {
        if (*length == size)
            return CUT;
        if (at[*length] < low || at[*length] > high)
            return BAD;
        low = 0x80;
        high = 0xbf;
    }
    return WHOLE;
}

/* How many of the bytes are whole blocks of ASCII. */
static size_t skip_ascii(const unsigned char *at, size_t size) {
    size_t done = 0;
    for (; size - done >= BLOCK; done += BLOCK) {
        uint64_t words[BLOCK / 8], all = 0;
        memcpy(words, at + done, BLOCK);
        for (size_t i = 0; i < BLOCK / 8; i++)
            all |= words[i];
        if (all & UINT64_C(0x8080808080808080))
            break;
    }
    return done;
}

/* Counts well-formed text, up to a number of code points; gives the bytes it took and what stopped
 * it: WHOLE is the end or the number. */
static enum sequence count_text(const unsigned char *at, size_t size, size_t most, size_t *count,
                                size_t *bytes) {
    size_t done = 0, counted = 0;
    enum sequence found = WHOLE;
    while (done < size && counted < most) {
        size_t room = size - done < most - counted ? size - done : most - counted;
        size_t ascii = skip_ascii(at + done, room);
        done += ascii;
        counted += ascii;
        /* A little further than the block that is not ASCII, before blocks are tried again. */
        for (size_t i = 0; i < BLOCK && done < size && counted < most; i++) {
            size_t length;
            found = look(at + done, size - done, &length);
            if (found != WHOLE)
                goto end;
            done += length;
            counted++;
        }
    }
end:
    *count = counted;
    *bytes = done;
    return found;
}

static void keep_rest(struct window *window, const void *rest, size_t size) {
    memcpy(window->rest, rest, size);
    window->rest_size = size;
}

/* Appends raw bytes with replacements, as long as the window has room for code points. */
static void append_repaired(struct window *window, const unsigned char *raw, size_t size) {
    size_t done = 0;
    while (done < size && window->count < window->limit) {
        size_t count, bytes, length;
        enum sequence found =
            count_text(raw + done, size - done, window->limit - window->count, &count, &bytes);
        make_room(window, bytes + sizeof(replacement));
        memcpy(window->data + window->size, raw + done, bytes);
        window->size += bytes;
        window->count += count;
        done += bytes;
        if (found == WHOLE || (found == CUT && !window->ended))
            break;
        look(raw + done, size - done, &length);
        done += length;
        memcpy(window->data + window->size, replacement, 3);
        window->size += 3;
        window->count++;
    }
    keep_rest(window, raw + done, size - done);
}

/* Decodes the raw bytes that stand behind the window's text. */
static void decode(struct window *window, size_t size) {
    unsigned char *raw = (unsigned char *)window->data + window->size;
    size_t count, bytes;
    enum sequence found = count_text(raw, size, window->limit - window->count, &count, &bytes);
    window->size += bytes;
    window->count += count;
    size_t left = size - bytes;
    if (found == WHOLE || (found == CUT && !window->ended)) {
        keep_rest(window, raw + bytes, left);
        return;
    }
    if (left > window->raw_capacity) {
        heap_free(window->heap, window->raw);
        window->raw = NULL;
        window->raw = heap_allocate(window->heap, left);
        window->raw_capacity = left;
    }
    memcpy(window->raw, raw + bytes, left);
    append_repaired(window, (unsigned char *)window->raw, left);
}

/* Never more bytes than code points are missing, so that what is left over is a few bytes. */
bool window_fill(struct window *window) {
    if (window->count == window->limit || (window->ended && window->rest_size == 0))
        return false;
    size_t missing = window->limit - window->count;
    size_t wanted = missing > window->rest_size ? missing - window->rest_size : 1;
    if (wanted > PIECE)
        wanted = PIECE;
    make_room(window, window->rest_size + wanted);
    char *raw = window->data + window->size;
    memcpy(raw, window->rest, window->rest_size);
    size_t got = 0;
    if (!window->ended) {
        got = stream_read(window->stream, raw + window->rest_size, wanted);
        window->ended = got == 0;
    }
    size_t size = window->rest_size + got;
    window->rest_size = 0;
    decode(window, size);
    return true;
}

bool window_has_next(struct window *window) {
    if (window->rest_size == 0 && !window->ended) {
        window->rest_size = stream_read(window->stream, (char *)window->rest, 1);
        window->ended = window->rest_size == 0;
    }
    return window->rest_size != 0;
}

void window_slide(struct window *window) {
    size_t begin = window->size, kept = 0;
    while (kept < window->overlap && begin > 0) {
        begin--;
        kept += ((unsigned char)window->data[begin] & 0xc0) != 0x80;
    }
    memmove(window->data, window->data + begin, window->size - begin);
    window->size -= begin;
    window->count = kept;
}
