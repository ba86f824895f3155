/*
 * output: a document of the library, to the file of --output or to standard output.
 */
#ifndef CORDON_CLI_OUTPUT_H
#define CORDON_CLI_OUTPUT_H

#include "cli/cli.h"

/* Writes the document by calls of the writer, and gives its status. */
typedef cordon_status output_document(void *context, cordon_writer writer, void *user,
                                      cordon_error **error);

/* The command has the option output. A file is replaced as a whole or stays as it was. The exit
 * status, after an error that was written. */
int output_write(struct cli *cli, const struct cli_arguments *arguments, output_document *write,
                 void *context);

/* A cordon_writer to a file descriptor. */
bool output_to_stream(void *descriptor, const char *data, size_t size);

#endif
