/* Lines of a batch of conditions: any bytes are a request that can be answered, or are refused. */
#include "base/arena.h"
#include "cli/batch_request.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void answer(struct arena *arena, const struct batch_request *request) {
    struct condition_refusal refusal = {0};
    if (!request->is_text)
        return;
    const struct condition *condition = condition_compile(arena, request->condition, &refusal);
    if (condition)
        condition_evaluate(condition, &request->facts, arena);
    else if (!refusal.message.size)
        abort(); /* a refusal says why */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct text rest = {(const char *)data, size}, line;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    while (text_split(&rest, '\n', &line)) {
        struct batch_request request;
        const char *wrong = batch_request_read(&arena, line, &request);
        if (!wrong)
            answer(&arena, &request);
    }
    heap_release(&heap);
    return 0;
}
