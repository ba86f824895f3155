#include "cli/rule_pages.h"

#include "base/json.h"
#include "lint/registry.h"

static const char *scope_names(const struct rule *rule) {
    if (rule->scopes == SCOPE_BOTH)
        return "eval, helper";
    return rule->scopes == SCOPE_HELPER ? "helper" : "eval";
}

void list_rules_as_json(struct buffer *out, bool preview) {
    struct json json;
    json_init(&json, out, 2);
    json_array(&json);
    for (size_t i = 0; i < registry_count; i++) {
        const struct rule *rule = registry[i];
        if (!rule_in_force(rule, preview))
            continue;
        json_object(&json);
        json_key(&json, "code");
        json_string(&json, rule->code);
        json_key(&json, "name");
        json_string(&json, rule->name);
        json_key(&json, "category");
        json_string(&json, category_name(rule->category));
        json_key(&json, "scopes");
        json_array(&json);
        if (rule->scopes & SCOPE_EVAL)
            json_string(&json, "eval");
        if (rule->scopes & SCOPE_HELPER)
            json_string(&json, "helper");
        json_end(&json);
        json_key(&json, "severity");
        json_string(&json, rule->severity == SEVERITY_ERROR ? "error" : "warning");
        json_key(&json, "allowlist");
        json_bool(&json, rule->allowlist);
        if (preview) {
            json_key(&json, "preview");
            json_bool(&json, rule->preview);
        }
        json_key(&json, "summary");
        json_string(&json, rule->summary);
        json_end(&json);
    }
    json_end(&json);
    buffer_byte(out, '\n');
}

int list_rules(struct cli *cli, bool as_json, bool preview) {
    if (as_json) {
        list_rules_as_json(&cli->out, preview);
        return EXIT_FINE;
    }
    int widest = 0;
    for (size_t i = 0; i < registry_count; i++)
        if (rule_in_force(registry[i], preview) && (int)strlen(registry[i]->name) > widest)
            widest = (int)strlen(registry[i]->name);
    for (size_t i = 0; i < registry_count; i++) {
        const struct rule *rule = registry[i];
        if (!rule_in_force(rule, preview))
            continue;
        if (i == 0 || rule->category != registry[i - 1]->category)
            buffer_format(&cli->out, "%s%s\n", i ? "\n" : "", category_name(rule->category));
        buffer_format(&cli->out, "  %s  %-*s  %-12s  %s%s\n", rule->code, widest, rule->name,
                      scope_names(rule), rule->summary, rule->preview ? " (preview)" : "");
    }
    return EXIT_FINE;
}

static int explain_rule(struct cli *cli, const struct cli_arguments *arguments, struct text word) {
    const struct rule *rule = registry_find(word);
    struct text page = rule ? rule_page(text_of(rule->code)) : (struct text){NULL, 0};
    if (page.data) {
        if (cli->out.size)
            buffer_byte(&cli->out, '\n');
        buffer_text(&cli->out, page);
        return EXIT_FINE;
    }
    if (rule)
        return cli_error(cli, arguments, "the rule %s (%s) is known, but not in force", rule->name,
                         rule->code);
    struct text near = registry_suggest(cli->arena, word);
    return cli_usage_error(cli, arguments, "there is no rule '%.*s'%s%.*s%s", TEXT_ARGS(word),
                           near.data ? "; did you mean '"
                                     : "; give a name or a code, as --list-rules shows them",
                           TEXT_ARGS(near), near.data ? "'?" : "");
}

int explain_rules(struct cli *cli, const struct cli_arguments *arguments) {
    struct text word;
    int code = EXIT_FINE;
    for (size_t i = 0; !code && (word = cli_value_at(arguments, "explain", i)).data; i++)
        code = explain_rule(cli, arguments, word);
    return code;
}
