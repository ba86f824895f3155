/*
 * tree: the files below a folder that a linter reads: Python files, Dockerfiles, Compose files and
 * former `.noautolint` files. Folders are entered, hidden ones too; links to folders are not.
 */
#ifndef CORDON_REPO_TREE_H
#define CORDON_REPO_TREE_H

#include "base/folder.h"
#include "repo/repository.h"

struct tree_file {
    struct text path; /* relative to the root */
    bool regular;     /* a link: leads to a regular file */
    bool excluded;    /* by the package's configuration: see package.c */
};

struct tree_folder {
    struct text path;
    bool has_init; /* holds an __init__.py */
};

struct tree {
    struct {
        struct tree_file *items; /* in order of path parts */
        size_t count;
        size_t capacity;
    } files;
    struct {
        struct tree_folder *items; /* the first is the folder itself */
        size_t count;
        size_t capacity;
    } folders;
};

/* What cannot be read goes to notices. A folder that does not exist gives an empty tree. */
void tree_read(struct arena *arena, const struct repository *repository, struct text folder,
               struct tree *tree, struct notices *notices);

/* The file of that path, or NULL. */
const struct tree_file *tree_find(const struct tree *tree, struct text path);

#endif
