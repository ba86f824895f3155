/*
 * lint: the objects behind cordon/lint.h.
 */
#ifndef CORDON_API_LINT_H
#define CORDON_API_LINT_H

#include <cordon/lint.h>

#include "api/object.h"
#include "base/spool.h"
#include "lint/runner.h"
#include "render/render.h"

struct hooks {
    bool (*cancelled)(void *user);
    void (*progress)(void *user, size_t done, size_t total);
    void *user;
};

/* Read-only once it is loaded; targets use it. */
struct cordon_config {
    struct object object;
    cordon_allocator allocator;
    struct repository repository;
    struct lint_options options; /* without hooks */
    struct notices notices;
    struct hooks hooks;
};

/* Not changed once there is a report, which uses it: texts of the report may lie here. */
struct cordon_targets {
    struct object object;
    cordon_config *config;
    struct package_places places;
    struct hooks hooks;
};

/* What was made of each package for the one document of a report. */
struct document_parts {
    const struct render_format *format;
    struct spool spool;
    struct spooled *items; /* in the order of packages; size 0: not made */
};

struct cordon_report {
    struct object object;
    cordon_targets *targets;
    struct repository repository; /* the configuration's, with an arena of the report's own */
    struct lint_run run;
    struct texts warnings;
    struct document_parts *parts; /* or NULL */
};

/* With defaults for what an older caller does not know of; given may be NULL. */
cordon_render_options render_options_complete(const cordon_render_options *given);

/* NULL with *error set for a word that names none. */
const struct render_format *render_format_named(struct arena *arena, const char *name,
                                                struct error *error);

static inline const struct package_report *package_of(const cordon_package *package) {
    return (const struct package_report *)package;
}

static inline const struct diagnostic *diagnostic_of(const cordon_finding *finding) {
    return (const struct diagnostic *)finding;
}

static inline const struct rule *rule_of(const cordon_rule *rule) {
    return (const struct rule *)rule;
}

static inline const cordon_rule *public_rule(const struct rule *rule) {
    return (const cordon_rule *)rule;
}

#endif
