/*
 * task: which functions of a file are tasks.
 */
#ifndef CORDON_RULES_TASK_H
#define CORDON_RULES_TASK_H

#include "lint/rule.h"

/* A plain function under @task; an async one is none. */
bool is_task(const struct py_function *function);

/* Whether the file defines a task; false for NULL and for a file that could not be parsed. */
bool has_task(const struct python_file *file);

#endif
