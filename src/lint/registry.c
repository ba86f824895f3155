#include "lint/registry.h"

#include "base/suggest.h"
#include "base/vector.h"
#include "rules/rules.h"

/* Known by name, so that configurations and comments may name it, and not in force. */
#define LATER(code_, name_, category_, preview_, allowlist_)                                       \
    (&(const struct rule){.code = code_,                                                           \
                          .name = name_,                                                           \
                          .category = CATEGORY_##category_,                                        \
                          .preview = preview_,                                                     \
                          .allowlist = allowlist_})
#define PREVIEW(code, name, category) LATER(code, name, category, true, false)
#define PENDING(code, name, category) LATER(code, name, category, false, false)
#define LISTING(code, name, category) LATER(code, name, category, false, true)

const struct rule *const registry[] = {
    &rule_package_location,
    &rule_main_file,
    &rule_init_exports,
    &rule_registry,
    &rule_eval_yaml,
    &rule_readme,
    &rule_readme_task_args,
    &rule_readme_dependency_groups,
    &rule_private_api_imports,
    &rule_score_constants,
    &rule_unscored_reason,
    &rule_external_dependencies,
    &rule_suppression_syntax,
    &rule_shared_code_extraction,
    &rule_ruff_rules_enabled,
    &rule_tests_exist,
    &rule_tests_init,
    &rule_e2e_test,
    &rule_record_to_sample_test,
    &rule_custom_solver_tests,
    &rule_custom_scorer_tests,
    &rule_custom_tool_tests,
    &rule_custom_metric_tests,
    &rule_get_model_location,
    &rule_model_role_resolution,
    &rule_sample_ids,
    &rule_task_overridable_defaults,
    &rule_sandbox_image_pinning,
    &rule_gpu_sandbox_check,
    &rule_dockerfile_locking,
    &rule_duplicate_filter_acknowledged,
    &rule_known_broken_reported,
    &rule_shuffle_choices_seeded,
    &rule_shuffle_seeded,
    &rule_scorer_failure_scored,
    &rule_grader_model_under_test,
    &rule_metric_epoch_safety,
    &rule_sandbox_privileges,
    &rule_host_code_execution,
};
const size_t registry_count = sizeof(registry) / sizeof(*registry);
_Static_assert(sizeof(registry) / sizeof(*registry) <= 64, "cover.c has a bit for each rule");

const struct rule *registry_find(struct text code_or_name) {
    for (size_t i = 0; i < registry_count; i++)
        if (text_is(code_or_name, registry[i]->code) || text_is(code_or_name, registry[i]->name))
            return registry[i];
    return NULL;
}

bool registry_selects(struct text selector, const struct rule *rule) {
    return selector_selects(selector, text_of(rule->code), text_of(rule->name));
}

bool rule_in_force(const struct rule *rule, bool preview) {
    return rule->check && (preview || !rule->preview);
}

const char *category_name(enum category category) {
    static const char *const names[CATEGORY_COUNT] = {
        [CATEGORY_FILE_STRUCTURE] = "file_structure",
        [CATEGORY_CODE_QUALITY] = "code_quality",
        [CATEGORY_TESTS] = "tests",
        [CATEGORY_BEST_PRACTICES] = "best_practices",
        [CATEGORY_SECURITY] = "security",
    };
    return names[category];
}

struct known_rules registry_known(struct arena *arena) {
    struct known_rule *rules = arena_array(arena, struct known_rule, registry_count);
    for (size_t i = 0; i < registry_count; i++)
        rules[i] = (struct known_rule){text_of(registry[i]->code), text_of(registry[i]->name),
                                       registry[i]->allowlist};
    return (struct known_rules){rules, registry_count};
}

struct text registry_suggest(struct arena *arena, struct text word) {
    VECTOR(struct text) names = {0};
    for (size_t i = 0; i < registry_count; i++) {
        vector_push(arena, &names, text_of(registry[i]->name));
        vector_push(arena, &names, text_of(registry[i]->code));
    }
    return suggest(word, names.items, names.count);
}
