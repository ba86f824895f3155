/* Conditions: any text is refused for a reason or evaluates, the same with memory and without. Two
 * lines of captured text may follow it behind NUL bytes. */
#include "condition/condition.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(const struct condition_refusal *refusal) {
    if (!refusal->reason || !refusal->message.size || refusal->line > CONDITION_LENGTH + 1)
        abort();
}

static void check_verdict(const struct condition *condition, const struct condition_facts *facts,
                          struct arena *arena) {
    struct condition_verdict verdict = condition_evaluate(condition, facts, arena);
    struct condition_verdict without = condition_evaluate(condition, facts, NULL);
    if (verdict.exception == CONDITION_NEEDS_MEMORY || (verdict.exception && verdict.fired) ||
        (verdict.exception && !(verdict.detail && verdict.line && verdict.column)))
        abort();
    if (without.exception != CONDITION_NEEDS_MEMORY &&
        (without.exception != verdict.exception || without.fired != verdict.fired))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct condition_refusal refusal;
    struct text rest = {(const char *)data, size}, text = {NULL, 0}, value;
    struct condition_capture captures[2] = {{T("x"), T("")}, {T("y"), T("")}};
    struct condition_facts facts = {captures, 0, -11, 12.5, 1024};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    text_split(&rest, '\0', &text);
    while (facts.capture_count < 2 && text_split(&rest, '\0', &value))
        captures[facts.capture_count++].value = value;
    const struct condition *condition = condition_compile(&arena, text, &refusal);
    if (condition)
        check_verdict(condition, &facts, &arena);
    else
        check_refusal(&refusal);
    heap_release(&heap);
    return 0;
}
