/*
 * source: the bytes of a log, from a plain, gzip or zstd stream.
 */
#ifndef CORDON_PROBE_SOURCE_H
#define CORDON_PROBE_SOURCE_H

#include "base/error.h"

struct source {
    struct heap *heap;
    struct arena *arena; /* for the error's text */
    struct text file;    /* as a person would name it */
    struct error *error;
    int stream;        /* -1 for text at hand */
    const char *input; /* what was read of the stream */
    char *buffer;      /* where that is; NULL for text at hand */
    size_t input_size;
    size_t input_at;
    bool input_ended;
    struct inflater *inflater; /* NULL for a plain stream */
};

/* Looks at the first bytes to see what the stream is. The stream stays the caller's. */
void source_open(struct source *source, struct heap *heap, struct arena *arena, int stream,
                 struct text file, struct error *error);
/* The same for text at hand, which is never taken to be compressed. */
void source_open_text(struct source *source, struct heap *heap, struct arena *arena,
                      struct text text, struct error *error);
void source_close(struct source *source);

/* Up to size bytes; 0 at the end, or when *error is set. */
size_t source_read(struct source *source, char *out, size_t size);

#endif
