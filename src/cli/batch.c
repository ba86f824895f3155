#include "cli/batch.h"

#include "base/json.h"
#include "cli/batch_request.h"

enum { FLUSH_SIZE = 1 << 20 };

static void write_answer(struct buffer *out, const struct batch_request *request,
                         const struct condition_refusal *refusal,
                         const struct condition_verdict *verdict) {
    struct json json;
    json_init(&json, out, 0);
    json_object(&json);
    json_key(&json, "id");
    json_raw(&json, request->id);
    json_key(&json, "accepted");
    json_bool(&json, !refusal);
    json_key(&json, "node");
    json_string(&json, refusal ? refusal->reason : NULL);
    json_key(&json, "line");
    if (refusal && refusal->line)
        json_integer(&json, refusal->line);
    else
        json_null(&json);
    json_key(&json, "fired");
    if (refusal)
        json_null(&json);
    else
        json_bool(&json, verdict->fired);
    json_key(&json, "error");
    json_string(&json, condition_exception_name(verdict->exception));
    if (refusal || verdict->exception) {
        json_key(&json, "message");
        json_text(&json, refusal ? refusal->message : text_of(verdict->detail));
    }
    json_end(&json);
    buffer_byte(out, '\n');
}

static void answer(struct buffer *out, struct arena *arena, const struct batch_request *request) {
    struct condition_refusal refusal = {.reason = "not-a-string",
                                        .message = T("a condition is a text; put it in quotes")};
    struct condition_verdict verdict = {0};
    const struct condition *condition = NULL;
    if (request->is_text)
        condition = condition_compile(arena, request->condition, &refusal);
    if (condition)
        verdict = condition_evaluate(condition, &request->facts, arena);
    write_answer(out, request, condition ? NULL : &refusal, &verdict);
}

bool batch_run(struct cli *cli, struct text input, struct text name, struct error *error) {
    struct arena arena; /* of one line */
    struct text line;
    arena_init(&arena, cli->heap);
    for (uint32_t number = 1; !error_is_set(error) && text_split(&input, '\n', &line); number++) {
        struct batch_request request;
        const char *wrong = NULL;
        arena_reset(&arena);
        if (!text_trim(line).size)
            continue;
        wrong = batch_request_read(&arena, line, &request);
        if (wrong)
            error_set(error, cli->arena, name, number, 0, "%s", wrong);
        else
            answer(&cli->out, &arena, &request);
        if (cli->out.size >= FLUSH_SIZE && !cli_flush(cli))
            error_set(error, cli->arena, name, number, 0, "standard output cannot be written");
    }
    arena_release(&arena);
    if (error_is_set(error))
        cli_flush(cli); /* what was answered before stands */
    return !error_is_set(error);
}
