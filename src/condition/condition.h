/*
 * condition: one Python expression over what is known of a trial, checked against a small language
 * when it is read and evaluated with Python 3.13's meaning afterwards.
 */
#ifndef CORDON_CONDITION_CONDITION_H
#define CORDON_CONDITION_CONDITION_H

#include "base/text.h"

/* Longest text after stripping, in code points, and the first integer literal that is too large. */
enum { CONDITION_LENGTH = 256, CONDITION_INTEGER_BOUND = 1000000000 };

/* A checked and compiled condition. It is never changed: any number of threads may evaluate it. */
struct condition;

/* Why a condition is refused. */
struct condition_refusal {
    const char *reason;  /* "empty", "too-long", "syntax", a node type such as "Pow", "name", ... */
    struct text message; /* what is wrong and what is allowed instead */
    uint32_t line;       /* 1-based, in the stripped text; 0: none */
    uint32_t column;     /* 1-based, in bytes; 0: none */
    struct text text;    /* the stripped text, which line and column refer to */
};

/* NULL when the text is refused. Texts are UTF-8; text need not outlive the condition, which lives
 * in the arena. */
const struct condition *condition_compile(struct arena *arena, struct text text,
                                          struct condition_refusal *refusal);

struct condition_capture {
    struct text name;
    struct text value; /* UTF-8 */
};

/* What an evaluation may read. */
struct condition_facts {
    const struct condition_capture *captures; /* groups that took part; names are distinct */
    size_t capture_count;
    int64_t exit_code;
    double walltime_sec;
    int64_t peak_vram_mib; /* 0 when unknown */
};

enum condition_exception {
    CONDITION_NO_EXCEPTION,
    CONDITION_KEY_ERROR,
    CONDITION_TYPE_ERROR,
    CONDITION_VALUE_ERROR,
    CONDITION_ZERO_DIVISION_ERROR,
    CONDITION_OVERFLOW_ERROR,
    CONDITION_NEEDS_MEMORY /* no exception of Python: see condition_evaluate() */
};

struct condition_verdict {
    bool fired; /* false with an exception */
    enum condition_exception exception;
    const char *detail; /* of the exception: what went wrong */
    uint32_t line;      /* of the operation that raised it, as in condition_refusal */
    uint32_t column;
};

/* Takes memory from scratch only for integers beyond 64 bits, joined texts and long or foreign
 * numbers, in proportion to the captured texts. scratch may be NULL; then CONDITION_NEEDS_MEMORY
 * tells that the condition has to be evaluated again with it. */
struct condition_verdict condition_evaluate(const struct condition *condition,
                                            const struct condition_facts *facts,
                                            struct arena *scratch);

/* "KeyError"; NULL for none of Python's. */
const char *condition_exception_name(enum condition_exception exception);

/* The stripped text that was compiled. */
struct text condition_text(const struct condition *condition);

/* What a condition may use: the page that --explain prints. */
extern const char condition_language[];

#endif
