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
    return object_refuse(allocator, &error, refusal->reason, refusal->text, result);
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
    const struct condition_facts *facts;
    struct heap heap;
    struct condition_verdict verdict;
};

static void evaluate_with_memory(void *argument) {
    struct evaluate *evaluate = argument;
    struct arena scratch;
    arena_init(&scratch, &evaluate->heap);
    evaluate->verdict = condition_evaluate(evaluate->condition, evaluate->facts, &scratch);
}

static bool evaluate_again(const cordon_condition *condition, const struct condition_facts *facts,
                           struct condition_verdict *verdict) {
    struct evaluate evaluate = {.condition = condition->compiled, .facts = facts};
    heap_init(&evaluate.heap, &condition->object.heap.allocator);
    bool whole = heap_run(&evaluate.heap, evaluate_with_memory, &evaluate);
    heap_release(&evaluate.heap);
    *verdict = evaluate.verdict;
    return whole;
}

static struct condition_facts internal_facts(const cordon_condition_facts *given) {
    cordon_condition_facts facts;
    if (given->struct_size < sizeof(facts)) {
        cordon_condition_facts_init(&facts);
        object_take_struct(&facts, sizeof(facts), given);
        given = &facts;
    }
    return (struct condition_facts){.captures = (const struct condition_capture *)given->captures,
                                    .capture_count = given->capture_count,
                                    .exit_code = given->exit_code,
                                    .walltime_sec = given->walltime_sec,
                                    .peak_vram_mib = given->peak_vram_mib};
}

cordon_status cordon_condition_evaluate(const cordon_condition *condition,
                                        const cordon_condition_facts *given,
                                        cordon_condition_verdict *verdict) {
    struct condition_facts facts = internal_facts(given);
    struct condition_verdict found = condition_evaluate(condition->compiled, &facts, NULL);
    if (found.exception == CONDITION_NEEDS_MEMORY && !evaluate_again(condition, &facts, &found))
        return CORDON_NO_MEMORY;
    *verdict = (cordon_condition_verdict){.fired = found.fired,
                                          .exception = (cordon_condition_exception)found.exception,
                                          .detail = found.detail,
                                          .line = found.line,
                                          .column = found.column};
    return CORDON_OK;
}

const char *cordon_condition_exception_name(cordon_condition_exception exception) {
    return condition_exception_name((enum condition_exception)exception);
}

const char *cordon_condition_language(void) {
    return condition_language;
}
