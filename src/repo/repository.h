/*
 * repository: the root, its configuration, its pyproject.toml, and what is asked about the whole
 * repository once (the lock file, the environment). Read-only while packages are worked on, except
 * for parts that are made on first use under a lock of their own.
 */
#ifndef CORDON_REPO_REPOSITORY_H
#define CORDON_REPO_REPOSITORY_H

#include "repo/config.h"

struct repository {
    struct arena *arena;
    struct text root; /* absolute and physical */
    int root_folder;  /* open descriptor */
    struct config config;
    const struct toml_value *pyproject; /* root table; NULL without a file */
    struct text python;                 /* --python, or empty */
    struct text virtual_env;            /* VIRTUAL_ENV, or empty */
};

#endif
