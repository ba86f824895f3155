#include "render/render.h"

#include "base/json.h"
#include "lint/registry.h"

enum { SCHEMA_VERSION = 2, PREVIEW_SCHEMA_VERSION = 3 };

/* In the order that the documentation of the document has. */
static const enum status count_order[] = {STATUS_PASS, STATUS_FAIL, STATUS_WARN, STATUS_SKIP,
                                          STATUS_SUPPRESSED};

static void write_counts(struct json *json, const struct counts *counts) {
    for (size_t i = 0; i < STATUS_COUNT; i++) {
        json_key(json, status_name(count_order[i]));
        json_integer(json, (int64_t)counts->of[count_order[i]]);
    }
}

static void write_summary(struct json *json, const struct counts *counts) {
    json_key(json, "summary");
    json_object(json);
    write_counts(json, counts);
    json_end(json);
}

static void write_scored(struct json *json, const struct counts *counts, bool preview) {
    write_counts(json, counts);
    json_key(json, "applicable");
    json_integer(json, (int64_t)counts_applicable(counts));
    json_key(json, "passing");
    json_integer(json, (int64_t)counts_passing(counts, preview));
    json_key(json, "score");
    json_number(json, counts_ratio(counts, preview));
}

static void write_score(struct json *json, const struct score *score) {
    json_key(json, "score");
    json_object(json);
    write_scored(json, &score->all, score->preview);
    json_key(json, "by_category");
    json_object(json);
    for (int i = 0; i < CATEGORY_COUNT; i++) {
        if (!score->has_category[i])
            continue;
        json_key(json, category_name((enum category)i));
        json_object(json);
        write_scored(json, &score->categories[i], score->preview);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

static void write_rule(struct json *json, const struct rule *rule) {
    json_key(json, "rule");
    json_string(json, rule->name);
    json_key(json, "code");
    json_string(json, rule->code);
    json_key(json, "category");
    json_string(json, category_name(rule->category));
}

static void write_status(struct json *json, enum status status) {
    json_key(json, "status");
    json_string(json, status_name(status));
}

static void write_rules(struct json *json, const struct package_report *package) {
    json_key(json, "rules");
    json_array(json);
    for (size_t i = 0; i < package->rule_count; i++) {
        const struct rule_result *result = &package->rules[i];
        json_object(json);
        write_rule(json, result->rule);
        write_status(json, result->status);
        json_key(json, "diagnostics");
        json_array(json);
        for (size_t d = 0; d < result->count; d++)
            json_integer(json, (int64_t)(result->first + d));
        json_end(json);
        json_end(json);
    }
    json_end(json);
}

static void write_outcomes(struct json *json, const struct package_report *package) {
    json_key(json, "outcomes");
    json_array(json);
    for (size_t i = 0; i < package->outcome_count; i++) {
        const struct outcome *outcome = &package->outcomes[i];
        json_object(json);
        write_rule(json, outcome->rule);
        write_status(json, outcome->status);
        json_key(json, "message");
        json_text(json, outcome->message);
        json_end(json);
    }
    json_end(json);
}

static void write_number(struct json *json, const char *key, uint32_t number) {
    json_key(json, key);
    if (number)
        json_integer(json, number);
    else
        json_null(json);
}

static void write_diagnostic(struct json *json, const struct diagnostic *diagnostic) {
    json_object(json);
    write_rule(json, diagnostic->rule);
    json_key(json, "severity");
    json_string(json, severity_name(diagnostic->severity));
    write_status(json, diagnostic->status);
    json_key(json, "message");
    json_text(json, diagnostic->message);
    json_key(json, "file");
    json_text(json, diagnostic->location.file);
    write_number(json, "line", diagnostic->location.line);
    write_number(json, "column", diagnostic->location.column);
    json_key(json, "hint");
    if (diagnostic->hint.size)
        json_text(json, diagnostic->hint);
    else
        json_null(json);
    json_end(json);
}

static void write_package(struct json *json, const struct package_report *package) {
    json_object(json);
    json_key(json, "name");
    json_text(json, package->name);
    json_key(json, "kind");
    json_string(json, package_kind_name(package->kind));
    json_key(json, "passed");
    json_bool(json, package_passed(package));
    json_key(json, "skipped");
    if (package->skipped.data)
        json_text(json, package->skipped);
    else
        json_null(json);
    write_summary(json, &package->counts);
    write_score(json, &package->score);
    write_rules(json, package);
    write_outcomes(json, package);
    json_key(json, "diagnostics");
    json_array(json);
    for (size_t i = 0; i < package->diagnostic_count; i++)
        write_diagnostic(json, &package->diagnostics[i]);
    json_end(json);
    json_end(json);
}

enum { INDENT = 2, PACKAGE_DEPTH = 2 };

void render_json_package(struct buffer *out, const struct package_report *package) {
    struct json json;
    json_init_within(&json, out, INDENT, PACKAGE_DEPTH);
    write_package(&json, package);
}

void render_json(struct buffer *out, const struct report *report,
                 const struct render_options *options) {
    struct json json;
    json_init(&json, out, INDENT);
    json_object(&json);
    json_key(&json, "schema_version");
    json_integer(&json, report->score.preview ? PREVIEW_SCHEMA_VERSION : SCHEMA_VERSION);
    json_key(&json, "version");
    json_string(&json, CORDON_VERSION);
    json_key(&json, "root");
    json_text(&json, report->root);
    json_key(&json, "passed");
    json_bool(&json, report_passed(report));
    write_summary(&json, &report->counts);
    write_score(&json, &report->score);
    json_key(&json, "packages");
    json_array(&json);
    for (size_t i = 0; i < report->package_count; i++) {
        struct text part = options->part ? options->part(options->user, i) : T("");
        if (part.size)
            json_raw(&json, part);
        else
            write_package(&json, &report->packages[i]);
        render_written(options);
    }
    json_end(&json);
    json_end(&json);
    buffer_byte(out, '\n');
}
