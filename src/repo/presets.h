/*
 * presets: the layouts a configuration starts from.
 */
#ifndef CORDON_REPO_PRESETS_H
#define CORDON_REPO_PRESETS_H

#include "repo/config.h"

struct preset_name {
    struct text name;
    enum preset preset;
    struct text instead;     /* of a former name: what to write now; else empty */
    bool eval_yaml_optional; /* the former preset had eval-yaml-required = false */
};

extern const struct preset_name preset_names[];
extern const size_t preset_name_count;

struct config preset_config(enum preset preset);

/* The preset of that name, or NULL with *error set. where is how the message names its place:
 * "--preset", "tool.inspect-evals-lint.preset". */
const struct preset_name *preset_check(struct arena *arena, struct text name, struct text where,
                                       struct error *error);

struct text preset_list(struct arena *arena); /* "multi-eval, monorepo, single-eval" */

#endif
