/*
 * text: a slice of bytes that somebody else owns. Not terminated by NUL and may hold NULs.
 */
#ifndef CORDON_BASE_TEXT_H
#define CORDON_BASE_TEXT_H

#include "base/arena.h"

#include <stdarg.h>
#include <string.h>

struct text {
    const char *data; /* may be NULL when size is 0 */
    size_t size;
};

/* A string literal as text; usable in static initialisers. */
#define TEXT(literal)                                                                              \
    { (literal), sizeof(literal) - 1 }
#define T(literal) ((struct text)TEXT(literal))

/* For printf: "%.*s", TEXT_ARGS(text). */
#define TEXT_ARGS(text) (int)(text).size, (text).data

#define TEXT_NONE SIZE_MAX /* "not found", as a position */

static inline struct text text_of(const char *string) {
    return (struct text){string, string ? strlen(string) : 0};
}

static inline struct text text_range(const char *begin, const char *end) {
    return (struct text){begin, (size_t)(end - begin)};
}

static inline bool text_equal(struct text a, struct text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool text_is(struct text text, const char *string) {
    return text_equal(text, text_of(string));
}

bool text_is_any(struct text text, const char *const *strings); /* the last of them NULL */

int text_compare(struct text a, struct text b); /* by bytes; a prefix comes first */
bool text_starts(struct text text, struct text prefix);
bool text_ends(struct text text, struct text suffix);
bool text_equal_ignoring_case(struct text a, struct text b); /* ASCII letters only */

size_t text_find(struct text text, struct text part); /* TEXT_NONE when absent */
size_t text_find_byte(struct text text, char byte);
size_t text_find_last_byte(struct text text, char byte);
static inline bool text_contains(struct text text, struct text part) {
    return text_find(text, part) != TEXT_NONE;
}

/* Both ends are clamped to the text. */
struct text text_slice(struct text text, size_t begin, size_t end);
static inline struct text text_from(struct text text, size_t begin) {
    return text_slice(text, begin, text.size);
}
struct text text_trim(struct text text); /* ASCII blanks and line ends, both sides */

/* Takes the part before the separator off the front of *rest; false when *rest was used up.
 * "a,,b" gives "a", "" and "b"; an empty text gives nothing. */
bool text_split(struct text *rest, char separator, struct text *part);

/* Copies are followed by a NUL that size does not count. */
struct text text_copy(struct arena *arena, struct text text);
struct text text_join(struct arena *arena, struct text a, struct text b);
bool text_is_ascii(struct text text);
struct text text_lower(struct arena *arena, struct text text); /* ASCII */
/* See buffer_format(). */
struct text text_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct text text_vformat(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

uint32_t text_hash(struct text text); /* differs from process to process */

#endif
