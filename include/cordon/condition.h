/*
 * condition.h: conditions of recipes, one Python expression over the facts of a trial.
 *
 * A condition is checked against a small language when it is compiled; cordon_condition_language()
 * describes it. A compiled condition is immutable: any number of threads may evaluate it at once.
 * Evaluation has the meaning of CPython 3.13, reads nothing but the facts, and always ends: its
 * time and memory are bounded by the texts that it is given.
 */
#ifndef CORDON_CONDITION_H
#define CORDON_CONDITION_H

#include <cordon/cordon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cordon_condition cordon_condition;

/* Checks and compiles UTF-8 text, of which white space at both ends does not count; NULL is fine
 * with size 0. CORDON_INVALID: the condition is refused; the error has a message and, where there
 * is one, line and column (1-based, column in bytes) in the stripped text. */
CORDON_API cordon_status cordon_condition_compile(const char *text, size_t size,
                                                  const cordon_allocator *allocator,
                                                  cordon_condition **condition,
                                                  cordon_error **error);
CORDON_API void cordon_condition_free(cordon_condition *condition);

/* Why a condition was refused, in one word that is a constant: "empty", "too-long", "syntax",
 * "name", "attribute", "subscript", "index", "call-target", "int-too-big", or the type of the
 * forbidden node as CPython's `ast` module calls it, such as "Pow" or "Lambda". Empty for an error
 * from elsewhere. */
CORDON_API cordon_text cordon_condition_reason(const cordon_error *error);

/* The text that was compiled, stripped. */
CORDON_API cordon_text cordon_condition_text(const cordon_condition *condition);

/* A named group that took part in the match. */
typedef struct cordon_condition_capture {
    cordon_text name;
    cordon_text value; /* UTF-8 */
} cordon_condition_capture;

/* What a condition may read. Nothing is copied or kept. */
typedef struct cordon_condition_facts {
    size_t struct_size;                       /* set by cordon_condition_facts_init() */
    const cordon_condition_capture *captures; /* names must be distinct; NULL for none */
    size_t capture_count;
    int64_t exit_code;     /* minus the number of the signal that ended the trial */
    double walltime_sec;   /* seconds */
    int64_t peak_vram_mib; /* mebibytes; 0 when unknown */
} cordon_condition_facts;

CORDON_API void cordon_condition_facts_init(cordon_condition_facts *facts);

typedef enum cordon_condition_exception {
    CORDON_CONDITION_NO_EXCEPTION,
    CORDON_CONDITION_KEY_ERROR,
    CORDON_CONDITION_TYPE_ERROR,
    CORDON_CONDITION_VALUE_ERROR,
    CORDON_CONDITION_ZERO_DIVISION_ERROR,
    CORDON_CONDITION_OVERFLOW_ERROR,
} cordon_condition_exception;

typedef struct cordon_condition_verdict {
    bool fired; /* false when evaluation raised an exception */
    cordon_condition_exception exception;
    const char *detail; /* what went wrong; NULL without an exception. A constant of the library. */
    uint32_t line;      /* where the operation that raised it begins; 0 without an exception */
    uint32_t column;
} cordon_condition_verdict;

/* The verdict is set with CORDON_OK alone. CORDON_NO_MEMORY is the only failure: memory is taken,
 * and given back before it returns, only for integers beyond 64 bits, joined texts and numbers
 * written with digits outside ASCII. */
CORDON_API cordon_status cordon_condition_evaluate(const cordon_condition *condition,
                                                   const cordon_condition_facts *facts,
                                                   cordon_condition_verdict *verdict);

/* "KeyError", ...; NULL for CORDON_CONDITION_NO_EXCEPTION. */
CORDON_API const char *cordon_condition_exception_name(cordon_condition_exception exception);

/* What a condition may use, for people: several lines of plain text. */
CORDON_API const char *cordon_condition_language(void);

#ifdef __cplusplus
}
#endif

#endif
