#include "lint/judge.h"

#include "base/path.h"
#include "base/vector.h"
#include "lint/registry.h"
#include "lint/suppression.h"

/* The markers of files that have findings, read once. */
struct marked_files {
    struct package *package;
    struct map files; /* path to struct markers */
};

static const struct markers *markers_of(struct marked_files *marked, struct text path) {
    void **place = map_put(marked->package->arena, &marked->files, path);
    if (!*place) {
        struct markers *markers = arena_new(marked->package->arena, struct markers);
        *markers = package_markers(marked->package, path);
        *map_put(marked->package->arena, &marked->files, path) = markers;
        return markers;
    }
    return *place;
}

static bool selects_any(struct texts selectors, const struct rule *rule) {
    for (size_t i = 0; i < selectors.count; i++)
        if (registry_selects(selectors.items[i], rule))
            return true;
    return false;
}

static bool is_covered(const struct marker *marker, const struct location *location) {
    if (marker->kind == MARKER_FILE)
        return true;
    if (marker->kind != MARKER_LINE || !location->line)
        return false;
    uint32_t first = location->first_line ? location->first_line : location->line;
    uint32_t last = location->last_line ? location->last_line : location->line;
    return (marker->line >= first && marker->line <= last) ||
           (marker->covered >= first && marker->covered <= last);
}

static bool is_suppressed(struct marked_files *marked, const struct raw_finding *raw) {
    const struct config *config = marked->package->config;
    const struct location *location = &raw->finding.location;
    for (size_t i = 0; i < config->file_ignore_count; i++)
        if (config_glob_matches(config->file_ignores[i].glob, location->file) &&
            selects_any(config->file_ignores[i].selectors, raw->rule))
            return true;
    const struct markers *markers = markers_of(marked, location->file);
    for (size_t i = 0; i < markers->count; i++)
        if (is_covered(&markers->items[i], location) &&
            selects_any(markers->items[i].selectors, raw->rule))
            return true;
    return false;
}

static const struct allowlist *allowlist_of(const struct package *package,
                                            const struct rule *rule) {
    return map_get(&package->config->allowlists, text_of(rule->name));
}

/* Whether an entry of the allowlist names the finding. */
static bool is_allowed(const struct package *package, const struct raw_finding *raw) {
    const struct allowlist *list = raw->rule->allowlist ? allowlist_of(package, raw->rule) : NULL;
    for (size_t i = 0; list && raw->finding.key.data && i < list->count; i++)
        if (text_equal(list->items[i].package, package->name) &&
            text_equal(list->items[i].key, raw->finding.key))
            return true;
    return false;
}

static void add_stale(struct package *package, struct check_results *results, size_t rule_index,
                      struct text key) {
    const struct rule *rule = registry[rule_index];
    results->rule_index = rule_index;
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

static void find_stale(struct package *package, struct check_results *results, size_t rule_index) {
    const struct allowlist *list = allowlist_of(package, registry[rule_index]);
    struct map keys = {0}; /* of findings and entries seen */
    for (size_t i = 0; list && i < results->finding_count; i++)
        if (results->findings[i].rule_index == rule_index && results->findings[i].finding.key.data)
            map_put(package->arena, &keys, results->findings[i].finding.key);
    for (size_t i = 0; list && i < list->count; i++) {
        const struct allowlist_entry *entry = &list->items[i];
        if (!text_equal(entry->package, package->name) || map_has(&keys, entry->key))
            continue;
        map_put(package->arena, &keys, entry->key);
        add_stale(package, results, rule_index, entry->key);
    }
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
    for (size_t i = 0; i < results->finding_count; i++) {
        struct raw_finding *raw = &results->findings[i];
        if (raw->finding.severity != SEVERITY_ERROR || !is_allowed(package, raw))
            continue;
        raw->finding.severity = SEVERITY_WARNING;
        raw->finding.message =
            text_format(package->arena, "Allowlisted: %.*s", TEXT_ARGS(raw->finding.message));
    }
    for (size_t i = 0; i < registry_count; i++)
        if (results->ran[i] && registry[i]->allowlist)
            find_stale(package, results, i);
    struct marked_files marked = {package, {0}};
    for (size_t i = 0; i < results->finding_count; i++) {
        struct raw_finding *raw = &results->findings[i];
        raw->status = raw->finding.severity == SEVERITY_ERROR ? STATUS_FAIL : STATUS_WARN;
        if (package->state == PACKAGE_FOUND && is_suppressed(&marked, raw))
            raw->status = STATUS_SUPPRESSED;
    }
    drop_outcomes(package, results);
}
