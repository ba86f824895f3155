#define _GNU_SOURCE
#include "base/replace.h"

#include "base/path.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* N of /proc/self/fd/N, to which /dev/fd/N and /dev/stdout lead; -1 of another path. */
static int own_descriptor(struct arena *arena, struct text path) {
    char room[PATH_MAX], own[32];
    struct text folder = path_folder(path), name = path_name(path);
    snprintf(own, sizeof(own), "/proc/%d/fd", (int)getpid());
    bool is_own = name.size && name.data[0] >= '0' && name.data[0] <= '9' &&
                  realpath(folder.size ? text_copy(arena, folder).data : ".", room) &&
                  strcmp(room, own) == 0;
    return is_own ? atoi(name.data) : -1;
}

enum { MOST_LINKS = 40 };

bool destination_find(struct arena *arena, const char *path, struct destination *destination) {
    char room[PATH_MAX];
    struct stat status;
    struct text at = text_of(path);
    for (int i = 0; i < MOST_LINKS; i++) {
        *destination = (struct destination){at.data, own_descriptor(arena, at), false};
        destination->in_place = destination->descriptor >= 0;
        if (destination->in_place)
            return true;
        ssize_t size = readlink(at.data, room, sizeof(room));
        if (size < 0) {
            bool exists = stat(at.data, &status) == 0;
            destination->in_place = exists && !S_ISREG(status.st_mode);
            return exists || errno == ENOENT;
        }
        at = path_join(arena, path_folder(at), (struct text){room, (size_t)size});
    }
    errno = ELOOP;
    return false;
}

bool path_is_led_out(struct arena *arena, struct text path, struct text folder) {
    char room[PATH_MAX];
    struct text part, at = T("/");
    bool is_led = false;
    if (!path.size || path.data[0] != '/') {
        if (!getcwd(room, sizeof(room)))
            return false;
        at = text_copy(arena, text_of(room));
    }
    /* What is before the part at hand holds no links any more. */
    for (int links = 0; text_split(&path, '/', &part);) {
        if (text_is(part, "..")) {
            at = path_folder(at);
            at = at.size ? at : T("/");
            continue;
        }
        struct text next = path_join(arena, at, part);
        ssize_t size = readlink(next.data, room, sizeof(room));
        if (size < 0) {
            at = next;
            continue;
        }
        if (++links > MOST_LINKS)
            return is_led;
        is_led |= path_relative(at, folder).data != NULL;
        at = room[0] == '/' ? T("/") : at;
        path = text_format(arena, "%.*s/%.*s", (int)size, room, TEXT_ARGS(path));
    }
    return is_led && !path_relative(at, folder).data;
}

int destination_open(const struct destination *destination) {
    return destination->descriptor >= 0
               ? fcntl(destination->descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
               : file_open_raw(AT_FDCWD, destination->path, O_WRONLY | O_NOCTTY);
}

enum { RANDOM_DIGITS = 16 };

/* Ends the name with other digits until there is no such file. */
static int open_temporary(char *digits, const char *name) {
    enum { MOST_TRIES = 100 };
    int stream = -1;
    for (int i = 0; i < MOST_TRIES; i++) {
        uint64_t random;
        if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
            return -1;
        snprintf(digits, RANDOM_DIGITS + 1, "%016" PRIx64, random);
        stream = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (stream >= 0 || (errno != EEXIST && errno != EINTR))
            break;
    }
    return stream;
}

/* A new file has the mode that any new file has. One that may not be written is not replaced. Only
 * who may give files away keeps the owner. */
static bool keep_mode(int stream, const char *path) {
    struct stat status;
    if (stat(path, &status) < 0)
        return errno == ENOENT;
    if (fchown(stream, status.st_uid, status.st_gid) < 0 && errno != EPERM)
        return false;
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 &&
           fchmod(stream, status.st_mode & 0777) == 0;
}

static bool write_and_rename(int stream, const char *temporary, const char *path,
                             file_writer *write, void *context) {
    bool written = keep_mode(stream, path) && write(context, stream);
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

static bool replace(struct arena *arena, const struct destination *destination, file_writer *write,
                    void *context) {
    /* Not the file's own name with an ending, which could be too long. */
    struct text folder = path_folder(text_of(destination->path));
    struct text name = text_format(arena, ".cordon-%0*d", RANDOM_DIGITS, 0);
    struct text temporary = path_join(arena, folder, name);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* an interrupt must not leave it behind */
    int stream =
        open_temporary((char *)temporary.data + temporary.size - RANDOM_DIGITS, temporary.data);
    bool written =
        stream >= 0 && write_and_rename(stream, temporary.data, destination->path, write, context);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

static bool write_in_place(const struct destination *destination, file_writer *write,
                           void *context) {
    int stream = destination_open(destination);
    if (stream < 0)
        return false;
    bool written = write(context, stream);
    int reason = errno;
    if (close(stream) < 0 && written)
        return false;
    errno = reason;
    return written;
}

bool destination_write(struct arena *arena, const struct destination *destination,
                       file_writer *write, void *context) {
    return destination->in_place ? write_in_place(destination, write, context)
                                 : replace(arena, destination, write, context);
}

static bool write_text(void *context, int stream) {
    return file_write_all(stream, *(const struct text *)context);
}

bool file_replace_text(struct arena *arena, const char *path, struct text content,
                       struct error *error) {
    struct destination destination;
    bool written = destination_find(arena, path, &destination) &&
                   destination_write(arena, &destination, write_text, &content);
    if (!written)
        error_set(error, arena, text_of(path), 0, 0, "cannot be written: %s", strerror(errno));
    return written;
}
