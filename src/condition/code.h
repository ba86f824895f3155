/*
 * code: what a condition is compiled to, for a machine with a stack of values.
 */
#ifndef CORDON_CONDITION_CODE_H
#define CORDON_CONDITION_CODE_H

#include "condition/value.h"
#include "python/parse.h"

enum operation {
    OP_CONSTANT,  /* push constants[operand] */
    OP_EXIT_CODE, /* push a fact */
    OP_WALLTIME,
    OP_PEAK_VRAM,
    OP_GROUP,            /* push the captured text whose name is constants[operand] */
    OP_ARITHMETIC,       /* of the two topmost; operand: enum value_operator */
    OP_COMPARE,          /* of the two topmost; operand: enum value_comparison */
    OP_COMPARE_CONSTANT, /* the topmost with constants[operand]; count: enum value_comparison */
    OP_CHAIN, /* the same, but with a false result push it and jump, else keep the right one */
    OP_NEGATE,
    OP_PLUS,
    OP_NOT,
    OP_AND,  /* jump to target with the topmost when it is false, else drop it */
    OP_OR,   /* the same when it is true */
    OP_TEST, /* drop the topmost, jump when it is false */
    OP_JUMP,
    OP_CALL, /* count arguments on the stack; operand: enum value_object */
    OP_END
};

struct instruction {
    uint8_t operation;
    uint8_t count;    /* OP_CALL, OP_COMPARE_CONSTANT */
    uint16_t operand; /* as listed above */
    uint16_t target;  /* index of the next instruction after a jump */
    uint16_t line;    /* where the operation is written, for errors */
    uint16_t column;
};

/* A text of 256 characters cannot hold more operands that wait at once: each takes two. */
enum { STACK_SIZE = CONDITION_LENGTH / 2 + 4 };

struct condition {
    struct text text;
    const struct instruction *code;
    const struct value *constants;
};

#endif
