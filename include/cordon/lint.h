/*
 * lint.h: static checks over repositories of Inspect AI evaluations.
 *
 * A configuration is loaded once for a repository and can be used by any number of threads. A run
 * gives a report, which is finished and immutable: everything it returns lives until the report is
 * freed, whenever the configuration is, and it may be read by many threads. Nothing that is read
 * from a repository is imported or run. Paths are as the system has them, without an encoding; in
 * documents they are UTF-8.
 */
#ifndef CORDON_LINT_H
#define CORDON_LINT_H

#include <cordon/cordon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cordon_config cordon_config;
typedef struct cordon_report cordon_report;
typedef struct cordon_package cordon_package;
typedef struct cordon_finding cordon_finding;
typedef struct cordon_rule cordon_rule;

/* ---- configuration ---- */

/* Set struct_size with cordon_lint_options_init(), which also fills in the defaults; a library that
 * is newer than the caller takes defaults for what lies beyond. Strings end with NUL; NULL is
 * unset. Everything but the allocator, the hooks and user is copied, so these must live as long as
 * what is made with the configuration. */
typedef struct cordon_lint_options {
    size_t struct_size;
    const char *preset; /* instead of the table's */
    const char *const
        *select; /* instead of the table's, or NULL; rule names, codes, code prefixes */
    size_t select_count;
    const char *const *ignore; /* beside the table's */
    size_t ignore_count;
    bool preview;            /* rules that are not final yet, as `preview = true` has it */
    const char *python;      /* the environment of external_dependencies: interpreter or folder */
    const char *virtual_env; /* what VIRTUAL_ENV names, for python NULL; NULL: the root's .venv */
    unsigned threads;        /* at most 256 are started; 0: one per processor */
    /* TOML of a table that is used instead of the one in pyproject.toml, its keys at the top level;
     * "" for none. NULL: pyproject.toml's. */
    const char *table;
    const cordon_allocator *allocator;
    /* Asked now and then, from several threads at once; true ends the run with CORDON_CANCELLED. */
    bool (*cancelled)(void *user);
    /* Told now and then how many packages are done, from the thread that called. */
    void (*progress)(void *user, size_t done, size_t total);
    void *user;
} cordon_lint_options;

CORDON_API void cordon_lint_options_init(cordon_lint_options *options);

/* Gives the writer the path of the root for a run that starts in this absolute folder: the nearest
 * folder upwards whose pyproject.toml has the table, else the nearest with a pyproject.toml, else
 * start. CORDON_FAILED when the writer returned false. */
CORDON_API cordon_status cordon_find_root(const char *start, cordon_writer writer, void *user);

/* Reads root's pyproject.toml; the folder stays open until the configuration is freed. A
 * configuration may be used by many threads, also by the functions that take it without const, and
 * freed while targets and reports keep it. With root NULL it is looked for as the command line
 * does: from the working directory upwards the nearest pyproject.toml that has the table, else the
 * nearest, else the working directory. CORDON_INVALID: the configuration is wrong, see the error.
 */
CORDON_API cordon_status cordon_config_load(const char *root, const cordon_lint_options *options,
                                            cordon_config **config, cordon_error **error);
CORDON_API void cordon_config_free(cordon_config *config);

/* Every key of the table with the value that is in force, as one JSON object. CORDON_FAILED when
 * the writer returned false. */
CORDON_API cordon_status cordon_config_json(const cordon_config *config, cordon_writer writer,
                                            void *user);

/* Absolute and physical. */
CORDON_API cordon_text cordon_config_root(const cordon_config *config);
/* The folder that holds the packages, relative to the root. */
CORDON_API cordon_text cordon_config_source_root(const cordon_config *config);

/* Sentences for the user: the layout that was chosen because nothing named a preset, selectors that
 * select nothing, and wrong options of rules that do not run. */
CORDON_API cordon_text cordon_config_notice(const cordon_config *config, size_t index);
CORDON_API size_t cordon_config_notice_count(const cordon_config *config);

/* Whether a word selects any rule, and whether there is such a preset, before a configuration is
 * loaded with it. where is what the error calls the place that the word is from. CORDON_INVALID:
 * no; the error names what is near. */
CORDON_API cordon_status cordon_check_selector(const char *selector, const char *where,
                                               cordon_error **error);
CORDON_API cordon_status cordon_check_preset(const char *preset, const char *where,
                                             cordon_error **error);

/* ---- runs ---- */

/* What a run is about: packages of a configuration, in the order in which they were added, each
 * once. It keeps the configuration, which may be freed. One thread at a time may add to it, watch
 * it or ask for its reach; a function that adds to it gives CORDON_INVALID, with an error
 * that says why, when it cannot tell which packages are meant, and then may have added some of
 * them. */
typedef struct cordon_targets cordon_targets;

/* CORDON_NO_MEMORY is the only failure. */
CORDON_API cordon_status cordon_targets_new(cordon_config *config, cordon_targets **targets);
CORDON_API void cordon_targets_free(cordon_targets *targets);

/* Hooks of the runs of these targets instead of the configuration's, as in cordon_lint_options;
 * each may be NULL. */
CORDON_API void cordon_targets_watch(cordon_targets *targets, bool (*cancelled)(void *user),
                                     void (*progress)(void *user, size_t done, size_t total),
                                     void *user);

/* Every evaluation, then every helper package, each sorted by name. */
CORDON_API cordon_status cordon_targets_add_all(cordon_targets *targets, cordon_error **error);

/* The packages of these names. One that does not exist is linted, too: that it is missing is a
 * finding. */
CORDON_API cordon_status cordon_targets_add_packages(cordon_targets *targets,
                                                     const char *const *names, size_t count,
                                                     cordon_error **error);

/* The packages that hold these task files, one for each distinct layout. Paths are relative to the
 * root. CORDON_INVALID with an error that names the path when one has no package. */
CORDON_API cordon_status cordon_targets_add_task_files(cordon_targets *targets,
                                                       const char *const *paths, size_t count,
                                                       cordon_error **error);

/* The packages that these files, absolute or relative to the root, belong to, by their code or
 * their tests; all of them for a file that all depend on, such as pyproject.toml. Other files do
 * not count: there may be no package. */
CORDON_API cordon_status cordon_targets_add_changed(cordon_targets *targets,
                                                    const char *const *paths, size_t count,
                                                    cordon_error **error);

CORDON_API size_t cordon_targets_count(const cordon_targets *targets);
CORDON_API cordon_text cordon_targets_name(const cordon_targets *targets, size_t index);

/* What linting them reads: absolute paths of folders and files, each followed by a NUL byte, some
 * of which may not exist. For a process that first gives up the right to read anything else. They
 * live as long as the targets, in whose memory each call makes them anew: it changes the targets.
 * CORDON_NO_MEMORY is the only failure. */
CORDON_API cordon_status cordon_targets_reach(cordon_targets *targets, const cordon_text **paths,
                                              size_t *count);

/* The report keeps the targets, which must not be added to as long as it is there; they may be
 * freed. Several threads may lint the same targets at once, each for a report of its own.
 * CORDON_INVALID: an option of a rule that runs is wrong. */
CORDON_API cordon_status cordon_lint(cordon_targets *targets, cordon_report **report,
                                     cordon_error **error);
CORDON_API void cordon_report_free(cordon_report *report);

/* Targets made, filled and linted in one step: all packages, those of these names, those that hold
 * these task files, those that these files belong to. */
CORDON_API cordon_status cordon_lint_repository(cordon_config *config, cordon_report **report,
                                                cordon_error **error);
CORDON_API cordon_status cordon_lint_packages(cordon_config *config, const char *const *names,
                                              size_t count, cordon_report **report,
                                              cordon_error **error);
CORDON_API cordon_status cordon_lint_task_files(cordon_config *config, const char *const *paths,
                                                size_t count, cordon_report **report,
                                                cordon_error **error);
CORDON_API cordon_status cordon_lint_changed(cordon_config *config, const char *const *paths,
                                             size_t count, cordon_report **report,
                                             cordon_error **error);

/* Where a task file's package lies. path is relative to the root. CORDON_INVALID with an error that
 * says why when it is in no package. */
typedef struct cordon_task_layout cordon_task_layout;
CORDON_API cordon_status cordon_task_layout_find(const cordon_config *config, const char *path,
                                                 cordon_task_layout **layout, cordon_error **error);
CORDON_API cordon_text cordon_task_layout_name(const cordon_task_layout *layout);
CORDON_API cordon_text cordon_task_layout_source_root(const cordon_task_layout *layout);
CORDON_API cordon_text cordon_task_layout_import_prefix(const cordon_task_layout *layout);
CORDON_API void cordon_task_layout_free(cordon_task_layout *layout);

/* ---- reports ---- */

typedef enum cordon_rule_status {
    CORDON_FAIL,
    CORDON_WARN,
    CORDON_SUPPRESSED,
    CORDON_PASS,
    CORDON_SKIP,
} cordon_rule_status; /* from worst to best */

enum { CORDON_STATUS_COUNT = 5, CORDON_CATEGORY_COUNT = 5 };

typedef struct cordon_counts {
    size_t of[CORDON_STATUS_COUNT]; /* by cordon_rule_status */
} cordon_counts;

/* Every rule that ran once, at the worst status it reported. */
typedef struct cordon_score {
    cordon_counts rules;
    size_t passing;    /* pass and warn */
    size_t applicable; /* everything but skip */
    double score;      /* passing / applicable; negative when nothing applied */
    struct {
        bool present;
        cordon_counts rules;
        size_t passing;
        size_t applicable;
        double score;
    } by_category[CORDON_CATEGORY_COUNT]; /* in the order of cordon_category_name() */
} cordon_score;

CORDON_API const char *cordon_status_name(cordon_rule_status status); /* "fail", "warn", ... */
/* "file_structure", ...; NULL for an index that is too large. */
CORDON_API const char *cordon_category_name(size_t category);

CORDON_API bool cordon_report_passed(const cordon_report *report);
CORDON_API cordon_counts cordon_report_summary(const cordon_report *report);
CORDON_API cordon_score cordon_report_score(const cordon_report *report);
CORDON_API size_t cordon_report_package_count(const cordon_report *report);
CORDON_API const cordon_package *cordon_report_package(const cordon_report *report, size_t index);
/* "file:line: ..." sentences about what could not be read, each once; not findings. */
CORDON_API size_t cordon_report_warning_count(const cordon_report *report);
CORDON_API cordon_text cordon_report_warning(const cordon_report *report, size_t index);

CORDON_API cordon_text cordon_package_name(const cordon_package *package);
CORDON_API bool cordon_package_is_helper(const cordon_package *package);
CORDON_API cordon_text cordon_package_skipped(const cordon_package *package); /* why, or empty */
CORDON_API bool cordon_package_passed(const cordon_package *package);
CORDON_API cordon_counts cordon_package_summary(const cordon_package *package);
CORDON_API cordon_score cordon_package_score(const cordon_package *package);
CORDON_API size_t cordon_package_finding_count(const cordon_package *package);
CORDON_API const cordon_finding *cordon_package_finding(const cordon_package *package,
                                                        size_t index);

/* What a rule says when it has nothing to point at: CORDON_PASS or CORDON_SKIP. */
typedef struct cordon_outcome {
    const cordon_rule *rule;
    cordon_rule_status status;
    cordon_text message;
} cordon_outcome;

CORDON_API size_t cordon_package_outcome_count(const cordon_package *package);
CORDON_API cordon_outcome cordon_package_outcome(const cordon_package *package, size_t index);

/* Lines and columns are 1-based, columns in bytes of UTF-8; 0 stands for none. */
typedef struct cordon_location {
    cordon_text file; /* relative to the root */
    uint32_t line;
    uint32_t column;
} cordon_location;

CORDON_API const cordon_rule *cordon_finding_rule(const cordon_finding *finding);
CORDON_API cordon_rule_status cordon_finding_status(const cordon_finding *finding);
CORDON_API bool cordon_finding_is_error(const cordon_finding *finding); /* else a warning */
CORDON_API cordon_location cordon_finding_location(const cordon_finding *finding);
/* The last line of code that has several, on each of which a comment suppresses the finding; else
 * 0. */
CORDON_API uint32_t cordon_finding_end_line(const cordon_finding *finding);
CORDON_API cordon_text cordon_finding_message(const cordon_finding *finding);
CORDON_API cordon_text cordon_finding_hint(const cordon_finding *finding); /* or empty */
/* What an entry of the rule's allowlist would name; empty when it takes none. */
CORDON_API cordon_text cordon_finding_key(const cordon_finding *finding);
/* The steps from a source to the call that runs it, when the rule follows data. */
CORDON_API size_t cordon_finding_trace_count(const cordon_finding *finding);
CORDON_API cordon_location cordon_finding_trace_location(const cordon_finding *finding,
                                                         size_t index);
CORDON_API cordon_text cordon_finding_trace_text(const cordon_finding *finding, size_t index);

/* ---- documents ---- */

/* A link for a place in the repository, or NULL for none. line 0: the file. The string is the
 * caller's, and is read before the next call. */
typedef const char *(*cordon_source_link)(void *user, cordon_text path, uint32_t line);

typedef struct cordon_render_options {
    size_t struct_size;
    const char *docs_base;          /* where the pages of rules are; NULL: the default */
    cordon_source_link source_link; /* for "markdown", or NULL */
    unsigned heading_level;         /* of a package's heading in "markdown"; 0: 3 */
    bool no_footer;                 /* "markdown" without its closing line */
    bool quiet;                     /* "text", "concise": only what failed or warned */
    bool statistics;                /* "text", "concise": findings counted by rule, at the end */
    bool color;                     /* for "text" */
    unsigned width;                 /* of a line of "text"; 0: 80 */
    void *user;
} cordon_render_options;

CORDON_API void cordon_render_options_init(cordon_render_options *options);

/* A form that a report can be written in. */
typedef struct cordon_format {
    const char *name;    /* "text", "json", "github", "markdown", ... */
    const char *summary; /* what it is, in half a sentence */
} cordon_format;

CORDON_API size_t cordon_format_count(void);
CORDON_API cordon_format cordon_format_at(size_t index); /* constants of the library */

/* Lints for one document of that format, so that memory does not grow with the number of findings:
 * a package's part is made as soon as the package is linted, and its findings are forgotten. The
 * report then has no findings and outcomes, and cordon_report_render() writes it in this format
 * only. A format that needs everything at once, as all but "json" do, keeps everything.
 *
 * spool: a descriptor open for reading and writing of an empty file, for parts that would take much
 * memory; the caller's, and in use as long as the report is there. -1: they stay in memory. */
CORDON_API cordon_status cordon_lint_document(cordon_targets *targets, const char *format,
                                              int spool, cordon_report **report,
                                              cordon_error **error);

/* format: the name of one. The document is sent in pieces; options are read while it is.
 * CORDON_INVALID: there is no such format, the report was made for another one, or what was put
 * into the spool cannot be read. CORDON_FAILED: the writer returned false. */
CORDON_API cordon_status cordon_report_render(const cordon_report *report, const char *format,
                                              const cordon_render_options *options,
                                              cordon_writer writer, void *writer_user,
                                              cordon_error **error);

/* ---- rules ---- */

CORDON_API size_t cordon_rule_count(void);                  /* in the order of reports */
CORDON_API const cordon_rule *cordon_rule_at(size_t index); /* a constant of the library */
CORDON_API const cordon_rule *cordon_rule_find(const char *code_or_name); /* or NULL */
/* Whether a selector, which is a rule's name, its code or the beginning of codes, covers it. */
CORDON_API bool cordon_rule_selected(const cordon_rule *rule, const char *selector);
/* The code or name that a misspelt one is near, or NULL. */
CORDON_API const char *cordon_rule_suggest(const char *word);
CORDON_API const char *cordon_rule_code(const cordon_rule *rule);
CORDON_API const char *cordon_rule_name(const cordon_rule *rule);
CORDON_API const char *cordon_rule_summary(const cordon_rule *rule);
CORDON_API size_t cordon_rule_category(const cordon_rule *rule);
CORDON_API bool cordon_rule_applies_to_evals(const cordon_rule *rule);
CORDON_API bool cordon_rule_applies_to_helpers(const cordon_rule *rule);
CORDON_API bool cordon_rule_has_allowlist(const cordon_rule *rule);
CORDON_API bool cordon_rule_is_preview(const cordon_rule *rule);
CORDON_API cordon_text cordon_rule_page(const cordon_rule *rule); /* Markdown */

/* A table of these rules, in the order of reports. format is "text" or "json", in which preview
 * adds the field that says whether a rule is in preview. Of the options, color and width count;
 * with the width UINT_MAX each rule has a line. */
CORDON_API cordon_status cordon_rules_list(const cordon_rule *const *rules, size_t count,
                                           bool preview, const char *format,
                                           const cordon_render_options *options,
                                           cordon_writer writer, void *writer_user,
                                           cordon_error **error);

/* The pages of these rules. format is "markdown", "text" (of which color and width count) or
 * "json": an object with the page in Markdown, or an array of several. */
CORDON_API cordon_status cordon_rules_explain(const cordon_rule *const *rules, size_t count,
                                              const char *format,
                                              const cordon_render_options *options,
                                              cordon_writer writer, void *writer_user,
                                              cordon_error **error);

/* ---- what the configuration may say ---- */

enum { CORDON_PRESET_COUNT = 3 };

/* "multi-eval", "monorepo", ...; NULL for an index that is too large. */
CORDON_API const char *cordon_preset_name(size_t preset);

/* The keys of [tool.inspect-evals-lint], then those of the rules' tables in it. */
typedef struct cordon_schema cordon_schema;

typedef struct cordon_setting {
    const cordon_rule *rule; /* in whose table it is; NULL: in the linter's own */
    cordon_text name;        /* "source-root" */
    cordon_text values;      /* what it takes, in Markdown: "a string", "`"per-eval"`, `"flat"`" */
    cordon_text meaning;     /* a sentence or two, in Markdown */
    cordon_text defaults[CORDON_PRESET_COUNT]; /* as JSON; empty where it is unset */
} cordon_setting;

/* CORDON_NO_MEMORY is the only failure. */
CORDON_API cordon_status cordon_schema_new(const cordon_allocator *allocator,
                                           cordon_schema **schema);
CORDON_API void cordon_schema_free(cordon_schema *schema);
CORDON_API size_t cordon_schema_count(const cordon_schema *schema);
CORDON_API cordon_setting cordon_schema_setting(const cordon_schema *schema, size_t index);

#ifdef __cplusplus
}
#endif

#endif
