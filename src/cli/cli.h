/*
 * cli: commands, their arguments, and the terminal.
 *
 * A command writes to cli->out and cli->err; main() sends them on and fails when the system refuses
 * a byte.
 */
#ifndef CORDON_CLI_CLI_H
#define CORDON_CLI_CLI_H

#include "base/error.h"
#include "cli/command.h"
#include "cli/library.h"

enum {
    EXIT_FINE = 0,
    EXIT_FOUND = 1, /* the command worked and its answer is no: findings, refused input */
    EXIT_USAGE =
        2, /* usage, configuration, input that cannot be read, output that cannot be written */
};

struct cli {
    struct heap *heap;
    struct arena *arena; /* for the whole process */
    struct buffer out;   /* standard output */
    struct buffer err;   /* standard error */
    const char *program; /* "cordon", or the name it was called by */
    int lost;            /* errno, when standard output could not be written */
    bool out_is_terminal;
    bool err_is_terminal;
    unsigned width; /* of the terminal, 80 when unknown */
};

/* The last value given, NULL data when the option was not given. */
struct text cli_value(const struct cli_arguments *arguments, const char *option);
/* The index-th value given, in order; NULL data behind the last. */
struct text cli_value_at(const struct cli_arguments *arguments, const char *option, size_t index);
bool cli_given(const struct cli_arguments *arguments, const char *option);
size_t cli_operand_count(const struct cli_arguments *arguments);
struct text cli_operand(const struct cli_arguments *arguments, size_t index);
/* What stands behind "--", which is also counted among the operands. TEXT_NONE without "--". */
size_t cli_operands_after_dashes(const struct cli_arguments *arguments);

/* COLUMNS, else what the terminal says, else 80. */
unsigned cli_terminal_width(int stream);

/* --color, else NO_COLOR, else FORCE_COLOR or CLICOLOR_FORCE, else whether standard output is a
 * terminal and CLICOLOR is not 0. A command that asks has the options color and output. */
bool cli_wants_color(const struct cli *cli, const struct cli_arguments *arguments);

/* Sends what was written so far; false with errno when the system refused once. */
bool cli_flush(struct cli *cli);

/* Writes "cordon COMMAND: message" with a line that names --help, empties standard output, and
 * returns EXIT_USAGE. */
int cli_usage_error(struct cli *cli, const struct cli_arguments *arguments, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* That line alone. */
void cli_hint_at_help(struct cli *cli, const struct cli_arguments *arguments);

/* Same without the line about --help, for input rather than usage. */
int cli_error(struct cli *cli, const struct cli_arguments *arguments, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What a function of the library said that did not return CORDON_OK, and frees the error. */
int cli_failed(struct cli *cli, const struct cli_arguments *arguments, cordon_status status,
               cordon_error *error);

/* A cordon_writer to standard output, with struct cli as user. */
bool cli_write(void *cli, const char *data, size_t size);

/* Writes "cordon COMMAND: note: message": something to know that changes no exit code. */
void cli_note(struct cli *cli, const struct cli_arguments *arguments, struct text message);

/* Reads the arguments behind the command's name and runs it, or prints its help. path is what was
 * typed to reach it: "cordon lint". */
int cli_run(struct cli *cli, const struct cli_command *command, struct text path, int count,
            char **words);

void cli_help(struct cli *cli, const struct cli_command *command, struct text path);

/* For a command that does nothing without a sub-command: its help, and EXIT_USAGE. */
int cli_help_wanted(struct cli *cli, const struct cli_arguments *arguments);

/* The whole program: reads the arguments, runs the command, returns the exit code. It is exported
 * so that a wheel's program and module can share one copy of everything. */
CORDON_API int cordon_main(int count, char **words);

/* The commands. */
extern const struct cli_command command_ast;
extern const struct cli_command command_condition;
extern const struct cli_command command_docs;
extern const struct cli_command command_lint;
extern const struct cli_command command_probe;

#endif
