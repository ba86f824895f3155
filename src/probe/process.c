#define _GNU_SOURCE /* pipe2, pidfd */
#include "probe/process.h"

#include "base/buffer.h"
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MILLISECONDS = 1000, NO_PIDFD_MILLISECONDS = 20 };

struct child {
    pid_t id;
    int descriptor; /* readable when it has ended; -1 where the system has none */
    int refusal;    /* errno of what kept it from starting */
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Never returns. The errno of a failure goes to the parent. */
static void become(const char *const *command, int output, int errors, int report) {
    int nothing = file_open_raw(AT_FDCWD, "/dev/null", O_RDONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(errors, STDERR_FILENO) >= 0)
        execvp(command[0], (char *const *)command); /* which changes nothing */
    int reason = errno;
    ssize_t sent = write(report, &reason, sizeof(reason));
    (void)sent;
    _exit(127);
}

static struct child start(const char *const *command, int output, int errors) {
    struct child child = {.id = -1, .descriptor = -1};
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        child.refusal = errno;
        return child;
    }
    child.id = fork();
    if (child.id == 0)
        become(command, output, errors, report[1]);
    if (child.id < 0)
        child.refusal = errno;
    close(report[1]);
    ssize_t got;
    int reason;
    do
        got = read(report[0], &reason, sizeof(reason));
    while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof(reason))
        child.refusal = reason;
    close(report[0]);
    if (child.id > 0)
        child.descriptor = (int)syscall(SYS_pidfd_open, child.id, 0);
    return child;
}

static bool has_ended(struct child *child, int *status) {
    pid_t got;
    do
        got = waitpid(child->id, status, WNOHANG);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        *status = 255 << 8; /* a host that ignores SIGCHLD cannot know it: that is no pass */
    return got != 0;
}

static void pause_for(const struct child *child, double seconds) {
    int most = child->descriptor >= 0 ? LOOK_MILLISECONDS : NO_PIDFD_MILLISECONDS;
    double wanted = ceil(seconds * 1000);
    struct pollfd ended = {child->descriptor, POLLIN, 0};
    poll(&ended, child->descriptor >= 0, wanted < most ? (int)wanted : most);
}

static void finish(struct child *child) {
    if (child->descriptor >= 0)
        close(child->descriptor);
}

/* Whether the child has been silent for long. */
struct silence {
    int output;
    off_t size;
    uint64_t traffic;
    double since;
};

static bool is_silent(struct silence *silence, pid_t group, double window) {
    struct stat file;
    off_t size = fstat(silence->output, &file) == 0 ? file.st_size : 0;
    uint64_t traffic = group_traffic(group);
    if (size != silence->size || traffic != silence->traffic)
        silence->since = now();
    silence->size = size;
    silence->traffic = traffic;
    return now() - silence->since >= window;
}

/* Waits for the end, or for the time limit, when the whole group is killed. */
static int wait_for(struct child *child, const struct process_options *options, int output,
                    double began, struct trial *trial) {
    struct silence silence = {.output = output, .since = began + options->hang_grace};
    double limit = options->timeout > 0 ? began + options->timeout : INFINITY;
    int status = 0;
    while (!has_ended(child, &status)) {
        double left = limit - now();
        if (left <= 0) {
            trial->timed_out = true;
            kill(-child->id, SIGKILL);
            kill(child->id, SIGKILL); /* before it had its group */
            waitpid(child->id, &status, 0);
            break;
        }
        if (options->hang_window > 0 && now() >= began + options->hang_grace && !trial->hung)
            trial->hung = is_silent(&silence, child->id, options->hang_window);
        pause_for(child, left);
    }
    return status;
}

static int open_log(const char *folder, const char *name) {
    char path[4096];
    int size = snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (size < 0 || (size_t)size >= sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return file_open_raw(AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC);
}

/* A file "core" or "core.*" that is not older than the trial. */
static bool has_core(const char *folder, time_t since) {
    DIR *entries = opendir(folder);
    bool found = false;
    for (struct dirent *entry; entries && !found && (entry = readdir(entries));) {
        struct stat file;
        found = (strcmp(entry->d_name, "core") == 0 || strncmp(entry->d_name, "core.", 5) == 0) &&
                fstatat(dirfd(entries), entry->d_name, &file, 0) == 0 && file.st_mtime >= since;
    }
    if (entries)
        closedir(entries);
    return found;
}

static void record_refusal(struct trial *trial, const char *command, int reason, int errors) {
    trial->refusal = reason;
    trial->exit_code = reason == ENOENT ? 127 : reason == EACCES ? 126 : 1;
    dprintf(errors, "%s: %s\n", command, strerror(reason));
}

static void run(const struct process_options *options, int output, int errors,
                struct trial *trial) {
    time_t date = time(NULL);
    double began = now();
    struct child child = start(options->command, output, errors);
    int status = child.id > 0 ? wait_for(&child, options, output, began, trial) : 0;
    trial->walltime_seconds = now() - began;
    finish(&child);
    if (child.refusal)
        record_refusal(trial, options->command[0], child.refusal, errors);
    else if (trial->timed_out)
        trial->exit_code = -1;
    else
        trial->exit_code = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    trial->core_dumped = has_core(".", date) || has_core(options->folder, date);
}

static bool run_logged(struct arena *arena, const struct process_options *options,
                       struct trial *trial, struct error *error) {
    int output = open_log(options->folder, "stdout.log");
    int errors = output < 0 ? -1 : open_log(options->folder, "stderr.log");
    if (errors < 0)
        error_set(error, arena, text_of(options->folder), 0, 0,
                  "the trial's log cannot be written: %s", strerror(errno));
    else
        run(options, output, errors, trial);
    if (output >= 0)
        close(output);
    if (errors >= 0)
        close(errors);
    return errors >= 0;
}

bool process_run(struct arena *arena, const struct process_options *options, struct trial *trial,
                 struct error *error) {
    *trial = (struct trial){0};
    int64_t before = 0, after = 0;
    bool known_before = gpu_memory(arena, &before);
    if (!run_logged(arena, options, trial, error))
        return false;
    bool known_after = gpu_memory(arena, &after);
    trial->vram_known = known_before || known_after;
    trial->peak_vram_mib = before > after ? before : after;
    return true;
}

/* 0, or an errno. */
static int add_stream(struct buffer *log, int stream) {
    char part[65536];
    for (size_t wanted = PROCESS_LOG_LIMIT; wanted;) {
        ssize_t got = read(stream, part, wanted < sizeof(part) ? wanted : sizeof(part));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? errno : 0;
        buffer_add(log, part, (size_t)got);
        wanted -= (size_t)got;
    }
    return 0;
}

static bool add_log(struct buffer *log, const char *folder, const char *name, struct error *error) {
    struct heap *heap = log->arena->heap;
    struct text path = text_format(log->arena, "%s/%s", folder, name);
    int stream = file_open_raw(AT_FDCWD, path.data, O_RDONLY), reason = errno;
    if (stream >= 0) {
        struct cleanup cleanup;
        heap_push_cleanup(heap, &cleanup, file_close, &stream);
        reason = add_stream(log, stream);
        heap_pop_cleanup(heap, &cleanup);
        close(stream);
    }
    if (reason)
        error_set(error, log->arena, path, 0, 0, "cannot be read: %s", strerror(reason));
    return !reason;
}

bool process_log(struct arena *arena, const char *folder, struct text *content,
                 struct error *error) {
    struct buffer log;
    buffer_init(&log, arena);
    if (!add_log(&log, folder, "stdout.log", error))
        return false;
    buffer_byte(&log, '\n');
    if (!add_log(&log, folder, "stderr.log", error))
        return false;
    *content = buffer_view(&log);
    return true;
}

/* ---- GPU memory ---- */

static const char *const amd_command[] = {"amd-smi", "metric", "--mem-usage", "--json", NULL};
static const char *const nvidia_command[] = {"nvidia-smi", "--query-gpu=memory.used",
                                             "--format=csv,noheader,nounits", NULL};

/* What a short command prints, empty when it fails or takes longer than a few seconds. */
static struct text output_of(struct arena *arena, const char *const *command) {
    char part[65536];
    ssize_t got = 0;
    int file = memfd_create("gpu", MFD_CLOEXEC);
    int nothing = file_open_raw(AT_FDCWD, "/dev/null", O_WRONLY);
    if (file < 0 || nothing < 0)
        goto end;
    const struct process_options limits = {.timeout = 5};
    struct trial trial = {0};
    struct child child = start(command, file, nothing);
    int status = child.id > 0 ? wait_for(&child, &limits, file, now(), &trial) : 1;
    finish(&child);
    got = child.refusal || status ? 0 : pread(file, part, sizeof(part), 0);
end:
    if (file >= 0)
        close(file);
    if (nothing >= 0)
        close(nothing);
    return got > 0 ? text_copy(arena, (struct text){part, (size_t)got}) : T("");
}

/* The number behind the next place of a key, or at the start of the next line without one. */
static bool next_number(struct text *rest, const char *key, int64_t *number) {
    if (key) {
        size_t found = text_find(*rest, text_of(key));
        if (found == TEXT_NONE)
            return false;
        *rest = text_from(*rest, found + strlen(key));
    }
    size_t at = 0;
    while (at < rest->size && (rest->data[at] < '0' || rest->data[at] > '9'))
        at++;
    if (at == rest->size)
        return false;
    *number = 0;
    for (; at < rest->size && rest->data[at] >= '0' && rest->data[at] <= '9'; at++)
        if (*number < INT64_MAX / 20)
            *number = *number * 10 + (rest->data[at] - '0');
    *rest = text_from(*rest, at);
    return true;
}

static bool add_up(struct text output, const char *key, int64_t *mib) {
    bool any = false;
    *mib = 0;
    for (int64_t number; next_number(&output, key, &number); any = true)
        *mib += number;
    return any;
}

bool gpu_memory(struct arena *arena, int64_t *mib) {
    return add_up(output_of(arena, amd_command), "\"used_vram\"", mib) ||
           add_up(output_of(arena, nvidia_command), NULL, mib);
}

/* ---- input and output of a process group ---- */

static bool read_small(int folder, const char *path, char *out, size_t size) {
    int file = file_open_raw(folder, path, O_RDONLY);
    ssize_t got = file < 0 ? -1 : read(file, out, size - 1);
    if (file >= 0)
        close(file);
    out[got > 0 ? got : 0] = 0;
    return got > 0;
}

static uint64_t process_traffic(int folder, const char *id, int group) {
    char path[300], content[1024];
    int state_group;
    unsigned long long read_bytes, written;
    snprintf(path, sizeof(path), "%.200s/stat", id);
    const char *behind =
        read_small(folder, path, content, sizeof(content)) ? strrchr(content, ')') : NULL;
    if (!behind || sscanf(behind, ") %*c %*d %d", &state_group) != 1 || state_group != group)
        return 0;
    snprintf(path, sizeof(path), "%.200s/io", id);
    if (!read_small(folder, path, content, sizeof(content)) ||
        sscanf(content, "rchar: %llu wchar: %llu", &read_bytes, &written) != 2)
        return 0;
    return read_bytes + written;
}

uint64_t group_traffic(int group) {
    DIR *processes = opendir("/proc");
    uint64_t traffic = 0;
    for (struct dirent *entry; processes && (entry = readdir(processes));)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            traffic += process_traffic(dirfd(processes), entry->d_name, group);
    if (processes)
        closedir(processes);
    return traffic;
}
