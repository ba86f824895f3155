#include "render/rules.h"

#include "lint/registry.h"

void render_rule(struct json *json, const struct rule *rule, bool preview, struct text page) {
    json_object(json);
    json_key(json, "code");
    json_string(json, rule->code);
    json_key(json, "name");
    json_string(json, rule->name);
    json_key(json, "category");
    json_string(json, category_name(rule->category));
    json_key(json, "scopes");
    json_array(json);
    if (rule->scopes & SCOPE_EVAL)
        json_string(json, "eval");
    if (rule->scopes & SCOPE_HELPER)
        json_string(json, "helper");
    json_end(json);
    json_key(json, "severity");
    json_string(json, rule->severity == SEVERITY_ERROR ? "error" : "warning");
    json_key(json, "allowlist");
    json_bool(json, rule->allowlist);
    if (preview) {
        json_key(json, "preview");
        json_bool(json, rule->preview);
    }
    json_key(json, "summary");
    json_string(json, rule->summary);
    if (page.data) {
        json_key(json, "page");
        json_text(json, page);
    }
    json_end(json);
}

void render_rules(struct buffer *out, struct rule_list rules, bool preview) {
    struct json json;
    json_init(&json, out, 2);
    json_array(&json);
    for (size_t i = 0; i < rules.count; i++)
        render_rule(&json, rules.items[i], preview, (struct text){NULL, 0});
    json_end(&json);
    buffer_byte(out, '\n');
}

void render_rule_pages(struct buffer *out, struct rule_list rules) {
    struct json json;
    json_init(&json, out, 2);
    if (rules.count != 1)
        json_array(&json);
    for (size_t i = 0; i < rules.count; i++)
        render_rule(&json, rules.items[i], true, rule_page(text_of(rules.items[i]->code)));
    if (rules.count != 1)
        json_end(&json);
    buffer_byte(out, '\n');
}
