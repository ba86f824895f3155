/*
 * paths: numbers for names and for dotted names of a file, so that comparing costs nothing.
 */
#ifndef CORDON_RULES_HOST_CODE_PATHS_H
#define CORDON_RULES_HOST_CODE_PATHS_H

#include "base/map.h"
#include "base/pairs.h"
#include "base/vector.h"

/* "self.code" is the path whose parent is "self" and whose name is "code". */
struct path {
    uint32_t parent; /* 0 of a plain name */
    uint32_t root;   /* the number of its first name */
    struct text name;
};

struct paths {
    struct arena *arena;
    struct map numbers;        /* of names, from 1 */
    struct pairs by_part;      /* parent path and name number to path */
    VECTOR(struct path) items; /* 0 is no path */
};

void paths_init(struct paths *paths, struct arena *arena);
uint32_t paths_name(struct paths *paths, struct text name);             /* made when new */
uint32_t paths_known_name(const struct paths *paths, struct text name); /* 0 when unknown */
uint32_t paths_path(struct paths *paths, uint32_t parent, struct text name);
struct text paths_text(const struct paths *paths, struct arena *arena, uint32_t path);

#endif
