/*
 * output: a document of the library, to the file of --output or to standard output.
 */
#ifndef CORDON_CLI_OUTPUT_H
#define CORDON_CLI_OUTPUT_H

#include "cli/cli.h"
#include "cli/keeper.h"

/* Writes the document by calls of the writer, and gives its status. */
typedef cordon_status output_document(void *context, cordon_writer writer, void *user,
                                      cordon_error **error);

/* The file of --output; NULL for standard output, which is also called "-". */
const char *output_path(const struct cli_arguments *arguments);

/* Before a sandbox closes: does now what writing the file takes rights for. The exit status, after
 * an error that was written. */
int output_begin(struct cli *cli, const struct cli_arguments *arguments, struct keeper *keeper);

/* A file is replaced as a whole or stays as it was. keeper is the one that was begun, or NULL. The
 * exit status, after an error that was written. */
int output_write(struct cli *cli, const struct cli_arguments *arguments, struct keeper *keeper,
                 output_document *write, void *context);

/* A cordon_writer to a file descriptor. */
bool output_to_stream(void *descriptor, const char *data, size_t size);

#endif
