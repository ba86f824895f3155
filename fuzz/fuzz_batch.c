/* Lines of a batch of conditions: any bytes are a request that can be answered, or are refused. */
#include "base/arena.h"
#include "cli/batch_request.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void answer(const struct batch_request *request) {
    cordon_condition *condition;
    cordon_condition_verdict verdict;
    cordon_error *error;
    if (!request->is_text)
        return;
    if (cordon_condition_compile(request->condition.data, request->condition.size, NULL, &condition,
                                 &error) == CORDON_OK)
        cordon_condition_evaluate(condition, &request->facts, &verdict);
    else if (!cordon_error_message(error).size)
        abort(); /* a refusal says why */
    cordon_condition_free(condition);
    cordon_error_free(error);
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
            answer(&request);
    }
    heap_release(&heap);
    return 0;
}
