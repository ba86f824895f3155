#include "python/stdlib.h"

#include <stdlib.h>

static const struct text names[] = {
#include "python/stdlib_names.h"
};

static int compare(const void *key, const void *name) {
    return text_compare(*(const struct text *)key, *(const struct text *)name);
}

bool py_is_standard_module(struct text name) {
    return text_is(name, "__main__") ||
           bsearch(&name, names, sizeof(names) / sizeof(*names), sizeof(*names), compare);
}
