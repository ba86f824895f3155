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
    size_t more;         /* further ones of the file, which are not kept */
};

static inline bool error_is_set(const struct error *error) {
    return error->message.size != 0;
}

/* Sets the error unless one is set already: the first is the one that is reported. */
void error_set(struct error *error, struct arena *arena, struct text file, uint32_t line,
               uint32_t column, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Errors that do not end the work: it goes on with what is left. Foreign bytes can hold as many as
 * they like, so only the first of a file and the first of all are kept, and the others counted. */
struct errors {
    struct error *items;
    size_t count;
    size_t capacity;
    size_t of_file; /* the last ones in a row that are of one file */
    size_t dropped;
};

void errors_add(struct arena *arena, struct errors *errors, struct text file, uint32_t line,
                uint32_t column, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* What other threads or arenas found; their text stays where it is. */
void errors_join(struct arena *arena, struct errors *errors, const struct errors *others);

/* "file:line:column: message", with the parts that are known. */
struct text error_text(struct arena *arena, const struct error *error);

#endif
