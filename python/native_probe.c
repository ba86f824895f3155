/*
 * Recipes and scans of logs, in plain data.
 */
#include "native.h"

#include <cordon/probe.h>

#include <limits.h>

#define RECIPE "cordon.recipe"

static void free_recipe(PyObject *capsule) {
    cordon_probe_recipe_free(PyCapsule_GetPointer(capsule, RECIPE));
}

/* read_recipe(name, source) */
static PyObject *read_recipe(PyObject *module, PyObject *arguments) {
    const char *name, *source;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "sy#", &name, &source, &size))
        return NULL;
    cordon_probe_recipe *recipe = NULL;
    cordon_error *error = NULL;
    cordon_status status;
    Py_BEGIN_ALLOW_THREADS
    status = cordon_probe_recipe_read(name, source, (size_t)size, NULL, &recipe, &error);
    Py_END_ALLOW_THREADS
    if (status != CORDON_OK)
        return native_raise(module, status, error);
    return PyCapsule_New(recipe, RECIPE, free_recipe);
}

static PyObject *detector_object(const void *recipe, size_t index) {
    return native_text(cordon_probe_recipe_detector(recipe, index));
}

static PyObject *recipe_detectors(PyObject *module, PyObject *capsule) {
    (void)module;
    const cordon_probe_recipe *recipe = PyCapsule_GetPointer(capsule, RECIPE);
    if (!recipe)
        return NULL;
    return native_list(cordon_probe_recipe_pattern_count(recipe), detector_object, recipe);
}

static PyObject *warning_object(const void *recipe, size_t index) {
    return native_text(cordon_probe_recipe_warning(recipe, index));
}

static PyObject *recipe_warnings(PyObject *module, PyObject *capsule) {
    (void)module;
    const cordon_probe_recipe *recipe = PyCapsule_GetPointer(capsule, RECIPE);
    if (!recipe)
        return NULL;
    return native_list(cordon_probe_recipe_warning_count(recipe), warning_object, recipe);
}

struct detectors {
    const cordon_probe_result *result;
    cordon_probe_list list;
};

static PyObject *fired_object(const void *owner, size_t index) {
    const struct detectors *detectors = owner;
    return native_text(cordon_probe_detector(detectors->result, detectors->list, index));
}

static PyObject *fired(const cordon_probe_result *result, cordon_probe_list list) {
    struct detectors detectors = {result, list};
    return native_list(cordon_probe_count(result, list), fired_object, &detectors);
}

static PyObject *captures_object(const cordon_probe_result *result) {
    PyObject *captures = PyDict_New();
    for (size_t i = 0; captures && i < cordon_probe_capture_count(result); i++) {
        PyObject *name = native_text(cordon_probe_capture_name(result, i));
        PyObject *value = native_text(cordon_probe_capture_value(result, i));
        if (!name || !value || PyDict_SetItem(captures, name, value) < 0)
            Py_CLEAR(captures);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return captures;
}

/* (failed, failures, warnings, custom, given up, unmet, captures, document) */
static PyObject *result_object(const cordon_probe_result *result) {
    return Py_BuildValue("(NNNNNNNN)", PyBool_FromLong(cordon_probe_failed(result)),
                         fired(result, CORDON_PROBE_FAILURES), fired(result, CORDON_PROBE_WARNINGS),
                         fired(result, CORDON_PROBE_CUSTOM), fired(result, CORDON_PROBE_GIVEN_UP),
                         fired(result, CORDON_PROBE_UNMET), captures_object(result),
                         native_text(cordon_probe_json(result)));
}

/* The log: a file descriptor, or bytes. */
struct log {
    int descriptor; /* negative: bytes */
    char *data;
    Py_ssize_t size;
};

static bool read_log(PyObject *object, struct log *log) {
    log->descriptor = -1;
    if (PyBytes_Check(object))
        return PyBytes_AsStringAndSize(object, &log->data, &log->size) == 0;
    long number = PyLong_AsLong(object);
    if (number == -1 && PyErr_Occurred())
        return false;
    if (number < 0 || number > INT_MAX) {
        PyErr_SetString(PyExc_ValueError, "there is no file descriptor of this number");
        return false;
    }
    log->descriptor = (int)number;
    return true;
}

static bool read_vram(PyObject *object, int64_t *mebibytes) {
    if (object == Py_None)
        return true;
    *mebibytes = PyLong_AsLongLong(object);
    if (*mebibytes < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "peak_vram_mib must not be negative");
    return !PyErr_Occurred();
}

/* scan(recipe, log, name, exit_code, walltime_sec, peak_vram_mib, timed_out) */
static PyObject *scan(PyObject *module, PyObject *arguments) {
    PyObject *capsule, *object, *vram;
    const char *name;
    long long exit_code;
    int timed_out;
    struct log log;
    cordon_probe_trial trial;
    cordon_probe_trial_init(&trial);
    if (!PyArg_ParseTuple(arguments, "OOsLdOp", &capsule, &object, &name, &exit_code,
                          &trial.walltime_sec, &vram, &timed_out))
        return NULL;
    const cordon_probe_recipe *recipe = PyCapsule_GetPointer(capsule, RECIPE);
    if (!recipe || !read_log(object, &log) || !read_vram(vram, &trial.peak_vram_mib))
        return NULL;
    trial.exit_code = exit_code;
    trial.timed_out = timed_out != 0;
    cordon_probe_result *result = NULL;
    cordon_error *error = NULL;
    cordon_status status;
    struct native_work work;
    cordon_probe_options options;
    cordon_probe_options_init(&options);
    options.cancelled = native_interrupted;
    options.user = &work;
    native_begin(&work);
    if (log.descriptor >= 0)
        status = cordon_probe_scan(recipe, log.descriptor, name, &trial, &options, &result, &error);
    else
        status = cordon_probe_scan_text(recipe, log.data, (size_t)log.size, &trial, &options,
                                        &result, &error);
    native_end(&work);
    if (status != CORDON_OK)
        return native_raise(module, status, error);
    PyObject *found = result_object(result);
    cordon_probe_result_free(result);
    return found;
}

static PyObject *builtin_object(const void *owner, size_t index) {
    (void)owner;
    cordon_probe_builtin pattern = cordon_probe_builtin_at(index);
    return Py_BuildValue("(sssss)", pattern.id, pattern.detects, pattern.regex, pattern.flags,
                         pattern.sample);
}

static PyObject *builtin_patterns(PyObject *module, PyObject *ignored) {
    (void)module;
    (void)ignored;
    return native_list(cordon_probe_builtin_count(), builtin_object, NULL);
}

static PyMethodDef functions[] = {
    {"read_recipe", read_recipe, METH_VARARGS, NULL},
    {"recipe_detectors", recipe_detectors, METH_O, NULL},
    {"recipe_warnings", recipe_warnings, METH_O, NULL},
    {"scan", scan, METH_VARARGS, NULL},
    {"builtin_patterns", builtin_patterns, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int native_add_probe(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
