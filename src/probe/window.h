/*
 * window: a log's text in windows that overlap, decoded as it comes.
 *
 * The bytes are decoded as UTF-8, each maximal ill-formed part as one U+FFFD; sizes are counted in
 * code points. What is decoded stays UTF-8, so in the common case nothing is copied.
 */
#ifndef CORDON_PROBE_WINDOW_H
#define CORDON_PROBE_WINDOW_H

#include "probe/stream.h"

enum { WINDOW_SIZE = 10485760, WINDOW_OVERLAP = 4096 };

struct window {
    struct heap *heap;
    struct stream *stream;
    size_t limit;   /* code points of a window */
    size_t overlap; /* code points that the next one shares with it */
    char *data;     /* the window's text so far */
    size_t size;
    size_t count; /* its code points */
    size_t capacity;
    char *raw; /* bytes to be decoded with replacements */
    size_t raw_capacity;
    unsigned char rest[8]; /* bytes that are not decoded yet */
    size_t rest_size;
    bool ended; /* the stream has no more bytes */
};

void window_open(struct window *window, struct heap *heap, struct stream *stream, size_t limit,
                 size_t overlap);
void window_close(struct window *window);

/* Appends some of the log to the window; false when it is full, or the log has ended. */
bool window_fill(struct window *window);

/* Whether text follows the window, which is full or the last. */
bool window_has_next(struct window *window);

/* Keeps the overlap as the start of the next window. */
void window_slide(struct window *window);

#endif
