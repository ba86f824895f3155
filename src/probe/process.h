/*
 * process: a trial that is run here: its log is kept, its end and its facts are recorded.
 */
#ifndef CORDON_PROBE_PROCESS_H
#define CORDON_PROBE_PROCESS_H

#include "probe/trial.h"

/* What a trial's log holds of each of its two streams, in bytes. */
enum { PROCESS_LOG_LIMIT = 10485760 };

struct process_options {
    const char *const *command; /* ends with NULL; found in PATH */
    const char *folder;         /* gets stdout.log and stderr.log; must exist */
    double timeout;             /* seconds; 0: none */
    double hang_window;         /* seconds without output and without input or output of any kind */
    double hang_grace;          /* seconds at the start that do not count */
};

/* Runs the command in the working folder, as a process group of its own, and waits for it. A
 * command that cannot be started is a trial too: its exit code is 127, 126 or 1, and the reason is
 * its standard error. False with *error set when the folder cannot be written. */
bool process_run(struct arena *arena, const struct process_options *options, struct trial *trial,
                 struct error *error);

/* The start of stdout.log, a line feed, the start of stderr.log. False with *error set when one
 * cannot be read. */
bool process_log(struct arena *arena, const char *folder, struct text *content,
                 struct error *error);

/* GPU memory in use now, in MiB, of all GPUs; false where neither amd-smi nor nvidia-smi says. */
bool gpu_memory(struct arena *arena, int64_t *mib);

/* What hangs is silent: bytes that the processes of a group have read and written. */
uint64_t group_traffic(int group);

#endif
