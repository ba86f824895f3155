/*
 * yaml_merge: merge keys and duplicate keys, once all nodes of a document are there.
 */
#ifndef CORDON_FORMATS_YAML_MERGE_H
#define CORDON_FORMATS_YAML_MERGE_H

#include "base/vector.h"
#include "formats/yaml.h"

enum merge_state { MERGE_TO_DO, MERGE_BEGUN, MERGE_DONE };

/* A node with what is only needed until the document is complete. Every node is one. */
struct yaml_building {
    struct yaml_node node;
    enum merge_state state;
    bool special; /* a plain "<<" or "=": no value, but fine as a key */
    bool merge;   /* the key "<<" */
};

struct yaml_mappings {
    struct yaml_building **items;
    size_t count;
    size_t capacity;
};

/* Gives each mapping, in the order they begin, the pairs of the loaded dict. */
bool yaml_merge(struct arena *arena, struct text file, const struct yaml_mappings *mappings,
                struct error *error);

#endif
