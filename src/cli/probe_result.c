/* The result of a scan as JSON and as text. */
#include "cli/command_probe.h"

#include "base/json.h"

static void write_texts(struct json *json, const char *key, const texts *list) {
    json_key(json, key);
    json_array(json);
    for (size_t i = 0; i < list->count; i++)
        json_text(json, list->items[i]);
    json_end(json);
}

static void write_given_up(struct json *json, const struct findings *findings) {
    json_key(json, "given_up");
    json_array(json);
    for (size_t i = 0; i < findings->given_up.count; i++) {
        const struct given_up *given_up = &findings->given_up.items[i];
        json_object(json);
        json_key(json, "detector");
        json_text(json, given_up->detector);
        json_key(json, "first_window");
        json_integer(json, (int64_t)given_up->first_window);
        json_key(json, "windows");
        json_integer(json, (int64_t)given_up->windows);
        json_end(json);
    }
    json_end(json);
}

static void write_json(struct cli *cli, const struct trial *trial, const struct findings *findings,
                       const struct verdict *verdict, const struct probe_kept *kept) {
    struct json json;
    json_init(&json, &cli->out, 0);
    json_object(&json);
    json_key(&json, "schema");
    json_integer(&json, 1);
    json_key(&json, "verdict");
    json_string(&json, verdict->failed ? "fail" : "pass");
    json_key(&json, "exit_code");
    json_integer(&json, trial->exit_code);
    json_key(&json, "walltime_sec");
    json_number(&json, trial->walltime_seconds);
    json_key(&json, "peak_vram_mib");
    if (trial->vram_known)
        json_integer(&json, trial->peak_vram_mib);
    else
        json_null(&json);
    json_key(&json, "timed_out");
    json_bool(&json, trial->timed_out);
    write_texts(&json, "failure_detectors_fired", &verdict->failures);
    write_texts(&json, "warn_detectors_fired", &verdict->warnings);
    write_texts(&json, "custom_fired", &findings->custom_fired);
    json_key(&json, "capture");
    json_object(&json);
    for (size_t i = 0; i < findings->captures.count; i++) {
        json_key_text(&json, findings->captures.items[i].name);
        json_text(&json, findings->captures.items[i].value);
    }
    json_end(&json);
    write_given_up(&json, findings);
    json_key(&json, "windows");
    json_integer(&json, (int64_t)findings->windows);
    json_key(&json, "bytes");
    json_integer(&json, (int64_t)findings->bytes);
    if (kept->folder.size) {
        json_key(&json, "log_folder");
        json_text(&json, kept->folder);
    }
    json_end(&json);
    buffer_byte(&cli->out, '\n');
}

static void write_list(struct buffer *out, const char *label, const texts *list) {
    if (!list->count)
        return;
    buffer_format(out, "  %-9s", label);
    for (size_t i = 0; i < list->count; i++)
        buffer_format(out, "%s%.*s", i ? ", " : "", TEXT_ARGS(list->items[i]));
    buffer_byte(out, '\n');
}

static void write_text(struct cli *cli, const struct trial *trial, const struct findings *findings,
                       const struct verdict *verdict, const struct probe_kept *kept) {
    struct buffer *out = &cli->out;
    buffer_format(out, "verdict: %s (exit code %lld%s, %.3f s", verdict->failed ? "fail" : "pass",
                  (long long)trial->exit_code, trial->timed_out ? ", timed out" : "",
                  trial->walltime_seconds);
    if (trial->vram_known)
        buffer_format(out, ", %lld MiB GPU memory", (long long)trial->peak_vram_mib);
    buffer_string(out, ")\n");
    write_list(out, "failures", &verdict->failures);
    write_list(out, "warnings", &verdict->warnings);
    write_list(out, "fired", &findings->custom_fired);
    for (size_t i = 0; i < findings->captures.count; i++) {
        const struct condition_capture *capture = &findings->captures.items[i];
        buffer_format(out, "  %-9s%.*s = ", "capture", TEXT_ARGS(capture->name));
        json_quote(out, capture->value);
        buffer_byte(out, '\n');
    }
    for (size_t i = 0; i < findings->given_up.count; i++) {
        const struct given_up *given_up = &findings->given_up.items[i];
        buffer_format(out,
                      "  %-9s%.*s took too much work in %llu of %llu windows and may have missed "
                      "a match there; make its regex simpler\n",
                      "given up", TEXT_ARGS(given_up->detector),
                      (unsigned long long)given_up->windows, (unsigned long long)findings->windows);
    }
    if (kept->folder.size)
        buffer_format(out, "  %-9s%.*s\n", "log", TEXT_ARGS(kept->folder));
}

int probe_write_result(struct cli *cli, const struct cli_arguments *arguments,
                       const struct trial *trial, const struct findings *findings,
                       const struct probe_kept *kept) {
    struct verdict verdict = trial_verdict(cli->arena, trial, findings);
    if (text_is(cli_value(arguments, "output-format"), "json"))
        write_json(cli, trial, findings, &verdict, kept);
    else
        write_text(cli, trial, findings, &verdict, kept);
    return verdict.failed ? EXIT_FOUND : EXIT_FINE;
}
