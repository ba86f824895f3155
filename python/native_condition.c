/*
 * The type cordon._native.Condition: a compiled condition.
 */
#include "native.h"

#include <cordon/condition.h>

#include <string.h>

enum { FEW_CAPTURES = 16 };

typedef struct {
    PyObject_HEAD cordon_condition *condition;
} Condition;

static PyObject *condition_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *string;
    (void)keywords; /* cordon.condition gives none */
    if (!PyArg_ParseTuple(arguments, "U", &string))
        return NULL;
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(string, &size);
    if (!text)
        return NULL;
    cordon_condition *condition = NULL;
    cordon_error *error = NULL;
    cordon_status status = cordon_condition_compile(text, (size_t)size, NULL, &condition, &error);
    if (status != CORDON_OK)
        return native_raise(PyType_GetModule(type), status, error);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Condition *self = (Condition *)allocate(type, 0);
    if (self)
        self->condition = condition;
    else
        cordon_condition_free(condition);
    return (PyObject *)self;
}

static void condition_free(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    cordon_condition_free(((Condition *)object)->condition);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* The captures' texts are borrowed from the dict, which the caller holds meanwhile. */
static bool read_captures(PyObject *captures, cordon_condition_capture *room) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    for (size_t i = 0; PyDict_Next(captures, &at, &key, &value); i++) {
        Py_ssize_t key_size, value_size;
        const char *name = PyUnicode_AsUTF8AndSize(key, &key_size);
        const char *text = name ? PyUnicode_AsUTF8AndSize(value, &value_size) : NULL;
        if (!text)
            return false;
        room[i] = (cordon_condition_capture){{name, (size_t)key_size}, {text, (size_t)value_size}};
    }
    return true;
}

static PyObject *verdict_object(const cordon_condition_verdict *verdict, bool explain) {
    if (!explain)
        return PyBool_FromLong(verdict->fired);
    const char *exception = cordon_condition_exception_name(verdict->exception);
    return Py_BuildValue("(Nzz)", PyBool_FromLong(verdict->fired), exception, verdict->detail);
}

static PyObject *evaluate(Condition *self, PyObject *captures, cordon_condition_facts *facts,
                          bool explain) {
    cordon_condition_capture few[FEW_CAPTURES], *room = few;
    Py_ssize_t count = PyDict_Size(captures);
    if (count < 0)
        return NULL;
    if (count > FEW_CAPTURES)
        room = PyMem_Malloc((size_t)count * sizeof(*room));
    if (!room)
        return PyErr_NoMemory();
    PyObject *result = NULL;
    if (read_captures(captures, room)) {
        cordon_condition_verdict verdict;
        facts->captures = room;
        facts->capture_count = (size_t)count;
        if (cordon_condition_evaluate(self->condition, facts, &verdict) == CORDON_OK)
            result = verdict_object(&verdict, explain);
        else
            PyErr_NoMemory();
    }
    if (room != few)
        PyMem_Free(room);
    return result;
}

/* evaluate(captures, exit_code, walltime_sec, peak_vram_mib, explain) */
static PyObject *condition_evaluate(PyObject *self, PyObject *const *values, Py_ssize_t count) {
    if (count != 5 || !PyDict_Check(values[0])) {
        PyErr_SetString(PyExc_TypeError, "evaluate() takes a dict, three numbers and a flag");
        return NULL;
    }
    cordon_condition_facts facts;
    cordon_condition_facts_init(&facts);
    facts.exit_code = PyLong_AsLongLong(values[1]);
    facts.walltime_sec = PyFloat_AsDouble(values[2]);
    if (values[3] != Py_None)
        facts.peak_vram_mib = PyLong_AsLongLong(values[3]);
    if (PyErr_Occurred())
        return NULL;
    return evaluate((Condition *)self, values[0], &facts, values[4] == Py_True);
}

static PyObject *condition_text(PyObject *self, void *ignored) {
    (void)ignored;
    cordon_text text = cordon_condition_text(((Condition *)self)->condition);
    return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.size, NULL);
}

static PyMethodDef methods[] = {
    {"evaluate", (PyCFunction)(void (*)(void))condition_evaluate, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef getters[] = {
    {"text", condition_text, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)condition_new},
    {Py_tp_dealloc, (void *)condition_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, getters},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "cordon._native.Condition",
    .basicsize = sizeof(Condition),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int native_add_condition(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);
    if (!type)
        return -1;
    int added = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return added;
}
