/*
 * batch: conditions and facts as JSON lines, answered with JSON lines.
 */
#ifndef CORDON_CLI_BATCH_H
#define CORDON_CLI_BATCH_H

#include "cli/cli.h"

/* Answers every line of input on standard output, in order. False when a line is not such an
 * object, with *error set; the lines before it are answered. */
bool batch_run(struct cli *cli, struct text input, struct text name, struct error *error);

#endif
