/*
 * results: whether a handler makes a failure a result of the function.
 */
#ifndef CORDON_RULES_SCORER_FAILURE_RESULTS_H
#define CORDON_RULES_SCORER_FAILURE_RESULTS_H

#include "rules/scorer_failure/functions.h"

bool handler_gives_result(const struct scorer_functions *functions, struct guarded *guarded,
                          const struct py_ExceptHandler *handler);

#endif
