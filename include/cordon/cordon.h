/*
 * cordon.h: what every public header of libcordon shares.
 *
 * What holds for every function whose description does not say otherwise:
 *
 * NULL. Arguments must not be NULL, but for these: every ..._free() does nothing with NULL; error
 * may be NULL for a caller that does not want the message; options, trial and allocator may be
 * NULL for the defaults. An index must be below the count that belongs to it.
 *
 * Results. A function that makes an object sets its result to NULL before anything else, and to the
 * object only when it returns CORDON_OK. It sets *error to NULL likewise, and to an error only with
 * CORDON_INVALID and CORDON_FAILED; even then it may stay NULL, when there is no memory for a
 * message or the caller's own writer refused.
 *
 * Ownership. An object belongs to the caller, who frees it with the function of its name; objects
 * may be freed in any order unless a description says that one keeps another. What is passed in is
 * copied where it is needed later. What an object returns (texts, other objects below it) belongs
 * to it, and lives and stays as it is until it is freed. A const char * that no object returns is
 * a constant.
 *
 * Threads. There is no global state: functions without an object in common may run at once, and so
 * may those that take the same object as const. One that takes it without const needs it for
 * itself, unless its description says more.
 *
 * Texts are UTF-8 with a length; data is never NULL. Where a function says so they are also
 * followed by a NUL byte.
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

/* Called with pieces of a text in order, never with none of it, from the thread that called; false
 * ends the writing with CORDON_FAILED. data is the library's, and there until it returns. It must
 * return, neither jump nor throw: what called it has memory of its own. */
typedef bool (*cordon_writer)(void *user, const char *data, size_t size);

/* Where memory comes from. The struct is copied; its functions and user must live until the last
 * object that was made with it is freed, errors included. Both functions may be called from several
 * threads at once, those that the library starts among them, and must not call the library. NULL
 * functions: malloc. What the libraries below this one need for themselves, for YAML, compression
 * and compiled regular expressions, comes from malloc in any case. */
typedef struct cordon_allocator {
    /* A block aligned for any type, as malloc's are, to 16 bytes at least; NULL when there is no
     * memory. size is never 0. */
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *block); /* block is never NULL */
    void *user;
} cordon_allocator;

typedef enum cordon_status {
    CORDON_OK = 0,
    CORDON_INVALID = 1,   /* the input is refused: a syntax error, a bad configuration */
    CORDON_NO_MEMORY = 2, /* the allocator gave none; everything taken was given back; no error */
    CORDON_FAILED = 3,    /* the system or a writer refused something: a file cannot be read */
    CORDON_CANCELLED = 4, /* the cancellation hook said so; no error */
} cordon_status;

typedef struct cordon_error cordon_error;

/* Made by a function that did not return CORDON_OK, for the caller to free, after the other objects
 * or before. The message is a sentence for people; file, line and column (1-based, 0: none) say
 * where, when that is known. */
CORDON_API cordon_text cordon_error_message(const cordon_error *error);
/* "file:line:column: message", with the parts that are known. */
CORDON_API cordon_text cordon_error_text(const cordon_error *error);
CORDON_API cordon_text cordon_error_file(const cordon_error *error);
CORDON_API uint32_t cordon_error_line(const cordon_error *error);
CORDON_API uint32_t cordon_error_column(const cordon_error *error);
/* The text that line and column refer to, where it is at hand: a refused condition without the
 * white space around it, Python source in UTF-8; else empty. */
CORDON_API cordon_text cordon_error_source(const cordon_error *error);
CORDON_API void cordon_error_free(cordon_error *error);

/* The library's version, such as "0.1.0". */
CORDON_API const char *cordon_version(void);

#ifdef __cplusplus
}
#endif

#endif
