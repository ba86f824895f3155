#define _GNU_SOURCE
#include "cli/cli.h"

#include "base/file.h"
#include "cli/diagnostic.h"
#include "cli/sandbox.h"
#include "python/parse.h"

#include <errno.h>
#include <unistd.h>

struct ast_run {
    struct cli *cli;
    const struct cli_arguments *arguments;
    struct py_options options;
    struct arena arena; /* of one file */
    struct buffer out;  /* the dump of that file, sent on when it has become large */
    bool lost;          /* standard output refused a byte */
    int code;
};

static bool send(void *context) {
    struct ast_run *run = context;
    run->lost = run->lost || !file_write_all(STDOUT_FILENO, buffer_view(&run->out));
    run->out.size = 0;
    return !run->lost;
}

static void report_refused(struct ast_run *run, struct text name, const struct py_tree *tree) {
    const struct py_error *error = &tree->error;
    struct buffer *err = &run->cli->err;
    buffer_text(err, name);
    if (error->line)
        buffer_format(err, ":%u", error->line);
    if (error->line && error->column)
        buffer_format(err, ":%u", error->column);
    buffer_format(err, ": %s: %.*s\n", py_error_class_name(error->class),
                  TEXT_ARGS(error->message));
    diagnostic_place(err, tree->source, error->line, error->column);
    if (run->code == EXIT_FINE)
        run->code = EXIT_FOUND;
}

static bool read_source(struct ast_run *run, struct text path, struct text *content) {
    int reason = 0;
    enum file_result result =
        text_is(path, "-")
            ? file_read_stream(&run->arena, STDIN_FILENO, FILE_SIZE_LIMIT, content, &reason)
            : file_read(&run->arena, AT_FDCWD, path.data, FILE_SIZE_LIMIT, content, &reason);
    if (result == FILE_READ)
        return true;
    struct text why = file_result_text(&run->arena, result, reason);
    buffer_format(&run->cli->err, "%.*s: error: %.*s\n", TEXT_ARGS(path), TEXT_ARGS(why));
    run->code = EXIT_USAGE;
    return false;
}

static void dump_file(struct ast_run *run, struct text path) {
    struct text content;
    arena_init(&run->arena, run->cli->heap);
    buffer_init(&run->out, &run->arena);
    if (read_source(run, path, &content)) {
        const struct py_tree *tree = py_parse(&run->arena, content, &run->options);
        if (tree->root) {
            py_dump_stream(&run->out, tree, send, run);
            buffer_byte(&run->out, '\n');
            send(run);
        } else {
            report_refused(run, text_is(path, "-") ? T("<stdin>") : path, tree);
        }
    }
    arena_release(&run->arena);
}

static void enter_sandbox(struct cli *cli, const struct cli_arguments *arguments) {
    size_t count = cli_operand_count(arguments);
    const char **readable = arena_array(cli->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        readable[i] = cli_operand(arguments, i).data;
    sandbox_read_only(&(struct sandbox_paths){.readable = readable, .readable_count = count});
}

static int run_ast(struct cli *cli, const struct cli_arguments *arguments) {
    struct ast_run run = {.cli = cli, .arguments = arguments, .code = EXIT_FINE};
    struct text mode = cli_value(arguments, "mode"),
                version = cli_value(arguments, "python-version");
    if (!cli_operand_count(arguments))
        return cli_usage_error(cli, arguments, "name a file, or - for standard input");
    run.options.mode = text_is(mode, "eval")     ? PY_MODE_EVAL
                       : text_is(mode, "single") ? PY_MODE_SINGLE
                                                 : PY_MODE_EXEC;
    run.options.version = text_is(version, "3.13")   ? PY_VERSION_3_13
                          : text_is(version, "3.14") ? PY_VERSION_3_14
                                                     : PY_VERSION_ANY;
    enter_sandbox(cli, arguments);
    for (size_t i = 0; i < cli_operand_count(arguments) && !run.lost; i++) {
        dump_file(&run, cli_operand(arguments, i));
        cli_flush(cli); /* in the order of the files, however many they are */
    }
    if (run.lost)
        return cli_error(cli, arguments, "standard output cannot be written: %s", strerror(errno));
    return run.code;
}

static const char *const modes[] = {"exec", "eval", "single", NULL};
static const char *const versions[] = {"3.13", "3.14", NULL};

static const struct cli_option options[] = {
    {"mode", 'm', "MODE", modes,
     "Read a module (exec, the default), one expression (eval) or one interactive statement "
     "(single)."},
    {"python-version", 0, "VERSION", versions,
     "Accept the grammar of this version only: 3.13 or 3.14. By default what any version accepts "
     "is "
     "accepted."},
    {0},
};

const struct cli_command command_ast = {
    .name = "ast",
    .summary = "Print the syntax tree of Python files as CPython's ast.dump() does.",
    .operands = "FILE...",
    .about = "The output is that of ast.dump(tree, include_attributes=True, indent=1) in CPython "
             "3.13. A file named - is standard input.\n\n"
             "Exit status: 0 when every file was read and accepted, 1 when a file is not valid "
             "Python, 2 when one cannot be read. The other files are printed in any case.",
    .examples = "cordon ast task.py\n"
                "cordon ast --python-version 3.13 *.py\n"
                "echo '1 + 2' | cordon ast --mode eval -\n",
    .options = options,
    .run = run_ast,
};
