/*
 * bindings: what a name stands for at a place, as far as imports decide it.
 *
 * Imports at the top level (or in a top-level try) are in force in the whole file. A function's
 * imports are in force in it and in the functions nested in it, a class body's in that body. A
 * module-level block's imports are in force in the block, and elsewhere only for names that no
 * top-level import binds. A parameter or another binding of a function hides an import from
 * further out. Only names that may lead to a sink or to sandbox() are kept.
 */
#ifndef CORDON_RULES_HOST_CODE_BINDINGS_H
#define CORDON_RULES_HOST_CODE_BINDINGS_H

#include "python/index.h"
#include "rules/host_code/paths.h"

struct bindings {
    struct arena *arena;
    const struct py_index *index;
    struct map names;            /* name to its number, from 1 */
    struct text *targets;        /* of each import: what its name stands for, if it matters */
    struct pairs in_scope;       /* body and name to import, from 1 */
    struct pairs in_block;       /* module-level block and name to import */
    struct pairs anywhere;       /* 0 and name to the last import in a module-level block */
    struct pairs hidden;         /* scope and name to how it is bound otherwise (bindings.c) */
    const uint32_t *bodies;      /* of each scope: the module, class or function it belongs to */
    const uint32_t *block_above; /* of each block: the nearest one that imports, itself included */
};

void bindings_init(struct bindings *bindings, struct arena *arena, const struct py_index *index);

/* The dotted name of what is called, such as "os.system", when an import or a builtin in force
 * says so; NULL data otherwise. */
struct text bindings_callee(const struct bindings *bindings, const struct py_call *call);

/* Whether the call is one of sandbox(), under whatever name it was imported. */
bool bindings_is_sandbox(const struct bindings *bindings, const struct py_call *call);

#endif
