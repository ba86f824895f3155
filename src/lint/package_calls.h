/*
 * package_calls: which function of the package a call runs, across its files.
 *
 * A name is looked up in the functions around the call, then at the file's top level, then where it
 * is imported from, through modules that pass it on. A parameter or an assignment in a function
 * hides it. Methods, aliases and what is computed are not followed.
 */
#ifndef CORDON_LINT_PACKAGE_CALLS_H
#define CORDON_LINT_PACKAGE_CALLS_H

#include "base/pairs.h"
#include "lint/rule.h"

enum { STARS_LOOKED_THROUGH = 4 };

struct package_calls {
    struct arena *arena;
    struct text name;          /* of the package */
    struct text prefix;        /* of its modules when imported absolutely, or empty */
    struct called_file *files; /* beside package_python() */
    size_t count;
    struct map modules; /* "name.part.module" to the number of the file, from 1 */
};

struct called_file {
    const struct python_file *file;       /* with an index, or NULL */
    struct text module;                   /* "name.part.module" */
    struct text folder;                   /* "name.part": what a relative import begins at */
    struct map names;                     /* name to its number, from 1 */
    struct pairs bound;                   /* scope and name to what it is: package_calls.c */
    struct map imported;                  /* names that imports bind, in functions too */
    struct pairs functions;               /* start of a def to the number of the function, from 1 */
    uint32_t stars[STARS_LOOKED_THROUGH]; /* imports of every name of a module */
    uint32_t star_count;
};

enum target_kind {
    TARGET_OUTSIDE, /* what the package does not define */
    TARGET_UNKNOWN, /* a parameter, a variable, a method, the result of a call */
    TARGET_FUNCTION,
    TARGET_MODULE
};

struct call_target {
    enum target_kind kind;
    uint32_t file;     /* of a function or module: place in files */
    uint32_t function; /* place in py_index.functions */
};

void package_calls_init(struct package_calls *calls, struct arena *arena, struct package *package);

/* Of the expression that is called, in a scope of a file. */
struct call_target package_calls_find(const struct package_calls *calls, uint32_t file,
                                      const struct py_scope *scope, const struct py_node *callee);

/* Whether the name is bound at the file's top level, or imported anywhere in it. */
bool package_calls_binds(const struct package_calls *calls, uint32_t file, struct text name);

#endif
