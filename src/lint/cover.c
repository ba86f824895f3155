#include "lint/cover.h"

#include "base/vector.h"
#include "lint/registry.h"
#include "lint/suppression.h"

#include <stdlib.h>

/* Rules as bits, in the order of the registry. Summed up once for each file and line, so that many
 * comments and many findings in one place cost no more than reading them. */
typedef uint64_t rule_set;

struct cover_line {
    uint32_t line;
    rule_set rules;
};

struct cover {
    rule_set whole;
    struct {
        struct cover_line *items; /* in order, each line once */
        size_t count;
        size_t capacity;
    } lines;
};

static rule_set selected(struct texts selectors) {
    rule_set rules = 0;
    for (size_t i = 0; i < selectors.count; i++)
        for (size_t r = 0; r < registry_count; r++)
            if (registry_selects(selectors.items[i], registry[r]))
                rules |= (rule_set)1 << r;
    return rules;
}

static int compare_lines(const void *a, const void *b) {
    uint32_t x = ((const struct cover_line *)a)->line, y = ((const struct cover_line *)b)->line;
    return (x > y) - (x < y);
}

static void sort_lines(struct cover *cover) {
    struct cover_line *lines = cover->lines.items;
    if (!cover->lines.count)
        return;
    qsort(lines, cover->lines.count, sizeof(*lines), compare_lines);
    size_t kept = 0;
    for (size_t i = 1; i < cover->lines.count; i++) {
        if (lines[i].line == lines[kept].line)
            lines[kept].rules |= lines[i].rules;
        else
            lines[++kept] = lines[i];
    }
    cover->lines.count = kept + 1;
}

/* What comments may suppress. */
static rule_set suppressible(const struct config *config) {
    rule_set rules = ~(rule_set)0;
    for (size_t r = 0; r < registry_count; r++)
        if (config->preview && registry[r]->comments_do_not_count)
            rules &= ~((rule_set)1 << r);
    return rules;
}

static void add_markers(struct package *package, struct cover *cover,
                        const struct markers *markers) {
    rule_set all = suppressible(package->config);
    for (size_t i = 0; i < markers->count; i++) {
        const struct marker *marker = &markers->items[i];
        rule_set rules = selected(marker->selectors) & all;
        if (marker->kind == MARKER_FILE)
            cover->whole |= rules;
        if (marker->kind != MARKER_LINE)
            continue;
        vector_push(package->arena, &cover->lines, (struct cover_line){marker->covered, rules});
    }
    sort_lines(cover);
}

static const struct cover *cover_of(struct covers *covers, struct text path) {
    struct package *package = covers->package;
    struct cover *cover = map_get(&covers->files, path);
    if (cover)
        return cover;
    cover = arena_new(package->arena, struct cover);
    *map_put(package->arena, &covers->files, path) = cover;
    const struct config *config = package->config;
    for (size_t i = 0; i < config->file_ignore_count; i++)
        if (config_glob_matches(config->file_ignores[i].glob, path))
            cover->whole |= selected(config->file_ignores[i].selectors);
    struct markers markers = package_markers(package, path);
    add_markers(package, cover, &markers);
    return cover;
}

static size_t first_at_or_behind(const struct cover *cover, uint32_t line) {
    size_t low = 0, high = cover->lines.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cover->lines.items[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool cover_suppresses(struct covers *covers, const struct raw_finding *raw) {
    const struct location *location = &raw->finding.location;
    const struct cover *cover = cover_of(covers, location->file);
    rule_set rule = (rule_set)1 << raw->rule_index;
    if (cover->whole & rule)
        return true;
    if (!location->line)
        return false;
    uint32_t first = location->first_line ? location->first_line : location->line;
    uint32_t last = location->last_line ? location->last_line : location->line;
    for (size_t i = first_at_or_behind(cover, first);
         i < cover->lines.count && cover->lines.items[i].line <= last; i++)
        if (cover->lines.items[i].rules & rule)
            return true;
    return false;
}
