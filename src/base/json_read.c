#include "base/json_read.h"

#include <errno.h>

/* When an allocation fails, the library may say that the text is not JSON, or leave bytes of a
 * string out and say nothing. errno tells. */
json_t *json_read(struct heap *heap, struct text text, size_t flags, json_error_t *problem) {
    errno = 0;
    json_t *value = json_loadb(text.data, text.size, flags, problem);
    if (errno != ENOMEM)
        return value;
    json_decref(value);
    heap_exhausted(heap);
}

void json_release(void *value) {
    json_decref(value);
}
