/*
 * repository: the root, its configuration, its pyproject.toml, and what is asked about the whole
 * repository once (the lock file, the environment). Read-only while packages are worked on.
 */
#ifndef CORDON_REPO_REPOSITORY_H
#define CORDON_REPO_REPOSITORY_H

#include "base/folder.h"
#include "repo/config.h"
#include "repo/source.h"

struct repository {
    struct arena *arena;
    struct text root; /* absolute and physical */
    int root_folder;  /* open descriptor; -1 when the folder does not exist */
    struct config config;
    const struct toml_value *pyproject; /* root table; NULL without a file */
    bool pyproject_elsewhere;           /* a link out of the root leads to it */
    struct python_file *registry;       /* the registry module, or NULL when it is not asked for */
    struct text python;                 /* --python, or empty */
    struct text virtual_env;            /* VIRTUAL_ENV, or empty */
    struct dependencies_once *dependencies; /* see dependencies.h */
    struct texts package_names;             /* to suggest one for a package that is missing */
    struct map code_helpers; /* modules that define extract_code_block, by path: see IECQ006 */
    bool has_code_helper;    /* one of them, or a dependency that has it */
    struct notices notices;
    struct cleanup cleanup;
};

struct repository_input {
    struct text root;        /* --root, or NULL data: searched for upwards */
    struct text preset;      /* --preset, or NULL data */
    struct text python;      /* --python, or NULL data */
    struct text virtual_env; /* or NULL data */
    struct known_rules rules;
    const struct toml_value *table; /* instead of the one in pyproject.toml, or NULL */
    bool preview;                   /* --preview; without it the configuration decides */
};

/* Where a run that starts in this absolute folder finds its root. */
struct text repository_find_root(struct arena *arena, struct text start);

/* False with *error set; nothing is open then. */
bool repository_open(struct repository *repository, struct arena *arena,
                     const struct repository_input *input, struct error *error);
/* Takes the text of a pyproject.toml that lies elsewhere out of an error about it. */
void repository_hide_text(const struct repository *repository, struct error *error);

/* Where a path leads to, links and ".." followed: absolute; NULL data when it leads nowhere. */
struct text repository_resolve(const struct repository *repository, struct arena *arena,
                               struct text path);
/* Whether what a path leads to, links followed, lies in the repository. A path that leads nowhere
 * does not lead out. */
bool repository_contains(const struct repository *repository, struct arena *arena,
                         struct text path);

/* As file_read(), but FILE_OUTSIDE for a path that leads out of the repository: what a stranger
 * links to is the machine's, not his. */
enum file_result repository_read(const struct repository *repository, struct arena *arena,
                                 struct text path, size_t limit, struct text *content, int *reason);

/* As folder_read(), but FILE_OUTSIDE for a folder that is elsewhere. */
enum file_result repository_read_folder(const struct repository *repository, struct arena *arena,
                                        struct text path, struct folder_entries *entries,
                                        int *reason);

/* As repository_read() of a file in a folder that is known to be in the repository, which saves
 * looking up each part of its path. path is kept. */
void repository_read_source(const struct repository *repository, struct arena *arena,
                            struct text path, struct source_file *file);

/* Reads and parses the registry module when the configuration has one: once, before packages are
 * worked on. */
void repository_read_registry(struct repository *repository);

void repository_close(struct repository *repository);

#endif
