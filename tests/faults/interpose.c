/*
 * A library for LD_PRELOAD that makes one call fail, or all from some call on.
 *
 *   CORDON_FAULT=CALL:FIRST:LAST:ERRNO   calls FIRST to LAST (counted from 1) of CALL fail with the
 *                                        errno; LAST 0 means all that follow. ERRNO 0 with read or
 *                                        write is a short one, of a single byte.
 *   CORDON_FAULT_FD=N                    what happened is written to this descriptor: "!" for each
 *                                        call that failed and, at the end of the process, "BLOCKS
 *                                        DESCRIPTORS": what was allocated and not freed, and what
 *                                        is open beside the standard streams.
 *
 * CALL: memory (malloc, calloc, realloc), open, read, write, stat, folder (readdir), rename, close,
 * make (mkdir), process (fork, pipe2), thread. A file that changes while it is read: end (read says
 * that there is no more), size (fstat says half of the size, or with ERRNO 1 twice and more).
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* both names of a call are made here, each under its own */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

static struct {
    bool ready;
    char call[16];
    long first, last;
    int reason;
    int report;
} plan;
static atomic_long calls, live_blocks;

static void read_plan(void) {
    const char *text = getenv("CORDON_FAULT");
    const char *report = getenv("CORDON_FAULT_FD");
    plan.report = report ? atoi(report) : -1;
    if (text)
        sscanf(text, "%15[a-z]:%ld:%ld:%d", plan.call, &plan.first, &plan.last, &plan.reason);
    plan.ready = true;
}

__attribute__((constructor)) static void start(void) {
    read_plan();
    unsetenv("LD_PRELOAD"); /* programs that are started are left alone */
}

enum { MOST_DESCRIPTORS = 1024 };

__attribute__((destructor)) static void end(void) {
    struct stat status;
    int open = 0;
    for (int stream = STDERR_FILENO + 1; stream < MOST_DESCRIPTORS; stream++)
        open += stream != plan.report && syscall(SYS_fstat, stream, &status) == 0;
    char line[64];
    int size = snprintf(line, sizeof(line), "%ld %d", atomic_load(&live_blocks), open);
    if (plan.report >= 0)
        syscall(SYS_write, plan.report, line, size);
}

static bool fails(const char *call) {
    if (!plan.ready || strcmp(plan.call, call) != 0)
        return false;
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number < plan.first || (plan.last && number > plan.last))
        return false;
    if (plan.report >= 0)
        syscall(SYS_write, plan.report, "!", 1);
    errno = plan.reason;
    return true;
}

static void *counted(void *block) {
    if (block)
        atomic_fetch_add(&live_blocks, 1);
    return block;
}

void *malloc(size_t size) {
    return fails("memory") ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
    return fails("memory") ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
    if (fails("memory"))
        return NULL;
    return block ? __libc_realloc(block, size) : counted(__libc_realloc(block, size));
}

void free(void *block) {
    if (block)
        atomic_fetch_sub(&live_blocks, 1);
    __libc_free(block);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static mode_t mode_of(int flags, va_list *arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(*arguments, int) : 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, &arguments);                                                  \
        va_end(arguments);                                                                         \
        return fails("open") ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);         \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
    int name(int folder, const char *path, int flags, ...) {                                       \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, &arguments);                                                  \
        va_end(arguments);                                                                         \
        return fails("open") ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);           \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t read(int stream, void *room, size_t size) {
    if (fails("end"))
        return 0;
    if (!fails("read"))
        return syscall(SYS_read, stream, room, size);
    return plan.reason ? -1 : syscall(SYS_read, stream, room, size ? 1 : 0);
}

ssize_t write(int stream, const void *data, size_t size) {
    if (!fails("write"))
        return syscall(SYS_write, stream, data, size);
    return plan.reason ? -1 : syscall(SYS_write, stream, data, size ? 1 : 0);
}

#define STAT(name, type)                                                                           \
    int name(const char *path, struct type *status) {                                              \
        return fails("stat") ? -1 : NEXT(name)(path, status);                                      \
    }
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTAT(name, type)                                                                          \
    int name(int stream, struct type *status) {                                                    \
        if (fails("stat"))                                                                         \
            return -1;                                                                             \
        int result = NEXT(name)(stream, status);                                                   \
        if (result == 0 && S_ISREG(status->st_mode) && fails("size"))                              \
            status->st_size = plan.reason ? 2 * status->st_size + 1 : status->st_size / 2;         \
        return result;                                                                             \
    }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define FSTATAT(name, type)                                                                        \
    int name(int folder, const char *path, struct type *status, int flags) {                       \
        return fails("stat") ? -1 : NEXT(name)(folder, path, status, flags);                       \
    }
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

struct dirent *readdir(DIR *folder) {
    return fails("folder") ? NULL : NEXT(readdir)(folder);
}

struct dirent64 *readdir64(DIR *folder) {
    return fails("folder") ? NULL : NEXT(readdir64)(folder);
}

ssize_t getdents64(int folder, void *room, size_t size) {
    return fails("folder") ? -1 : NEXT(getdents64)(folder, room, size);
}

int rename(const char *from, const char *to) {
    return fails("rename") ? -1 : NEXT(rename)(from, to);
}

/* As the system does it: what is closed is closed, whatever is said. */
int close(int stream) {
    bool fault = fails("close");
    int result = (int)syscall(SYS_close, stream);
    if (fault)
        errno = plan.reason;
    return fault ? -1 : result;
}

int mkdir(const char *path, mode_t mode) {
    return fails("make") ? -1 : NEXT(mkdir)(path, mode);
}

pid_t fork(void) {
    return fails("process") ? -1 : NEXT(fork)();
}

int pipe2(int streams[2], int flags) {
    return fails("process") ? -1 : NEXT(pipe2)(streams, flags);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    return fails("thread") ? EAGAIN : NEXT(pthread_create)(thread, attributes, run, argument);
}
