/*
 * package: an evaluation or a helper package, and the files rules read in it.
 *
 * Every list is made when it is first asked for, in order of path parts, and is then shared by all
 * rules. One package is worked on by one thread; others may help it to parse.
 */
#ifndef CORDON_REPO_PACKAGE_H
#define CORDON_REPO_PACKAGE_H

#include "base/workers.h"
#include "formats/compose.h"
#include "formats/yaml.h"
#include "repo/layout.h"
#include "repo/source.h"
#include "repo/tree.h"

struct python_files {
    struct python_file **items;
    size_t count;
};

struct source_files {
    struct source_file **items;
    size_t count;
};

/* Where the tests of a package are. */
enum tests_kind {
    TESTS_MISSING, /* folder says where they should be */
    TESTS_IN_FOLDER,
    TESTS_IN_FILES /* flat layout: files directly in the tests root, which folder is */
};

struct tests_place {
    enum tests_kind kind;
    struct text folder; /* tests-root/<name>, or the tests root of flat files */
};

struct package {
    struct arena *arena;   /* lives until the package's findings are copied out */
    struct worker *worker; /* whose job the package is, to share the work; may be NULL */
    struct repository *repository;
    const struct config *config;
    struct text name;
    enum package_kind kind;
    enum package_state state;
    struct text folder;          /* relative to the root: "src/my_eval" */
    struct package_files *files; /* package.c */
    struct map memos;            /* what rules keep for one another, by names of theirs */
};

void package_init(struct package *package, struct arena *arena, struct worker *worker,
                  struct repository *repository, const struct package_place *place);

/* Every *.py of the package that `exclude` leaves, parsed and indexed; broken ones included. */
struct python_files package_python(struct package *package);

/* *.py below tests-root/<name> (where only flat files are, or for a helper: below the tests root)
 * that `exclude` leaves. Read, but parsed only when package_parse() asks for it: most rules look at
 * their text. */
struct python_files package_tests(struct package *package);
const struct tests_place *package_tests_place(struct package *package);

/* The paths of those files; excluded ones too when asked for. A helper has those of the whole
 * repository, so that rules that only look through them do so one by one: */
struct texts package_test_paths(struct package *package, bool excluded_too);

/* One of them, with the arena in which its text and its tree are made: it is in the package's list
 * already, or it is read into scratch, which the caller resets before the next. */
struct test_file {
    struct python_file *file;
    struct arena *arena;
};
struct test_file package_open_test(struct package *package, struct arena *scratch,
                                   struct text path);

/* Makes sure the file is parsed and indexed; its index, or NULL. */
const struct py_index *package_parse(struct package *package, struct python_file *file);

/* The registry module, parsed and indexed once for all packages. NULL when none is configured. */
const struct python_file *package_registry(const struct package *package);

/* compose*.y*ml and docker-compose*.y*ml below the package, excluded folders too. */
struct source_files package_compose(struct package *package);

struct compose_source {
    const struct source_file *source;
    const struct compose_file *compose; /* NULL when it cannot be read: see problem */
    struct text problem;                /* "line 3: ...", or why the file cannot be opened */
};

struct compose_sources {
    struct compose_source *items;
    size_t count;
};

/* The same files, parsed once for all rules. */
struct compose_sources package_compose_parsed(struct package *package);

/* The package's eval.yaml, read and parsed once for all rules. */
struct eval_yaml {
    const struct source_file *source;
    const struct yaml_node *root; /* NULL when it could not be read or parsed: see error */
    struct error error;           /* of a file that was read */
};
const struct eval_yaml *package_eval_yaml(struct package *package);

/* Dockerfiles below the package that `exclude` leaves. */
struct source_files package_dockerfiles(struct package *package);

/* What the package's folder holds, excluded files and links that lead nowhere included. */
const struct tree *package_tree(struct package *package);

/* Same of the folder where the tests are; empty when they are missing. */
const struct tree *package_tests_tree(struct package *package);

/* A file by its path relative to the root, read once for the package. Never NULL. */
const struct source_file *package_read(struct package *package, struct text path);

/* The Python file of that path among package_python() and package_tests(), or NULL. */
struct python_file *package_find_python(struct package *package, struct text path);

bool package_excludes(const struct package *package, struct text path);

/* What could not be read and is nobody's finding, for standard error. */
const struct notices *package_notices(const struct package *package);

/* By their names alone. */
bool is_python_name(struct text name);
bool is_compose_name(struct text name);
bool is_dockerfile_name(struct text name);

#endif
