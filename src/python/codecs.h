/*
 * codecs: CPython's text encodings, by the names and aliases that CPython knows.
 */
#ifndef CORDON_PYTHON_CODECS_H
#define CORDON_PYTHON_CODECS_H

#include "base/buffer.h"

enum codec_result {
    CODEC_DECODED,
    CODEC_UNKNOWN,     /* no encoding has that name */
    CODEC_NOT_TEXTUAL, /* it has, but turns bytes or text into something else */
    CODEC_REFUSED      /* bytes that the encoding does not have */
};

/* Writes bytes as UTF-8; *bad is the offset of the first byte that is refused. */
enum codec_result codec_decode(struct buffer *out, struct text encoding, struct text bytes,
                               size_t *bad);

/* A known name close to this one, or NULL data. */
struct text codec_suggest(struct arena *arena, struct text encoding);

#endif
