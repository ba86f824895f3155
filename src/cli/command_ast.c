#include "cli/cli.h"

static int run_ast(struct cli *cli, const struct cli_arguments *arguments) {
    return cli_error(cli, arguments, "the Python front end is not built in yet");
}

const struct cli_command command_ast = {
    .name = "ast",
    .summary = "Print the syntax tree of Python files as CPython's ast.dump() does.",
    .operands = "FILE...",
    .run = run_ast,
};
