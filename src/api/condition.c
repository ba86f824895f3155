#include <cordon/condition.h>

#include "api/object.h"
#include "condition/condition.h"

struct cordon_condition {
    struct object object;
    const struct condition *compiled;
};

/* The public structs are handed on as they are. */
_Static_assert(sizeof(cordon_condition_capture) == sizeof(struct condition_capture) &&
                   offsetof(cordon_condition_capture, value) ==
                       offsetof(struct condition_capture, value),
               "captures have one layout");
_Static_assert((int)CORDON_CONDITION_OVERFLOW_ERROR == (int)CONDITION_OVERFLOW_ERROR,
               "exceptions have one order");

struct compile {
    cordon_condition *result;
    struct text text;
    struct condition_refusal refusal;
};

static void compile_text(void *argument) {
    struct compile *compile = argument;
    compile->result->compiled =
        condition_compile(&compile->result->object.arena, compile->text, &compile->refusal);
}

static cordon_status refuse(const struct condition_refusal *refusal,
                            const cordon_allocator *allocator, cordon_error **result) {
    struct error error = {
        .message = refusal->message, .line = refusal->line, .column = refusal->column};
    object_fail(CORDON_INVALID, allocator, &error, result);
    if (result && *result)
        (*result)->class = refusal->reason;
    return CORDON_INVALID;
}

cordon_status cordon_condition_compile(const char *text, size_t size,
                                       const cordon_allocator *allocator, cordon_condition **result,
                                       cordon_error **error) {
    *result = NULL;
    if (error)
        *error = NULL;
    cordon_condition *condition = object_new(allocator, sizeof(*condition));
    if (!condition)
        return CORDON_NO_MEMORY;
    struct compile compile = {.result = condition, .text = {text, size}};
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&condition->object.heap, compile_text, &compile))
        status = condition->compiled ? CORDON_OK : refuse(&compile.refusal, allocator, error);
    if (status == CORDON_OK)
        *result = condition;
    else
        object_free(condition);
    return status;
}

void cordon_condition_free(cordon_condition *condition) {
    object_free(condition);
}

cordon_text cordon_condition_reason(const cordon_error *error) {
    return public_text(text_of(error->class));
}

cordon_text cordon_condition_text(const cordon_condition *condition) {
    return public_text(condition_text(condition->compiled));
}

void cordon_condition_facts_init(cordon_condition_facts *facts) {
    *facts = (cordon_condition_facts){.struct_size = sizeof(*facts)};
}

struct evaluate {
    const struct condition *condition;
    struct condition_facts facts;
    struct heap heap;
    struct condition_verdict verdict;
};

static void evaluate_condition(void *argument) {
    struct evaluate *evaluate = argument;
    struct arena scratch;
    arena_init(&scratch, &evaluate->heap);
    evaluate->verdict = condition_evaluate(evaluate->condition, &evaluate->facts, &scratch);
}

cordon_status cordon_condition_evaluate(const cordon_condition *condition,
                                        const cordon_condition_facts *given,
                                        cordon_condition_verdict *verdict) {
    cordon_condition_facts facts;
    cordon_condition_facts_init(&facts);
    memcpy(&facts, given, given->struct_size < sizeof(facts) ? given->struct_size : sizeof(facts));
    struct evaluate evaluate = {
        .condition = condition->compiled,
        .facts = {.captures = (const struct condition_capture *)facts.captures,
                  .capture_count = facts.capture_count,
                  .exit_code = facts.exit_code,
                  .walltime_sec = facts.walltime_sec,
                  .peak_vram_mib = facts.peak_vram_mib}};
    heap_init(&evaluate.heap, &condition->object.heap.allocator);
    bool whole = heap_run(&evaluate.heap, evaluate_condition, &evaluate);
    heap_release(&evaluate.heap);
    *verdict = (cordon_condition_verdict){
        .fired = evaluate.verdict.fired,
        .exception = (cordon_condition_exception)evaluate.verdict.exception,
        .detail = evaluate.verdict.detail,
        .line = evaluate.verdict.line,
        .column = evaluate.verdict.column};
    return whole ? CORDON_OK : CORDON_NO_MEMORY;
}

const char *cordon_condition_exception_name(cordon_condition_exception exception) {
    return condition_exception_name((enum condition_exception)exception);
}

const char *cordon_condition_language(void) {
    return condition_language;
}
