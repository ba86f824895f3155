/*
 * python.h: Python source to syntax tree, as CPython 3.13 parses it.
 *
 * Node types, fields and positions are those of CPython's `ast` module (Parser/Python.asdl). A tree
 * is immutable and may be read by many threads; it owns a copy of what it needs of the source.
 */
#ifndef CORDON_PYTHON_H
#define CORDON_PYTHON_H

#include <cordon/cordon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cordon_python_tree cordon_python_tree;
typedef struct cordon_python_node cordon_python_node;

typedef enum cordon_python_mode {
    CORDON_PYTHON_EXEC,   /* a file: Module */
    CORDON_PYTHON_EVAL,   /* one expression: Expression */
    CORDON_PYTHON_SINGLE, /* one interactive statement: Interactive */
} cordon_python_mode;

typedef struct cordon_python_options {
    size_t struct_size; /* set by cordon_python_options_init() */
    cordon_python_mode mode;
    unsigned minor_version; /* 13 or 14 for the grammar of 3.13 or 3.14; 0: all known together */
    const cordon_allocator *allocator;
} cordon_python_options;

CORDON_API void cordon_python_options_init(cordon_python_options *options);

/* Reads the bytes of a file: byte order mark, encoding line (PEP 263) and any line ends; NULL is
 * fine with size 0. CORDON_INVALID: the source is refused; the error has line, column (in bytes of
 * UTF-8) and the class of CPython's exception. */
CORDON_API cordon_status cordon_python_parse(const char *source, size_t size,
                                             const cordon_python_options *options,
                                             cordon_python_tree **tree, cordon_error **error);
CORDON_API void cordon_python_tree_free(cordon_python_tree *tree);

/* "SyntaxError", "IndentationError", "TabError", "MemoryError" (nested too deeply); empty for an
 * error that does not come from here. */
CORDON_API cordon_text cordon_python_error_class(const cordon_error *error);

/* ast.dump(tree, include_attributes=True, indent=1) of CPython 3.13, without a final line end, in
 * pieces. CORDON_FAILED when the writer returned false. */
CORDON_API cordon_status cordon_python_dump(const cordon_python_tree *tree, cordon_writer writer,
                                            void *user);

/* ---- nodes: valid as long as the tree ---- */

CORDON_API const cordon_python_node *cordon_python_root(const cordon_python_tree *tree);
CORDON_API const char *cordon_python_type(const cordon_python_node *node); /* "FunctionDef" */

/* Lines are 1-based, columns 0-based in bytes of UTF-8, as in CPython. Of a node that has none
 * there (Module, arguments, ...) they say where its text is. */
typedef struct cordon_python_range {
    uint32_t line, column, end_line, end_column;
} cordon_python_range;
CORDON_API cordon_python_range cordon_python_range_of(const cordon_python_tree *tree,
                                                      const cordon_python_node *node);
CORDON_API cordon_text cordon_python_source_of(const cordon_python_tree *tree,
                                               const cordon_python_node *node);

typedef enum cordon_python_field_kind {
    CORDON_PYTHON_NODE,  /* a node, or none */
    CORDON_PYTHON_NODES, /* a list; an item may be none (keys of a Dict, defaults) */
    CORDON_PYTHON_TEXT,  /* an identifier, or none; an operator or context by its name */
    CORDON_PYTHON_TEXTS, /* a list of them */
    CORDON_PYTHON_NUMBER,
    CORDON_PYTHON_VALUE, /* of a Constant or MatchSingleton: as repr() prints it */
} cordon_python_field_kind;

/* Fields in CPython's order; index is below the count. */
CORDON_API size_t cordon_python_field_count(const cordon_python_node *node);
CORDON_API const char *cordon_python_field_name(const cordon_python_node *node, size_t index);
CORDON_API cordon_python_field_kind cordon_python_field_kind_of(const cordon_python_node *node,
                                                                size_t index);
/* Items of a list; else 1, or 0 when there is none. */
CORDON_API size_t cordon_python_field_size(const cordon_python_node *node, size_t index);
/* item is below the size; NULL for an item that is none. */
CORDON_API const cordon_python_node *cordon_python_field_node(const cordon_python_node *node,
                                                              size_t index, size_t item);
CORDON_API cordon_text cordon_python_field_text(const cordon_python_node *node, size_t index,
                                                size_t item);
CORDON_API int64_t cordon_python_field_number(const cordon_python_node *node, size_t index);
/* Writes the value; CORDON_FAILED when the writer returned false. index is that of a field of kind
 * CORDON_PYTHON_VALUE; other fields' functions, too, are for the kinds that they name. */
CORDON_API cordon_status cordon_python_field_value(const cordon_python_node *node, size_t index,
                                                   cordon_writer writer, void *user);

#ifdef __cplusplus
}
#endif

#endif
