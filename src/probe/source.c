#define _GNU_SOURCE /* ssize_t */
#include "probe/source.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum { INPUT_SIZE = 128 << 10, GZIP_WINDOW = 15 + 16 };

struct inflater {
    struct source *source;
    ZSTD_DCtx *zstd; /* NULL: gzip */
    z_stream gzip;
    bool inside; /* a member or frame has begun and not ended */
    struct cleanup cleanup;
};

static void fail(struct source *source, const char *what, const char *why) {
    error_set(source->error, source->arena, source->file, 0, 0, "%s%s%s", what, why ? ": " : "",
              why ? why : "");
}

static size_t read_stream(struct source *source, char *out, size_t size) {
    ssize_t got;
    do
        got = read(source->stream, out, size);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        fail(source, "the log cannot be read", strerror(errno));
    return got > 0 ? (size_t)got : 0;
}

static void refill(struct source *source) {
    source->input_at = 0;
    source->input_size = read_stream(source, source->buffer, INPUT_SIZE);
    source->input_ended = source->input_size == 0;
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

static void open_inflater(struct source *source, bool zstd) {
    struct inflater *inflater = heap_allocate(source->heap, sizeof(*inflater));
    *inflater = (struct inflater){.source = source};
    source->inflater = inflater;
    if (zstd) {
        inflater->zstd = ZSTD_createDCtx();
        if (!inflater->zstd)
            heap_exhausted(source->heap);
        heap_push_cleanup(source->heap, &inflater->cleanup, close_zstd, inflater);
        return;
    }
    inflater->gzip.zalloc = zlib_allocate;
    inflater->gzip.zfree = zlib_release;
    inflater->gzip.opaque = source->heap;
    if (inflateInit2(&inflater->gzip, GZIP_WINDOW) != Z_OK)
        fail(source, "the log cannot be decompressed", "zlib refuses to start");
}

void source_open(struct source *source, struct heap *heap, struct arena *arena, int stream,
                 struct text file, struct error *error) {
    *source = (struct source){
        .heap = heap, .arena = arena, .file = file, .error = error, .stream = stream};
    source->input = source->buffer = heap_allocate(heap, INPUT_SIZE);
    while (source->input_size < 4) { /* a pipe may give single bytes */
        size_t got = read_stream(source, source->buffer + source->input_size,
                                 INPUT_SIZE - source->input_size);
        source->input_size += got;
        if (got == 0)
            break;
    }
    struct text start = {source->input, source->input_size};
    if (text_starts(start, T("\x1f\x8b\x08")))
        open_inflater(source, false);
    else if (text_starts(start, T("\x28\xb5\x2f\xfd")))
        open_inflater(source, true);
}

void source_open_text(struct source *source, struct heap *heap, struct arena *arena,
                      struct text text, struct error *error) {
    *source = (struct source){.heap = heap,
                              .arena = arena,
                              .error = error,
                              .stream = -1,
                              .input = text.data,
                              .input_size = text.size};
}

void source_close(struct source *source) {
    struct inflater *inflater = source->inflater;
    if (inflater && inflater->zstd) {
        heap_pop_cleanup(source->heap, &inflater->cleanup);
        close_zstd(inflater);
    } else if (inflater) {
        inflateEnd(&inflater->gzip);
    }
    heap_free(source->heap, inflater);
    heap_free(source->heap, source->buffer);
}

static size_t read_plain(struct source *source, char *out, size_t size) {
    size_t kept = source->input_size - source->input_at;
    if (kept == 0)
        return source->stream < 0 ? 0 : read_stream(source, out, size);
    if (kept > size)
        kept = size;
    memcpy(out, source->input + source->input_at, kept);
    source->input_at += kept;
    return kept;
}

/* Some output of the input at hand; more than one member may follow each other. */
static size_t inflate_gzip(struct source *source, char *out, size_t size) {
    struct inflater *inflater = source->inflater;
    z_stream *gzip = &inflater->gzip;
    gzip->next_in = (Bytef *)(source->buffer + source->input_at);
    gzip->avail_in = (uInt)(source->input_size - source->input_at);
    gzip->next_out = (Bytef *)out;
    gzip->avail_out = size < UINT32_MAX ? (uInt)size : UINT32_MAX;
    uInt room = gzip->avail_out;
    inflater->inside = true;
    int code = inflate(gzip, Z_NO_FLUSH);
    source->input_at = source->input_size - gzip->avail_in;
    if (code == Z_STREAM_END) {
        inflater->inside = false;
        inflateReset(gzip);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
        fail(source, "the log's gzip data is broken", gzip->msg);
    }
    return room - gzip->avail_out;
}

static size_t inflate_zstd(struct source *source, char *out, size_t size) {
    struct inflater *inflater = source->inflater;
    ZSTD_inBuffer input = {source->input, source->input_size, source->input_at};
    ZSTD_outBuffer output = {out, size, 0};
    size_t code = ZSTD_decompressStream(inflater->zstd, &output, &input);
    source->input_at = input.pos;
    inflater->inside = code != 0;
    if (ZSTD_isError(code))
        fail(source, "the log's zstd data is broken", ZSTD_getErrorName(code));
    return output.pos;
}

static size_t read_inflated(struct source *source, char *out, size_t size) {
    struct inflater *inflater = source->inflater;
    while (!error_is_set(source->error)) {
        if (source->input_at == source->input_size && !source->input_ended)
            refill(source);
        bool drained = source->input_at == source->input_size;
        if (drained && !inflater->inside)
            break;
        size_t got =
            inflater->zstd ? inflate_zstd(source, out, size) : inflate_gzip(source, out, size);
        if (got)
            return got;
        if (drained && inflater->inside)
            fail(source,
                 "the log ends in the middle of its compressed data; decompress what is "
                 "there yourself if that is meant",
                 NULL);
    }
    return 0;
}

size_t source_read(struct source *source, char *out, size_t size) {
    if (error_is_set(source->error) || size == 0)
        return 0;
    return source->inflater ? read_inflated(source, out, size) : read_plain(source, out, size);
}
