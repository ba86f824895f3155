/*
 * keeper: a process of its own that replaces the report's file in the end.
 *
 * To replace a file as a whole takes the right to make and rename files in its folder, which a
 * process that reads a stranger's bytes must not have. So the report is written to a file without a
 * name, and a second process, which was started before the sandbox closed and reads nothing but one
 * byte, copies it to where it belongs. When the first process ends without that byte, so does the
 * keeper, and nothing is left.
 */
#ifndef CORDON_CLI_KEEPER_H
#define CORDON_CLI_KEEPER_H

#include "base/replace.h"

#include <sys/types.h>

struct keeper {
    int stream;    /* the report is written to it; or -1 */
    int ready;     /* the keeper waits for a byte from it; or -1 */
    pid_t process; /* or 0: a device or a pipe is written to in place */
};

/* What is written in place is opened. False with errno; nothing is open then. */
bool keeper_start(struct keeper *keeper, const struct destination *destination);

/* The report is complete: puts it in its place. False with errno. */
bool keeper_finish(struct keeper *keeper);

/* Ends it with nothing written, unless it has been finished. */
void keeper_stop(struct keeper *keeper);

#endif
