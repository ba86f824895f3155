/*
 * encoding: the bytes of a source file as UTF-8 (PEP 263), as CPython's tokenizer reads them.
 */
#ifndef CORDON_PYTHON_ENCODING_H
#define CORDON_PYTHON_ENCODING_H

#include "python/parse.h"

/* Removes a BOM, follows an encoding line in the first two lines, converts to UTF-8. The result is
 * the input's own bytes where no conversion is needed, and is followed by a NUL byte. Line ends are
 * left as they are. Without an encoding line, or with one that says utf-8, the bytes are not
 * checked: to CPython invalid UTF-8 is an error only in a name or a string, not in a comment. On an
 * error *error is set, and only then written to. */
struct text py_decode_source(struct arena *arena, struct text bytes, struct py_error *error);

/* The text itself, which is valid UTF-8; NUL bytes are an error here too. */
struct text py_accept_text(struct arena *arena, struct text text, struct py_error *error);

#endif
