/*
 * stdlib: the names of the standard library's modules, as CPython 3.13 lists them.
 */
#ifndef CORDON_PYTHON_STDLIB_H
#define CORDON_PYTHON_STDLIB_H

#include "base/text.h"

/* A top-level module: "xml", not "xml.etree". `__main__` counts. */
bool py_is_standard_module(struct text name);

#endif
