#define _GNU_SOURCE
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int file_open_raw(int folder, const char *path, int flags) {
    int stream;
    do
        stream = openat(folder, path, flags | O_CLOEXEC, 0666);
    while (stream < 0 && errno == EINTR);
    return stream;
}

void file_close(void *stream) {
    close(*(int *)stream);
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

/* The stream's size, when it is a regular file that is not too large. */
static enum file_result check_open(int stream, size_t limit, size_t *size, int *reason) {
    struct stat status;
    if (fstat(stream, &status) < 0) {
        *reason = errno;
        return FILE_FAILED;
    }
    if (!S_ISREG(status.st_mode))
        return FILE_NOT_REGULAR;
    *size = (size_t)status.st_size;
    return (uintmax_t)status.st_size > limit ? FILE_TOO_LARGE : FILE_READ;
}

static enum file_result open_file(int folder, const char *path, int flags, size_t limit,
                                  int *stream, size_t *size, int *reason) {
    *reason = 0;
    *stream = file_open_raw(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags);
    if (*stream < 0) {
        *reason = errno;
        if (errno == ENOENT || errno == ENOTDIR)
            return FILE_MISSING;
        if (errno == ELOOP && flags)
            return FILE_LINK;
        return errno == ENXIO || errno == ENODEV ? FILE_NOT_REGULAR : FILE_FAILED;
    }
    enum file_result result = check_open(*stream, limit, size, reason);
    if (result != FILE_READ)
        close(*stream);
    return result;
}

enum file_result file_open(int folder, const char *path, size_t limit, int *stream, size_t *size,
                           int *reason) {
    return open_file(folder, path, 0, limit, stream, size, reason);
}

static enum file_result read_path(struct arena *arena, int folder, const char *path, int flags,
                                  size_t limit, struct text *content, int *reason) {
    int ignored, stream;
    size_t size;
    if (!reason)
        reason = &ignored;
    enum file_result result = open_file(folder, path, flags, limit, &stream, &size, reason);
    if (result != FILE_READ)
        return result;
    struct cleanup cleanup;
    heap_push_cleanup(arena->heap, &cleanup, file_close, &stream);
    result = read_all(arena, stream, size + 1, size, limit, content, reason);
    heap_pop_cleanup(arena->heap, &cleanup);
    close(stream);
    return result;
}

enum file_result file_read(struct arena *arena, int folder, const char *path, size_t limit,
                           struct text *content, int *reason) {
    return read_path(arena, folder, path, 0, limit, content, reason);
}

enum file_result file_read_unlinked(struct arena *arena, int folder, const char *path, size_t limit,
                                    struct text *content, int *reason) {
    return read_path(arena, folder, path, O_NOFOLLOW, limit, content, reason);
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
    case FILE_LINK:
        return T("is a symbolic link");
    case FILE_OUTSIDE:
        return T("leads out of the repository");
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

int file_open_temporary(void) {
    const char *const folders[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
    int stream = -1;
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders) && stream < 0; i++)
        if (folders[i] && *folders[i])
            stream = file_open_raw(AT_FDCWD, folders[i], O_TMPFILE | O_RDWR);
    return stream;
}

int file_open_to_append(struct arena *arena, const char *path, struct error *error) {
    int stream = file_open_raw(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY);
    if (stream < 0)
        error_set(error, arena, text_of(path), 0, 0, "cannot be written: %s", strerror(errno));
    return stream;
}
