#include "render/markup.h"
#include "render/place.h"
#include "render/render.h"

/* A suite for each package, a case for each rule that ran on it. */

static void write_attribute(struct buffer *out, const char *name, struct text value) {
    buffer_format(out, " %s=\"", name);
    markup_text(out, value);
    buffer_byte(out, '"');
}

static void write_findings(struct buffer *out, const struct package_report *package,
                           const struct rule_result *result) {
    for (size_t i = 0; i < result->count; i++) {
        const struct diagnostic *diagnostic = &package->diagnostics[result->first + i];
        struct buffer line;
        buffer_init(&line, out->arena);
        place_write(&line, &diagnostic->location);
        buffer_format(&line, " [%s] ", status_name(diagnostic->status));
        buffer_text(&line, diagnostic->message);
        if (diagnostic->hint.size) {
            buffer_string(&line, "; ");
            buffer_text(&line, diagnostic->hint);
        }
        markup_text(out, buffer_view(&line));
        buffer_byte(out, '\n');
    }
}

static struct text skip_reason(const struct package_report *package, const struct rule *rule) {
    for (size_t i = 0; i < package->outcome_count; i++)
        if (package->outcomes[i].rule == rule)
            return package->outcomes[i].message;
    return T("does not apply");
}

static void write_case(struct buffer *out, const struct package_report *package,
                       const struct rule_result *result) {
    buffer_string(out, "    <testcase");
    write_attribute(out, "classname", package->name);
    buffer_format(out, " name=\"%s %s\">\n", result->rule->code, result->rule->name);
    if (result->status == STATUS_FAIL) {
        buffer_string(out, "      <failure");
        write_attribute(out, "message", text_of(result->rule->summary));
        buffer_byte(out, '>');
        write_findings(out, package, result);
        buffer_string(out, "</failure>\n");
    } else if (result->status == STATUS_SKIP) {
        buffer_string(out, "      <skipped");
        write_attribute(out, "message", skip_reason(package, result->rule));
        buffer_string(out, "/>\n");
    } else if (result->count) {
        buffer_string(out, "      <system-out>");
        write_findings(out, package, result);
        buffer_string(out, "</system-out>\n");
    }
    buffer_string(out, "    </testcase>\n");
}

static size_t rules_at(const struct package_report *package, enum status status) {
    size_t count = 0;
    for (size_t i = 0; i < package->rule_count; i++)
        count += package->rules[i].status == status;
    return count;
}

static void write_suite(struct buffer *out, const struct package_report *package) {
    buffer_string(out, "  <testsuite");
    write_attribute(out, "name", package->name);
    buffer_format(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                  package->rule_count, rules_at(package, STATUS_FAIL),
                  rules_at(package, STATUS_SKIP));
    for (size_t i = 0; i < package->rule_count; i++)
        write_case(out, package, &package->rules[i]);
    buffer_string(out, "  </testsuite>\n");
}

void render_junit(struct buffer *out, const struct report *report,
                  const struct render_options *options) {
    size_t tests = 0, failures = 0, skipped = 0;
    for (size_t i = 0; i < report->package_count; i++) {
        tests += report->packages[i].rule_count;
        failures += rules_at(&report->packages[i], STATUS_FAIL);
        skipped += rules_at(&report->packages[i], STATUS_SKIP);
    }
    buffer_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    buffer_format(out,
                  "<testsuites name=\"cordon\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
                  "skipped=\"%zu\">\n",
                  tests, failures, skipped);
    for (size_t i = 0; i < report->package_count; i++) {
        write_suite(out, &report->packages[i]);
        render_written(options);
    }
    buffer_string(out, "</testsuites>\n");
}
