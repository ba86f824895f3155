/*
 * native: what the parts of the extension module share.
 */
#ifndef CORDON_PYTHON_NATIVE_H
#define CORDON_PYTHON_NATIVE_H

#define Py_LIMITED_API 0x030a0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cordon/cordon.h>

/* Raises what a status and its error mean; frees the error and returns NULL. */
PyObject *native_raise(PyObject *module, cordon_status status, cordon_error *error);

/* Add a type to the module; -1 with an exception set when that fails. */
int native_add_condition(PyObject *module);

#endif
