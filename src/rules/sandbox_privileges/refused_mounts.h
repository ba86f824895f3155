/*
 * refused_mounts: what Inspect's Docker sandbox refuses to start with, in preview: mounts through
 * which a container could write to the host, and mounts that cannot be checked for that. Nothing of
 * it can be allowed but by the sandbox's own setting, which is a finding itself.
 */
#ifndef CORDON_RULES_SANDBOX_PRIVILEGES_REFUSED_MOUNTS_H
#define CORDON_RULES_SANDBOX_PRIVILEGES_REFUSED_MOUNTS_H

#include "rules/rules.h"

/* What the checks of one service share. */
struct service {
    struct check *check;
    const struct compose_file *compose;
    struct text path;
    struct text name;
    struct compose_value value;
    bool refuses;     /* the checks below are in force in this file */
    bool can_remount; /* when they are */
};

/* Reports the setting that turns the checks off, and whether they are in force. The file's
 * `services` are a mapping or missing. */
bool mounts_are_refused(struct check *check, const struct compose_source *file);

/* Whether processes of the service can mount again, writable, what is mounted read-only. */
bool can_remount(struct compose_value service);

/* An item of a service's `volumes`. */
void refuse_mount(const struct service *service, struct compose_value item,
                  const struct compose_mount *mount);

/* The service's `secrets`, `configs` and `volumes_from`. */
void refuse_references(const struct service *service);

#endif
