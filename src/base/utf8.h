/*
 * utf8: code points and UTF-8 (RFC 3629), with surrogates as Python's "surrogatepass" has them
 * when a caller asks for them.
 */
#ifndef CORDON_BASE_UTF8_H
#define CORDON_BASE_UTF8_H

#include "base/text.h"

#define UTF8_INVALID 0xffffffffu

/* The code point at *at, which moves behind it; UTF8_INVALID moves one byte. Surrogates, overlong
 * forms and values above U+10FFFF are invalid. Requires *at < end. */
uint32_t utf8_next(const char **at, const char *end);

/* Writes 1 to 4 bytes, returns how many. Surrogates are written as three bytes. */
size_t utf8_encode(uint32_t code_point, char out[4]);

/* Where the first invalid byte is, or TEXT_NONE. */
size_t utf8_find_invalid(struct text text);

/* The beginning of a text: whole characters, in no more than so many bytes. */
struct text utf8_begin(struct text text, size_t most);

size_t utf8_length(struct text text); /* code points; an invalid byte counts as one */

/* Columns a terminal needs: wide characters take two, combining ones none. */
size_t utf8_width(struct text text);

#endif
