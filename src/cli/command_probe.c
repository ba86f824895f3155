#define _GNU_SOURCE /* O_CLOEXEC */
#include "cli/command_probe.h"
#include "cli/input.h"
#include "cli/sandbox.h"

#include "base/file.h"
#include "base/json.h"

#include <errno.h>
#include <unistd.h>

enum { RECIPE_LIMIT = 64 << 20 };

static const char *const formats[] = {"text", "json", NULL};
static const char *const engines[] = {"auto", "pcre2", NULL};

void probe_free_recipe(void *recipe) {
    cordon_probe_recipe_free(recipe);
}

void probe_free_result(void *result) {
    cordon_probe_result_free(result);
}

int probe_read_recipe(struct cli *cli, const struct cli_arguments *arguments, const char *path,
                      cordon_probe_recipe **recipe) {
    struct text source;
    int reason = 0;
    *recipe = NULL;
    enum file_result result = file_read(cli->arena, AT_FDCWD, path, RECIPE_LIMIT, &source, &reason);
    if (result != FILE_READ)
        return cli_error(cli, arguments, "the recipe %s %.*s", path,
                         TEXT_ARGS(file_result_text(cli->arena, result, reason)));
    cordon_error *error;
    cordon_status status =
        cordon_probe_recipe_read(path, source.data, source.size, NULL, recipe, &error);
    return status == CORDON_OK ? EXIT_FINE : cli_failed(cli, arguments, status, error);
}

static int read_count(struct cli *cli, const struct cli_arguments *arguments, const char *option,
                      int64_t least, int64_t most, int64_t *number) {
    struct text value = cli_value(arguments, option);
    if (!value.data)
        return EXIT_FINE;
    if (input_integer(value, number) && *number >= least && *number <= most)
        return EXIT_FINE;
    return cli_usage_error(cli, arguments,
                           "--%s takes a whole number from %lld to %lld, not '%.*s'", option,
                           (long long)least, (long long)most, TEXT_ARGS(value));
}

int probe_scan_options(struct cli *cli, const struct cli_arguments *arguments,
                       cordon_probe_options *options) {
    cordon_probe_options_init(options);
    int64_t window = (int64_t)options->window, overlap = -1;
    int code = read_count(cli, arguments, "window", 1, 1 << 28, &window);
    if (!code)
        code = read_count(cli, arguments, "overlap", 0, window / 2, &overlap);
    options->window = (size_t)window;
    if (overlap >= 0)
        options->overlap = (size_t)overlap;
    else if (options->overlap > options->window / 2) /* not given, and the window is small */
        options->overlap = options->window / 2;
    options->no_filter = text_is(cli_value(arguments, "engine"), "pcre2");
    return code;
}

static int read_trial(struct cli *cli, const struct cli_arguments *arguments,
                      cordon_probe_trial *trial) {
    struct text walltime = cli_value(arguments, "walltime-sec");
    cordon_probe_trial_init(trial);
    trial->timed_out = cli_given(arguments, "timed-out");
    int code = read_count(cli, arguments, "exit-code", INT64_MIN, INT64_MAX, &trial->exit_code);
    if (!code)
        code = read_count(cli, arguments, "peak-vram-mib", 0, INT64_MAX, &trial->peak_vram_mib);
    if (code)
        return code;
    if (!input_seconds(walltime, &trial->walltime_sec))
        return cli_usage_error(cli, arguments,
                               "--walltime-sec takes seconds such as 12.5, not '%.*s'",
                               TEXT_ARGS(walltime));
    return EXIT_FINE;
}

/* What a scan is made of. */
struct scan {
    const char *log;
    cordon_probe_trial trial;
    cordon_probe_options options;
    cordon_probe_recipe *recipe;
};

static int write_scan(struct cli *cli, const struct cli_arguments *arguments, const char *name,
                      cordon_probe_result *result) {
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, probe_free_result, result);
    if (!cordon_probe_log_size(result))
        cli_note(cli, arguments,
                 text_format(cli->arena, "%s: the log is empty; the verdict rests on the exit code",
                             name));
    int code = probe_write_result(cli, arguments, result);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_probe_result_free(result);
    return code;
}

static int scan_stream(struct cli *cli, const struct cli_arguments *arguments,
                       const struct scan *scan, int stream, const char *name) {
    cordon_probe_result *result;
    cordon_error *error;
    /* The recipe was read and the log is open: nothing else is needed. */
    sandbox_read_only(&(struct sandbox_paths){0});
    cordon_status status = cordon_probe_scan(scan->recipe, stream, name, &scan->trial,
                                             &scan->options, &result, &error);
    return status == CORDON_OK ? write_scan(cli, arguments, name, result)
                               : cli_failed(cli, arguments, status, error);
}

static int scan_file(struct cli *cli, const struct cli_arguments *arguments,
                     const struct scan *scan) {
    if (strcmp(scan->log, "-") == 0)
        return scan_stream(cli, arguments, scan, STDIN_FILENO, "standard input");
    int stream = file_open_raw(AT_FDCWD, scan->log, O_RDONLY);
    if (stream < 0)
        return cli_error(cli, arguments, "the log %s cannot be opened: %s", scan->log,
                         strerror(errno));
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, file_close, &stream);
    int code = scan_stream(cli, arguments, scan, stream, scan->log);
    heap_pop_cleanup(cli->heap, &cleanup);
    close(stream);
    return code;
}

static int run_scan(struct cli *cli, const struct cli_arguments *arguments) {
    struct text path = cli_value(arguments, "recipe");
    struct scan scan = {.log = cli_value(arguments, "log").data};
    struct cleanup cleanup;
    if (cli_value_at(arguments, "log", 1).data)
        return cli_usage_error(cli, arguments,
                               "--log is one file; join several with cat and use "
                               "--log -");
    int code = read_trial(cli, arguments, &scan.trial);
    if (!code)
        code = probe_scan_options(cli, arguments, &scan.options);
    if (!code)
        code = probe_read_recipe(cli, arguments, path.data, &scan.recipe);
    if (code)
        return code;
    heap_push_cleanup(cli->heap, &cleanup, probe_free_recipe, scan.recipe);
    code = scan_file(cli, arguments, &scan);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_probe_recipe_free(scan.recipe);
    return code;
}

static int run_check(struct cli *cli, const struct cli_arguments *arguments) {
    if (cli_operand_count(arguments) != 1)
        return cli_usage_error(cli, arguments, "needs one recipe: cordon probe check FILE");
    struct text path = cli_operand(arguments, 0);
    cordon_probe_recipe *recipe;
    int code = probe_read_recipe(cli, arguments, path.data, &recipe);
    if (code)
        return code;
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, probe_free_recipe, recipe);
    size_t count = cordon_probe_recipe_pattern_count(recipe);
    for (size_t i = 0; i < cordon_probe_recipe_warning_count(recipe); i++)
        cli_note(cli, arguments, cli_text(cordon_probe_recipe_warning(recipe, i)));
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_probe_recipe_free(recipe);
    buffer_format(&cli->out, "%.*s: accepted, %zu custom pattern%s\n", TEXT_ARGS(path), count,
                  count == 1 ? "" : "s");
    return EXIT_FINE;
}

static void list_json(struct cli *cli) {
    struct json json;
    json_init(&json, &cli->out, 2);
    json_array(&json);
    for (size_t i = 0; i < cordon_probe_builtin_count(); i++) {
        cordon_probe_builtin pattern = cordon_probe_builtin_at(i);
        json_object(&json);
        json_key(&json, "id");
        json_string(&json, pattern.id);
        json_key(&json, "detects");
        json_string(&json, pattern.detects);
        json_key(&json, "regex");
        json_string(&json, pattern.regex);
        json_key(&json, "flags");
        json_string(&json, pattern.flags);
        json_key(&json, "sample");
        json_string(&json, pattern.sample);
        json_end(&json);
    }
    json_end(&json);
    buffer_byte(&cli->out, '\n');
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments) {
    if (text_is(cli_value(arguments, "output-format"), "json")) {
        list_json(cli);
        return EXIT_FINE;
    }
    for (size_t i = 0; i < cordon_probe_builtin_count(); i++) {
        cordon_probe_builtin pattern = cordon_probe_builtin_at(i);
        buffer_format(&cli->out, "%s: %s\n  regex   %s%s%s%s\n  sample  %s\n", pattern.id,
                      pattern.detects, pattern.regex, pattern.flags[0] ? "   (flags: " : "",
                      pattern.flags, pattern.flags[0] ? ")" : "", pattern.sample);
    }
    return EXIT_FINE;
}

static const struct cli_option scan_options[] = {
    {"recipe", 'r', "FILE", NULL, "The recipe, a YAML file."},
    {"log", 'l', "FILE", NULL,
     "The trial's log: plain, gzip or zstd, told by its first bytes; - is standard input."},
    {"exit-code", 0, "N", NULL,
     "The trial's exit code; minus the signal's number if one ended it."},
    {"walltime-sec", 0, "SECONDS", NULL, "How long the trial took."},
    {"peak-vram-mib", 0, "N", NULL, "The most GPU memory it used, if that is known."},
    {"timed-out", 0, NULL, NULL, "The trial was ended by its time limit."},
    {"output-format", 0, "FORMAT", formats, "text (the default) or json."},
    {"window", 0, "N", NULL, "Characters that are searched at once; 10485760 unless told."},
    {"overlap", 0, "N", NULL,
     "Characters that neighbouring windows share, at most half a window; 4096 unless told."},
    {"engine", 0, "NAME", engines,
     "auto (the default) looks for literals first; pcre2 searches with PCRE2 alone, for "
     "comparison."},
    {0},
};

static const char *const scan_required[] = {"recipe", "log", "exit-code", "walltime-sec", NULL};

static const struct cli_option list_options[] = {
    {"output-format", 0, "FORMAT", formats, "text (the default) or json."},
    {0},
};

static const struct cli_command command_scan = {
    .name = "scan",
    .summary = "Classify a trial's log by a recipe.",
    .about = "Exit status: 0 when the verdict is pass, 1 when it is fail, 2 when the recipe is "
             "refused, a file cannot be read or the arguments are wrong.",
    .examples = "cordon probe scan --recipe recipe.yaml --log trial.log --exit-code 0 "
                "--walltime-sec 12.5 # a finished trial\n"
                "zstdcat old.zst | cordon probe scan -r recipe.yaml -l - --exit-code -11 "
                "--walltime-sec 3 # from a pipe; it crashed",
    .options = scan_options,
    .required = scan_required,
    .run = run_scan,
};

static const struct cli_command command_check = {
    .name = "check",
    .summary = "Check a recipe: its keys, regular expressions and conditions.",
    .operands = "FILE",
    .about =
        "Exit status: 0 when the recipe is accepted, 2 when it is not; the first mistake is "
        "reported with its line and key. What is accepted but cannot work, such as a condition "
        "that names a group its regex does not have, is noted on standard error.",
    .examples = "cordon probe check recipe.yaml\n",
    .run = run_check,
};

static const struct cli_command command_list = {
    .name = "list-patterns",
    .summary = "List the built-in patterns, which every log is searched for.",
    .examples =
        "cordon probe list-patterns\n"
        "cordon probe list-patterns --output-format json # with regex, flags and a sample\n",
    .options = list_options,
    .run = run_list,
};

static const struct cli_command *const commands[] = {
    &command_check, &command_scan, &command_probe_run, &command_list, NULL,
};

const struct cli_command command_probe = {
    .name = "probe",
    .summary = "Classify the log of a trial by a recipe's patterns.",
    .about = "A recipe lists regular expressions and what they mean for a trial. The log is "
             "searched in overlapping windows, so memory does not grow with it.",
    .examples = "cordon probe check recipe.yaml\n"
                "cordon probe run --recipe recipe.yaml -- python train.py\n",
    .commands = commands,
    .run = cli_help_wanted,
};
