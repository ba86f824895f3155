/* The result of a scan, written for people or programs. */
#include "cli/command_probe.h"

#include "base/json.h"

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

static void write_json(struct cli *cli, const struct trial *trial, const struct findings *findings,
                       const struct verdict *verdict, const struct probe_kept *kept) {
    trial_write_json(&cli->out, trial, findings, verdict, kept->folder);
    buffer_byte(&cli->out, '\n');
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
