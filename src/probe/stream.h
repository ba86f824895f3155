/*
 * stream: the bytes of a log, from a plain, gzip or zstd stream.
 */
#ifndef CORDON_PROBE_STREAM_H
#define CORDON_PROBE_STREAM_H

#include "base/error.h"

/* A question whether to go on, put now and then. */
struct cancellation {
    bool (*cancelled)(void *user); /* NULL: never */
    void *user;
    bool said; /* once it said so it is not asked again */
};

bool cancellation_ask(struct cancellation *cancellation);

struct stream {
    struct heap *heap;
    struct arena *arena; /* for the error's text */
    struct text file;    /* as a person would name it */
    struct error *error;
    struct cancellation *cancellation;
    int descriptor;    /* -1 for text at hand */
    const char *input; /* what was read of the stream */
    char *buffer;      /* where that is; NULL for text at hand */
    size_t input_size;
    size_t input_at;
    bool input_ended;
    struct inflater *inflater; /* NULL for a plain stream */
};

/* Looks at the first bytes to see what the stream is. The descriptor stays the caller's. A read
 * that a signal interrupts asks whether to go on; if not, *error is set. */
void stream_open(struct stream *stream, struct heap *heap, struct arena *arena, int descriptor,
                 struct text file, struct cancellation *cancellation, struct error *error);
/* The same for text at hand, which is never taken to be compressed. */
void stream_open_text(struct stream *stream, struct heap *heap, struct arena *arena,
                      struct text text, struct error *error);
void stream_close(struct stream *stream);

/* Up to size bytes; 0 at the end, or when *error is set. */
size_t stream_read(struct stream *stream, char *out, size_t size);

#endif
