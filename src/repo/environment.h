/*
 * environment: the distributions that are installed for the repository, read from their metadata.
 * Nothing of them is imported or run.
 *
 * The environment is the one --python names, else VIRTUAL_ENV's, else `.venv` in the root. Its
 * distributions are the *.dist-info and *.egg-info in site-packages (those of lib64 too, when that
 * is another folder) and in the folders that *.pth files there name.
 */
#ifndef CORDON_REPO_ENVIRONMENT_H
#define CORDON_REPO_ENVIRONMENT_H

#include "repo/config.h"

struct environment_place {
    struct text root;        /* of the repository, absolute */
    struct text python;      /* an interpreter or an environment's folder; or empty */
    struct text virtual_env; /* an environment's folder; or empty */
};

struct environment;

/* NULL when there is none. What is wrong in it is added to warnings and passed over. */
struct environment *environment_read(struct arena *arena, const struct environment_place *place,
                                     struct errors *warnings);

/* The folders and files that environment_read() would read for that place, for a sandbox. */
struct texts environment_reach(struct arena *arena, const struct environment_place *place);

/* What a distribution requires without an extra, under whatever marker. Names are normalised on
 * both sides. Nothing for one that is not installed. */
struct texts environment_requires(struct arena *arena, struct environment *environment,
                                  struct text distribution, struct errors *warnings);

/* The distributions that provide a top-level module, normalised, in order of their folders. */
struct texts environment_providers(const struct environment *environment, struct text module);

#endif
