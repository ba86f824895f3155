/*
 * command: what the commands and their options are called and say. A command is a constant, from
 * which arguments are read and help, manual pages and completions are made.
 */
#ifndef CORDON_CLI_COMMAND_H
#define CORDON_CLI_COMMAND_H

#include "base/buffer.h"

struct cli_option {
    const char *name;           /* without "--" */
    char letter;                /* of the short form, or 0 */
    const char *value;          /* what help calls its value, such as "FILE"; NULL: a flag */
    const char *const *choices; /* NULL-terminated, or NULL for any value */
    const char *help;           /* a sentence or two, no line breaks */
};

extern const struct cli_option cli_help_option; /* which every command takes */

struct cli;
struct cli_arguments;

struct cli_command {
    const char *name;
    const char *summary;  /* one line, for lists of commands */
    const char *operands; /* "[PACKAGE ...]", or NULL when it takes none */
    const char *about;    /* paragraphs for --help, separated by empty lines; may be NULL */
    const char *examples; /* lines "command # what it does"; may be NULL */
    const struct cli_option *options;          /* ends with a NULL name; NULL: only --help */
    const char *const *required;               /* NULL-terminated names of options, or NULL */
    const struct cli_command *const *commands; /* NULL-terminated sub-commands, or NULL */
    int (*run)(struct cli *cli, const struct cli_arguments *arguments);
};

extern const struct cli_command command_cordon; /* the root of the tree */

/* What follows a command's name: " [OPTIONS] --recipe FILE COMMAND". */
void cli_write_usage(struct buffer *out, const struct cli_command *command);

bool cli_is_required(const struct cli_command *command, const struct cli_option *option);

/* What help says of an option. */
struct text cli_option_help(struct arena *arena, const struct cli_command *command,
                            const struct cli_option *option);

#endif
