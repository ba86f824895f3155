#define _GNU_SOURCE
#include "cli/sandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include "base/file.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0 /* a sanitizer's run time makes system calls of its own, and reads /proc */
#endif

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* Memory (none of it to be executed, see allow_memory), writing to what is open, and the end. */
static const int compute_calls[] = {
    SYS_write, SYS_munmap, SYS_mremap,     SYS_madvise,      SYS_brk,
    SYS_futex, SYS_exit,   SYS_exit_group, SYS_rt_sigreturn,
};

/* Threads' own business, time, and reading. */
static const int read_calls[] = {
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_pwrite64,
    SYS_writev,
    SYS_close,
    SYS_lseek,
    SYS_dup,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_readlinkat,
    SYS_faccessat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fadvise64,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigtimedwait,
    SYS_restart_syscall,
    SYS_getpid,
    SYS_gettid,
    SYS_wait4, /* for the process that keeps the right to write the report */
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_getrandom,
    SYS_uname,
    SYS_ppoll,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_stat
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_getdents,
    SYS_poll,
#endif
};

enum { LONGEST_PROGRAM = 200 };

struct program {
    struct sock_filter code[LONGEST_PROGRAM];
    unsigned short size;
};

static void emit(struct program *program, struct sock_filter instruction) {
    if (program->size < LONGEST_PROGRAM)
        program->code[program->size++] = instruction;
}

static void load(struct program *program, size_t offset) {
    emit(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void answer(struct program *program, uint32_t action) {
    emit(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* The low half is enough: flags and requests fit in it on both machines, which are little-endian.
 */
static void load_argument(struct program *program, unsigned number) {
    load(program, offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

static void allow(struct program *program, const int *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        emit(program,
             (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1));
        answer(program, SECCOMP_RET_ALLOW);
    }
}

#define REFUSE(reason) (SECCOMP_RET_ERRNO | ((reason)&SECCOMP_RET_DATA))

/* Allows the call when its argument has all (or, with wanted 0, none) of the bits. */
static void allow_by_bits(struct program *program, int call, unsigned argument, uint32_t bits,
                          bool wanted) {
    emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
    load_argument(program, argument);
    emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, wanted ? 1 : 0,
                                               wanted ? 0 : 1));
    answer(program, REFUSE(EPERM));
    answer(program, SECCOMP_RET_ALLOW);
}

/* A signal may go to this process only. */
static void allow_own_signals(struct program *program) {
    emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4));
    load_argument(program, 0);
    emit(program,
         (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0));
    answer(program, REFUSE(EPERM));
    answer(program, SECCOMP_RET_ALLOW);
}

/* What has been written into memory cannot be run. */
static void allow_memory(struct program *program) {
    allow_by_bits(program, SYS_mmap, 2, PROT_EXEC, false);
    allow_by_bits(program, SYS_mprotect, 2, PROT_EXEC, false);
}

static void begin_program(struct program *program) {
    program->size = 0;
    load(program, offsetof(struct seccomp_data, arch));
    emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    answer(program, SECCOMP_RET_KILL_PROCESS);
    load(program, offsetof(struct seccomp_data, nr));
}

static bool install(struct program *program) {
    answer(program, REFUSE(EPERM));
    struct sock_fprog filter = {program->size, program->code};
    return !SANITIZED && program->size < LONGEST_PROGRAM &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Not what makes a descriptor send signals to other processes. */
static void allow_descriptor_calls(struct program *program) {
    static const int requests[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
    emit(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0,
                                               2 * COUNT(requests) + 2));
    load_argument(program, 1);
    allow(program, requests, COUNT(requests));
    answer(program, REFUSE(EPERM));
}

static bool limit_to_reading(void) {
    struct program program;
    begin_program(&program);
    allow(&program, compute_calls, COUNT(compute_calls));
    allow(&program, read_calls, COUNT(read_calls));
    allow_memory(&program);
    allow_own_signals(&program);
    allow_by_bits(&program, SYS_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, false);
    allow_descriptor_calls(&program);
    allow_by_bits(&program, SYS_clone, 0, CLONE_THREAD, true);
#ifdef SYS_clone3
    emit(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1));
    answer(&program, REFUSE(ENOSYS)); /* its flags cannot be seen; the C library then uses clone */
#endif
    emit(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 3));
    load_argument(&program, 1);
    emit(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCGWINSZ, 0, 1));
    answer(&program, SECCOMP_RET_ALLOW);
    return install(&program);
}

static bool limit_to_computing(void) {
    struct program program;
    begin_program(&program);
    allow(&program, compute_calls, COUNT(compute_calls));
    allow_memory(&program);
    return install(&program);
}

static int landlock_create(const struct landlock_ruleset_attr *attributes, size_t size,
                           uint32_t flags) {
    return (int)syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

/* A path that cannot be opened cannot be read later either, and one that cannot be added is refused
 * then: no path is a reason to limit none. */
static void allow_reading(int rules, const char *path) {
    int place = file_open_raw(AT_FDCWD, path, O_PATH);
    struct stat status;
    if (place < 0)
        return;
    struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE,
                                              .parent_fd = place};
    if (fstat(place, &status) == 0 && S_ISDIR(status.st_mode))
        rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(place);
}

/* Every right that the kernel's version of Landlock knows: what is not given is refused. The names
 * of the later ones are missing from older headers. */
static uint64_t known_rights(int version) {
    const uint64_t refer = 1 << 13, truncate = 1 << 14, ioctl_device = 1 << 15;
    return ((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1) | (version >= 2 ? refer : 0) |
           (version >= 3 ? truncate : 0) | (version >= 5 ? ioctl_device : 0);
}

static bool limit_paths(const struct sandbox_paths *paths) {
    int version = landlock_create(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (SANITIZED || version < 1)
        return false;
    struct landlock_ruleset_attr attributes = {.handled_access_fs = known_rights(version)};
    int rules = landlock_create(&attributes, sizeof(attributes), 0);
    if (rules < 0)
        return false;
    for (size_t i = 0; i < paths->readable_count; i++)
        allow_reading(rules, paths->readable[i]);
    bool limited = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return limited;
}

struct sandbox_state sandbox_read_only(const struct sandbox_paths *paths) {
    struct sandbox_state state = {false, false};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return state;
    state.paths = limit_paths(paths);
    state.system_calls = limit_to_reading();
    return state;
}

struct sandbox_state sandbox_compute_only(void) {
    struct sandbox_state state = {false, false};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return state;
    state.paths = limit_paths(&(struct sandbox_paths){0});
    state.system_calls = limit_to_computing();
    return state;
}

#else

struct sandbox_state sandbox_read_only(const struct sandbox_paths *paths) {
    (void)paths;
    return (struct sandbox_state){false, false};
}

struct sandbox_state sandbox_compute_only(void) {
    return (struct sandbox_state){false, false};
}

#endif
