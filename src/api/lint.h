/*
 * lint: the objects behind cordon/lint.h.
 */
#ifndef CORDON_API_LINT_H
#define CORDON_API_LINT_H

#include <cordon/lint.h>

#include "api/object.h"
#include "lint/runner.h"

#include <stdatomic.h>

/* Read-only once it is loaded, but for the number of its users. */
struct cordon_config {
    struct object object;
    atomic_size_t users; /* the caller, and reports: their texts may lie here */
    cordon_allocator allocator;
    struct repository repository;
    struct lint_options options; /* without hooks */
    struct notices notices;
    bool (*cancelled)(void *user);
    void (*progress)(void *user, size_t done, size_t total);
    void *user;
};

struct cordon_report {
    struct object object;
    cordon_config *config;
    struct repository repository; /* the configuration's, with an arena of the report's own */
    struct package_places places;
    struct lint_run run;
};

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
