#include "base/json.h"
#include "lint/registry.h"
#include "render/place.h"
#include "render/render.h"

/* SARIF 2.1.0 (OASIS, docs.oasis-open.org/sarif/sarif/v2.1.0). */

/* What paths are relative to: the reader knows where the repository is. */
static const char root_id[] = "%SRCROOT%";

static void write_text(struct json *json, const char *key, struct text text) {
    json_key(json, key);
    json_object(json);
    json_key(json, "text");
    json_text(json, text);
    json_end(json);
}

/* In a message, [text](target) is a link (3.11.6), which nothing in a repository may make. */
static void write_message(struct json *json, struct text text) {
    if (!text_contains(text, T("]("))) {
        write_text(json, "message", text);
        return;
    }
    struct buffer escaped;
    buffer_init(&escaped, json->out->arena);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] && strchr("\\[]", text.data[i]))
            buffer_byte(&escaped, '\\');
        buffer_byte(&escaped, text.data[i]);
    }
    write_text(json, "message", buffer_view(&escaped));
}

static void write_string(struct json *json, const char *key, const char *value) {
    json_key(json, key);
    json_string(json, value);
}

/* A path as a relative URI reference (RFC 3986): what is not unreserved or a slash is encoded. */
static void write_uri(struct json *json, struct text path) {
    struct buffer uri;
    buffer_init(&uri, json->out->arena);
    for (size_t i = 0; i < path.size; i++) {
        unsigned char c = (unsigned char)path.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c && strchr("-._~/", c));
        if (plain)
            buffer_byte(&uri, (char)c);
        else
            buffer_format(&uri, "%%%02X", c);
    }
    json_key(json, "uri");
    json_text(json, buffer_view(&uri));
    write_string(json, "uriBaseId", root_id);
}

static void write_location(struct json *json, const struct location *location,
                           const struct excerpt *excerpt) {
    json_key(json, "physicalLocation");
    json_object(json);
    json_key(json, "artifactLocation");
    json_object(json);
    write_uri(json, location->file);
    json_end(json);
    if (location->line) {
        json_key(json, "region");
        json_object(json);
        json_key(json, "startLine");
        json_integer(json, location->line);
        if (excerpt->utf16_column) {
            json_key(json, "startColumn");
            json_integer(json, excerpt->utf16_column);
        }
        json_end(json);
    }
    json_end(json);
}

static const char *level_of(enum severity severity) {
    return severity == SEVERITY_ERROR ? "error" : "warning";
}

static void write_rule(struct json *json, const struct rule *rule,
                       const struct render_options *options) {
    json_object(json);
    write_string(json, "id", rule->code);
    write_string(json, "name", rule->name);
    write_text(json, "shortDescription", text_of(rule->summary));
    struct text page = rule_page(text_of(rule->code));
    if (page.data) {
        json_key(json, "help");
        json_object(json);
        json_key(json, "text");
        json_text(json, page);
        json_key(json, "markdown");
        json_text(json, page);
        json_end(json);
    }
    json_key(json, "helpUri");
    json_text(json,
              text_format(json->out->arena, "%.*s/%s/", TEXT_ARGS(options->docs_base), rule->code));
    json_key(json, "defaultConfiguration");
    json_object(json);
    write_string(json, "level", level_of(rule->severity));
    json_end(json);
    json_key(json, "properties");
    json_object(json);
    json_key(json, "tags");
    json_array(json);
    json_string(json, category_name(rule->category));
    json_end(json);
    json_end(json);
    json_end(json);
}

/* Where the rule stands among those of the driver. */
static int64_t rule_index(const struct rule *rule) {
    int64_t index = 0;
    for (size_t i = 0; i < registry_count && registry[i] != rule; i++)
        index += registry[i]->check != NULL;
    return index;
}

static void write_trace(struct json *json, const struct diagnostic *diagnostic) {
    json_key(json, "codeFlows");
    json_array(json);
    json_object(json);
    json_key(json, "threadFlows");
    json_array(json);
    json_object(json);
    json_key(json, "locations");
    json_array(json);
    for (size_t i = 0; i < diagnostic->trace_count; i++) {
        json_object(json);
        json_key(json, "location");
        json_object(json);
        write_location(json, &diagnostic->trace[i].location, &diagnostic->trace[i].excerpt);
        write_message(json, diagnostic->trace[i].what);
        json_end(json);
        json_end(json);
    }
    for (int i = 0; i < 5; i++)
        json_end(json);
}

static struct text message_of(struct arena *arena, const struct diagnostic *diagnostic) {
    if (!diagnostic->hint.size)
        return diagnostic->message;
    return text_format(arena, "%.*s; %.*s", TEXT_ARGS(diagnostic->message),
                       TEXT_ARGS(diagnostic->hint));
}

static void write_result(struct json *json, const struct package_report *package,
                         const struct diagnostic *diagnostic, struct fingerprints *fingerprints) {
    json_object(json);
    write_string(json, "ruleId", diagnostic->rule->code);
    json_key(json, "ruleIndex");
    json_integer(json, rule_index(diagnostic->rule));
    write_string(json, "level", level_of(diagnostic->severity));
    write_message(json, message_of(json->out->arena, diagnostic));
    json_key(json, "locations");
    json_array(json);
    json_object(json);
    write_location(json, &diagnostic->location, &diagnostic->excerpt);
    json_end(json);
    json_end(json);
    json_key(json, "partialFingerprints");
    json_object(json);
    json_key(json, "cordon/v1");
    json_text(json, fingerprint(fingerprints, package, diagnostic));
    json_end(json);
    if (diagnostic->status == STATUS_SUPPRESSED) {
        json_key(json, "suppressions");
        json_array(json);
        json_object(json);
        write_string(json, "kind", "inSource");
        json_end(json);
        json_end(json);
    }
    if (diagnostic->trace_count)
        write_trace(json, diagnostic);
    json_key(json, "properties");
    json_object(json);
    json_key(json, "package");
    json_text(json, package->name);
    write_string(json, "status", status_name(diagnostic->status));
    json_end(json);
    json_end(json);
}

static void write_driver(struct json *json, const struct render_options *options) {
    json_key(json, "tool");
    json_object(json);
    json_key(json, "driver");
    json_object(json);
    write_string(json, "name", "cordon");
    write_string(json, "version", CORDON_VERSION);
    write_string(json, "semanticVersion", CORDON_VERSION);
    json_key(json, "informationUri");
    json_text(json, text_join(json->out->arena, options->docs_base, T("/")));
    json_key(json, "rules");
    json_array(json);
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->check)
            write_rule(json, registry[i], options);
    json_end(json);
    json_end(json);
    json_end(json);
}

static void write_base(struct json *json) {
    json_key(json, "originalUriBaseIds");
    json_object(json);
    json_key(json, root_id);
    json_object(json);
    write_text(json, "description", T("The folder of the linted repository"));
    json_end(json);
    json_end(json);
}

/* What could not be read. */
static void write_invocation(struct json *json, const struct report *report) {
    json_key(json, "invocations");
    json_array(json);
    json_object(json);
    json_key(json, "executionSuccessful");
    json_bool(json, true);
    json_key(json, "toolExecutionNotifications");
    json_array(json);
    struct texts warnings = report_warnings(json->out->arena, report);
    for (size_t i = 0; i < warnings.count; i++) {
        json_object(json);
        write_string(json, "level", "warning");
        write_message(json, warnings.items[i]);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    json_end(json);
}

void render_sarif(struct buffer *out, const struct report *report,
                  const struct render_options *options) {
    struct json json;
    struct fingerprints fingerprints = {.arena = out->arena};
    json_init(&json, out, 2);
    json_object(&json);
    write_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    write_string(&json, "version", "2.1.0");
    json_key(&json, "runs");
    json_array(&json);
    json_object(&json);
    write_driver(&json, options);
    write_base(&json);
    write_invocation(&json, report);
    write_string(&json, "columnKind", "utf16CodeUnits");
    json_key(&json, "results");
    json_array(&json);
    for (size_t p = 0; p < report->package_count; p++) {
        for (size_t i = 0; i < report->packages[p].diagnostic_count; i++)
            write_result(&json, &report->packages[p], &report->packages[p].diagnostics[i],
                         &fingerprints);
        render_written(options);
    }
    json_end(&json);
    json_end(&json);
    json_end(&json);
    json_end(&json);
    buffer_byte(out, '\n');
}
