/*
 * index: what rules ask of a file, gathered in one walk over its tree. All lists are in source
 * order. A rule reads these and the nodes they point at; it does not walk the tree.
 */
#ifndef CORDON_PYTHON_INDEX_H
#define CORDON_PYTHON_INDEX_H

#include "base/map.h"
#include "python/parse.h"

enum py_scope_kind {
    PY_SCOPE_MODULE,
    PY_SCOPE_CLASS,
    PY_SCOPE_FUNCTION,
    PY_SCOPE_LAMBDA,
    PY_SCOPE_COMPREHENSION, /* its first iterable is evaluated in the scope around it */
    PY_SCOPE_TYPE_ALIAS     /* of `type X[T] = ...` */
};

enum py_binding_kind {
    PY_BIND_ASSIGN,     /* =, augmented, walrus, for and with targets, del */
    PY_BIND_ANNOTATION, /* `x: int` without a value */
    PY_BIND_PARAMETER,
    PY_BIND_IMPORT,
    PY_BIND_FUNCTION,
    PY_BIND_CLASS,
    PY_BIND_EXCEPT,  /* except ... as x */
    PY_BIND_PATTERN, /* captured by a match pattern */
    PY_BIND_TYPE,    /* type alias or type parameter */
    PY_BIND_GLOBAL,  /* named by global or nonlocal: not bound here */
};

struct py_binding {
    struct text name;
    enum py_binding_kind kind;
    const struct py_node *node; /* what binds it: Name, arg, alias, def, handler, ... */
};

/* A walrus binds in the nearest scope that is no comprehension. */
struct py_scope {
    enum py_scope_kind kind;
    const struct py_node *node;
    struct py_scope *parent; /* the scope it is written in; NULL for the module */
    const struct py_binding *bindings;
    size_t binding_count;
    const struct py_function *function; /* the nearest function that runs it: its own, or the one
                                           around a class, lambda or comprehension; or NULL */
    uint32_t number;                    /* place in py_index.scopes */
};

/* The body of a scope, or a compound statement in it: if, for, while, with, try, match. An elif is
 * a block in the block of its if. */
struct py_block {
    const struct py_node *node;
    const struct py_block *parent; /* the block it is written in; NULL for the module's body */
    const struct py_scope *scope;
    uint32_t number; /* place in py_index.blocks; a parent comes before its children */
    bool in_try;     /* below or itself a try; true in a class body there, not in a function's */
    bool in_type_checking; /* the same of an `if` whose test is TYPE_CHECKING or x.TYPE_CHECKING */
};

struct py_import {
    const struct py_node *statement; /* Import or ImportFrom */
    const struct py_alias *alias;
    struct text module; /* `import a.b` and `from a.b import c`: "a.b"; NULL data for `from .` */
    struct text name;   /* imported by from: "c"; NULL data for a plain import */
    struct text bound;  /* the name it binds: "a" for `import a.b`; empty for `import *` */
    int32_t level;      /* leading dots */
    const struct py_scope *scope;
    const struct py_block *block;
    bool in_function;      /* at any depth */
    bool in_try;           /* in any part of a try statement of its function or of the module */
    bool in_type_checking; /* in either branch of `if TYPE_CHECKING:` */
    bool in_block;         /* in any compound statement of its scope */
};

struct py_function {
    const struct py_FunctionDef *def; /* or AsyncFunctionDef, by its node.kind */
    const struct py_scope *outer;     /* where it is defined */
    const struct py_scope *scope;     /* its own */
    const struct py_function *parent; /* the nearest function around it, or NULL */
    const struct py_block *block;     /* of the def statement */
    uint32_t number;                  /* place in py_index.functions */
};

struct py_class {
    const struct py_ClassDef *def;
    const struct py_scope *outer;
    const struct py_scope *scope;
    const struct py_block *block; /* of the class statement */
};

struct py_call {
    const struct py_Call *call;
    struct text
        name; /* last part of the callee: "f" of f(), a.b.f(); NULL data for other callees */
    const struct py_scope *scope;
    const struct py_function *function; /* the nearest around it whose body runs it, or NULL:
                                           decorators, defaults and annotations run outside */
    const struct py_block *block;
    const struct py_call *next_of_name; /* the next call with the same name */
};

struct py_string {
    const struct py_Constant *constant;
    bool docstring;
    bool in_fstring; /* a literal part of an f-string or of a format specification */
};

struct py_index {
    const struct py_tree *tree;
    const struct py_scope *module;
    const struct py_scope *const *scopes;
    size_t scope_count;
    const struct py_block *const *blocks;
    size_t block_count;
    const struct py_import *imports;
    size_t import_count;
    const struct py_function *functions;
    size_t function_count;
    const struct py_class *classes;
    size_t class_count;
    const struct py_call *calls;
    size_t call_count;
    const struct py_string *strings;
    size_t string_count;
    const struct py_Assign *const *assigns; /* plain `=` statements */
    size_t assign_count;
    struct map calls_by_name; /* name to const struct py_call: the first of that name */
};

/* Of a tree without an error. */
const struct py_index *py_index_build(struct arena *arena, const struct py_tree *tree);

/* The first call of that last name; follow next_of_name. NULL when there is none. */
const struct py_call *py_calls_of(const struct py_index *index, struct text name);

/* The last name of an expression: Name and Attribute have one; NULL data for others. */
struct text py_last_name(const struct py_node *expression);

/* Same for a decorator: `x`, `x()`, `a.b.x`, `a.b.x()` are "x". */
struct text py_decorator_name(const struct py_node *decorator);
bool py_has_decorator(const struct py_FunctionDef *def, struct text name);

/* The keyword of that name, or NULL. The parser takes a name twice; then they differ. */
const struct py_keyword *py_keyword_of(const struct py_Call *call, struct text name);
const struct py_keyword *py_last_keyword_of(const struct py_Call *call, struct text name);

/* The elements of a list or tuple display, or NULL. */
const struct py_list *py_elements(const struct py_node *expression);

/* "a.b.c" of a chain of names and attributes, in the arena; NULL data for anything else. */
struct text py_dotted_name(struct arena *arena, const struct py_node *expression);

#endif
