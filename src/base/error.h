/*
 * error: what went wrong and where, as a value. A message is one sentence without a final full
 * stop that says what is wrong and, where it can, what to do.
 */
#ifndef CORDON_BASE_ERROR_H
#define CORDON_BASE_ERROR_H

#include "base/text.h"

struct error {
    struct text message; /* empty: no error */
    struct text file;    /* as a person would name it; empty when there is none */
    uint32_t line;       /* 1-based, 0 when unknown */
    uint32_t column;     /* 1-based, 0 when unknown */
};

static inline bool error_is_set(const struct error *error) {
    return error->message.size != 0;
}

/* Sets the error unless one is set already: the first is the one that is reported. */
void error_set(struct error *error, struct arena *arena, struct text file, uint32_t line,
               uint32_t column, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Errors that do not end the work: it goes on with what is left. */
struct errors {
    struct error *items;
    size_t count;
    size_t capacity;
};

void errors_add(struct arena *arena, struct errors *errors, struct text file, uint32_t line,
                uint32_t column, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* "file:line:column: message", with the parts that are known. */
struct text error_text(struct arena *arena, const struct error *error);

#endif
