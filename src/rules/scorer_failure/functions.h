/*
 * functions: what the functions that scorers run await, in which try, and what they do with names.
 */
#ifndef CORDON_RULES_SCORER_FAILURE_FUNCTIONS_H
#define CORDON_RULES_SCORER_FAILURE_FUNCTIONS_H

#include "rules/scorer_code.h"

enum awaits { AWAITS_GRADER = 1, AWAITS_SANDBOX = 2 };

/* A try statement of a function. */
struct guarded {
    const struct py_Try *statement;
    uint32_t function; /* place in scorer_code.functions */
    uint32_t around;   /* the try whose body holds it, from 1; 0: none */
    bool swallows;     /* a failure in its body does not leave it */
    uint8_t awaits;    /* what can fail in its body: enum awaits */
    struct map bound;  /* names that its body binds, once results.c asks */
    bool has_bound;
};

struct awaited {
    uint32_t function;
    uint32_t guarded; /* the try whose body it stands in, from 1; 0: none */
    uint32_t callee;  /* a function of the package, from 1; 0: none */
    uint32_t next;    /* of the same callee */
    uint8_t awaits;   /* by itself */
    bool escapes;     /* a failure of it leaves the function */
};

/* Names to where they last occur so; NULL when they do not. */
struct function_facts {
    struct map returned; /* by themselves, in a tuple, or as Score(value=NAME) */
    struct map read;
    struct map tested; /* is None, is not None, or not */
    uint8_t awaits;    /* what can fail and leave the function */
    uint32_t awaited;  /* the first that awaits it; 0: none */
};

struct scorer_functions {
    struct arena *arena;
    const struct scorer_code *code;
    struct function_facts *facts;   /* of each function */
    VECTOR(struct guarded) tries;   /* 0 is none */
    VECTOR(struct awaited) awaited; /* 0 is none */
    VECTOR(struct text) results;    /* names that calls are assigned to; empty: tested at once */
    struct pairs *result_of;        /* of each file: start and end of a call to results, from 1 */
};

void scorer_functions_read(struct scorer_functions *functions, struct arena *arena,
                           const struct scorer_code *code);

/* A position as maps hold it. */
static inline uint32_t facts_place(const struct map *map, struct text name) {
    return (uint32_t)(uintptr_t)map_get(map, name);
}

/* Whether the handler catches whatever fails and does not raise it again. */
bool handler_swallows(struct arena *arena, const struct py_ExceptHandler *handler);

/* Whether every call of the function in scorer code tests its result for None. */
bool results_are_tested(const struct scorer_functions *functions, uint32_t function);

#endif
