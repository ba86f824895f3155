/*
 * tests: what the rules about tests share.
 */
#ifndef CORDON_RULES_TESTS_H
#define CORDON_RULES_TESTS_H

#include "base/vector.h"
#include "lint/rule.h"

/* Reports an evaluation without tests, or a helper of a repository without a tests root, at the
 * folder where its tests would be. True when there was something to report. */
bool tests_missing(struct check *check);

/* The text of a Python file as rules search it, parsed or not; empty when it cannot be read or is
 * not in its encoding. */
struct text searchable_text(struct arena *arena, struct python_file *file);

/* The functions under one of some decorators, which the tests must mention. */
enum component_kind { COMPONENT_SOLVER, COMPONENT_SCORER, COMPONENT_TOOL, COMPONENT_METRIC };

/* Each must stand in some line of the tests: by its name or, where its decorator takes one, by the
 * literal name= of that. */
void check_components(struct check *check, enum component_kind kind);

/* One of them, and the two words that mention it. */
struct component {
    const struct python_file *file;
    const struct py_FunctionDef *def;
    const struct py_node *decorator;
};

struct components {
    VECTOR(struct component) items;
    VECTOR(struct text) words; /* two for each; empty: never mentioned */
};

/* Those of the package; a file that cannot be parsed is reported. */
struct components components_of(struct check *check, enum component_kind kind);

#endif
