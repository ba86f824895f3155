#define _GNU_SOURCE /* mkdtemp */
#include "cli/command_probe.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* The folder that was asked for, made if need be, or a new one. */
static int make_folder(struct cli *cli, const struct cli_arguments *arguments, char **folder) {
    struct text asked = cli_value(arguments, "log-folder");
    struct text name = text_copy(cli->arena, asked.data ? asked : T("cordon-trial-XXXXXX"));
    *folder = (char *)arena_copy(cli->arena, name.data, name.size + 1);
    bool made =
        asked.data ? mkdir(*folder, 0777) == 0 || errno == EEXIST : mkdtemp(*folder) != NULL;
    if (made)
        return EXIT_FINE;
    return cli_error(cli, arguments, "the folder %s for the log cannot be made: %s", *folder,
                     strerror(errno));
}

/* Words from the command line end with a NUL. */
static const char *const *command_of(struct cli *cli, const struct cli_arguments *arguments) {
    size_t count = cli_operand_count(arguments);
    const char **command = arena_array(cli->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        command[i] = cli_operand(arguments, i).data;
    return command;
}

static int write_run(struct cli *cli, const struct cli_arguments *arguments,
                     cordon_probe_result *result) {
    struct text failure = cli_text(cordon_probe_start_failure(result));
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, probe_free_result, result);
    if (failure.size)
        cli_note(cli, arguments,
                 text_format(cli->arena, "%s cannot be started: %.*s",
                             cli_operand(arguments, 0).data, TEXT_ARGS(failure)));
    int code = probe_write_result(cli, arguments, result);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_probe_result_free(result);
    return code;
}

static int run_trial(struct cli *cli, const struct cli_arguments *arguments,
                     const cordon_probe_recipe *recipe, const cordon_probe_options *options) {
    char *folder;
    int code = make_folder(cli, arguments, &folder);
    if (code)
        return code;
    cordon_probe_result *result;
    cordon_error *error;
    cordon_status status =
        cordon_probe_run(recipe, command_of(cli, arguments), folder, options, &result, &error);
    return status == CORDON_OK ? write_run(cli, arguments, result)
                               : cli_failed(cli, arguments, status, error);
}

static int run_run(struct cli *cli, const struct cli_arguments *arguments) {
    struct text path = cli_value(arguments, "recipe");
    cordon_probe_options options;
    cordon_probe_recipe *recipe;
    struct cleanup cleanup;
    if (!cli_operand_count(arguments))
        return cli_usage_error(cli, arguments, "name the trial's command: -- COMMAND...");
    int code = probe_scan_options(cli, arguments, &options);
    if (!code)
        code = probe_read_recipe(cli, arguments, path.data, &recipe);
    if (code)
        return code;
    heap_push_cleanup(cli->heap, &cleanup, probe_free_recipe, recipe);
    code = run_trial(cli, arguments, recipe, &options);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_probe_recipe_free(recipe);
    return code;
}

static const char *const formats[] = {"text", "json", NULL};

static const struct cli_option options[] = {
    {"recipe", 'r', "FILE", NULL, "The recipe, a YAML file; its timeout_per_trial is the limit."},
    {"log-folder", 0, "FOLDER", NULL,
     "Where stdout.log and stderr.log are kept; unless told, a new folder cordon-trial-* in the "
     "working folder at every call."},
    {"output-format", 0, "FORMAT", formats, "text (the default) or json."},
    {"window", 0, "N", NULL, "Characters that are searched at once; 10485760 unless told."},
    {"overlap", 0, "N", NULL, "Characters that neighbouring windows share; 4096 unless told."},
    {0},
};

static const char *const required[] = {"recipe", NULL};

const struct cli_command command_probe_run = {
    .name = "run",
    .summary = "Run a trial, keep its log, and classify it by a recipe.",
    .operands = "-- COMMAND...",
    .about =
        "The command runs in the working folder with an empty standard input. Its exit code "
        "or signal, its time, the GPU memory in use (where amd-smi or nvidia-smi is there) and "
        "the first 10 MiB of each of its two outputs decide the verdict.\n\n"
        "Exit status: 0 when the verdict is pass, 1 when it is fail, 2 when the recipe is "
        "refused or the log cannot be kept.",
    .examples = "cordon probe run --recipe recipe.yaml -- python train.py --steps 100 # one trial",
    .options = options,
    .required = required,
    .run = run_run,
};
