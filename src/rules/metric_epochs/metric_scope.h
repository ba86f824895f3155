/*
 * metric_scope: a metric or score reducer with everything in it, and what the checks of it share.
 */
#ifndef CORDON_RULES_METRIC_EPOCHS_METRIC_SCOPE_H
#define CORDON_RULES_METRIC_EPOCHS_METRIC_SCOPE_H

#include "base/pairs.h"
#include "base/vector.h"
#include "lint/rule.h"

struct metric_file {
    struct check *check;
    const struct python_file *file;
    struct pairs reported; /* start and end of nodes: scopes may be nested */
    bool found;
};

/* A node of a scope. */
struct scope_item {
    const struct py_node *node;
    uint32_t around;       /* the expression that holds a value when this one does; 0: none */
    uint32_t next_of_name; /* the next Name of the same name */
    uint32_t bindings;     /* the first binding of this value */
    bool nan_guarded;      /* an operand of an `and` that also asks isnan() */
    bool holds_value;      /* a score's value, or what is made of one */
};

/* A name or names that are given a value. */
struct value_binding {
    const struct py_node *target;
    const struct py_node *value;
    uint32_t next;  /* of the same value */
    bool all_names; /* of whatever the target is made of */
};

struct scope_name {
    struct text name;
    uint32_t first; /* the first item that is this name */
    bool holds_value;
    bool is_value; /* the value itself, not what is made of it */
};

struct metric_scope {
    struct arena *arena;
    const struct py_FunctionDef *def;
    VECTOR(struct scope_item) items;       /* breadth first; 0 is none */
    struct pairs by_place;                 /* start and end of an expression to its item */
    VECTOR(struct value_binding) written;  /* as they are written, breadth first */
    VECTOR(struct value_binding) bindings; /* taken apart; 0 is none */
    struct map names;                      /* name to struct scope_name */
    VECTOR(uint32_t) changed;              /* items whose holds_value is new */
    struct map returned;                   /* names that some `return NAME` gives */
};

/* Everything in the function, which values its names and expressions hold included. */
void metric_scope_read(struct metric_scope *scope, struct arena *arena,
                       const struct py_FunctionDef *def);

/* Whether the expression is a score's value itself, an item of it, or a name bound to it. */
bool metric_scope_is_value(const struct metric_scope *scope, const struct py_node *expression);

/* Reports calls and attributes that an epoch reducer makes wrong. */
void check_reduced(struct metric_file *file, const struct metric_scope *scope);

/* Reports stores into the scores that are handed in. */
void check_writes(struct metric_file *file, const struct metric_scope *scope);

/* Once a node. */
void report_metric(struct metric_file *file, const struct py_node *node, enum severity severity,
                   const char *message, const char *hint);

#endif
