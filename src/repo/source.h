/*
 * source: a file of the repository that was looked at, and a Python file with its tree.
 */
#ifndef CORDON_REPO_SOURCE_H
#define CORDON_REPO_SOURCE_H

#include "base/file.h"
#include "python/index.h"

/* Larger files are reported and not read: the tree of a Python file takes many times its size. */
#define SOURCE_FILE_LIMIT ((size_t)64 << 20)

/* path is relative to the repository's root, through links as named. See repository_read(). */
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
    struct text text;             /* see source_text() */
    bool read;                    /* or tried to */
    bool parsed;
    bool decoded;
};

/* Makes sure that a file that was read is parsed and indexed. */
void source_parse(struct arena *arena, struct python_file *file);

/* The file's text as its tree has it, decoded, without the cost of a tree; empty when it could not
 * be read or is not in the encoding it names. */
struct text source_text(struct arena *arena, struct python_file *file);

#endif
