/*
 * fence: what a text has to do with fenced blocks of code. Not for use outside code_extraction/.
 */
#ifndef CORDON_RULES_FENCE_H
#define CORDON_RULES_FENCE_H

#include "base/text.h"

/* Some texts together. Sums begin as fence_none. */
struct fence {
    bool any;      /* some have a fence */
    bool all_json; /* those have labels, and all their labels are "json" */
    bool all_bare; /* those are nothing but fences, without labels */
    bool other;    /* some label is not "json" */
};

extern const struct fence fence_none;

struct fence fence_of_text(struct text text);
struct fence fence_sum(struct fence a, struct fence b);

#endif
