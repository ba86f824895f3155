/*
 * sandbox: what the rules about Compose files share.
 */
#ifndef CORDON_RULES_SANDBOX_H
#define CORDON_RULES_SANDBOX_H

#include "rules/rules.h"

/* Calls `one` for each Compose file that can be read; warns about the others, and skips when there
 * is none. False without any Compose file. */
bool check_each_compose(struct check *check,
                        void (*one)(struct check *check, const struct compose_source *file));

#endif
