/*
 * package: an evaluation or a helper package, and the files rules read in it.
 *
 * Every list is made when it is first asked for, in order of path parts, and is then shared by all
 * rules. One package is worked on by one thread.
 */
#ifndef CORDON_REPO_PACKAGE_H
#define CORDON_REPO_PACKAGE_H

#include "base/file.h"
#include "python/index.h"
#include "repo/config.h"

struct repository;

enum package_kind { PACKAGE_EVAL, PACKAGE_HELPER };

/* A file that was looked at. path is relative to the repository's root, through links as named. */
struct source_file {
    struct text path;
    struct text content; /* of FILE_READ */
    enum file_result result;
    int reason; /* errno of FILE_FAILED */
};

struct python_file {
    struct source_file source;
    const struct py_tree *tree;   /* NULL when the file could not be read */
    const struct py_index *index; /* NULL when it could not be read or parsed */
};

struct python_files {
    struct python_file **items;
    size_t count;
};

struct source_files {
    struct source_file **items;
    size_t count;
};

struct package {
    struct arena *arena; /* lives until the package's findings are copied out */
    struct repository *repository;
    const struct config *config;
    struct text name;
    enum package_kind kind;
    struct text folder;          /* relative to the root: "src/my_eval" */
    struct package_files *files; /* package.c */
};

/* Every *.py of the package that `exclude` leaves, parsed and indexed; broken ones included. */
struct python_files package_python(struct package *package);

/* *.py below tests-root/<name> (or the flat files, or for a helper the whole tests root). */
struct python_files package_tests(struct package *package);

/* compose*.y*ml and docker-compose*.y*ml below the package, excluded folders too. */
struct source_files package_compose(struct package *package);

/* Dockerfiles below the package that `exclude` leaves. */
struct source_files package_dockerfiles(struct package *package);

/* A file by its path relative to the root, read once for the package. Never NULL. */
const struct source_file *package_read(struct package *package, struct text path);

bool package_excludes(const struct package *package, struct text path);

#endif
