#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "cli/keeper.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the keeper does, in its own process and memory. */
struct task {
    const struct destination *destination;
    struct heap heap;
    int report;
    int reason; /* errno, or 0 */
};

static bool copy_report(void *context, int stream) {
    const struct task *task = context;
    char room[1 << 16];
    for (off_t at = 0;;) {
        ssize_t count = pread(task->report, room, sizeof(room), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count == 0;
        if (!file_write_all(stream, (struct text){room, (size_t)count}))
            return false;
        at += count;
    }
}

static void replace(void *argument) {
    struct task *task = argument;
    struct arena arena;
    arena_init(&arena, &task->heap);
    if (!destination_write(&arena, task->destination, copy_report, task))
        task->reason = errno;
}

/* Its exit code is an errno. Signals are blocked, and stay so: whoever interrupts the run does not
 * interrupt the keeper at its work. */
static _Noreturn void keep(const struct destination *destination, int report, int ready) {
    struct task task = {.destination = destination, .report = report};
    char byte;
    ssize_t count;
    do
        count = read(ready, &byte, 1);
    while (count < 0 && errno == EINTR);
    heap_init(&task.heap, NULL);
    if (count == 1 && !heap_run(&task.heap, replace, &task))
        task.reason = ENOMEM;
    _exit(count < 0 ? errno : task.reason);
}

static void close_stream(int *stream) {
    if (*stream >= 0)
        close(*stream);
    *stream = -1;
}

static bool start_process(struct keeper *keeper, const struct destination *destination) {
    int ends[2];
    sigset_t all, before;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    keeper->process = fork();
    if (keeper->process == 0) {
        close(ends[1]); /* or its end would never be seen */
        keep(destination, keeper->stream, ends[0]);
    }
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    keeper->ready = ends[1];
    errno = reason;
    return keeper->process > 0;
}

bool keeper_start(struct keeper *keeper, const struct destination *destination) {
    *keeper = (struct keeper){.stream = -1, .ready = -1};
    if (destination->in_place) {
        keeper->stream = destination_open(destination);
        return keeper->stream >= 0;
    }
    keeper->stream = file_open_temporary();
    if (keeper->stream < 0)
        keeper->stream = memfd_create("report", MFD_CLOEXEC);
    if (keeper->stream >= 0 && start_process(keeper, destination))
        return true;
    int reason = errno;
    keeper->process = 0;
    keeper_stop(keeper);
    errno = reason;
    return false;
}

static int wait_for(pid_t process) {
    int status;
    pid_t ended;
    do
        ended = waitpid(process, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == process && WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}

/* An interrupt waits until the keeper is done: whoever sees this process end sees no half work. */
static int let_replace(struct keeper *keeper) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int reason = file_write_all(keeper->ready, T(".")) ? 0 : errno;
    close_stream(&keeper->ready);
    int answer = wait_for(keeper->process);
    keeper->process = 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return reason ? reason : answer;
}

bool keeper_finish(struct keeper *keeper) {
    int reason;
    if (keeper->process) {
        reason = let_replace(keeper);
    } else {
        reason = close(keeper->stream) < 0 ? errno : 0;
        keeper->stream = -1;
    }
    keeper_stop(keeper);
    errno = reason;
    return !reason;
}

void keeper_stop(struct keeper *keeper) {
    close_stream(&keeper->ready);
    close_stream(&keeper->stream);
    if (keeper->process)
        wait_for(keeper->process);
    keeper->process = 0;
}
