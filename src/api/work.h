/*
 * work: what a function of the public interface makes in memory of its own, for the caller's
 * writer or for its verdict alone.
 */
#ifndef CORDON_API_WORK_H
#define CORDON_API_WORK_H

#include "api/object.h"
#include "base/buffer.h"

/* The first member of a struct with what the work is about. */
struct work {
    struct heap heap;
    struct arena arena;
    struct buffer out;
    cordon_writer writer; /* NULL when nothing is written */
    void *user;
    bool refused; /* by the writer, which is not called again */
    struct error error;
};

/* Runs the body, which gets the work, and sends what it wrote. CORDON_INVALID when it set the
 * error; error may be NULL. allocator may be NULL. */
cordon_status work_run(struct work *work, const struct allocator *allocator, void (*body)(void *),
                       cordon_error **error);

/* Sends what was written so far, so that it need not be in memory as a whole; false once the
 * writer has refused. */
bool work_send(struct work *work);

#endif
