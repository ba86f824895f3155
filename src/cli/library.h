/*
 * library: the texts and writers of the public library as the program has them.
 */
#ifndef CORDON_CLI_LIBRARY_H
#define CORDON_CLI_LIBRARY_H

#include <cordon/cordon.h>

#include "base/buffer.h"

static inline struct text cli_text(cordon_text text) {
    return (struct text){text.data, text.size};
}

static inline cordon_text cli_public(struct text text) {
    return (cordon_text){text.data, text.size};
}

/* A cordon_writer to a struct buffer; false when there is no memory for it. */
bool cli_collect(void *buffer, const char *data, size_t size);

#endif
