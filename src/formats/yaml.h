/*
 * yaml: YAML 1.1 as PyYAML's safe loader reads it, over libyaml's events, with marks.
 *
 * Aliases are resolved to the same node (never copied), merge keys are applied, duplicate keys
 * keep the last value. What the safe loader refuses (unknown tags other than those that a caller
 * allows, a second document, unhashable keys, ...) is an error. Expansion is bounded.
 */
#ifndef CORDON_FORMATS_YAML_H
#define CORDON_FORMATS_YAML_H

#include "base/error.h"

enum yaml_type {
    YAML_NULL,
    YAML_BOOL,
    YAML_INT,
    YAML_FLOAT,
    YAML_STRING,
    YAML_BINARY,
    YAML_TIMESTAMP,
    YAML_LIST,
    YAML_MAPPING, /* also !!set, with null values */
};

struct yaml_node;

struct yaml_pair {
    const struct yaml_node *key;
    const struct yaml_node *value;
    bool merged; /* came through a merge key: the marks are the anchor's */
};

struct yaml_node {
    enum yaml_type type;
    uint32_t line; /* 1-based, of the value (of its tag or anchor when it has one) */
    uint32_t column;
    struct text text;    /* scalars: the text as written, after quoting and folding */
    struct text printed; /* scalars: as Python's str() of the loaded value prints it */
    struct text tag;     /* a tag that was written and allowed, as written ("!reset"), else empty */
    bool quoted;
    bool set; /* YAML_MAPPING: a !!set, which is no mapping for Python */
    bool boolean;
    int64_t integer; /* saturated */
    double number;
    union {
        struct {
            const struct yaml_node **items;
            size_t count;
        } list;
        struct {
            struct yaml_pair *pairs; /* in the order of the loaded dict, duplicates removed */
            size_t count;
        } mapping;
    };
};

struct yaml_options {
    bool any_local_tag; /* `!anything` reads as its value, as Compose files use it */
};

/* The document's root, NULL with *error set when it is refused. An empty document is YAML_NULL. */
const struct yaml_node *yaml_parse(struct arena *arena, struct text file, struct text source,
                                   const struct yaml_options *options, struct error *error);

/* As Python's str() prints the loaded value. What is longer than limit bytes, as nested aliases
 * can ask for, ends in "...". */
struct text yaml_print(struct arena *arena, const struct yaml_node *node, size_t limit);

/* "list", "mapping", ... for messages */
const char *yaml_type_name(enum yaml_type type);

/* The pair whose key is that string, or NULL (also when node is no mapping). */
const struct yaml_pair *yaml_find(const struct yaml_node *node, struct text key);
const struct yaml_node *yaml_get(const struct yaml_node *node, struct text key);

#endif
