/*
 * ruff_config: whether ruff's configuration enables a rule for a file
 * (docs.astral.sh/ruff/settings). Configurations are resolved here; ruff is not run. Not for use
 * outside ruff/.
 */
#ifndef CORDON_RULES_RUFF_CONFIG_H
#define CORDON_RULES_RUFF_CONFIG_H

#include "lint/rule.h"

/* The rule that is asked for. */
#define RUFF_CODE "PLW1514"

enum ruff_answer { RUFF_ENABLED, RUFF_DISABLED, RUFF_UNREADABLE };

/* The file that governs a package: the nearest one upwards; NULL data when there is none. */
struct text ruff_governing_file(struct check *check);

/* For a Python file directly in the package's folder. *problem says why the file is unreadable. */
enum ruff_answer ruff_resolve(struct check *check, struct text file, struct text *problem);

#endif
