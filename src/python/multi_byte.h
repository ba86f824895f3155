/*
 * multi_byte: the East Asian encodings, from tables of CPython's own. Each function writes UTF-8
 * and returns the offset of the first byte that is refused, or TEXT_NONE.
 */
#ifndef CORDON_PYTHON_MULTI_BYTE_H
#define CORDON_PYTHON_MULTI_BYTE_H

#include "base/buffer.h"

/* codec is its place in the list of tools/make-encoding-tables. */
size_t multi_byte_decode(struct buffer *out, struct text bytes, unsigned codec);

size_t hz_decode(struct buffer *out, struct text bytes);

enum iso_2022 {
    ISO_2022_JP = 1,
    ISO_2022_JP_1 = 2,
    ISO_2022_JP_2 = 4,
    ISO_2022_JP_2004 = 8,
    ISO_2022_JP_3 = 16,
    ISO_2022_JP_EXT = 32,
    ISO_2022_KR = 64
};

size_t iso_2022_decode(struct buffer *out, struct text bytes, enum iso_2022 variant);

#endif
