/*
 * build: one Dockerfile while dockerfile_locking goes through its instructions.
 */
#ifndef CORDON_RULES_BUILD_H
#define CORDON_RULES_BUILD_H

#include "base/buffer.h"
#include "base/vector.h"
#include "formats/dockerfile.h"
#include "rules/rules.h"

/* What the whole package's Dockerfiles have in common. */
struct builds {
    struct check *check;
    bool warn_host_lock;
    struct map contexts;             /* Dockerfile to struct text, as Compose files have it */
    VECTOR(struct text) os_installs; /* "src/x/Dockerfile:12" */
};

struct build {
    struct builds *all;
    struct check *check;
    struct text path;
    struct text context; /* relative to the root; "." is the root */
    bool has_lock;       /* a committed uv.lock was copied or mounted so far */
    struct map stages;   /* lower-case names of earlier stages */
    size_t stage_count;
    const struct docker_instruction *instruction;
    struct map said; /* messages of the instruction: the same one is said once */
};

/* A warning at the instruction. hint may be NULL. */
void build_warn(struct build *build, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The commands of a RUN. */
void build_check_run(struct build *build);

#endif
