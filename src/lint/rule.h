/*
 * rule: what a rule is, and how it says what it found.
 *
 * A rule is a constant in a file of its own, listed in registry.c. Its check function reads the
 * package and reports findings, or one outcome when there is nothing to point at. It never prints
 * and knows nothing of suppressions, allowlists, output formats or threads: the runner applies
 * those to what it reports.
 */
#ifndef CORDON_LINT_RULE_H
#define CORDON_LINT_RULE_H

#include "repo/package.h"

enum category {
    CATEGORY_FILE_STRUCTURE,
    CATEGORY_CODE_QUALITY,
    CATEGORY_TESTS,
    CATEGORY_BEST_PRACTICES,
    CATEGORY_SECURITY,
    CATEGORY_COUNT
};

enum severity { SEVERITY_ERROR, SEVERITY_WARNING };

enum scope { SCOPE_EVAL = 1, SCOPE_HELPER = 2, SCOPE_BOTH = 3 };

struct check;

/* An option of the table [tool.inspect-evals-lint.<rule>]. */
struct rule_option {
    const char *name; /* with '-' */
    enum toml_type type;
    const char *const *choices; /* NULL-terminated values of a string, or NULL for any */
    const char *meaning;
    const char *monorepo_default; /* of the monorepo preset when it differs, or NULL */
    bool or_array;                /* of such values: validate() has to look at them */
};

struct rule {
    const char *code;
    const char *name;
    const char *summary;
    enum category category;
    unsigned scopes;
    enum severity severity; /* of its findings unless one says otherwise */
    bool allowlist;
    bool preview;
    bool comments_do_not_count;        /* in preview: no comment suppresses its findings */
    const struct rule_option *options; /* ends with a NULL name; NULL: none */
    const char *const *settings;       /* keys of the main table it reads, for its page; or NULL */
    /* Checks the values of options beyond names, types and choices, once a run; NULL: nothing to
     * check. check->package is NULL then. */
    void (*validate)(struct check *check, const struct toml_value *table, struct error *error);
    /* Reads once, before packages are worked on, what the rule asks about the whole repository;
     * NULL: nothing. */
    void (*prepare)(struct repository *repository);
    void (*check)(struct check *check); /* NULL: known by name, not in force */
};

struct location {
    struct text file; /* relative to the root */
    uint32_t line;    /* 1-based, 0: the finding is about the file or folder as a whole */
    uint32_t column;  /* 1-based, 0: none */
    uint32_t first_line, last_line; /* where a suppression comment counts; 0, 0: line alone */
};

/* The source line of a location, as reports show it. */
struct excerpt {
    struct text line;      /* a long one is cut; NULL data when it cannot be shown */
    uint32_t first_column; /* of the line's first byte */
    uint32_t utf16_column; /* the location's column in UTF-16 code units; 0: not known */
};

/* A step of a data-flow finding, source first. */
struct trace_step {
    struct location location;
    struct text what;
    struct excerpt excerpt; /* found by the runner */
};

struct finding {
    struct location location;
    enum severity severity;
    struct text message; /* one sentence, no final full stop */
    struct text hint;    /* what to do about it, or empty */
    struct text key;     /* what an allowlist entry names, or empty */
    const struct trace_step *trace;
    size_t trace_count;
    bool declined; /* an option of the rule declines it: it counts as suppressed */
    bool shared;   /* the same finding of an earlier package stands for this one */
};

struct check {
    struct arena *arena; /* of the package: texts of findings live here */
    struct package *package;
    const struct config *config;
    const struct rule *rule;
    struct check_results *results; /* check.h */
};

/* Texts must live as long as check->arena; the trace is copied. */
void check_add(struct check *check, const struct finding *finding);

/* The common case, with the rule's severity: a finding and a message made as printf does. hint may
 * be NULL. */
void check_finding(struct check *check, struct location location, const char *hint,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Nothing to point at. Dropped by the runner where a finding forbids it. */
void check_pass(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));
void check_skip(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A warning for standard error that is about the run, not a finding ("file:line: ..."). Printed
 * once, in order, after the packages are done. */
void check_warn(struct check *check, const struct error *error);

/* The value of an option of the rule, with the preset's default; NULL when unset. */
const struct toml_value *check_option(const struct check *check, const char *name);
struct text check_option_text(const struct check *check, const char *name, const char *otherwise);

/* At a node, covering its first to last line. */
struct location location_of_node(const struct python_file *file, const struct py_node *node);
/* At a node, covering its first line only (a def). */
struct location location_of_line(const struct python_file *file, const struct py_node *node);
struct location location_of_file(struct text path);
struct location location_at(struct text path, uint32_t line, uint32_t column);

/* What is wrong with a file that has no index: "cannot be read: Permission denied", "is not valid
 * Python: line 3: ...". */
struct text check_file_problem(const struct check *check, const struct python_file *file);

/* A file that cannot be read or parsed: one finding at line 1, once per rule, as the documentation
 * asks. True when there was something to report. */
bool check_parse_failure(struct check *check, const struct python_file *file);

/* Calls check_file for every Python file of the package that can be parsed and reports the others.
 * The sum of what it returns: how many places there were to look at. */
size_t check_each_file(struct check *check,
                       size_t (*check_file)(struct check *check, const struct python_file *file));

#endif
