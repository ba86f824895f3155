/*
 * sandbox: what the process gives up once it knows its arguments.
 *
 * On Linux the kernel is asked to refuse everything that the rest of the work does not need:
 * Landlock limits paths, a seccomp filter limits system calls, and no_new_privs holds in any case.
 * What a kernel lacks is left out. It holds for threads that are started later and cannot be
 * undone.
 */
#ifndef CORDON_CLI_SANDBOX_H
#define CORDON_CLI_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

struct sandbox_paths {
    const char *const *readable; /* folders and files; those that do not exist are left out */
    size_t readable_count;
};

struct sandbox_state {
    bool paths;        /* reading elsewhere is refused */
    bool system_calls; /* sockets, programs, other processes are refused */
};

/* To read files and write to what is open already. */
struct sandbox_state sandbox_read_only(const struct sandbox_paths *paths);

/* To compute: no system calls but for memory, writing to what is open already, and the end. */
struct sandbox_state sandbox_compute_only(void);

#endif
