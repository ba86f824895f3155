/*
 * sinks: the calls that run or deserialise something on the host.
 */
#ifndef CORDON_RULES_HOST_CODE_SINKS_H
#define CORDON_RULES_HOST_CODE_SINKS_H

#include "python/index.h"

enum sink_group { SINK_CODE, SINK_DATA, SINK_SHELL, SINK_PROGRAM, SINK_IMPORT };

/* How the call's arguments decide what is run. */
enum sink_judge {
    JUDGE_FIRST,      /* the first argument, whatever it is */
    JUDGE_NUMPY,      /* the same, with allow_pickle= */
    JUDGE_YAML,       /* the same, without a safe loader */
    JUDGE_TORCH,      /* the same, without weights_only=True */
    JUDGE_SUBPROCESS, /* a command with shell=, else an argv */
    JUDGE_INSPECT,    /* a command when it is a string, else an argv */
    JUDGE_PROGRAM,    /* the first argument is the program */
    JUDGE_SPAWN       /* the second argument is the program, after the mode */
};

struct sink {
    const char *name; /* as allowlist keys have it */
    enum sink_group group;
    enum sink_judge judge;
    const char *const *names; /* of the keywords that may hold what is run, up to NULL */
};

/* The exact dotted name, or NULL. */
const struct sink *sink_find(struct text name);
/* Whether a sink has that name or one that goes on after it with a dot: "os". */
bool sink_begins(struct text name);

/* What is known of the classes of a file, to tell a safe loader. */
struct loaders {
    struct arena *arena;
    const struct py_index *index;
    struct map classes; /* name to struct loader_class (loaders.c) */
};

void loaders_init(struct loaders *loaders, struct arena *arena, const struct py_index *index);
bool loaders_are_safe(struct loaders *loaders, const struct py_node *loader);

enum use {
    USE_NONE,     /* not a sink as it is called here */
    USE_REPORTED, /* a warning when nothing is traced to it */
    USE_SILENT,   /* nothing when nothing is traced to it */
    USE_OPAQUE    /* an argv that is not a literal: a warning when something is traced to it */
};

struct payload {
    enum use use;
    enum sink_group group;     /* of the sink as it is called here */
    const struct py_node *run; /* what is run: an argument or the first element of one; or NULL */
    const struct py_node *program; /* executable=, which is an error when tainted; or NULL */
};

struct payload sink_payload(const struct sink *sink, const struct py_Call *call,
                            struct loaders *loaders);

/* Whether an expression is a string by how it is written or by what it reads. */
bool sink_is_string(const struct py_node *node);

#endif
