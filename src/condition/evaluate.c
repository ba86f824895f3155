#include "condition/code.h"

static bool find_group(struct evaluation *evaluation, struct text name, struct value *result) {
    const struct condition_facts *facts = evaluation->facts;
    for (size_t i = 0; i < facts->capture_count; i++) {
        const struct condition_capture *capture = &facts->captures[i];
        if (text_equal(capture->name, name)) {
            result->kind = VALUE_TEXT;
            result->text = capture->value;
            return true;
        }
    }
    return value_raise(evaluation, CONDITION_KEY_ERROR,
                       "no group of that name took part in the match");
}

static inline bool is_true(const struct evaluation *evaluation, const struct value *value) {
    return value->kind == VALUE_INTEGER ? value->integer != 0 : value_is_true(evaluation, value);
}

static inline void push_truth(struct value *place, bool truth) {
    place->kind = VALUE_INTEGER;
    place->integer = truth;
}

static inline bool as_exact_double(const struct value *value, double *number) {
    if (value->kind == VALUE_FLOAT) {
        *number = value->number;
        return true;
    }
    *number = (double)value->integer;
    return value->kind == VALUE_INTEGER && (int64_t)(int32_t)value->integer == value->integer;
}

/* The common comparison: of numbers that doubles hold exactly, without a call. */
static inline bool compare(struct evaluation *evaluation, enum value_comparison comparison,
                           const struct value *a, const struct value *b, bool *result) {
    double left, right;
    if (!as_exact_double(a, &left) || !as_exact_double(b, &right))
        return value_compare(evaluation, comparison, a, b, result);
    switch (comparison) {
    case VALUE_EQ:
        *result = left == right;
        break;
    case VALUE_NE:
        *result = left != right;
        break;
    case VALUE_LT:
        *result = left < right;
        break;
    case VALUE_LE:
        *result = left <= right;
        break;
    case VALUE_GT:
        *result = left > right;
        break;
    default:
        *result = left >= right;
        break;
    }
    return true;
}

/* Runs to the end or to the instruction that raises; returns that one. top is the topmost value. */
/* NOLINTNEXTLINE(readability-function-size): one case for each instruction */
static const struct instruction *run(struct evaluation *evaluation,
                                     const struct condition *condition, struct value *top) {
    const struct instruction *at = condition->code;
    for (;; at++) {
        bool truth;
        switch ((enum operation)at->operation) {
        case OP_CONSTANT:
            *++top = condition->constants[at->operand];
            break;
        case OP_EXIT_CODE:
            (++top)->kind = VALUE_INTEGER;
            top->integer = evaluation->facts->exit_code;
            break;
        case OP_WALLTIME:
            (++top)->kind = VALUE_FLOAT;
            top->number = evaluation->facts->walltime_sec;
            break;
        case OP_PEAK_VRAM:
            (++top)->kind = VALUE_INTEGER;
            top->integer = evaluation->facts->peak_vram_mib;
            break;
        case OP_GROUP:
            if (!find_group(evaluation, condition->constants[at->operand].text, ++top))
                return at;
            break;
        case OP_ARITHMETIC:
            top--;
            if (!value_arithmetic(evaluation, at->operand, top, top + 1, top))
                return at;
            break;
        case OP_COMPARE:
            top--;
            if (!compare(evaluation, at->operand, top, top + 1, &truth))
                return at;
            push_truth(top, truth);
            break;
        case OP_COMPARE_CONSTANT:
            if (!compare(evaluation, at->count, top, &condition->constants[at->operand], &truth))
                return at;
            push_truth(top, truth);
            break;
        case OP_CHAIN:
            top--;
            if (!compare(evaluation, at->operand, top, top + 1, &truth))
                return at;
            *top = top[1];
            if (!truth) {
                push_truth(top, false);
                at = condition->code + at->target - 1;
            }
            break;
        case OP_NEGATE:
        case OP_PLUS:
            if (!value_sign(evaluation, at->operation == OP_NEGATE, top, top))
                return at;
            break;
        case OP_NOT:
            push_truth(top, !is_true(evaluation, top));
            break;
        case OP_AND:
        case OP_OR:
            if (is_true(evaluation, top) == (at->operation == OP_OR))
                at = condition->code + at->target - 1;
            else
                top--;
            break;
        case OP_TEST:
            if (!is_true(evaluation, top--))
                at = condition->code + at->target - 1;
            break;
        case OP_JUMP:
            at = condition->code + at->target - 1;
            break;
        case OP_CALL:
            top -= at->count;
            if (!value_call(evaluation, at->operand, top + 1, at->count, top + 1))
                return at;
            top++;
            break;
        case OP_END:
            return at;
        }
    }
}

struct condition_verdict condition_evaluate(const struct condition *condition,
                                            const struct condition_facts *facts,
                                            struct arena *scratch) {
    struct value stack[STACK_SIZE];
    struct evaluation evaluation = {.facts = facts, .arena = scratch};
    /* The place below the first value is never read. */
    const struct instruction *at = run(&evaluation, condition, stack);
    if (evaluation.exception)
        return (struct condition_verdict){.exception = evaluation.exception,
                                          .detail = evaluation.detail,
                                          .line = at->line,
                                          .column = at->column};
    return (struct condition_verdict){.fired = is_true(&evaluation, &stack[1])};
}

const char *condition_exception_name(enum condition_exception exception) {
    static const char *const names[] = {
        NULL, "KeyError", "TypeError", "ValueError", "ZeroDivisionError", "OverflowError", NULL};
    return names[exception];
}
