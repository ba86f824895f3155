/*
 * layout: which folders are packages, and what they are called.
 */
#ifndef CORDON_REPO_LAYOUT_H
#define CORDON_REPO_LAYOUT_H

#include "repo/repository.h"

enum package_kind { PACKAGE_EVAL, PACKAGE_HELPER };

enum package_state {
    PACKAGE_FOUND,
    PACKAGE_MISSING,      /* there is no such folder */
    PACKAGE_WITHOUT_INIT, /* a folder without __init__.py */
    PACKAGE_OUTSIDE,      /* the folder's path leads out of the repository */
    PACKAGE_IGNORED       /* named in ignore-dirs: not linted */
};

struct package_place {
    struct text name;
    enum package_kind kind;
    enum package_state state;
    struct text folder;          /* relative to the root */
    const struct config *config; /* with the place's own source root and import prefix */
};

struct package_places {
    struct package_place *items;
    size_t count;
    size_t capacity;
    struct map names; /* of the items */
    struct map folders;
};

void layout_add(struct arena *arena, struct package_places *places, struct package_place place);

/* Evaluations and then helpers that are not there already, each sorted by name. False with *error
 * set when the source root or a folder in it cannot be looked into: what is not seen would pass. */
bool layout_add_all(struct arena *arena, int root_folder, const struct config *config,
                    struct package_places *places, struct error *error);

/* The names of what layout_add_all() adds, as far as the source root lies in the repository and can
 * be looked into. */
struct texts layout_names(struct arena *arena, const struct repository *repository);

/* A package by its name, unless it is there already. */
void layout_add_name(struct arena *arena, int root_folder, const struct config *config,
                     struct text name, struct package_places *places);

/* The package that holds a task file; path is relative to the root. False with *error set,
 * which has the path as its file. */
bool layout_add_task(struct arena *arena, const struct repository *repository, struct text path,
                     struct package_places *places, struct error *error);

#endif
