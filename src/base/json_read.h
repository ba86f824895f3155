/*
 * json_read: the JSON library's reader, with memory as it is used here.
 */
#ifndef CORDON_BASE_JSON_READ_H
#define CORDON_BASE_JSON_READ_H

#include "base/text.h"

#include <jansson.h>

/* json_loadb(), but when memory runs out it does not return: see heap.h. */
json_t *json_read(struct heap *heap, struct text text, size_t flags, json_error_t *problem);

/* json_decref() as a clean-up. */
void json_release(void *value);

#endif
