/*
 * probe.h: the log of a trial, classified by a recipe.
 *
 * A recipe is read once; it is not changed afterwards, and any number of threads may scan with it
 * at one time. A result is finished: everything it returns lives until the result is freed. Nothing
 * in a recipe is ever run as code: a condition is an expression of a small language that is checked
 * when the recipe is read (see condition.h).
 */
#ifndef CORDON_PROBE_H
#define CORDON_PROBE_H

#include <cordon/cordon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cordon_probe_recipe cordon_probe_recipe;
typedef struct cordon_probe_result cordon_probe_result;

/* ---- recipes ---- */

/* Reads a recipe, which is YAML. name is what errors call it. CORDON_INVALID: it is refused; the
 * error names the line and the key, such as custom_patterns[0].match.regex. */
CORDON_API cordon_status cordon_probe_recipe_read(const char *name, const char *source, size_t size,
                                                  const cordon_allocator *allocator,
                                                  cordon_probe_recipe **recipe,
                                                  cordon_error **error);
CORDON_API void cordon_probe_recipe_free(cordon_probe_recipe *recipe);

/* Its own patterns, in order: "custom:" and the id. */
CORDON_API size_t cordon_probe_recipe_pattern_count(const cordon_probe_recipe *recipe);
CORDON_API cordon_text cordon_probe_recipe_detector(const cordon_probe_recipe *recipe,
                                                    size_t index);

/* What an accepted recipe can only get wrong, as "name:line:column: ..." sentences: a condition
 * that names a group its regex does not have, compares a text with a number or does not depend on
 * the trial, a requirement that no trial can meet. */
CORDON_API size_t cordon_probe_recipe_warning_count(const cordon_probe_recipe *recipe);
CORDON_API cordon_text cordon_probe_recipe_warning(const cordon_probe_recipe *recipe, size_t index);

/* The patterns that every log is searched for beside a recipe's; one that fires fails the trial. */
typedef struct cordon_probe_builtin {
    const char *id;
    const char *detects;
    const char *regex;
    const char *flags;  /* letters of Python's inline flags */
    const char *sample; /* a line that it finds */
} cordon_probe_builtin;

CORDON_API size_t cordon_probe_builtin_count(void);
CORDON_API cordon_probe_builtin cordon_probe_builtin_at(size_t index);

/* ---- scans ---- */

/* What is known of the trial. Set struct_size with cordon_probe_trial_init(). What a later version
 * adds at the end is for an older caller what that function sets. */
typedef struct cordon_probe_trial {
    size_t struct_size;
    int64_t exit_code;     /* minus the signal's number when a signal ended it */
    double walltime_sec;   /* seconds */
    int64_t peak_vram_mib; /* -1: unknown */
    bool timed_out;        /* ended by its time limit, whatever the exit code */
    bool core_dumped;      /* it left a file "core" */
    bool hung;             /* it was silent for too long */
} cordon_probe_trial;

CORDON_API void cordon_probe_trial_init(cordon_probe_trial *trial);

/* Set struct_size and the defaults with cordon_probe_options_init(). */
typedef struct cordon_probe_options {
    size_t struct_size;
    size_t window;  /* code points that are searched at once: 10485760 */
    size_t overlap; /* that neighbouring windows share, at most half of window: 4096 */
    const cordon_allocator *allocator;
    bool no_filter; /* search with PCRE2 alone: slower, the same result */
    /* Asked from the thread that called, for each window and when a signal interrupts a read of the
     * log; true ends the scan with CORDON_CANCELLED. May be NULL. */
    bool (*cancelled)(void *user);
    void *user;
} cordon_probe_options;

CORDON_API void cordon_probe_options_init(cordon_probe_options *options);

/* Reads a log to its end from a file descriptor, which stays open: plain, gzip or zstd, told by its
 * first bytes. Memory does not depend on its length. CORDON_FAILED: it cannot be read;
 * CORDON_INVALID: the options are wrong. name is what errors call the log. trial may be NULL, when
 * nothing is known of it. The result does not need the recipe any more. */
CORDON_API cordon_status cordon_probe_scan(const cordon_probe_recipe *recipe, int descriptor,
                                           const char *name, const cordon_probe_trial *trial,
                                           const cordon_probe_options *options,
                                           cordon_probe_result **result, cordon_error **error);

/* The same for a log in memory, which is never taken to be compressed. */
CORDON_API cordon_status cordon_probe_scan_text(const cordon_probe_recipe *recipe, const char *log,
                                                size_t size, const cordon_probe_trial *trial,
                                                const cordon_probe_options *options,
                                                cordon_probe_result **result, cordon_error **error);

/* Runs a trial and scans its log: the command, which ends with NULL and is looked for in PATH, in
 * the working folder and with an empty standard input, for as long as the recipe allows. folder
 * must exist and gets stdout.log and stderr.log, of which the first 10 MiB each are scanned. A
 * command that cannot be started is a trial that failed. CORDON_FAILED: the log cannot be written;
 * CORDON_INVALID: the options are wrong. The hook of the options is asked once the trial has ended.
 * The process is a group of its own, and is killed when the
 * calling thread ends. */
CORDON_API cordon_status cordon_probe_run(const cordon_probe_recipe *recipe,
                                          const char *const *command, const char *folder,
                                          const cordon_probe_options *options,
                                          cordon_probe_result **result, cordon_error **error);

CORDON_API void cordon_probe_result_free(cordon_probe_result *result);

/* ---- results ---- */

/* Whether the verdict is fail rather than pass. */
CORDON_API bool cordon_probe_failed(const cordon_probe_result *result);

/* Fills in the trial as it was given, or as cordon_probe_run() saw it; its struct_size must be set,
 * by cordon_probe_trial_init(). */
CORDON_API void cordon_probe_result_trial(const cordon_probe_result *result,
                                          cordon_probe_trial *trial);

/* Of cordon_probe_run(): the folder with the log, and why the command could not be started; else
 * empty. */
CORDON_API cordon_text cordon_probe_log_folder(const cordon_probe_result *result);
CORDON_API cordon_text cordon_probe_start_failure(const cordon_probe_result *result);

/* How much of the log there was: bytes of UTF-8, and windows that were searched. */
CORDON_API uint64_t cordon_probe_log_size(const cordon_probe_result *result);
CORDON_API uint64_t cordon_probe_window_count(const cordon_probe_result *result);

typedef enum cordon_probe_list {
    CORDON_PROBE_FAILURES, /* detectors that make the verdict, in their order */
    CORDON_PROBE_WARNINGS,
    CORDON_PROBE_CUSTOM, /* the recipe's patterns that fired, of every level, as they fired */
    /* patterns that took too much work somewhere and may have missed a match */
    CORDON_PROBE_GIVEN_UP,
    CORDON_PROBE_UNMET /* the recipe's patterns that matched, but whose condition never held */
} cordon_probe_list;

CORDON_API size_t cordon_probe_count(const cordon_probe_result *result, cordon_probe_list list);
CORDON_API cordon_text cordon_probe_detector(const cordon_probe_result *result,
                                             cordon_probe_list list, size_t index);

/* In how many windows a pattern of the list CORDON_PROBE_GIVEN_UP was given up. */
CORDON_API uint64_t cordon_probe_given_up_windows(const cordon_probe_result *result, size_t index);

/* In how many windows a pattern of the list CORDON_PROBE_UNMET matched, and what its condition
 * raised the last time, "KeyError: ...", or empty when it was false. */
CORDON_API uint64_t cordon_probe_unmet_windows(const cordon_probe_result *result, size_t index);
CORDON_API cordon_text cordon_probe_unmet_exception(const cordon_probe_result *result,
                                                    size_t index);

/* Named groups of what fired; names are unique. */
CORDON_API size_t cordon_probe_capture_count(const cordon_probe_result *result);
CORDON_API cordon_text cordon_probe_capture_name(const cordon_probe_result *result, size_t index);
CORDON_API cordon_text cordon_probe_capture_value(const cordon_probe_result *result, size_t index);

/* The document that `cordon probe scan --output-format json` prints, without a line end. */
CORDON_API cordon_text cordon_probe_json(const cordon_probe_result *result);

#ifdef __cplusplus
}
#endif

#endif
