/* The result document. */
#include "base/json.h"
#include "probe/trial.h"

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

static void write_unmet(struct json *json, const struct findings *findings) {
    json_key(json, "unmet");
    json_array(json);
    for (size_t i = 0; i < findings->unmet.count; i++) {
        const struct unmet *unmet = &findings->unmet.items[i];
        json_object(json);
        json_key(json, "detector");
        json_text(json, unmet->detector);
        json_key(json, "windows");
        json_integer(json, (int64_t)unmet->windows);
        json_key(json, "exception");
        if (unmet->exception.size)
            json_text(json, unmet->exception);
        else
            json_null(json);
        json_end(json);
    }
    json_end(json);
}

void trial_write_json(struct buffer *out, const struct trial *trial,
                      const struct findings *findings, const struct verdict *verdict,
                      struct text folder) {
    struct json json;
    json_init(&json, out, 0);
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
    write_unmet(&json, findings);
    json_key(&json, "windows");
    json_integer(&json, (int64_t)findings->windows);
    json_key(&json, "bytes");
    json_integer(&json, (int64_t)findings->bytes);
    if (folder.size) {
        json_key(&json, "log_folder");
        json_text(&json, folder);
    }
    json_end(&json);
}
