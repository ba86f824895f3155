/*
 * parse: Python source to syntax tree.
 */
#ifndef CORDON_PYTHON_PARSE_H
#define CORDON_PYTHON_PARSE_H

#include "base/text.h"
#include "python/ast.h"

enum py_mode { PY_MODE_EXEC, PY_MODE_EVAL, PY_MODE_SINGLE };

/* Which grammar: 3.MINOR exactly, or everything that any known version accepts. */
enum py_version { PY_VERSION_ANY = 0, PY_VERSION_3_13 = 13, PY_VERSION_3_14 = 14 };

struct py_options {
    enum py_mode mode;
    enum py_version version;
    bool is_text; /* read as compile() reads a str: UTF-8 without byte order mark, encoding lines
                     are ordinary comments (py_accept_text instead of py_decode_source) */
};

/* The exception class CPython raises. */
enum py_error_class {
    PY_NO_ERROR,
    PY_SYNTAX_ERROR,
    PY_INDENTATION_ERROR,
    PY_TAB_ERROR,
    PY_TOO_DEEP /* nested beyond what fits; CPython: MemoryError or RecursionError */
};

struct py_error {
    enum py_error_class class;
    struct text message; /* own words; what is wrong and what to do */
    uint32_t line;       /* as CPython's SyntaxError.lineno; 0 for its None */
    uint32_t column;     /* 1-based, in bytes of the UTF-8 line; 0 when unknown */
};

struct py_comment {
    uint32_t start; /* of the '#' */
    uint32_t end;   /* of the line, line end not included */
};

struct py_place {
    uint32_t line;   /* 1-based */
    uint32_t column; /* 0-based, UTF-8 bytes: CPython's col_offset */
};

struct py_tree {
    struct text source;   /* UTF-8 after decoding, BOM removed; offsets refer to it */
    struct py_node *root; /* Module, Expression or Interactive; NULL on an error */
    struct py_error error;
    const struct py_comment *comments; /* in order; those before an error are there too */
    size_t comment_count;
    const uint32_t *lines; /* offset of each line's first byte; lines end at LF, CR or CRLF */
    size_t line_count;
};

/* bytes must be followed by a NUL byte (as file_read gives it) and must outlive the tree, which
 * may point into them. Never fails: a source that is refused has an error. */
struct py_tree *py_parse(struct arena *arena, struct text bytes, const struct py_options *options);

struct py_place py_tree_place(const struct py_tree *tree, uint32_t offset);

/* The source of a node, as written. */
struct text py_tree_text(const struct py_tree *tree, const struct py_node *node);

/* ast.dump(tree, include_attributes=True, indent=1) of CPython 3.13, without a final newline. */
struct buffer;
void py_dump(struct buffer *out, const struct py_tree *tree);

/* The same in pieces: flush(context) is called whenever out has become large, and empties it; when
 * it returns false, the rest is not written. */
void py_dump_stream(struct buffer *out, const struct py_tree *tree, bool (*flush)(void *context),
                    void *context);

/* The value of a Constant or MatchSingleton as repr() prints it. */
void py_repr_constant(struct buffer *out, const struct py_node *node);

const char *py_error_class_name(enum py_error_class class); /* "SyntaxError" */

#endif
