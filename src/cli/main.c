#define _GNU_SOURCE /* program_invocation_short_name */
#include "cli/cli.h"

#include "base/file.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static int run_cordon(struct cli *cli, const struct cli_arguments *arguments) {
    if (cli_given(arguments, "version")) {
        buffer_string(&cli->out, "cordon " CORDON_VERSION "\n");
        return EXIT_FINE;
    }
    return cli_help_wanted(cli, arguments);
}

static const struct cli_option options[] = {
    {"version", 'V', NULL, NULL, "Print the version."},
    {0},
};

static const struct cli_command *const commands[] = {
    &command_ast, &command_condition, &command_docs, &command_lint, &command_probe, NULL,
};

const struct cli_command command_cordon = {
    .name = "cordon",
    .summary = "Keeps what an AI model produces off the machine that evaluates it.",
    .about = "Nothing that is read is ever imported or run.",
    .examples = "cordon lint --all                          # every package of this repository\n"
                "cordon condition eval \"exit_code < 0\"      # a recipe's condition\n"
                "cordon probe scan --help                   # what a command takes\n",
    .options = options,
    .commands = commands,
    .run = run_cordon,
};

/* The linter's own name, by which it stands in for the linter that it is compatible with. */
static const char lint_name[] = "inspect-evals-lint";

bool cli_flush(struct cli *cli) {
    if (cli->err.size)
        file_write_all(STDERR_FILENO, buffer_view(&cli->err)); /* nowhere to report it */
    if (cli->out.size && !cli->lost && !file_write_all(STDOUT_FILENO, buffer_view(&cli->out)))
        cli->lost = errno;
    cli->err.size = cli->out.size = 0;
    if (cli->lost)
        errno = cli->lost;
    return !cli->lost;
}

bool cli_write(void *user, const char *data, size_t size) {
    struct cli *cli = user;
    if (!cli_flush(cli))
        return false;
    if (!file_write_all(STDOUT_FILENO, (struct text){data, size}))
        cli->lost = errno;
    return !cli->lost;
}

struct piece {
    struct buffer *buffer;
    const char *data;
    size_t size;
};

static void add_piece(void *argument) {
    struct piece *piece = argument;
    buffer_add(piece->buffer, piece->data, piece->size);
}

bool cli_collect(void *buffer, const char *data, size_t size) {
    struct piece piece = {buffer, data, size};
    return heap_run(piece.buffer->arena->heap, add_piece, &piece);
}

/* A standard stream that is closed would lend its number to the next file that is opened, and what
 * is said would go into that file. Reading and writing fail instead. */
static void hold_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

/* What is nested as deep as it may be takes less than a half. Where the limit can be raised it is.
 */
static bool has_stack(void) {
    enum { LEAST_STACK = 1 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur >= LEAST_STACK)
        return true;
    limit.rlim_cur = LEAST_STACK;
    return limit.rlim_max >= LEAST_STACK && setrlimit(RLIMIT_STACK, &limit) == 0;
}

struct process {
    struct cli cli;
    int count;
    char **words;
    int code;
};

static void run_process(void *argument) {
    struct process *process = argument;
    struct cli *cli = &process->cli;
    const struct cli_command *command =
        strcmp(cli->program, lint_name) == 0 ? &command_lint : &command_cordon;
    process->code =
        cli_run(cli, command, text_of(cli->program), process->count - 1, process->words + 1);
    if (!cli_flush(cli)) {
        fprintf(stderr, "%s: error: standard output cannot be written: %s\n", cli->program,
                strerror(errno));
        process->code = EXIT_USAGE;
    }
}

int cordon_main(int count, char **words) {
    hold_standard_streams();
    if (!has_stack()) { /* there may be too little to print with */
        file_write_all(STDERR_FILENO, T("cordon: error: the stack is limited to less than 1 MiB; "
                                        "raise the limit: ulimit -s 1024\n"));
        return EXIT_USAGE;
    }
    /* What a package gives back the next one takes: to the system it would go and come in pages. */
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error that is reported, not a silent end */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
    signal(SIGCHLD, SIG_DFL); /* ignored, which is inherited, no child's end could be known */
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct process process = {.count = count, .words = words, .code = EXIT_USAGE};
    struct cli *cli = &process.cli;
    *cli = (struct cli){.heap = &heap, .arena = &arena, .program = "cordon"};
    if (strcmp(program_invocation_short_name, lint_name) == 0)
        cli->program = lint_name;
    cli->out_is_terminal = isatty(STDOUT_FILENO);
    cli->err_is_terminal = isatty(STDERR_FILENO);
    cli->width = cli_terminal_width(cli->out_is_terminal ? STDOUT_FILENO : STDERR_FILENO);
    buffer_init(&cli->out, &arena);
    buffer_init(&cli->err, &arena);
    if (!heap_run(&heap, run_process, &process)) {
        fprintf(stderr, "%s: error: out of memory\n", cli->program);
        process.code = EXIT_USAGE;
    }
    heap_release(&heap);
    return process.code;
}
