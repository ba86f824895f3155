/*
 * encoding: the bytes of a source file as UTF-8 (PEP 263), as CPython's tokenizer reads them.
 */
#ifndef CORDON_PYTHON_ENCODING_H
#define CORDON_PYTHON_ENCODING_H

#include "python/parse.h"

/* Removes a BOM, follows an encoding line in the first two lines, checks or converts to UTF-8. The
 * result is the input's own bytes where they are UTF-8 already, and is followed by a NUL byte.
 * Line ends are left as they are. On an error result->error is set as CPython reports it. */
struct text py_decode_source(struct arena *arena, struct text bytes, struct py_error *error);

#endif
