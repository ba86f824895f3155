#define _GNU_SOURCE
#include "base/file.h"

#include "base/path.h"

#include <errno.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void close_stream(void *argument) {
    close(*(int *)argument);
}

static ssize_t read_retrying(int stream, char *room, size_t size) {
    ssize_t count;
    do
        count = read(stream, room, size);
    while (count < 0 && errno == EINTR);
    return count;
}

/* Reads until the end, with room for capacity bytes at first. expected is the size that is known
 * beforehand, or 0: once it is reached there is no need to ask for more. */
static enum file_result read_all(struct arena *arena, int stream, size_t capacity, size_t expected,
                                 size_t limit, struct text *content, int *reason) {
    size_t size = 0;
    char *data = arena_allocate(arena, capacity + 1);
    for (;;) {
        ssize_t count = read_retrying(stream, data + size, capacity - size);
        if (count < 0) {
            *reason = errno;
            return FILE_FAILED;
        }
        size += (size_t)count;
        if (size > limit)
            return FILE_TOO_LARGE;
        if (count == 0 || (expected && size == expected))
            break;
        if (size == capacity) {
            char *grown = arena_allocate(arena, capacity * 2 + 1);
            memcpy(grown, data, size);
            data = grown;
            capacity *= 2;
        }
    }
    data[size] = '\0';
    *content = (struct text){data, size};
    return FILE_READ;
}

static enum file_result read_open(struct arena *arena, int stream, size_t limit,
                                  struct text *content, int *reason) {
    struct stat status;
    if (fstat(stream, &status) < 0) {
        *reason = errno;
        return FILE_FAILED;
    }
    if (!S_ISREG(status.st_mode))
        return FILE_NOT_REGULAR;
    if ((uintmax_t)status.st_size > limit)
        return FILE_TOO_LARGE;
    size_t size = (size_t)status.st_size;
    return read_all(arena, stream, size + 1, size, limit, content, reason);
}

enum file_result file_read(struct arena *arena, int folder, const char *path, size_t limit,
                           struct text *content, int *reason) {
    int ignored;
    if (!reason)
        reason = &ignored;
    *reason = 0;
    int stream;
    do
        stream = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    while (stream < 0 && errno == EINTR);
    if (stream < 0) {
        *reason = errno;
        if (errno == ENOENT || errno == ENOTDIR)
            return FILE_MISSING;
        return errno == ENXIO || errno == ENODEV ? FILE_NOT_REGULAR : FILE_FAILED;
    }
    struct cleanup cleanup;
    heap_push_cleanup(arena->heap, &cleanup, close_stream, &stream);
    enum file_result result = read_open(arena, stream, limit, content, reason);
    heap_pop_cleanup(arena->heap, &cleanup);
    close(stream);
    return result;
}

enum file_result file_read_stream(struct arena *arena, int stream, size_t limit,
                                  struct text *content, int *reason) {
    int ignored;
    if (!reason)
        reason = &ignored;
    *reason = 0;
    return read_all(arena, stream, 65536, 0, limit, content, reason);
}

struct text file_result_text(struct arena *arena, enum file_result result, int reason) {
    switch (result) {
    case FILE_READ:
        return T("was read");
    case FILE_MISSING:
        return T("does not exist");
    case FILE_NOT_REGULAR:
        return T("is not a regular file");
    case FILE_TOO_LARGE:
        return T("is too large to be read");
    case FILE_FAILED:
        break;
    }
    return text_format(arena, "cannot be read: %s", strerror(reason));
}

bool file_write_all(int stream, struct text content) {
    while (content.size) {
        ssize_t count = write(stream, content.data, content.size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        content = text_from(content, (size_t)count);
    }
    return true;
}

static bool write_and_rename(int stream, const char *temporary, const char *path,
                             struct text content) {
    mode_t mask = umask(0);
    umask(mask);
    bool written = file_write_all(stream, content) && fchmod(stream, 0666 & ~mask) == 0;
    int reason = errno;
    if (close(stream) < 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(temporary, path) == 0)
        return true;
    if (written)
        reason = errno;
    unlink(temporary);
    errno = reason;
    return false;
}

/* A device or a pipe is written to, not replaced. */
static bool write_in_place(const char *path, struct text content) {
    int stream = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (stream < 0)
        return false;
    bool written = file_write_all(stream, content);
    int reason = errno;
    if (close(stream) < 0 && written)
        return false;
    errno = reason;
    return written;
}

bool file_replace(struct arena *arena, const char *path, struct text content, struct error *error) {
    struct stat status;
    bool written;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        written = write_in_place(path, content);
    } else {
        struct text temporary = text_format(arena, "%s.XXXXXX", path);
        int stream = mkostemp((char *)temporary.data, O_CLOEXEC);
        written = stream >= 0 && write_and_rename(stream, temporary.data, path, content);
    }
    if (!written)
        error_set(error, arena, text_of(path), 0, 0, "cannot be written: %s", strerror(errno));
    return written;
}

bool file_append(struct arena *arena, const char *path, struct text content, struct error *error) {
    int stream = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
    bool written = stream >= 0 && file_write_all(stream, content);
    int reason = errno;
    if (stream >= 0 && close(stream) < 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        error_set(error, arena, text_of(path), 0, 0, "cannot be written: %s", strerror(reason));
    return written;
}
