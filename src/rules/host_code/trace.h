/*
 * trace: the steps from a source to a sink, for the reader of a finding.
 */
#ifndef CORDON_RULES_HOST_CODE_TRACE_H
#define CORDON_RULES_HOST_CODE_TRACE_H

#include "lint/rule.h"
#include "rules/host_code/flow.h"

struct trace {
    const struct trace_step *steps;
    size_t count;
};

/* Of a tainted node: its source first, the sink's call last. Of a very long way the first and the
 * last steps are shown. The texts are in the arena, the steps in the flow's. */
struct trace trace_of(struct arena *arena, const struct flow *flow, const struct python_file *file,
                      uint32_t node, const struct hit *hit);

/* A node's source as written, on one line and shortened. */
struct text trace_excerpt(struct arena *arena, const struct python_file *file,
                          const struct py_node *node);

#endif
