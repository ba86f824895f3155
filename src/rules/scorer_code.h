/*
 * scorer_code: the functions of a package that its scorers run: those under @scorer, what is nested
 * in them, and what they call, at any depth. Tools are not entered.
 */
#ifndef CORDON_RULES_SCORER_CODE_H
#define CORDON_RULES_SCORER_CODE_H

#include "base/vector.h"
#include "lint/package_calls.h"

struct scorer_function {
    uint32_t file; /* place in calls.files */
    const struct py_function *function;
    bool is_scorer; /* it is under @scorer itself */
    uint32_t calls; /* the first one of it in called, from 1 */
};

struct scorer_call {
    const struct py_call *call;
    struct call_target target;
    uint32_t caller; /* place in functions */
    uint32_t callee; /* the same of what it runs, from 1; 0: not scorer code */
    uint32_t next;   /* call of the same callee, from 1 */
};

struct scorer_code {
    struct package_calls calls;
    VECTOR(struct scorer_function) functions;
    VECTOR(struct scorer_call) called; /* by all of them, in the order of functions */
    struct pairs members;              /* file and function to a place in functions, from 1 */
    struct pairs *places;              /* of each file: start and end of a call to called, from 1 */
    size_t scorer_count;
};

/* A rule about it: reports what cannot be parsed, then what examine() finds; passed says what is so
 * otherwise. */
void scorer_code_check(struct check *check,
                       void (*examine)(struct check *check, const struct scorer_code *code),
                       const char *passed);

void scorer_code_read(struct scorer_code *code, struct arena *arena, struct package *package);

/* A call by its node; NULL when no scorer runs it. */
const struct scorer_call *scorer_call_of(const struct scorer_code *code, uint32_t file,
                                         const struct py_node *node);

#endif
