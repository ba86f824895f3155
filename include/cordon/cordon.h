/*
 * cordon.h: what every public header of libcordon shares.
 *
 * Texts that cross this interface are UTF-8 with a length; where a function says so they are also
 * followed by a NUL byte. A function that can fail returns a status and, where it has a message,
 * fills a cordon_error. Nothing here keeps global state; an object may be used by one thread at a
 * time unless its description says more.
 */
#ifndef CORDON_CORDON_H
#define CORDON_CORDON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CORDON_API __attribute__((visibility("default")))
#else
#define CORDON_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cordon_text {
    const char *data;
    size_t size;
} cordon_text;

/* Called with pieces of a text in order, never with none of it; false ends the writing with
 * CORDON_FAILED. It must return: what called it has memory of its own. */
typedef bool (*cordon_writer)(void *user, const char *data, size_t size);

/* Where memory comes from; both functions may be called from any thread. NULL functions: malloc. */
typedef struct cordon_allocator {
    void *(*allocate)(void *user, size_t size); /* NULL when there is no memory */
    void (*release)(void *user, void *block);
    void *user;
} cordon_allocator;

typedef enum cordon_status {
    CORDON_OK = 0,
    CORDON_INVALID = 1,   /* the input is refused: a syntax error, a bad configuration */
    CORDON_NO_MEMORY = 2, /* the allocator gave none; everything taken was given back */
    CORDON_FAILED = 3,    /* the system refused something: a file that cannot be read */
    CORDON_CANCELLED = 4, /* the cancellation hook said so */
} cordon_status;

typedef struct cordon_error cordon_error;

/* Made by a function that did not return CORDON_OK, when its error argument is not NULL. The
 * message is a sentence for people; file, line and column (1-based, 0: none) say where, when that
 * is known. */
CORDON_API cordon_text cordon_error_message(const cordon_error *error);
/* "file:line:column: message", with the parts that are known. */
CORDON_API cordon_text cordon_error_text(const cordon_error *error);
CORDON_API cordon_text cordon_error_file(const cordon_error *error);
CORDON_API uint32_t cordon_error_line(const cordon_error *error);
CORDON_API uint32_t cordon_error_column(const cordon_error *error);
/* The text that line and column refer to, where it is at hand: a refused condition without the
 * white space around it, Python source in UTF-8; else empty. */
CORDON_API cordon_text cordon_error_source(const cordon_error *error);
CORDON_API void cordon_error_free(cordon_error *error); /* NULL is fine */

/* The library's version, such as "0.1.0". */
CORDON_API const char *cordon_version(void);

#ifdef __cplusplus
}
#endif

#endif
