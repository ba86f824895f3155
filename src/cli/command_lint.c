#define _GNU_SOURCE /* AT_FDCWD */
#include "cli/rule_pages.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/vector.h"
#include "cli/interrupt.h"
#include "cli/sandbox.h"
#include "lint/registry.h"
#include "lint/runner.h"
#include "render/render.h"
#include "repo/changed.h"
#include "repo/presets.h"
#include "repo/reach.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* One run of the command. */
struct lint {
    struct cli *cli;
    const struct cli_arguments *arguments;
    struct repository repository;
    struct package_places places;
    struct lint_options options;
    struct notices notices;
    int summary; /* open file of the job summary, or -1 */
};

static int fail(struct lint *lint, const struct error *error) {
    struct text message = error_text(lint->cli->arena, error);
    return cli_error(lint->cli, lint->arguments, "%.*s", TEXT_ARGS(message));
}

/* NAME[,NAME...]; empty parts do not count. Every value given is checked, the last one holds. */
static int read_selectors(struct lint *lint, const char *option, struct texts *selectors) {
    struct arena *arena = lint->cli->arena;
    struct known_rules rules = registry_known(arena);
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, option, i)).data; i++) {
        VECTOR(struct text) found = {0};
        struct text rest = value, part;
        while (text_split(&rest, ',', &part)) {
            struct error error = {0};
            if (!part.size)
                continue;
            if (!selector_check(arena, rules, part, text_format(arena, "--%s", option), &error))
                return cli_usage_error(lint->cli, lint->arguments, "%.*s",
                                       TEXT_ARGS(error.message));
            vector_push(arena, &found, part);
        }
        if (!found.count)
            return cli_usage_error(lint->cli, lint->arguments,
                                   "--%s names no rule; give a rule's name, a code or the "
                                   "beginning of codes, separated by commas",
                                   option);
        *selectors = (struct texts){found.items, found.count};
    }
    return EXIT_FINE;
}

static int check_presets(struct lint *lint) {
    struct text value;
    for (size_t i = 0; (value = cli_value_at(lint->arguments, "preset", i)).data; i++) {
        struct error error = {0};
        if (!preset_check(lint->cli->arena, value, T("--preset"), &error))
            return cli_usage_error(lint->cli, lint->arguments, "%.*s", TEXT_ARGS(error.message));
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
        lint->options.jobs = (unsigned)jobs;
    }
    return EXIT_FINE;
}

static int read_options(struct lint *lint) {
    int code = read_selectors(lint, "select", &lint->options.select);
    if (!code)
        code = read_selectors(lint, "ignore", &lint->options.ignore);
    if (!code)
        code = check_presets(lint);
    if (!code)
        code = check_python(lint);
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

/* The operands are files, relative to the working folder. */
static bool find_changed(struct lint *lint, struct error *error) {
    struct arena *arena = lint->cli->arena;
    size_t count = cli_operand_count(lint->arguments);
    struct text *paths = arena_array(arena, struct text, count + 1);
    char room[PATH_MAX];
    struct text working = text_of(getcwd(room, sizeof(room)));
    for (size_t i = 0; i < count; i++) {
        struct text path = cli_operand(lint->arguments, i);
        bool whole = path.size && path.data[0] == '/';
        paths[i] = whole ? path : path_join(arena, working, path);
    }
    return changed_add(arena, &lint->repository, (struct texts){paths, count}, &lint->places,
                       error);
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
    const struct repository *repository = &lint->repository;
    struct text source = repository->config.source_root;
    enum entry_type type;
    if (!folder_has(AT_FDCWD, repository->root.data, &type) || type != ENTRY_FOLDER)
        add_notice(lint, "there is no folder %.*s; --root takes the repository's folder",
                   TEXT_ARGS(repository->root));
    else if (!folder_has(repository->root_folder, source.size ? source.data : ".", &type))
        add_notice(lint,
                   "there is no folder '%.*s' in %.*s; the setting source-root names the one that "
                   "holds the packages",
                   TEXT_ARGS(source), TEXT_ARGS(repository->root));
    else
        add_notice(lint,
                   "no folder of '%.*s' in %.*s has an __init__.py, which makes it a package; the "
                   "setting source-root names the one that holds the packages",
                   TEXT_ARGS(source), TEXT_ARGS(repository->root));
}

static void explain_path(struct lint *lint, struct text name) {
    bool is_dots = text_is(name, ".") || text_is(name, "..");
    if (is_dots || text_find_byte(name, '/') != TEXT_NONE)
        add_notice(
            lint,
            "'%.*s' is taken as a package's name in '%.*s', not as a path; --task PATH takes "
            "a file, --all every package",
            TEXT_ARGS(name), TEXT_ARGS(lint->repository.config.source_root));
}

static bool find_places(struct lint *lint, struct error *error) {
    struct repository *repository = &lint->repository;
    struct arena *arena = lint->cli->arena;
    struct text path;
    if (cli_given(lint->arguments, "changed"))
        return find_changed(lint, error);
    for (size_t i = 0; (path = cli_value_at(lint->arguments, "task", i)).data; i++)
        if (!layout_add_task(arena, repository, path, &lint->places, error))
            return false;
    if (cli_given(lint->arguments, "all") &&
        !layout_add_all(arena, repository->root_folder, &repository->config, &lint->places, error))
        return false;
    for (size_t i = 0; i < cli_operand_count(lint->arguments); i++) {
        layout_add_name(arena, repository->root_folder, &repository->config,
                        cli_operand(lint->arguments, i), &lint->places);
        explain_path(lint, cli_operand(lint->arguments, i));
    }
    if (cli_given(lint->arguments, "all") && !lint->places.count)
        explain_nothing(lint);
    return true;
}

static void show_warnings(struct lint *lint, const struct report *report) {
    struct cli *cli = lint->cli;
    for (size_t i = 0; i < lint->repository.notices.count; i++)
        cli_note(cli, lint->arguments, lint->repository.notices.items[i]);
    for (size_t i = 0; i < lint->notices.count; i++)
        cli_note(cli, lint->arguments, lint->notices.items[i]);
    struct texts warnings = report_warnings(cli->arena, report);
    for (size_t i = 0; i < warnings.count; i++)
        cli_note(cli, lint->arguments, warnings.items[i]);
}

enum { PROGRESS_DELAY = 500 }; /* milliseconds: a short run shows none */

struct progress {
    struct timespec start;
    bool shown;
};

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

static struct render_options render_options_of(const struct lint *lint) {
    struct render_options options = render_defaults();
    options.color = cli_wants_color(lint->cli, lint->arguments);
    options.quiet = cli_given(lint->arguments, "quiet");
    options.statistics = cli_given(lint->arguments, "statistics");
    options.width = lint->cli->width;
    return options;
}

/* What a job of GitHub Actions shows on its summary page is a file that its steps append to. It is
 * opened before the sandbox closes. */
static bool open_job_summary(struct lint *lint, struct error *error) {
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    struct text format = cli_value(lint->arguments, "output-format");
    lint->summary = -1;
    if (!path || !*path || !text_is(format, "github"))
        return true;
    lint->summary = file_open_to_append(lint->cli->arena, path, error);
    return lint->summary >= 0;
}

static int append_job_summary(struct lint *lint, const struct report *report,
                              const struct render_options *options) {
    struct buffer summary;
    if (lint->summary < 0)
        return EXIT_FINE;
    buffer_init(&summary, lint->cli->arena);
    buffer_string(&summary, "## inspect-evals-lint\n\n");
    render_markdown(&summary, report, options);
    if (file_write_all(lint->summary, buffer_view(&summary)))
        return EXIT_FINE;
    return cli_error(lint->cli, lint->arguments, "%s: cannot be written: %s",
                     getenv("GITHUB_STEP_SUMMARY"), strerror(errno));
}

/* Where --output writes: the folder in which a file is replaced, or the device it is. */
static const char *writable_place(struct lint *lint) {
    struct arena *arena = lint->cli->arena;
    struct text output = cli_value(lint->arguments, "output");
    enum entry_type type;
    char room[PATH_MAX];
    if (!output.data)
        return NULL;
    output = text_copy(arena, output);
    if (folder_has(AT_FDCWD, output.data, &type) && type != ENTRY_FILE &&
        realpath(output.data, room))
        return text_copy(arena, text_of(room)).data;
    struct text folder = path_folder(output);
    return folder.size ? text_copy(arena, folder).data : ".";
}

/* From here on a stranger's bytes decide what happens. What a kernel cannot refuse is not: the
 * work is the same. */
static void enter_sandbox(struct lint *lint) {
    struct arena *arena = lint->cli->arena;
    if (cli_given(lint->arguments, "no-sandbox"))
        return;
    struct texts reach = reach_find(arena, &lint->repository);
    const char **readable = arena_array(arena, const char *, reach.count);
    for (size_t i = 0; i < reach.count; i++)
        readable[i] = reach.items[i].data;
    sandbox_read_only(&(struct sandbox_paths){readable, reach.count, writable_place(lint)});
}

/* Sends a long report as it is made: its text need not be in memory as a whole. */
static void send_written(void *user) {
    enum { ENOUGH = 1 << 16 };
    struct cli *cli = user;
    if (cli->out.size >= ENOUGH)
        cli_flush(cli);
}

static int write_output(struct lint *lint, struct text output, struct buffer *content) {
    struct arena *arena = lint->cli->arena;
    struct error error = {0};
    if (file_replace(arena, text_copy(arena, output).data, buffer_view(content), &error))
        return EXIT_FINE;
    return fail(lint, &error);
}

/* Pages and lists go where a report would. */
static int show_rules(struct lint *lint,
                      int (*show)(struct cli *cli, const struct cli_arguments *arguments)) {
    struct cli *cli = lint->cli;
    struct text output = cli_value(lint->arguments, "output");
    cli->out_is_terminal &= !output.data;
    int code = show(cli, lint->arguments);
    if (code || !output.data)
        return code;
    code = write_output(lint, output, &cli->out);
    cli->out.size = 0;
    return code;
}

static int write_report(struct lint *lint, const struct report *report) {
    struct cli *cli = lint->cli;
    struct text output = cli_value(lint->arguments, "output");
    struct text name = cli_value(lint->arguments, "output-format");
    const struct render_format *format = render_format_find(name.data ? name : T("text"));
    struct render_options options = render_options_of(lint);
    struct buffer file;
    buffer_init(&file, cli->arena);
    options.written = output.data ? NULL : send_written;
    options.user = cli;
    format->render(output.data ? &file : &cli->out, report, &options);
    if (format->render == render_github && append_job_summary(lint, report, &options))
        return EXIT_USAGE;
    return output.data ? write_output(lint, output, &file) : EXIT_FINE;
}

static void stop_watching(void *argument) {
    interrupt_unwatch(argument);
}

/* With progress on a terminal, which an interrupt must not leave there. */
static enum lint_result run_rules(struct lint *lint, struct lint_run *run, struct error *error) {
    struct progress progress = {.shown = false};
    struct interrupt_watch watch = {.started = false};
    struct cleanup cleanup;
    clock_gettime(CLOCK_MONOTONIC, &progress.start);
    lint->options.context = &progress;
    if (lint->options.progress)
        interrupt_watch(&watch);
    heap_push_cleanup(lint->cli->heap, &cleanup, stop_watching, &watch);
    enum lint_result result =
        lint_packages(run, &lint->repository, &lint->places, &lint->options, error);
    heap_pop_cleanup(lint->cli->heap, &cleanup);
    clear_progress(&progress);
    interrupt_unwatch(&watch);
    return result;
}

static int lint_repository(struct lint *lint) {
    struct error error = {0};
    if (!find_places(lint, &error))
        return fail(lint, &error);
    if (!open_job_summary(lint, &error))
        return fail(lint, &error);
    enter_sandbox(lint);
    lint_selection_notices(lint->cli->arena, &lint->repository.config, &lint->options,
                           &lint->notices);
    struct lint_run run;
    enum lint_result result = run_rules(lint, &run, &error);
    if (result != LINT_DONE)
        return fail(lint, &error);
    show_warnings(lint, &run.report);
    int code = write_report(lint, &run.report);
    if (!code)
        code = report_passed(&run.report) ? EXIT_FINE : EXIT_FOUND;
    lint_release(&run);
    return code;
}

static int run_lint(struct cli *cli, const struct cli_arguments *arguments) {
    struct lint lint = {.cli = cli, .arguments = arguments};
    int code = read_options(&lint);
    if (code)
        return code;
    if (cli_given(arguments, "version")) {
        buffer_format(&cli->out, "%s %s\n", cli->program, CORDON_VERSION);
        return EXIT_FINE;
    }
    if (cli_given(arguments, "explain"))
        return show_rules(&lint, explain_rules);
    if (cli_given(arguments, "list-rules"))
        return show_rules(&lint, list_rules);
    code = check_operands(&lint);
    if (code)
        return code;
    if (cli->err_is_terminal && !cli_given(arguments, "quiet"))
        lint.options.progress = show_progress;
    struct repository_input input = {
        .root = cli_value(arguments, "root"),
        .preset = cli_value(arguments, "preset"),
        .python = cli_value(arguments, "python"),
        .virtual_env = text_of(getenv("VIRTUAL_ENV")),
        .rules = registry_known(cli->arena),
        .preview = cli_given(arguments, "preview"),
    };
    struct error error = {0};
    if (!repository_open(&lint.repository, cli->arena, &input, &error))
        return fail(&lint, &error);
    code = lint_repository(&lint);
    repository_close(&lint.repository);
    return code;
}

static const char *const formats[] = {"text", "concise", "json",  "github", "markdown",
                                      "html", "sarif",   "junit", "gitlab", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};

static const struct cli_option options[] = {
    {"all", 0, NULL, NULL, "Lint every evaluation and helper package."},
    {"task", 0, "PATH", NULL,
     "Lint the package that holds this task file, whatever the repository's layout. The path is "
     "relative to the root. May be repeated."},
    {"changed", 0, NULL, NULL,
     "The operands are files: lint the packages that they belong to by their code or tests, all "
     "packages if pyproject.toml or uv.lock is among them, and none for other files. For hooks."},
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
    {"output", 'o', "FILE", NULL, "Write the report to a file, whole or not at all."},
    {"color", 0, "WHEN", colors, "Colour in the text report: auto, always or never."},
    {"quiet", 'q', NULL, NULL, "Report only what failed or is a warning."},
    {"statistics", 0, NULL, NULL, "Count the findings by rule."},
    {"jobs", 'j', "N", NULL, "How many packages to work on at once."},
    {"no-sandbox", 0, NULL, NULL,
     "Keep the rights of the process. Otherwise it gives up all but reading the repository and "
     "its environment and writing the report, where the kernel can see to that."},
    {"list-rules", 0, NULL, NULL,
     "List every rule, with --output-format json as JSON; with --preview, the preview rules as "
     "well."},
    {"explain", 0, "RULE", NULL,
     "Show the page of a rule, given by code or name: as text in a terminal, as Markdown when it "
     "is piped, with --output-format json as JSON. May be repeated."},
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
        "something failed, 2 when the arguments or the configuration are wrong.",
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
