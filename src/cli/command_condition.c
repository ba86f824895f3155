#include <cordon/condition.h>

#include "base/printable.h"
#include "base/vector.h"
#include "cli/batch.h"
#include "cli/diagnostic.h"
#include "cli/input.h"
#include "cli/sandbox.h"

enum { EXIT_REFUSED = 2 };

/* NULL when it is refused; why is written. */
static cordon_condition *compile(struct cli *cli, struct text text, struct text name) {
    cordon_condition *condition;
    cordon_error *error;
    if (cordon_condition_compile(text.data, text.size, NULL, &condition, &error) == CORDON_OK)
        return condition;
    if (!error)
        heap_exhausted(cli->heap);
    diagnostic_refusal(cli, name, cordon_condition_reason(error), error);
    return NULL;
}

static int run_check(struct cli *cli, const struct cli_arguments *arguments) {
    size_t count = cli_operand_count(arguments), refused = 0;
    if (!count)
        return cli_usage_error(cli, arguments, "name a condition, in quotes");
    sandbox_compute_only();
    for (size_t i = 0; i < count; i++) {
        struct text name =
            count == 1 ? T("condition") : text_format(cli->arena, "condition %zu", i + 1);
        cordon_condition *condition = compile(cli, cli_operand(arguments, i), name);
        refused += !condition;
        cordon_condition_free(condition);
    }
    if (refused)
        return EXIT_REFUSED;
    buffer_format(&cli->out, count == 1 ? "accepted\n" : "%zu conditions accepted\n", count);
    return EXIT_FINE;
}

/* --capture NAME=VALUE: the last value of a name holds. */
static int read_captures(struct cli *cli, const struct cli_arguments *arguments,
                         cordon_condition_facts *facts) {
    VECTOR(cordon_condition_capture) captures = {0};
    struct text value;
    for (size_t i = 0; (value = cli_value_at(arguments, "capture", i)).data; i++) {
        size_t equals = text_find_byte(value, '='), at = 0;
        if (equals == TEXT_NONE || equals == 0)
            return cli_usage_error(cli, arguments, "--capture takes NAME=VALUE, not '%.*s'",
                                   TEXT_ARGS(value));
        struct text name = text_slice(value, 0, equals);
        cordon_condition_capture capture = {cli_public(name),
                                            cli_public(text_from(value, equals + 1))};
        while (at < captures.count && !text_equal(cli_text(captures.items[at].name), name))
            at++;
        if (at == captures.count)
            vector_push(cli->arena, &captures, capture);
        captures.items[at] = capture;
    }
    facts->captures = captures.items;
    facts->capture_count = captures.count;
    return EXIT_FINE;
}

static int read_facts(struct cli *cli, const struct cli_arguments *arguments,
                      cordon_condition_facts *facts) {
    cordon_condition_facts_init(facts);
    struct text value = cli_value(arguments, "exit-code");
    if (value.data && !input_integer(value, &facts->exit_code))
        return cli_usage_error(cli, arguments, "--exit-code takes an integer, not '%.*s'",
                               TEXT_ARGS(value));
    value = cli_value(arguments, "walltime-sec");
    if (value.data && !input_seconds(value, &facts->walltime_sec))
        return cli_usage_error(cli, arguments, "--walltime-sec takes a number, not '%.*s'",
                               TEXT_ARGS(value));
    value = cli_value(arguments, "peak-vram-mib");
    if (value.data && !input_integer(value, &facts->peak_vram_mib))
        return cli_usage_error(cli, arguments, "--peak-vram-mib takes an integer, not '%.*s'",
                               TEXT_ARGS(value));
    return read_captures(cli, arguments, facts);
}

static int run_batch(struct cli *cli, const struct cli_arguments *arguments, struct text path) {
    if (cli_operand_count(arguments))
        return cli_usage_error(cli, arguments,
                               "--batch reads the conditions from its file; remove "
                               "the one on the command line");
    struct text content, why;
    struct error error = {0};
    if (!input_read(cli->arena, path, &content, &why))
        return cli_error(cli, arguments, "%.*s: %.*s", TEXT_ARGS(path), TEXT_ARGS(why));
    sandbox_compute_only();
    if (batch_run(cli, content, input_is_standard(path) ? T("<stdin>") : path, &error))
        return EXIT_FINE;
    struct text message = error_text(cli->arena, &error);
    return cli_error(cli, arguments, "%.*s", TEXT_ARGS(message));
}

static void free_condition(void *condition) {
    cordon_condition_free(condition);
}

/* The place shows which group is missing. */
static void write_groups(struct buffer *out, const cordon_condition_facts *facts) {
    for (size_t i = 0; i < facts->capture_count; i++) {
        buffer_string(out, i ? ", " : "; those that did: ");
        printable_add(out, cli_text(facts->captures[i].name));
    }
    if (!facts->capture_count)
        buffer_string(out, "; give one with --capture NAME=VALUE");
}

static int evaluate(struct cli *cli, const cordon_condition *condition,
                    const cordon_condition_facts *facts) {
    cordon_condition_verdict verdict;
    if (cordon_condition_evaluate(condition, facts, &verdict) != CORDON_OK)
        heap_exhausted(cli->heap);
    buffer_string(&cli->out, verdict.fired ? "fires\n" : "does not fire\n");
    if (verdict.exception) {
        diagnostic_head(&cli->err, T("condition"), verdict.line, verdict.column);
        buffer_format(&cli->err, ": %s: %s", cordon_condition_exception_name(verdict.exception),
                      verdict.detail);
        if (verdict.exception == CORDON_CONDITION_KEY_ERROR)
            write_groups(&cli->err, facts);
        buffer_byte(&cli->err, '\n');
        diagnostic_place(&cli->err, cli_text(cordon_condition_text(condition)), verdict.line,
                         verdict.column);
    }
    return verdict.fired ? EXIT_FINE : EXIT_FOUND;
}

static int run_eval(struct cli *cli, const struct cli_arguments *arguments) {
    cordon_condition_facts facts;
    int code = read_facts(cli, arguments, &facts);
    if (code)
        return code;
    struct text batch = cli_value(arguments, "batch");
    if (batch.data)
        return run_batch(cli, arguments, batch);
    if (cli_operand_count(arguments) != 1)
        return cli_usage_error(cli, arguments, "name one condition, in quotes, or --batch FILE");
    sandbox_compute_only();
    cordon_condition *condition = compile(cli, cli_operand(arguments, 0), T("condition"));
    if (!condition)
        return EXIT_REFUSED;
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, free_condition, condition);
    code = evaluate(cli, condition, &facts);
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_condition_free(condition);
    return code;
}

static int run_condition(struct cli *cli, const struct cli_arguments *arguments) {
    if (!cli_given(arguments, "explain"))
        return cli_help_wanted(cli, arguments);
    buffer_string(&cli->out, cordon_condition_language());
    return EXIT_FINE;
}

static const struct cli_option eval_options[] = {
    {"capture", 'c', "NAME=VALUE", NULL, "Text of a named group. May be given many times."},
    {"exit-code", 0, "N", NULL, "Exit status of the trial, negative for a signal (default 0)."},
    {"walltime-sec", 0, "F", NULL, "Seconds the trial took (default 0)."},
    {"peak-vram-mib", 0, "N", NULL, "Most GPU memory in use, in MiB (default 0)."},
    {"batch", 0, "FILE", NULL,
     "Read one JSON object a line (id, condition, capture, exit_code, walltime_sec, peak_vram_mib) "
     "and answer each with one (id, accepted, node, line, fired, error, message). - is standard "
     "input."},
    {0},
};

static const struct cli_command command_check = {
    .name = "check",
    .summary = "Check that conditions are in the allowed language.",
    .operands = "CONDITION...",
    .about = "Exit status: 0 when every condition is accepted, 2 when one is refused; why is "
             "written to standard error.",
    .examples = "cordon condition check \"exit_code == 137\"\n",
    .run = run_check,
};

static const struct cli_command command_eval = {
    .name = "eval",
    .summary = "Evaluate a condition, or a batch of them.",
    .operands = "[CONDITION]",
    .about = "Exit status: 0 when the condition fires, 1 when it does not, 2 when it is refused. "
             "With --batch: 0 when all of the input could be read, else 2.",
    .examples = "cordon condition eval \"int(capture['code']) > 1\" --capture code=7\n"
                "cordon condition eval --batch - < cases.jsonl\n",
    .options = eval_options,
    .run = run_eval,
};

static const struct cli_option options[] = {
    {"explain", 0, NULL, NULL, "Print what a condition may use."},
    {0},
};

static const struct cli_command *const commands[] = {&command_check, &command_eval, NULL};

const struct cli_command command_condition = {
    .name = "condition",
    .summary = "Decide a recipe's condition, one expression in a small part of Python.",
    .examples = "cordon condition --explain                # what a condition may use\n"
                "cordon condition check \"exit_code < 0\"   # whether it is one\n"
                "cordon condition eval \"exit_code < 0\" --exit-code -11\n",
    .options = options,
    .commands = commands,
    .run = run_condition,
};
