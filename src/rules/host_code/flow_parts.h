/*
 * flow_parts: what the files of the walk over a body (flow*.c) share.
 */
#ifndef CORDON_RULES_HOST_CODE_FLOW_PARTS_H
#define CORDON_RULES_HOST_CODE_FLOW_PARTS_H

#include "rules/host_code/flow.h"

/* How a node on the stack belongs to the node it goes into. */
enum role {
    READ,   /* it is a part of it */
    COPY,   /* it is it */
    PATTERN /* a match pattern: what it captures is a part of that node */
};

/* flow.c: names and expressions */

void flow_push(struct flow *flow, const struct py_node *node, uint32_t into, enum role role);
void flow_push_list(struct flow *flow, struct py_list list, uint32_t into, enum role role);
void flow_push_children(struct flow *flow, const struct py_node *node, uint32_t into);

/* A new node for an expression that is part of another. */
uint32_t flow_part(struct flow *flow, const struct py_node *value, uint32_t into);

uint32_t flow_name(struct flow *flow, uint32_t body, uint32_t path);
uint32_t flow_plain_name(struct flow *flow, uint32_t body, struct text name);
void flow_mention(struct flow *flow, const struct py_node *node, uint32_t into,
                  enum edge_kind kind);

/* Lets a value flow into a target. Does not walk the target: that is the caller's. */
void flow_assign(struct flow *flow, const struct py_node *target, uint32_t from,
                 enum edge_kind kind);

/* The default value at a place below defaults.count + kw_defaults.count, or NULL, and whose it is.
 */
const struct py_node *flow_default(const struct py_arguments *args, uint32_t place,
                                   struct text *parameter);

bool flow_visit_expression(struct flow *flow, struct flow_item item);

/* flow_calls.c */
void flow_visit_call(struct flow *flow, const struct py_Call *call, uint32_t into, enum role role);
uint32_t flow_returned(struct flow *flow, const struct py_function *function);

/* flow_statements.c */
bool flow_visit_statement(struct flow *flow, const struct py_node *node);
void flow_iterate(struct flow *flow, const struct py_node *target, const struct py_node *iter,
                  uint32_t into);
void flow_visit_pattern(struct flow *flow, const struct py_node *node, uint32_t subject);
void flow_enter_function(struct flow *flow, const struct py_function *function);

#endif
