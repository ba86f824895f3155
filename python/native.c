/*
 * The extension module cordon._native: libcordon for Python, in plain data.
 *
 * It is built once for every Python from 3.10 on (the limited API), holds no state of its own and
 * lets other threads run while the library works. The packages cordon and inspect_evals_lint make
 * objects of what it returns.
 */
#include "native.h"

#include <cordon/condition.h>
#include <cordon/lint.h>

#include <stdlib.h>
#include <string.h>

/* ---- texts and errors ---- */

PyObject *native_text(cordon_text text) {
    return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.size, "backslashreplace");
}

static PyObject *optional_text(cordon_text text) {
    if (text.size)
        return native_text(text);
    return Py_NewRef(Py_None);
}

static PyObject *optional_number(uint32_t number) {
    if (number)
        return PyLong_FromUnsignedLong(number);
    return Py_NewRef(Py_None);
}

/* Raises Refused(message, file, line, column, reason), which the packages turn into exceptions of
 * their own; frees the error. */
PyObject *native_raise(PyObject *module, cordon_status status, cordon_error *error) {
    if (status == CORDON_NO_MEMORY || (!error && status == CORDON_INVALID))
        return PyErr_NoMemory();
    if (!error) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_RuntimeError, status == CORDON_CANCELLED ? "the run was cancelled"
                                                                           : "writing failed");
        return NULL;
    }
    PyObject *class = PyObject_GetAttrString(module, "Refused");
    PyObject *values = Py_BuildValue(
        "(NNNNN)", native_text(cordon_error_message(error)),
        optional_text(cordon_error_file(error)), optional_number(cordon_error_line(error)),
        optional_number(cordon_error_column(error)), optional_text(cordon_condition_reason(error)));
    if (class && values)
        PyErr_SetObject(class, values);
    Py_XDECREF(class);
    Py_XDECREF(values);
    cordon_error_free(error);
    return NULL;
}

/* Collects what a document writer sends, perhaps while other threads run Python. */
struct document {
    char *data;
    size_t size;
    size_t capacity;
};

static bool collect(void *user, const char *data, size_t size) {
    struct document *document = user;
    if (size > document->capacity - document->size) {
        size_t capacity = (document->size + size) * 2;
        char *grown = realloc(document->data, capacity);
        if (!grown)
            return false;
        document->data = grown;
        document->capacity = capacity;
    }
    memcpy(document->data + document->size, data, size);
    document->size += size;
    return true;
}

static PyObject *document_object(struct document *document) {
    PyObject *text =
        PyUnicode_DecodeUTF8(document->data, (Py_ssize_t)document->size, "backslashreplace");
    free(document->data);
    return text;
}

/* A sequence of paths or strings as C strings in the file system's encoding. */
struct words {
    PyObject **owners;
    const char **items;
    Py_ssize_t count;
};

static void free_words(struct words *words) {
    for (Py_ssize_t i = 0; words->owners && i < words->count; i++)
        Py_XDECREF(words->owners[i]);
    PyMem_Free(words->owners);
    PyMem_Free((void *)words->items);
    *words = (struct words){0};
}

static bool read_words(PyObject *sequence, struct words *words) {
    *words = (struct words){0};
    if (sequence == Py_None)
        return true;
    if (PyUnicode_Check(sequence) || PyBytes_Check(sequence)) { /* which would be its letters */
        PyErr_Format(PyExc_TypeError, "a list is needed, not %R", sequence);
        return false;
    }
    words->count = PySequence_Size(sequence);
    if (words->count < 0)
        return false;
    words->owners = PyMem_Calloc((size_t)words->count + 1, sizeof(*words->owners));
    words->items = PyMem_Calloc((size_t)words->count + 1, sizeof(*words->items));
    bool whole = words->owners && words->items;
    for (Py_ssize_t i = 0; whole && i < words->count; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        whole = item && PyUnicode_FSConverter(item, &words->owners[i]);
        Py_XDECREF(item);
        if (whole)
            words->items[i] = PyBytes_AsString(words->owners[i]);
    }
    if (!whole) {
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        free_words(words);
    }
    return whole;
}

/* ---- configurations ---- */

#define CONFIG "cordon.config"
#define REPORT "cordon.report"

static void free_config(PyObject *capsule) {
    cordon_config_free(PyCapsule_GetPointer(capsule, CONFIG));
}

static PyObject *load(PyObject *module, PyObject *arguments) {
    const char *root, *preset, *python, *virtual_env, *table;
    PyObject *select, *ignore;
    int preview;
    unsigned threads;
    if (!PyArg_ParseTuple(arguments, "zzOOpzzIz", &root, &preset, &select, &ignore, &preview,
                          &python, &virtual_env, &threads, &table))
        return NULL;
    struct words selected, ignored;
    if (!read_words(select, &selected))
        return NULL;
    if (!read_words(ignore, &ignored)) {
        free_words(&selected);
        return NULL;
    }
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.preset = preset;
    options.select = selected.items;
    options.select_count = (size_t)selected.count;
    options.ignore = ignored.items;
    options.ignore_count = (size_t)ignored.count;
    options.preview = preview != 0;
    options.python = python;
    options.virtual_env = virtual_env;
    options.threads = threads;
    options.table = table;
    cordon_config *config = NULL;
    cordon_error *error = NULL;
    cordon_status status;
    Py_BEGIN_ALLOW_THREADS
    status = cordon_config_load(root, &options, &config, &error);
    Py_END_ALLOW_THREADS
    free_words(&selected);
    free_words(&ignored);
    if (status != CORDON_OK)
        return native_raise(module, status, error);
    return PyCapsule_New(config, CONFIG, free_config);
}

static cordon_config *config_of(PyObject *capsule) {
    return PyCapsule_GetPointer(capsule, CONFIG);
}

static PyObject *find_root(PyObject *module, PyObject *start) {
    PyObject *path = NULL;
    if (!PyUnicode_FSConverter(start, &path))
        return NULL;
    struct document document = {0};
    cordon_status status = cordon_find_root(PyBytes_AsString(path), collect, &document);
    Py_DECREF(path);
    if (status != CORDON_OK) {
        free(document.data);
        return native_raise(module, status, NULL);
    }
    PyObject *root = PyUnicode_DecodeFSDefaultAndSize(document.data, (Py_ssize_t)document.size);
    free(document.data);
    return root;
}

static PyObject *config_notices(PyObject *module, PyObject *capsule) {
    (void)module;
    cordon_config *config = config_of(capsule);
    PyObject *list = config ? PyList_New(0) : NULL;
    for (size_t i = 0; list && i < cordon_config_notice_count(config); i++) {
        PyObject *text = native_text(cordon_config_notice(config, i));
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *config_root(PyObject *module, PyObject *capsule) {
    (void)module;
    cordon_config *config = config_of(capsule);
    if (!config)
        return NULL;
    cordon_text root = cordon_config_root(config);
    return PyUnicode_DecodeFSDefaultAndSize(root.data, (Py_ssize_t)root.size);
}

static PyObject *config_json(PyObject *module, PyObject *capsule) {
    cordon_config *config = config_of(capsule);
    if (!config)
        return NULL;
    struct document document = {0};
    cordon_status status = cordon_config_json(config, collect, &document);
    if (status == CORDON_OK)
        return document_object(&document);
    free(document.data);
    return native_raise(module, status, NULL);
}

/* ---- runs ---- */

static void free_report(PyObject *capsule) {
    cordon_report_free(PyCapsule_GetPointer(capsule, REPORT));
}

void native_begin(struct native_work *work) {
    work->thread = PyThread_get_thread_ident();
    work->state = PyEval_SaveThread();
}

void native_end(struct native_work *work) {
    PyEval_RestoreThread(work->state);
}

bool native_interrupted(void *user) {
    struct native_work *work = user;
    if (PyThread_get_thread_ident() != work->thread)
        return false; /* Python has not seen this thread, nor would it handle signals there */
    PyEval_RestoreThread(work->state);
    bool stop = PyErr_Occurred() || PyErr_CheckSignals() != 0;
    work->state = PyEval_SaveThread();
    return stop;
}

static cordon_status add_targets(cordon_targets *targets, const struct words *words, bool tasks,
                                 cordon_error **error) {
    if (!words->items)
        return cordon_targets_add_all(targets, error);
    size_t count = (size_t)words->count;
    return tasks ? cordon_targets_add_task_files(targets, words->items, count, error)
                 : cordon_targets_add_packages(targets, words->items, count, error);
}

static cordon_status run_lint(cordon_config *config, const struct words *words, bool tasks,
                              cordon_report **report, cordon_error **error) {
    struct native_work work;
    cordon_targets *targets = NULL;
    native_begin(&work);
    cordon_status status = cordon_targets_new(config, &targets);
    if (status == CORDON_OK) {
        cordon_targets_watch(targets, native_interrupted, NULL, &work);
        status = add_targets(targets, words, tasks, error);
    }
    if (status == CORDON_OK)
        status = cordon_lint(targets, report, error);
    cordon_targets_free(targets);
    native_end(&work);
    return status;
}

/* lint(config, None, False): the repository; names, False: packages; paths, True: task files. */
static PyObject *lint(PyObject *module, PyObject *arguments) {
    PyObject *capsule, *sequence;
    int tasks;
    if (!PyArg_ParseTuple(arguments, "OOp", &capsule, &sequence, &tasks))
        return NULL;
    cordon_config *config = config_of(capsule);
    struct words words;
    if (!config || !read_words(sequence, &words))
        return NULL;
    cordon_report *report = NULL;
    cordon_error *error = NULL;
    cordon_status status = run_lint(config, &words, tasks != 0, &report, &error);
    free_words(&words);
    if (status != CORDON_OK)
        return native_raise(module, status, error);
    return PyCapsule_New(report, REPORT, free_report);
}

static PyObject *task_layout(PyObject *module, PyObject *arguments) {
    PyObject *capsule, *path = NULL;
    if (!PyArg_ParseTuple(arguments, "OO&", &capsule, PyUnicode_FSConverter, &path))
        return NULL;
    cordon_config *config = config_of(capsule);
    cordon_task_layout *layout = NULL;
    cordon_error *error = NULL;
    cordon_status status = CORDON_FAILED;
    if (config)
        status = cordon_task_layout_find(config, PyBytes_AsString(path), &layout, &error);
    Py_DECREF(path);
    if (status != CORDON_OK)
        return native_raise(module, status, error);
    PyObject *result = Py_BuildValue("(NNN)", native_text(cordon_task_layout_name(layout)),
                                     native_text(cordon_task_layout_source_root(layout)),
                                     native_text(cordon_task_layout_import_prefix(layout)));
    cordon_task_layout_free(layout);
    return result;
}

/* ---- reports ---- */

PyObject *native_list(size_t count, PyObject *(*make)(const void *owner, size_t index),
                      const void *owner) {
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *item = make(owner, i);
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *location_object(cordon_location at) {
    return Py_BuildValue("(NNN)", native_text(at.file), optional_number(at.line),
                         optional_number(at.column));
}

static PyObject *step_object(const void *finding, size_t index) {
    return Py_BuildValue("(NN)", location_object(cordon_finding_trace_location(finding, index)),
                         native_text(cordon_finding_trace_text(finding, index)));
}

static PyObject *finding_object(const void *package, size_t index) {
    const cordon_finding *finding = cordon_package_finding(package, index);
    return Py_BuildValue("(ssNNNNNNN)", cordon_rule_code(cordon_finding_rule(finding)),
                         cordon_status_name(cordon_finding_status(finding)),
                         PyBool_FromLong(cordon_finding_is_error(finding)),
                         location_object(cordon_finding_location(finding)),
                         optional_number(cordon_finding_end_line(finding)),
                         native_text(cordon_finding_message(finding)),
                         optional_text(cordon_finding_hint(finding)),
                         optional_text(cordon_finding_key(finding)),
                         native_list(cordon_finding_trace_count(finding), step_object, finding));
}

static PyObject *outcome_object(const void *package, size_t index) {
    cordon_outcome outcome = cordon_package_outcome(package, index);
    return Py_BuildValue("(ssN)", cordon_rule_code(outcome.rule),
                         cordon_status_name(outcome.status), native_text(outcome.message));
}

/* (fail, warn, suppressed, pass, skip, passing, applicable, score or None) */
static PyObject *counts_object(const cordon_counts *rules, size_t passing, size_t applicable,
                               double score) {
    return Py_BuildValue("(nnnnnnnN)", rules->of[CORDON_FAIL], rules->of[CORDON_WARN],
                         rules->of[CORDON_SUPPRESSED], rules->of[CORDON_PASS],
                         rules->of[CORDON_SKIP], passing, applicable,
                         applicable ? PyFloat_FromDouble(score) : Py_NewRef(Py_None));
}

/* (counts, [(category, counts)]) */
static PyObject *score_object(const cordon_score *score) {
    PyObject *categories = PyList_New(0);
    for (size_t i = 0; categories && i < CORDON_CATEGORY_COUNT; i++) {
        if (!score->by_category[i].present)
            continue;
        PyObject *entry = Py_BuildValue(
            "(sN)", cordon_category_name(i),
            counts_object(&score->by_category[i].rules, score->by_category[i].passing,
                          score->by_category[i].applicable, score->by_category[i].score));
        if (!entry || PyList_Append(categories, entry) < 0)
            Py_CLEAR(categories);
        Py_XDECREF(entry);
    }
    return Py_BuildValue(
        "(NN)", counts_object(&score->rules, score->passing, score->applicable, score->score),
        categories);
}

static PyObject *package_object(const void *report, size_t index) {
    const cordon_package *package = cordon_report_package(report, index);
    cordon_score score = cordon_package_score(package);
    return Py_BuildValue(
        "(NNNNNN)", native_text(cordon_package_name(package)),
        PyBool_FromLong(cordon_package_is_helper(package)),
        optional_text(cordon_package_skipped(package)),
        native_list(cordon_package_outcome_count(package), outcome_object, package),
        native_list(cordon_package_finding_count(package), finding_object, package),
        score_object(&score));
}

static PyObject *warning_object(const void *report, size_t index) {
    return native_text(cordon_report_warning(report, index));
}

/* ([(name, is_helper, skipped, outcomes, findings, score)], warnings, score) */
static PyObject *report_data(PyObject *module, PyObject *capsule) {
    (void)module;
    cordon_report *report = PyCapsule_GetPointer(capsule, REPORT);
    if (!report)
        return NULL;
    cordon_score score = cordon_report_score(report);
    return Py_BuildValue("(NNN)",
                         native_list(cordon_report_package_count(report), package_object, report),
                         native_list(cordon_report_warning_count(report), warning_object, report),
                         score_object(&score));
}

struct linker {
    PyObject *callback;
    PyObject *last; /* keeps the string that was returned */
    bool failed;
};

static const char *link_source(void *user, cordon_text path, uint32_t line) {
    struct linker *linker = user;
    if (linker->failed)
        return NULL;
    Py_CLEAR(linker->last);
    PyObject *link =
        PyObject_CallFunction(linker->callback, "NN", native_text(path), optional_number(line));
    if (link && link != Py_None)
        linker->last = PyUnicode_AsUTF8String(link);
    linker->failed = !link || (link != Py_None && !linker->last);
    Py_XDECREF(link);
    return linker->last ? PyBytes_AsString(linker->last) : NULL;
}

static PyObject *render(PyObject *module, PyObject *arguments) {
    PyObject *capsule, *callback;
    const char *format, *docs_base;
    unsigned heading_level;
    int footer;
    if (!PyArg_ParseTuple(arguments, "OszOIp", &capsule, &format, &docs_base, &callback,
                          &heading_level, &footer))
        return NULL;
    cordon_report *report = PyCapsule_GetPointer(capsule, REPORT);
    if (!report)
        return NULL;
    struct linker linker = {.callback = callback};
    cordon_render_options options;
    cordon_render_options_init(&options);
    options.docs_base = docs_base;
    options.heading_level = heading_level;
    options.no_footer = !footer;
    options.source_link = callback == Py_None ? NULL : link_source;
    options.user = &linker;
    struct document document = {0};
    cordon_error *error = NULL;
    PyThreadState *state = options.source_link ? NULL : PyEval_SaveThread();
    cordon_status status =
        cordon_report_render(report, format, &options, collect, &document, &error);
    if (state)
        PyEval_RestoreThread(state);
    Py_XDECREF(linker.last);
    if (status == CORDON_OK && !linker.failed)
        return document_object(&document);
    free(document.data);
    if (linker.failed) {
        cordon_error_free(error);
        return NULL;
    }
    return native_raise(module, status, error);
}

static PyObject *rule_object(const void *owner, size_t index) {
    (void)owner;
    const cordon_rule *rule = cordon_rule_at(index);
    return Py_BuildValue(
        "(ssssNNNNN)", cordon_rule_code(rule), cordon_rule_name(rule),
        cordon_category_name(cordon_rule_category(rule)), cordon_rule_summary(rule),
        PyBool_FromLong(cordon_rule_applies_to_evals(rule)),
        PyBool_FromLong(cordon_rule_applies_to_helpers(rule)),
        PyBool_FromLong(cordon_rule_has_allowlist(rule)),
        PyBool_FromLong(cordon_rule_is_preview(rule)), native_text(cordon_rule_page(rule)));
}

static PyObject *rules(PyObject *module, PyObject *ignored) {
    (void)module;
    (void)ignored;
    return native_list(cordon_rule_count(), rule_object, NULL);
}

static PyMethodDef functions[] = {
    {"load", load, METH_VARARGS, NULL},
    {"find_root", find_root, METH_O, NULL},
    {"config_notices", config_notices, METH_O, NULL},
    {"config_root", config_root, METH_O, NULL},
    {"config_json", config_json, METH_O, NULL},
    {"lint", lint, METH_VARARGS, NULL},
    {"task_layout", task_layout, METH_VARARGS, NULL},
    {"report_data", report_data, METH_O, NULL},
    {"render", render, METH_VARARGS, NULL},
    {"rules", rules, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int fill_module(PyObject *module) {
    PyObject *refused = PyErr_NewException("cordon._native.Refused", NULL, NULL);
    if (!refused || PyModule_AddObjectRef(module, "Refused", refused) < 0) {
        Py_XDECREF(refused);
        return -1;
    }
    Py_DECREF(refused);
    if (native_add_condition(module) < 0 || native_add_probe(module) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "version", cordon_version());
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill_module},
    {0, NULL},
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "cordon._native",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void);
PyMODINIT_FUNC PyInit__native(void) {
    return PyModuleDef_Init(&definition);
}
