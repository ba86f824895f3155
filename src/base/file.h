/*
 * file: whole files in; replace.h has whole files out.
 */
#ifndef CORDON_BASE_FILE_H
#define CORDON_BASE_FILE_H

#include "base/error.h"

#include <fcntl.h> /* AT_FDCWD */

/* No file of a repository needs to be larger; what is, is reported and not read. */
#define FILE_SIZE_LIMIT ((size_t)1 << 30)

enum file_result {
    FILE_READ,
    FILE_MISSING,
    FILE_NOT_REGULAR, /* a folder, a device, a pipe: never opened for reading */
    FILE_TOO_LARGE,
    FILE_LINK,    /* of file_read_unlinked(): the path names a symbolic link */
    FILE_OUTSIDE, /* of repository_read(): a link leads out of the repository */
    FILE_FAILED,  /* see *reason */
};

/* openat() that an interrupt does not end; programs that are started do not get the descriptor. */
int file_open_raw(int folder, const char *path, int flags);

/* close() of the descriptor that the argument points at, as a clean-up. */
void file_close(void *stream);

/* Reads a regular file, links followed. path is relative to the folder (AT_FDCWD: the working
 * directory). The content is followed by a NUL byte that is not counted. A pipe or device does not
 * block. A file that shrinks or grows meanwhile gives what was there. reason (may be NULL) gets
 * the errno of FILE_FAILED and FILE_MISSING. */
enum file_result file_read(struct arena *arena, int folder, const char *path, size_t limit,
                           struct text *content, int *reason);

/* The same of a path whose last component must be no link: FILE_LINK when it is one. */
enum file_result file_read_unlinked(struct arena *arena, int folder, const char *path, size_t limit,
                                    struct text *content, int *reason);

/* Opens a regular file as file_read() does, for a caller that reads it in its own way and closes
 * it. FILE_READ: *stream is open, and *size is what the file has now. */
enum file_result file_open(int folder, const char *path, size_t limit, int *stream, size_t *size,
                           int *reason);

/* All of a stream that has no known size, such as standard input. */
enum file_result file_read_stream(struct arena *arena, int stream, size_t limit,
                                  struct text *content, int *reason);

/* "cannot be read: Permission denied": why a result is not FILE_READ. */
struct text file_result_text(struct arena *arena, enum file_result result, int reason);

/* Writes all of it, over EINTR and short writes; false sets errno. */
bool file_write_all(int stream, struct text content);

/* For reading and writing, without a name, so that it is gone when it is closed: in $TMPDIR, or
 * where that cannot be in /tmp or /var/tmp. A descriptor, or -1. */
int file_open_temporary(void);

/* To add to the file's end; it is made when there is none. A descriptor, or -1 with *error set. */
int file_open_to_append(struct arena *arena, const char *path, struct error *error);

#endif
