#define _GNU_SOURCE /* AT_FDCWD */
#include <cordon/lint.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "base/workers.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/rule_pages.h"
#include "cli/sandbox.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct progress {
    struct timespec start;
    bool shown;
};

typedef VECTOR(const char *) strings;

/* One run of the command. */
struct lint {
    struct cli *cli;
    const struct cli_arguments *arguments;
    cordon_lint_options options;
    struct progress progress;
    cordon_config *config;
    cordon_targets *targets;
    cordon_report *report;
    VECTOR(struct text) notices;
    int summary;          /* open file of the job summary, or -1 */
    int spool;            /* open temporary file for a long document, or -1 */
    struct keeper keeper; /* of the report's file */
};

static int fail(struct lint *lint, const struct error *error) {
    struct text message = error_text(lint->cli->arena, error);
    return cli_error(lint->cli, lint->arguments, "%.*s", TEXT_ARGS(message));
}

/* For a word of an option that the library refuses: frees the error. */
static int refuse_word(struct lint *lint, cordon_error *error) {
    int code = cli_failed(lint->cli, lint->arguments, CORDON_INVALID, error);
    cli_hint_at_help(lint->cli, lint->arguments);
    return code;
}

/* NAME[,NAME...]; empty parts do not count. Every value given is checked, the last one holds. */
static int read_selectors(struct lint *lint, const char *option, strings *selectors) {
    struct arena *arena = lint->cli->arena;
    const char *place = text_format(arena, "--%s", option).data;
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, option, i)).data; i++) {
        struct text part;
        *selectors = (strings){0};
        while (text_split(&value, ',', &part)) {
            const char *selector = text_copy(arena, part).data;
            cordon_error *error;
            if (!part.size)
                continue;
            if (cordon_check_selector(selector, place, &error) != CORDON_OK)
                return refuse_word(lint, error);
            vector_push(arena, selectors, selector);
        }
        if (!selectors->count)
            return cli_usage_error(lint->cli, lint->arguments,
                                   "--%s names no rule; give a rule's name, a code or the "
                                   "beginning of codes, separated by commas",
                                   option);
    }
    return EXIT_FINE;
}

static int read_presets(struct lint *lint) {
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, "preset", i)).data; i++) {
        cordon_error *error;
        lint->options.preset = value.data;
        if (cordon_check_preset(value.data, "--preset", &error) != CORDON_OK)
            return refuse_word(lint, error);
    }
    return EXIT_FINE;
}

static int check_python(struct lint *lint) {
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, "python", i)).data; i++) {
        enum entry_type type;
        if (!folder_has(AT_FDCWD, text_copy(lint->cli->arena, value).data, &type))
            return cli_error(lint->cli, lint->arguments,
                             "--python: '%.*s' does not exist; it takes an interpreter or the "
                             "folder of an environment",
                             TEXT_ARGS(value));
    }
    return EXIT_FINE;
}

static int read_jobs(struct lint *lint) {
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, "jobs", i)).data; i++) {
        enum { MOST_JOBS = 256 };
        struct text copy = text_copy(lint->cli->arena, value);
        char *end;
        long jobs = strtol(copy.data, &end, 10);
        if (!value.size || *end || jobs < 1 || jobs > MOST_JOBS)
            return cli_usage_error(lint->cli, lint->arguments,
                                   "--jobs takes a number from 1 to %d, not '%.*s'", MOST_JOBS,
                                   TEXT_ARGS(value));
        lint->options.threads = (unsigned)jobs;
    }
    return EXIT_FINE;
}

/* Raised to what is needed where that is allowed. */
static rlim_t descriptor_limit(rlim_t needed) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= needed)
        return needed;
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : before;
}

/* A file that cannot be opened would be reported as the repository's fault. So there are as many
 * threads as there are descriptors for; the report does not depend on their number. */
static int limit_threads(struct lint *lint) {
    enum { FOR_ALL = 32, FOR_THREAD = 8 };
    unsigned wanted = lint->options.threads ? lint->options.threads : workers_default_count();
    rlim_t limit = descriptor_limit(FOR_ALL + (rlim_t)FOR_THREAD * wanted);
    if (limit < FOR_ALL + FOR_THREAD)
        return cli_error(lint->cli, lint->arguments,
                         "the process may open only %u files at once; raise the limit: "
                         "ulimit -n %d",
                         (unsigned)limit, FOR_ALL + FOR_THREAD);
    unsigned possible = (unsigned)((limit - FOR_ALL) / FOR_THREAD);
    lint->options.threads = wanted < possible ? wanted : possible;
    return EXIT_FINE;
}

/* The other formats are documents of their own, which have no place for a table or hold the numbers
 * already. */
static int check_statistics(struct lint *lint) {
    struct text format = cli_value(lint->arguments, "output-format");
    if (!cli_given(lint->arguments, "statistics") || !format.data || text_is(format, "text") ||
        text_is(format, "concise"))
        return EXIT_FINE;
    return cli_usage_error(lint->cli, lint->arguments,
                           "--statistics is for --output-format text and concise, not for %.*s",
                           TEXT_ARGS(format));
}

static int read_options(struct lint *lint) {
    strings select = {0}, ignore = {0};
    cordon_lint_options_init(&lint->options);
    lint->options.python = cli_value(lint->arguments, "python").data;
    lint->options.virtual_env = getenv("VIRTUAL_ENV");
    lint->options.preview = cli_given(lint->arguments, "preview");
    int code = read_selectors(lint, "select", &select);
    if (!code)
        code = read_selectors(lint, "ignore", &ignore);
    if (!code)
        code = read_presets(lint);
    if (!code)
        code = check_python(lint);
    if (!code)
        code = check_statistics(lint);
    lint->options.select = select.items;
    lint->options.select_count = select.count;
    lint->options.ignore = ignore.items;
    lint->options.ignore_count = ignore.count;
    return code ? code : read_jobs(lint);
}

/* What is to be linted, as far as it shows without looking at the repository. */
static int check_operands(struct lint *lint) {
    size_t names = cli_operand_count(lint->arguments);
    bool all = cli_given(lint->arguments, "all"), task = cli_given(lint->arguments, "task");
    if (cli_given(lint->arguments, "changed")) {
        if (all || task)
            return cli_usage_error(lint->cli, lint->arguments,
                                   "--changed takes files and cannot be combined with --%s",
                                   all ? "all" : "task");
        return EXIT_FINE;
    }
    if (task && (all || names))
        return cli_usage_error(lint->cli, lint->arguments,
                               "--task cannot be combined with %s; run them separately",
                               all ? "--all" : "names of packages");
    if (!task && !all && !names)
        return cli_usage_error(lint->cli, lint->arguments,
                               "nothing to lint: name packages, or give --all for every package, "
                               "or --task PATH for the package that holds a task file");
    return EXIT_FINE;
}

/* Words from the command line end with a NUL. */
static strings operands_of(const struct lint *lint) {
    strings operands = {0};
    for (size_t i = 0; i < cli_operand_count(lint->arguments); i++)
        vector_push(lint->cli->arena, &operands, cli_operand(lint->arguments, i).data);
    return operands;
}

/* The operands are files, relative to the working folder. */
static cordon_status add_changed(struct lint *lint, cordon_error **error) {
    char room[PATH_MAX];
    struct text working = text_of(getcwd(room, sizeof(room)));
    strings paths = operands_of(lint);
    for (size_t i = 0; i < paths.count; i++)
        if (paths.items[i][0] != '/')
            paths.items[i] = path_join(lint->cli->arena, working, text_of(paths.items[i])).data;
    return cordon_targets_add_changed(lint->targets, paths.items, paths.count, error);
}

/* A task file is named from the root, as registers name it; one that is named from the working
 * folder is not found, and its name from the root is said. */
static void explain_task(struct lint *lint, const char *path) {
    char room[PATH_MAX];
    struct arena *arena = lint->cli->arena;
    struct text root = cli_text(cordon_config_root(lint->config));
    enum entry_type type;
    if (folder_has(AT_FDCWD, path_join(arena, root, text_of(path)).data, &type) ||
        !realpath(path, room))
        return;
    struct text name = path_relative(text_of(room), root);
    if (name.size)
        cli_note(lint->cli, lint->arguments,
                 text_format(arena, "from the root, '%s' is '%.*s'", path, TEXT_ARGS(name)));
}

static cordon_status add_targets(struct lint *lint, cordon_error **error) {
    strings tasks = {0}, names = operands_of(lint);
    struct text path;
    if (cli_given(lint->arguments, "changed"))
        return add_changed(lint, error);
    for (size_t i = 0; (path = cli_value_at(lint->arguments, "task", i)).data; i++)
        vector_push(lint->cli->arena, &tasks, path.data);
    cordon_status status =
        cordon_targets_add_task_files(lint->targets, tasks.items, tasks.count, error);
    for (size_t i = 0; i < tasks.count && status == CORDON_INVALID; i++)
        explain_task(lint, tasks.items[i]);
    if (status == CORDON_OK && cli_given(lint->arguments, "all"))
        status = cordon_targets_add_all(lint->targets, error);
    if (status == CORDON_OK)
        status = cordon_targets_add_packages(lint->targets, names.items, names.count, error);
    return status;
}

static void add_notice(struct lint *lint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_notice(struct lint *lint, const char *format, ...) {
    va_list words;
    va_start(words, format);
    vector_push(lint->cli->arena, &lint->notices, text_vformat(lint->cli->arena, format, words));
    va_end(words);
}

/* A run without packages fails nothing, so it says why there are none. */
static void explain_nothing(struct lint *lint) {
    struct text root = cli_text(cordon_config_root(lint->config));
    struct text source = cli_text(cordon_config_source_root(lint->config));
    struct text folder = path_join(lint->cli->arena, root, source);
    enum entry_type type;
    if (!folder_has(AT_FDCWD, root.data, &type) || type != ENTRY_FOLDER)
        add_notice(lint, "there is no folder %.*s; --root takes the repository's folder",
                   TEXT_ARGS(root));
    else if (!folder_has(AT_FDCWD, folder.data, &type))
        add_notice(lint,
                   "there is no folder '%.*s' in %.*s; the setting source-root names the one that "
                   "holds the packages",
                   TEXT_ARGS(source), TEXT_ARGS(root));
    else
        add_notice(lint,
                   "no folder of '%.*s' in %.*s has an __init__.py, which makes it a package; the "
                   "setting source-root names the one that holds the packages",
                   TEXT_ARGS(source), TEXT_ARGS(root));
}

static void explain_path(struct lint *lint, struct text name) {
    bool is_dots = text_is(name, ".") || text_is(name, "..");
    struct text source = cli_text(cordon_config_source_root(lint->config));
    if (is_dots || text_find_byte(name, '/') != TEXT_NONE)
        add_notice(
            lint,
            "'%.*s' is taken as a package's name in '%.*s', not as a path; --task PATH takes "
            "a file, --all every package",
            TEXT_ARGS(name), TEXT_ARGS(source));
}

static void explain_targets(struct lint *lint) {
    if (cli_given(lint->arguments, "changed"))
        return;
    for (size_t i = 0; i < cli_operand_count(lint->arguments); i++)
        explain_path(lint, cli_operand(lint->arguments, i));
    if (cli_given(lint->arguments, "all") && !cordon_targets_count(lint->targets))
        explain_nothing(lint);
}

static void show_notes(struct lint *lint) {
    struct cli *cli = lint->cli;
    for (size_t i = 0; i < cordon_config_notice_count(lint->config); i++)
        cli_note(cli, lint->arguments, cli_text(cordon_config_notice(lint->config, i)));
    for (size_t i = 0; i < lint->notices.count; i++)
        cli_note(cli, lint->arguments, lint->notices.items[i]);
    for (size_t i = 0; i < cordon_report_warning_count(lint->report); i++)
        cli_note(cli, lint->arguments, cli_text(cordon_report_warning(lint->report, i)));
}

enum { PROGRESS_DELAY = 500 }; /* milliseconds: a short run shows none */

static void show_progress(void *context, size_t done, size_t total) {
    struct progress *progress = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = (now.tv_sec - progress->start.tv_sec) * 1000 +
                  (now.tv_nsec - progress->start.tv_nsec) / 1000000;
    if (passed < PROGRESS_DELAY)
        return;
    progress->shown = true;
    enum { CELLS = 20 };
    char bar[CELLS + 1] = "....................";
    memset(bar, '#', total ? done * CELLS / total : CELLS);
    fprintf(stderr, "\r[%s] %zu of %zu packages", bar, done, total);
    fflush(stderr);
}

static void clear_progress(const struct progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

/* What a job of GitHub Actions shows on its summary page is a file that its steps append to. It is
 * opened before the sandbox closes. */
static bool open_job_summary(struct lint *lint, struct error *error) {
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    struct text format = cli_value(lint->arguments, "output-format");
    if (!path || !*path || !text_is(format, "github"))
        return true;
    lint->summary = file_open_to_append(lint->cli->arena, path, error);
    return lint->summary >= 0;
}

static int append_job_summary(struct lint *lint) {
    if (lint->summary < 0)
        return EXIT_FINE;
    cordon_status status = CORDON_FAILED;
    if (file_write_all(lint->summary, T("## inspect-evals-lint\n\n")))
        status = cordon_report_render(lint->report, "markdown", NULL, output_to_stream,
                                      &lint->summary, NULL);
    if (status == CORDON_OK)
        return EXIT_FINE;
    if (status == CORDON_NO_MEMORY)
        heap_exhausted(lint->cli->heap);
    return cli_error(lint->cli, lint->arguments, "%s: cannot be written: %s",
                     getenv("GITHUB_STEP_SUMMARY"), strerror(errno));
}

/* A link in the repository is a stranger's: a report that followed it out would overwrite whatever
 * file the stranger chose. */
static bool output_leads_out(struct lint *lint, const char *path) {
    char root[PATH_MAX];
    return realpath(cordon_config_root(lint->config).data, root) &&
           path_is_led_out(lint->cli->arena, text_of(path), text_of(root));
}

static int begin_output(struct lint *lint) {
    const char *path = output_path(lint->arguments);
    if (path && output_leads_out(lint, path))
        return cli_error(lint->cli, lint->arguments,
                         "%s: leads out of the repository, to where nothing of it may write; name "
                         "the file itself",
                         path);
    return output_begin(lint->cli, lint->arguments, &lint->keeper);
}

static void tell_limits(struct lint *lint, struct sandbox_state state) {
    const char *limits = state.paths && state.system_calls ? "paths and system calls are limited"
                         : state.paths                     ? "paths are limited, system calls not"
                         : state.system_calls              ? "system calls are limited, paths not"
                                                           : "nothing is limited";
    add_notice(lint, "sandbox: %s", limits);
}

/* From here on the files of packages are read, which are most of a stranger's bytes. Before it,
 * links and folders are looked at and pyproject.toml and the environment's own few files read,
 * which say what it must leave. What a kernel cannot refuse is not: the work is the same. */
static void enter_sandbox(struct lint *lint) {
    const cordon_text *reach;
    size_t count;
    struct sandbox_state state = {false, false};
    if (!cli_given(lint->arguments, "no-sandbox")) {
        if (cordon_targets_reach(lint->targets, &reach, &count) != CORDON_OK)
            heap_exhausted(lint->cli->heap);
        const char **readable = arena_array(lint->cli->arena, const char *, count);
        for (size_t i = 0; i < count; i++)
            readable[i] = reach[i].data;
        state = sandbox_read_only(&(struct sandbox_paths){readable, count});
    }
    if (cli_given(lint->arguments, "verbose"))
        tell_limits(lint, state);
}

static cordon_status write_report(void *context, cordon_writer writer, void *user,
                                  cordon_error **error) {
    const struct lint *lint = context;
    const char *format = cli_value(lint->arguments, "output-format").data;
    cordon_render_options options;
    cordon_render_options_init(&options);
    options.color = cli_wants_color(lint->cli, lint->arguments);
    options.quiet = cli_given(lint->arguments, "quiet");
    options.statistics = cli_given(lint->arguments, "statistics");
    options.width = lint->cli->width;
    return cordon_report_render(lint->report, format ? format : "text", &options, writer, user,
                                error);
}

/* With progress on a terminal, which an interrupt must not leave there. */
static cordon_status run_rules(struct lint *lint, cordon_error **error) {
    struct interrupt_watch watch = {.started = false};
    clock_gettime(CLOCK_MONOTONIC, &lint->progress.start);
    if (lint->options.progress)
        interrupt_watch(&watch);
    const char *format = cli_value(lint->arguments, "output-format").data;
    cordon_status status = cordon_lint_document(lint->targets, format ? format : "text",
                                                lint->spool, &lint->report, error);
    clear_progress(&lint->progress);
    interrupt_unwatch(&watch);
    return status;
}

/* Their report is so short that memory will do. */
enum { FEW_PACKAGES = 64 };

static int lint_targets(struct lint *lint) {
    struct error unwritable = {0};
    cordon_error *error = NULL;
    cordon_status status = cordon_targets_new(lint->config, &lint->targets);
    if (status == CORDON_OK)
        status = add_targets(lint, &error);
    if (status != CORDON_OK)
        return cli_failed(lint->cli, lint->arguments, status, error);
    explain_targets(lint);
    if (!open_job_summary(lint, &unwritable))
        return fail(lint, &unwritable);
    int code = begin_output(lint);
    if (code)
        return code;
    if (cordon_targets_count(lint->targets) > FEW_PACKAGES)
        lint->spool = file_open_temporary(); /* the sandbox would refuse it */
    enter_sandbox(lint);
    status = run_rules(lint, &error);
    if (status != CORDON_OK)
        return cli_failed(lint->cli, lint->arguments, status, error);
    show_notes(lint);
    code = output_write(lint->cli, lint->arguments, &lint->keeper, write_report, lint);
    if (!code)
        code = append_job_summary(lint);
    if (!code)
        code = cordon_report_passed(lint->report) ? EXIT_FINE : EXIT_FOUND;
    return code;
}

static void free_lint(void *argument) {
    struct lint *lint = argument;
    cordon_report_free(lint->report);
    cordon_targets_free(lint->targets);
    cordon_config_free(lint->config);
    if (lint->spool >= 0)
        file_close(&lint->spool);
    if (lint->summary >= 0)
        file_close(&lint->summary);
    keeper_stop(&lint->keeper);
}

static int lint_repository(struct lint *lint) {
    struct cleanup cleanup;
    cordon_error *error;
    if (lint->cli->err_is_terminal && !cli_given(lint->arguments, "quiet"))
        lint->options.progress = show_progress;
    lint->options.user = &lint->progress;
    heap_push_cleanup(lint->cli->heap, &cleanup, free_lint, lint);
    cordon_status status = cordon_config_load(cli_value(lint->arguments, "root").data,
                                              &lint->options, &lint->config, &error);
    int code = status == CORDON_OK ? lint_targets(lint)
                                   : cli_failed(lint->cli, lint->arguments, status, error);
    heap_pop_cleanup(lint->cli->heap, &cleanup);
    free_lint(lint);
    return code;
}

static int run_lint(struct cli *cli, const struct cli_arguments *arguments) {
    struct lint lint = {.cli = cli,
                        .arguments = arguments,
                        .summary = -1,
                        .spool = -1,
                        .keeper = {.stream = -1, .ready = -1}};
    int code = read_options(&lint);
    if (code)
        return code;
    if (cli_given(arguments, "version")) {
        buffer_format(&cli->out, "%s %s\n", cli->program, cordon_version());
        return EXIT_FINE;
    }
    if (cli_given(arguments, "explain"))
        return explain_rules(cli, arguments);
    if (cli_given(arguments, "list-rules"))
        return list_rules(cli, arguments, &lint.options);
    code = check_operands(&lint);
    if (!code)
        code = limit_threads(&lint);
    return code ? code : lint_repository(&lint);
}

static const char *const formats[] = {"text", "concise", "json",  "github", "markdown",
                                      "html", "sarif",   "junit", "gitlab", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};

static const struct cli_option options[] = {
    {"all", 0, NULL, NULL, "Lint every evaluation and helper package."},
    {"task", 0, "PATH", NULL,
     "Lint the package that holds this task file, whatever the repository's layout. The path is "
     "relative to the root, not to the working folder, as in a register's task_path. May be "
     "repeated."},
    {"changed", 0, NULL, NULL,
     "The operands are files, relative to the working folder: lint the packages in whose folders "
     "or tests they are, whatever kind of file it is, all packages if pyproject.toml or uv.lock is "
     "among them, and none for other files. For hooks."},
    {"select", 0, "RULES", NULL,
     "Run these rules instead of the configured ones: names, codes or beginnings of codes, "
     "separated by commas."},
    {"ignore", 0, "RULES", NULL, "Do not run these rules, beside the configured ones."},
    {"root", 0, "FOLDER", NULL,
     "The repository's folder. Otherwise the nearest pyproject.toml with the linter's table "
     "decides, then the nearest of any kind, then the working directory."},
    {"preset", 0, "NAME", NULL, "The layout to start from: multi-eval, monorepo or single-eval."},
    {"preview", 0, NULL, NULL,
     "Put rules and refinements in force that are not final yet, as preview = true does. The JSON "
     "report is then of schema version 3."},
    {"python", 0, "PATH", NULL,
     "The interpreter or environment whose installed packages tell what an import belongs to. "
     "Otherwise VIRTUAL_ENV, then .venv in the root."},
    {"output-format", 0, "FORMAT", formats,
     "How to report: text for people, concise with a line for each finding, json, github for the "
     "annotations of a GitHub Actions job, markdown, html for one page to read in a browser, "
     "sarif, "
     "junit, or gitlab for code quality."},
    {"output", 'o', "FILE", NULL,
     "Write the report to a file, whole or not at all; - is standard output. A link is followed, "
     "but not out of the repository."},
    {"color", 0, "WHEN", colors, "Colour in the text report: auto, always or never."},
    {"quiet", 'q', NULL, NULL, "Report only what failed or is a warning."},
    {"statistics", 0, NULL, NULL,
     "Count the findings by rule at the end of a text or concise report."},
    {"jobs", 'j', "N", NULL, "How many packages to work on at once."},
    {"no-sandbox", 0, NULL, NULL,
     "Keep the rights of the process. Otherwise it gives up all but reading the repository and "
     "its environment and writing the report, where the kernel can see to that."},
    {"verbose", 'v', NULL, NULL, "Say what the sandbox limits, on standard error."},
    {"list-rules", 0, NULL, NULL,
     "List every rule, or those that --select and --ignore leave, with --output-format json as "
     "JSON; with --preview, the preview rules as well."},
    {"explain", 0, "RULE", NULL,
     "Show the page of a rule, given by code or name, or of all whose codes begin so: as text in a "
     "terminal, as Markdown when it is piped, with --output-format json as JSON. May be repeated."},
    {"version", 'V', NULL, NULL, "Print the version."},
    {0},
};

const struct cli_command command_lint = {
    .name = "lint",
    .summary = "Check a repository of Inspect AI evaluations.",
    .operands = "[PACKAGE ...]",
    .about =
        "Reads the Python files, eval.yaml, Compose files, Dockerfiles and pyproject.toml of each "
        "package and reports what breaks a rule. Settings come from [tool.inspect-evals-lint] in "
        "pyproject.toml.\n\n"
        "Ends with 0 when nothing failed (warnings and suppressed findings pass), 1 when "
        "something failed, 2 when the arguments or the configuration are wrong or the report could "
        "not be written.",
    .examples =
        "cordon lint --all                         # every package of the repository\n"
        "cordon lint my_eval utils                 # these two\n"
        "cordon lint --task src/my_eval/my_eval.py # the package that holds this file\n"
        "cordon lint --all --select IEBP,readme    # only these rules\n"
        "git diff --name-only -z main | xargs -0 cordon lint --changed # what a branch changed\n"
        "cordon lint --explain IESC002             # what a rule is about\n",
    .options = options,
    .run = run_lint,
};
