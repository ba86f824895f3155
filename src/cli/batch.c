#include "cli/batch.h"

#include "base/json.h"
#include "cli/batch_request.h"

enum { FLUSH_SIZE = 1 << 20 };

/* Why a line has no condition. */
struct refusal {
    struct text reason;
    struct text message;
    uint32_t line;
};

/* Of a condition that is refused, or of one that has a verdict. */
static void write_answer(struct buffer *out, const struct batch_request *request,
                         const struct refusal *refusal, const cordon_condition_verdict *verdict) {
    struct json json;
    json_init(&json, out, 0);
    json_object(&json);
    json_key(&json, "id");
    json_raw(&json, request->id);
    json_key(&json, "accepted");
    json_bool(&json, !refusal);
    json_key(&json, "node");
    if (refusal)
        json_text(&json, refusal->reason);
    else
        json_null(&json);
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
    json_string(&json, refusal ? NULL : cordon_condition_exception_name(verdict->exception));
    if (refusal || verdict->exception) {
        json_key(&json, "message");
        json_text(&json, refusal ? refusal->message : text_of(verdict->detail));
    }
    json_end(&json);
    buffer_byte(out, '\n');
}

static void write_refusal(struct buffer *out, const struct batch_request *request,
                          const cordon_error *error) {
    struct refusal refusal = {cli_text(cordon_condition_reason(error)),
                              cli_text(cordon_error_message(error)), cordon_error_line(error)};
    write_answer(out, request, &refusal, NULL);
}

/* What an answer is made of, which the library owns. */
struct answer {
    cordon_condition *condition;
    cordon_error *error;
};

static void free_answer(void *argument) {
    struct answer *answer = argument;
    cordon_condition_free(answer->condition);
    cordon_error_free(answer->error);
}

static void answer_text(struct cli *cli, const struct batch_request *request) {
    struct answer answer = {NULL, NULL};
    struct cleanup cleanup;
    cordon_condition_verdict verdict;
    heap_push_cleanup(cli->heap, &cleanup, free_answer, &answer);
    cordon_status status = cordon_condition_compile(
        request->condition.data, request->condition.size, NULL, &answer.condition, &answer.error);
    if (status == CORDON_OK)
        status = cordon_condition_evaluate(answer.condition, &request->facts, &verdict);
    if (status == CORDON_OK)
        write_answer(&cli->out, request, NULL, &verdict);
    else if (answer.error)
        write_refusal(&cli->out, request, answer.error);
    else
        heap_exhausted(cli->heap);
    heap_pop_cleanup(cli->heap, &cleanup);
    free_answer(&answer);
}

static void answer(struct cli *cli, const struct batch_request *request) {
    static const struct refusal no_text = {TEXT("not-a-string"),
                                           TEXT("a condition is a text; put it in quotes"), 0};
    if (request->is_text)
        answer_text(cli, request);
    else
        write_answer(&cli->out, request, &no_text, NULL);
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
            answer(cli, &request);
        if (cli->out.size >= FLUSH_SIZE && !cli_flush(cli))
            error_set(error, cli->arena, name, number, 0, "standard output cannot be written");
    }
    arena_release(&arena);
    if (error_is_set(error))
        cli_flush(cli); /* what was answered before stands */
    return !error_is_set(error);
}
