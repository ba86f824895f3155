#include "rules/task.h"

bool is_task(const struct py_function *function) {
    return function->def->node.kind == PY_FunctionDef && py_has_decorator(function->def, T("task"));
}

bool has_task(const struct python_file *file) {
    if (!file || !file->index)
        return false;
    for (size_t i = 0; i < file->index->function_count; i++)
        if (is_task(&file->index->functions[i]))
            return true;
    return false;
}
