#include "lint/share.h"

#include "base/map.h"

/* Findings are the same when this text is. */
static struct text identity(struct arena *arena, const struct diagnostic *diagnostic) {
    const struct location *location = &diagnostic->location;
    return text_format(arena, "%s %s %u:%u %.*s\n%.*s", diagnostic->rule->code,
                       status_name(diagnostic->status), location->line, location->column,
                       TEXT_ARGS(location->file), TEXT_ARGS(diagnostic->message));
}

/* Behind the rule's own outcomes and before those of later rules; outcomes has room for it. */
static void add_skip(struct arena *arena, struct package_report *package, const struct rule *rule,
                     const struct package_report *holder) {
    size_t at = package->outcome_count;
    while (at && package->outcomes[at - 1].rule->category > rule->category)
        at--;
    while (at && package->outcomes[at - 1].rule->category == rule->category &&
           strcmp(package->outcomes[at - 1].rule->code, rule->code) > 0)
        at--;
    if (at && package->outcomes[at - 1].rule == rule)
        return;
    memmove(&package->outcomes[at + 1], &package->outcomes[at],
            (package->outcome_count - at) * sizeof(*package->outcomes));
    package->outcomes[at] = (struct outcome){
        rule, STATUS_SKIP,
        text_format(arena, "Reported for %.*s, which shares the file", TEXT_ARGS(holder->name))};
    package->outcome_count++;
}

static size_t count_shared(const struct package_report *package) {
    size_t count = 0;
    for (size_t i = 0; i < package->diagnostic_count; i++)
        count += package->diagnostics[i].shared;
    return count;
}

/* holders: of each shared finding, the first package that has it. */
static void share_package(struct arena *arena, struct package_report *package,
                          struct map *holders) {
    size_t shared = count_shared(package), kept = 0;
    if (!shared)
        return;
    struct outcome *outcomes = arena_array(arena, struct outcome, package->outcome_count + shared);
    for (size_t i = 0; i < package->outcome_count; i++)
        outcomes[i] = package->outcomes[i];
    package->outcomes = outcomes;
    for (size_t i = 0; i < package->diagnostic_count; i++) {
        const struct diagnostic *diagnostic = &package->diagnostics[i];
        void **holder =
            diagnostic->shared ? map_put(arena, holders, identity(arena, diagnostic)) : NULL;
        if (holder && !*holder)
            *holder = package;
        if (holder && *holder != package)
            add_skip(arena, package, diagnostic->rule, *holder);
        else
            package->diagnostics[kept++] = *diagnostic;
    }
    package->diagnostic_count = kept;
    package_report_finish(arena, package);
}

void report_share(struct arena *arena, struct report *report) {
    struct map holders = {0};
    for (size_t i = 0; i < report->package_count; i++)
        share_package(arena, &report->packages[i], &holders);
}
