/*
 * batch_request: one line of a batch, read. Apart from batch.c because the library that reads JSON
 * and base/json.h, which writes it, use the same names.
 */
#ifndef CORDON_CLI_BATCH_REQUEST_H
#define CORDON_CLI_BATCH_REQUEST_H

#include <cordon/condition.h>

#include "cli/cli.h"

struct batch_request {
    struct text id; /* as JSON */
    bool is_text;   /* the condition is one */
    struct text condition;
    cordon_condition_facts facts;
};

/* NULL, or what is wrong with the line. Everything lives in the arena. */
const char *batch_request_read(struct arena *arena, struct text line,
                               struct batch_request *request);

#endif
