#include "api/lint.h"

#include "lint/registry.h"

const char *cordon_category_name(size_t category) {
    return category < CATEGORY_COUNT ? category_name((enum category)category) : NULL;
}

size_t cordon_rule_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < registry_count; i++)
        count += registry[i]->check != NULL;
    return count;
}

const cordon_rule *cordon_rule_at(size_t index) {
    for (size_t i = 0; i < registry_count; i++)
        if (registry[i]->check && index-- == 0)
            return public_rule(registry[i]);
    return NULL;
}

const cordon_rule *cordon_rule_find(const char *code_or_name) {
    const struct rule *rule = registry_find(text_of(code_or_name));
    return rule && rule->check ? public_rule(rule) : NULL;
}

const char *cordon_rule_code(const cordon_rule *rule) {
    return rule_of(rule)->code;
}

const char *cordon_rule_name(const cordon_rule *rule) {
    return rule_of(rule)->name;
}

const char *cordon_rule_summary(const cordon_rule *rule) {
    return rule_of(rule)->summary;
}

size_t cordon_rule_category(const cordon_rule *rule) {
    return (size_t)rule_of(rule)->category;
}

bool cordon_rule_applies_to_evals(const cordon_rule *rule) {
    return (rule_of(rule)->scopes & SCOPE_EVAL) != 0;
}

bool cordon_rule_applies_to_helpers(const cordon_rule *rule) {
    return (rule_of(rule)->scopes & SCOPE_HELPER) != 0;
}

bool cordon_rule_has_allowlist(const cordon_rule *rule) {
    return rule_of(rule)->allowlist;
}

bool cordon_rule_is_preview(const cordon_rule *rule) {
    return rule_of(rule)->preview;
}

cordon_text cordon_rule_page(const cordon_rule *rule) {
    return public_text(rule_page(text_of(rule_of(rule)->code)));
}
