#include <cordon/python.h>

#include "cli/diagnostic.h"
#include "cli/input.h"
#include "cli/sandbox.h"

struct ast_run {
    struct cli *cli;
    const struct cli_arguments *arguments;
    cordon_python_options options;
    struct arena arena; /* of one file */
    int code;
};

static bool read_source(struct ast_run *run, struct text path, struct text *content) {
    struct text why;
    if (input_read(&run->arena, path, content, &why))
        return true;
    diagnostic_head(&run->cli->err, path, 0, 0);
    buffer_format(&run->cli->err, ": error: %.*s\n", TEXT_ARGS(why));
    run->code = EXIT_USAGE;
    return false;
}

static void free_tree(void *tree) {
    cordon_python_tree_free(tree);
}

static void dump_tree(struct ast_run *run, cordon_python_tree *tree) {
    struct cli *cli = run->cli;
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, free_tree, tree);
    if (cordon_python_dump(tree, cli_write, cli) == CORDON_NO_MEMORY)
        heap_exhausted(cli->heap);
    buffer_byte(&cli->out, '\n');
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_python_tree_free(tree);
}

static void dump_source(struct ast_run *run, struct text name, struct text source) {
    cordon_python_tree *tree;
    cordon_error *error;
    cordon_status status =
        cordon_python_parse(source.data, source.size, &run->options, &tree, &error);
    if (status == CORDON_OK) {
        dump_tree(run, tree);
        return;
    }
    if (!error)
        heap_exhausted(run->cli->heap);
    diagnostic_refusal(run->cli, name, cordon_python_error_class(error), error);
    if (run->code == EXIT_FINE)
        run->code = EXIT_FOUND;
}

static void dump_file(struct ast_run *run, struct text path) {
    struct text content;
    arena_init(&run->arena, run->cli->heap);
    if (read_source(run, path, &content))
        dump_source(run, input_is_standard(path) ? T("<stdin>") : path, content);
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
    cordon_python_options_init(&run.options);
    if (text_is(mode, "eval"))
        run.options.mode = CORDON_PYTHON_EVAL;
    else if (text_is(mode, "single"))
        run.options.mode = CORDON_PYTHON_SINGLE;
    if (version.data)
        run.options.minor_version = text_is(version, "3.13") ? 13 : 14;
    enter_sandbox(cli, arguments);
    for (size_t i = 0; i < cli_operand_count(arguments) && !cli->lost; i++) {
        dump_file(&run, cli_operand(arguments, i));
        cli_flush(cli); /* in the order of the files, however many they are */
    }
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
    .about =
        "The output is that of ast.dump(tree, include_attributes=True, indent=1) in CPython "
        "3.13. What ast.parse() accepts is accepted: what CPython checks after parsing, such as a "
        "return outside of a function, is not. Without --python-version what 3.14 adds is "
        "accepted as well. A file named - is standard input.\n\n"
        "Exit status: 0 when every file was read and accepted, 1 when a file is not valid "
        "Python, 2 when one cannot be read. The other files are printed in any case.",
    .examples = "cordon ast task.py\n"
                "cordon ast --python-version 3.13 *.py\n"
                "echo '1 + 2' | cordon ast --mode eval -\n",
    .options = options,
    .run = run_ast,
};
