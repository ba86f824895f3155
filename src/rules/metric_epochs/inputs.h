/*
 * inputs: the parameters of functions in a metric that are given scores.
 */
#ifndef CORDON_RULES_METRIC_EPOCHS_INPUTS_H
#define CORDON_RULES_METRIC_EPOCHS_INPUTS_H

#include "rules/metric_epochs/metric_scope.h"

/* Calls visit for each parameter of a function nested in the scope. */
void inputs_visit(const struct metric_scope *scope, const struct py_FunctionDef *def,
                  void (*visit)(void *context, struct text parameter, bool is_input),
                  void *context);

#endif
