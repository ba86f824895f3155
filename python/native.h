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

/* What comes from files may not be UTF-8: other bytes are written as escapes. */
PyObject *native_text(cordon_text text);

/* A piece of work of the library, while which other threads may run Python. */
struct native_work {
    unsigned long thread; /* the one that called */
    PyThreadState *state; /* what it let go of */
};

void native_begin(struct native_work *work);
void native_end(struct native_work *work);

/* For the library to ask, with the work as user: Ctrl-C, or another signal whose handler raises,
 * ends it. */
bool native_interrupted(void *work);

/* A list of what make gives for each index below count. */
PyObject *native_list(size_t count, PyObject *(*make)(const void *owner, size_t index),
                      const void *owner);

/* Add to the module; -1 with an exception set when that fails. */
int native_add_condition(PyObject *module);
int native_add_probe(PyObject *module);

#endif
