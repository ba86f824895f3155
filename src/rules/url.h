/*
 * url: whether a text names the report of a defect.
 */
#ifndef CORDON_RULES_URL_H
#define CORDON_RULES_URL_H

#include "python/ast.h"

/* A string literal without "http://" or "https://" in it. What is no literal may hold one. */
bool lacks_url(const struct py_node *value);

#endif
