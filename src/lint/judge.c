#include "lint/judge.h"

#include "lint/cover.h"
#include "lint/registry.h"

static const struct allowlist *allowlist_of(const struct package *package,
                                            const struct rule *rule) {
    return rule->allowlist ? map_get(&package->config->allowlists, text_of(rule->name)) : NULL;
}

/* The keys that the allowlist of a rule has for the package; each value becomes non-NULL once a
 * finding needs the key. */
static struct map listed_keys(struct package *package, const struct rule *rule) {
    struct map keys = {0};
    const struct allowlist *list = allowlist_of(package, rule);
    for (size_t i = 0; list && i < list->count; i++)
        if (text_equal(list->items[i].package, package->name))
            map_put(package->arena, &keys, list->items[i].key);
    return keys;
}

static void allow(struct package *package, struct check_results *results, struct map *keys) {
    for (size_t i = 0; i < results->finding_count; i++) {
        struct raw_finding *raw = &results->findings[i];
        struct map *listed = &keys[raw->rule_index];
        if (!raw->finding.key.data || !map_has(listed, raw->finding.key))
            continue;
        *map_put(package->arena, listed, raw->finding.key) = raw;
        if (raw->finding.severity != SEVERITY_ERROR)
            continue;
        raw->finding.severity = SEVERITY_WARNING;
        raw->finding.message =
            text_format(package->arena, "Allowlisted: %.*s", TEXT_ARGS(raw->finding.message));
    }
}

static void add_stale(struct package *package, struct check_results *results, size_t rule_index,
                      struct text key) {
    const struct rule *rule = registry[rule_index];
    results->rule_index = rule_index;
    results->rule_count = 0; /* entries are as many as somebody wrote */
    struct check check = {package->arena, package, package->config, rule, results};
    struct finding finding = {
        .location = location_of_file(T("pyproject.toml")),
        .severity = SEVERITY_WARNING,
        .message = text_format(package->arena,
                               "The allowlist entry '%.*s' of %s for %.*s matches no finding",
                               TEXT_ARGS(key), rule->name, TEXT_ARGS(package->name)),
        .hint = text_format(package->arena,
                            "remove it from [tool.inspect-evals-lint.allowlists.%s]", rule->name),
    };
    check_add(&check, &finding);
    results->findings[results->finding_count - 1].stale = true;
}

static void add_all_stale(struct package *package, struct check_results *results,
                          const struct map *keys) {
    for (size_t r = 0; r < registry_count; r++)
        for (size_t i = 0; results->ran[r] && i < keys[r].count; i++)
            if (!keys[r].entries[i].value)
                add_stale(package, results, r, keys[r].entries[i].key);
}

/* A pass beside a finding is none; of several outcomes of a rule the first counts. */
static void drop_outcomes(struct package *package, struct check_results *results) {
    bool *found = arena_array(package->arena, bool, registry_count);
    bool *said = arena_array(package->arena, bool, registry_count);
    for (size_t i = 0; i < results->finding_count; i++)
        found[results->findings[i].rule_index] = true;
    size_t kept = 0;
    for (size_t i = 0; i < results->outcome_count; i++) {
        size_t rule = 0;
        while (registry[rule] != results->outcomes[i].rule)
            rule++;
        if (said[rule] || (found[rule] && results->outcomes[i].status == STATUS_PASS))
            continue;
        said[rule] = true;
        results->outcomes[kept++] = results->outcomes[i];
    }
    results->outcome_count = kept;
}

void judge(struct package *package, struct check_results *results) {
    struct map *keys = arena_array(package->arena, struct map, registry_count);
    for (size_t r = 0; r < registry_count; r++)
        keys[r] = listed_keys(package, registry[r]);
    allow(package, results, keys);
    add_all_stale(package, results, keys);
    struct covers covers = {.package = package};
    for (size_t i = 0; i < results->finding_count; i++) {
        struct raw_finding *raw = &results->findings[i];
        raw->status = raw->finding.severity == SEVERITY_ERROR ? STATUS_FAIL : STATUS_WARN;
        if (raw->finding.declined ||
            (package->state == PACKAGE_FOUND && cover_suppresses(&covers, raw)))
            raw->status = STATUS_SUPPRESSED;
    }
    drop_outcomes(package, results);
}
