/* The result of a scan, written for people or programs. */
#include "cli/command_probe.h"

#include "base/json.h"
#include "base/printable.h"

static void write_list(struct buffer *out, const char *label, const cordon_probe_result *result,
                       cordon_probe_list list) {
    size_t count = cordon_probe_count(result, list);
    if (!count)
        return;
    buffer_format(out, "  %-9s", label);
    for (size_t i = 0; i < count; i++) {
        buffer_string(out, i ? ", " : "");
        printable_add(out, cli_text(cordon_probe_detector(result, list, i)));
    }
    buffer_byte(out, '\n');
}

static void write_head(struct buffer *out, const cordon_probe_result *result) {
    cordon_probe_trial trial;
    cordon_probe_trial_init(&trial);
    cordon_probe_result_trial(result, &trial);
    buffer_format(out, "verdict: %s (exit code %lld%s, %.3f s",
                  cordon_probe_failed(result) ? "fail" : "pass", (long long)trial.exit_code,
                  trial.timed_out ? ", timed out" : "", trial.walltime_sec);
    if (trial.peak_vram_mib >= 0)
        buffer_format(out, ", %lld MiB GPU memory", (long long)trial.peak_vram_mib);
    buffer_string(out, ")\n");
}

static void write_windows(struct buffer *out, const cordon_probe_result *result, uint64_t windows) {
    buffer_format(out, "in %llu of %llu window%s", (unsigned long long)windows,
                  (unsigned long long)cordon_probe_window_count(result),
                  cordon_probe_window_count(result) == 1 ? "" : "s");
}

/* Why a pattern did not fire although its text is in the log. */
static void write_unmet(struct buffer *out, const cordon_probe_result *result) {
    for (size_t i = 0; i < cordon_probe_count(result, CORDON_PROBE_UNMET); i++) {
        struct text exception = cli_text(cordon_probe_unmet_exception(result, i));
        buffer_format(out, "  %-9s", "unmet");
        printable_add(out, cli_text(cordon_probe_detector(result, CORDON_PROBE_UNMET, i)));
        buffer_string(out, " matched ");
        write_windows(out, result, cordon_probe_unmet_windows(result, i));
        buffer_format(out, ", but its condition %s%.*s\n", exception.size ? "raised " : "was false",
                      TEXT_ARGS(exception));
    }
}

static void write_given_up(struct buffer *out, const cordon_probe_result *result) {
    for (size_t i = 0; i < cordon_probe_count(result, CORDON_PROBE_GIVEN_UP); i++) {
        buffer_format(out, "  %-9s", "given up");
        printable_add(out, cli_text(cordon_probe_detector(result, CORDON_PROBE_GIVEN_UP, i)));
        buffer_string(out, " took too much work ");
        write_windows(out, result, cordon_probe_given_up_windows(result, i));
        buffer_string(out, " and may have missed a match there; make its regex simpler\n");
    }
}

static void write_text(struct buffer *out, const cordon_probe_result *result) {
    write_head(out, result);
    write_list(out, "failures", result, CORDON_PROBE_FAILURES);
    write_list(out, "warnings", result, CORDON_PROBE_WARNINGS);
    write_list(out, "fired", result, CORDON_PROBE_CUSTOM);
    for (size_t i = 0; i < cordon_probe_capture_count(result); i++) {
        struct text name = cli_text(cordon_probe_capture_name(result, i));
        buffer_format(out, "  %-9s%.*s = ", "capture", TEXT_ARGS(name));
        json_quote(out, cli_text(cordon_probe_capture_value(result, i)));
        buffer_byte(out, '\n');
    }
    write_unmet(out, result);
    write_given_up(out, result);
    struct text folder = printable(out->arena, cli_text(cordon_probe_log_folder(result)));
    if (folder.size)
        buffer_format(out, "  %-9s%.*s\n", "log", TEXT_ARGS(folder));
}

int probe_write_result(struct cli *cli, const struct cli_arguments *arguments,
                       const cordon_probe_result *result) {
    if (text_is(cli_value(arguments, "output-format"), "json")) {
        buffer_text(&cli->out, cli_text(cordon_probe_json(result)));
        buffer_byte(&cli->out, '\n');
    } else {
        write_text(&cli->out, result);
    }
    return cordon_probe_failed(result) ? EXIT_FOUND : EXIT_FINE;
}
