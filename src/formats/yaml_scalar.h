/*
 * yaml_scalar: which of YAML 1.1's types a scalar has, and its value, as PyYAML has them.
 */
#ifndef CORDON_FORMATS_YAML_SCALAR_H
#define CORDON_FORMATS_YAML_SCALAR_H

#include "formats/yaml.h"

/* What libyaml expands "!!" to. */
#define YAML_TAG_PREFIX "tag:yaml.org,2002:"

enum scalar_tag {
    SCALAR_NULL,
    SCALAR_BOOL,
    SCALAR_INT,
    SCALAR_FLOAT,
    SCALAR_STRING,
    SCALAR_BINARY,
    SCALAR_TIMESTAMP,
    SCALAR_MERGE, /* "<<" */
    SCALAR_VALUE, /* "=" */
    SCALAR_UNKNOWN,
};

/* The type of a plain scalar without a tag. */
enum scalar_tag scalar_resolve(struct text plain);

/* The type behind "tag:yaml.org,2002:", SCALAR_UNKNOWN for those of collections too. */
enum scalar_tag scalar_tag_named(struct text name);

/* Fills in the node's type, value and printed form from its text. NULL, or why the text is no value
 * of that type, to be put after "the value ...". */
const char *scalar_construct(struct arena *arena, struct yaml_node *node, enum scalar_tag tag);

#endif
