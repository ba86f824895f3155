#define _GNU_SOURCE /* ssize_t */
#include "probe/stream.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum { INPUT_SIZE = 128 << 10, GZIP_WINDOW = 15 + 16 };

struct inflater {
    struct stream *stream;
    ZSTD_DCtx *zstd; /* NULL: gzip */
    z_stream gzip;
    bool inside; /* a member or frame has begun and not ended */
    struct cleanup cleanup;
};

static void fail(struct stream *stream, const char *what, const char *why) {
    error_set(stream->error, stream->arena, stream->file, 0, 0, "%s%s%s", what, why ? ": " : "",
              why ? why : "");
}

bool cancellation_ask(struct cancellation *cancellation) {
    if (!cancellation->said && cancellation->cancelled)
        cancellation->said = cancellation->cancelled(cancellation->user);
    return cancellation->said;
}

static size_t read_stream(struct stream *stream, char *out, size_t size) {
    ssize_t got;
    do
        got = read(stream->descriptor, out, size);
    while (got < 0 && errno == EINTR && !cancellation_ask(stream->cancellation));
    if (got < 0)
        fail(stream, "the log cannot be read", strerror(errno));
    return got > 0 ? (size_t)got : 0;
}

static void refill(struct stream *stream) {
    stream->input_at = 0;
    stream->input_size = read_stream(stream, stream->buffer, INPUT_SIZE);
    stream->input_ended = stream->input_size == 0;
}

static void *zlib_allocate(void *user, unsigned count, unsigned size) {
    return heap_allocate(user, (size_t)count * size);
}

static void zlib_release(void *user, void *block) {
    heap_free(user, block);
}

static void close_zstd(void *argument) {
    struct inflater *inflater = argument;
    ZSTD_freeDCtx(inflater->zstd);
}

static void open_inflater(struct stream *stream, bool zstd) {
    struct inflater *inflater = heap_allocate(stream->heap, sizeof(*inflater));
    *inflater = (struct inflater){.stream = stream};
    stream->inflater = inflater;
    if (zstd) {
        inflater->zstd = ZSTD_createDCtx();
        if (!inflater->zstd)
            heap_exhausted(stream->heap);
        heap_push_cleanup(stream->heap, &inflater->cleanup, close_zstd, inflater);
        return;
    }
    inflater->gzip.zalloc = zlib_allocate;
    inflater->gzip.zfree = zlib_release;
    inflater->gzip.opaque = stream->heap;
    if (inflateInit2(&inflater->gzip, GZIP_WINDOW) != Z_OK)
        fail(stream, "the log cannot be decompressed", "zlib refuses to start");
}

void stream_open(struct stream *stream, struct heap *heap, struct arena *arena, int descriptor,
                 struct text file, struct cancellation *cancellation, struct error *error) {
    *stream = (struct stream){.heap = heap,
                              .arena = arena,
                              .file = file,
                              .error = error,
                              .cancellation = cancellation,
                              .descriptor = descriptor};
    stream->input = stream->buffer = heap_allocate(heap, INPUT_SIZE);
    while (stream->input_size < 4) { /* a pipe may give single bytes */
        size_t got = read_stream(stream, stream->buffer + stream->input_size,
                                 INPUT_SIZE - stream->input_size);
        stream->input_size += got;
        if (got == 0)
            break;
    }
    struct text start = {stream->input, stream->input_size};
    if (text_starts(start, T("\x1f\x8b\x08")))
        open_inflater(stream, false);
    else if (text_starts(start, T("\x28\xb5\x2f\xfd")))
        open_inflater(stream, true);
}

void stream_open_text(struct stream *stream, struct heap *heap, struct arena *arena,
                      struct text text, struct error *error) {
    *stream = (struct stream){.heap = heap,
                              .arena = arena,
                              .error = error,
                              .descriptor = -1,
                              .input = text.data,
                              .input_size = text.size};
}

void stream_close(struct stream *stream) {
    struct inflater *inflater = stream->inflater;
    if (inflater && inflater->zstd) {
        heap_pop_cleanup(stream->heap, &inflater->cleanup);
        close_zstd(inflater);
    } else if (inflater) {
        inflateEnd(&inflater->gzip);
    }
    heap_free(stream->heap, inflater);
    heap_free(stream->heap, stream->buffer);
}

static size_t read_plain(struct stream *stream, char *out, size_t size) {
    size_t kept = stream->input_size - stream->input_at;
    if (kept == 0)
        return stream->descriptor < 0 ? 0 : read_stream(stream, out, size);
    if (kept > size)
        kept = size;
    memcpy(out, stream->input + stream->input_at, kept);
    stream->input_at += kept;
    return kept;
}

/* Some output of the input at hand; more than one member may follow each other. */
static size_t inflate_gzip(struct stream *stream, char *out, size_t size) {
    struct inflater *inflater = stream->inflater;
    z_stream *gzip = &inflater->gzip;
    gzip->next_in = (Bytef *)(stream->buffer + stream->input_at);
    gzip->avail_in = (uInt)(stream->input_size - stream->input_at);
    gzip->next_out = (Bytef *)out;
    gzip->avail_out = size < UINT32_MAX ? (uInt)size : UINT32_MAX;
    uInt room = gzip->avail_out;
    inflater->inside = true;
    int code = inflate(gzip, Z_NO_FLUSH);
    stream->input_at = stream->input_size - gzip->avail_in;
    if (code == Z_STREAM_END) {
        inflater->inside = false;
        inflateReset(gzip);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
        fail(stream, "the log's gzip data is broken", gzip->msg);
    }
    return room - gzip->avail_out;
}

static size_t inflate_zstd(struct stream *stream, char *out, size_t size) {
    struct inflater *inflater = stream->inflater;
    ZSTD_inBuffer input = {stream->input, stream->input_size, stream->input_at};
    ZSTD_outBuffer output = {out, size, 0};
    size_t code = ZSTD_decompressStream(inflater->zstd, &output, &input);
    stream->input_at = input.pos;
    inflater->inside = code != 0;
    if (ZSTD_isError(code))
        fail(stream, "the log's zstd data is broken", ZSTD_getErrorName(code));
    return output.pos;
}

static size_t read_inflated(struct stream *stream, char *out, size_t size) {
    struct inflater *inflater = stream->inflater;
    while (!error_is_set(stream->error)) {
        if (stream->input_at == stream->input_size && !stream->input_ended)
            refill(stream);
        bool drained = stream->input_at == stream->input_size;
        if (drained && !inflater->inside)
            break;
        size_t got =
            inflater->zstd ? inflate_zstd(stream, out, size) : inflate_gzip(stream, out, size);
        if (got)
            return got;
        if (drained && inflater->inside)
            fail(stream,
                 "the log ends in the middle of its compressed data; decompress what is "
                 "there yourself if that is meant",
                 NULL);
    }
    return 0;
}

size_t stream_read(struct stream *stream, char *out, size_t size) {
    if (error_is_set(stream->error) || size == 0)
        return 0;
    return stream->inflater ? read_inflated(stream, out, size) : read_plain(stream, out, size);
}
