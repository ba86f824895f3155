/*
 * field_specs: the FieldSpec() calls of a file that name no field for ids, in preview.
 */
#ifndef CORDON_RULES_SAMPLE_IDS_FIELD_SPECS_H
#define CORDON_RULES_SAMPLE_IDS_FIELD_SPECS_H

#include "lint/rule.h"

/* Reports them, unless every loader that they reach numbers the samples. How many FieldSpec() calls
 * there are. */
size_t check_field_specs(struct check *check, const struct python_file *file);

#endif
