/*
 * state: which names reach the scores that a metric is handed, at one place of its code.
 *
 * A branch is read from the state before it and then taken back; what it changed is kept, and
 * joined with what the other branches changed. So a branch costs what it changes, however many
 * names there are.
 */
#ifndef CORDON_RULES_METRIC_EPOCHS_STATE_H
#define CORDON_RULES_METRIC_EPOCHS_STATE_H

#include "base/map.h"
#include "base/vector.h"

/* What a name reaches. NULL: nothing of the scores. */
struct alias {
    bool copied;               /* a new object that shares what it holds with the original one */
    const struct text *fields; /* of a copy: those that were replaced */
    size_t field_count;
};

struct state_change {
    uint32_t name;
    const struct alias *alias;
};

struct state_changes {
    struct state_change *items;
    size_t count;
    size_t capacity;
};

struct state_name {
    const struct alias *alias;
    const struct alias *joined; /* while branches are joined */
    uint32_t branches;          /* that changed it */
    uint32_t seen;              /* by which branch's end, for counting a name once */
};

struct state {
    struct arena *arena;
    struct map numbers;              /* of names, from 1 */
    VECTOR(struct state_name) names; /* 0 is none */
    struct state_changes trail;      /* the aliases before each change */
    uint32_t ends;
};

void state_init(struct state *state, struct arena *arena);
const struct alias *state_get(const struct state *state, struct text name);
void state_set(struct state *state, struct text name, const struct alias *alias);

/* A branch begins at the state that is; its end gives what it changed and goes back. */
size_t state_begin(const struct state *state);
void state_end(struct state *state, size_t begin, struct state_changes *changes);

/* Goes on as if the changes had been made. */
void state_apply(struct state *state, const struct state_changes *changes);

/* Joins branches, and the state before them unless one of them is always taken. True when that
 * changed the state. */
bool state_join(struct state *state, const struct state_changes *branches, size_t count,
                bool may_skip);

extern const struct alias alias_original;

bool alias_replaced(const struct alias *alias, struct text field);

#endif
