#include "base/json.h"
#include "render/place.h"
#include "render/render.h"

/* https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */

static void write_issue(struct json *json, const struct package_report *package,
                        const struct diagnostic *diagnostic, struct fingerprints *fingerprints) {
    json_object(json);
    json_key(json, "description");
    json_text(json, diagnostic->message);
    json_key(json, "check_name");
    json_string(json, diagnostic->rule->name);
    json_key(json, "fingerprint");
    json_text(json, fingerprint(fingerprints, package, diagnostic));
    json_key(json, "severity");
    json_string(json, diagnostic->status == STATUS_FAIL ? "major" : "minor");
    json_key(json, "location");
    json_object(json);
    json_key(json, "path");
    json_text(json, diagnostic->location.file);
    json_key(json, "lines");
    json_object(json);
    json_key(json, "begin"); /* the report has no place without a line */
    json_integer(json, diagnostic->location.line ? diagnostic->location.line : 1);
    json_end(json);
    json_end(json);
    json_end(json);
}

void render_gitlab(struct buffer *out, const struct report *report,
                   const struct render_options *options) {
    struct json json;
    struct fingerprints fingerprints = {.arena = out->arena};
    json_init(&json, out, 2);
    json_array(&json);
    for (size_t p = 0; p < report->package_count; p++) {
        const struct package_report *package = &report->packages[p];
        for (size_t i = 0; i < package->diagnostic_count; i++)
            if (package->diagnostics[i].status <= STATUS_WARN)
                write_issue(&json, package, &package->diagnostics[i], &fingerprints);
        render_written(options);
    }
    json_end(&json);
    buffer_byte(out, '\n');
}
