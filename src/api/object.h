/*
 * object: what the objects of the public interface have in common. Each owns a heap, so that
 * freeing it gives back everything that was made for it, also after memory ran out half-way.
 */
#ifndef CORDON_API_OBJECT_H
#define CORDON_API_OBJECT_H

#include <cordon/cordon.h>

#include "base/error.h"

#include <stdatomic.h>

struct object {
    struct heap heap;
    struct arena arena;  /* in heap */
    atomic_size_t users; /* the caller, and objects that refer to it */
};

/* size bytes, zeroed, that begin with a struct object; NULL when there is no memory. allocator may
 * be NULL. */
void *object_new(const cordon_allocator *allocator, size_t size);
void object_free(void *object); /* NULL is fine */

static inline void object_use(struct object *object) {
    atomic_fetch_add(&object->users, 1);
}

/* Whether the user that is done with it was the last: then it can be freed. */
static inline bool object_done(struct object *object) {
    return atomic_fetch_sub(&object->users, 1) == 1;
}

/* Copies what the caller knows of, who may have been built with an older, shorter struct: both
 * begin with struct_size. given may be NULL. */
void object_take_struct(void *complete, size_t size, const void *given);

static inline cordon_text public_text(struct text text) {
    return (cordon_text){text.data ? text.data : "", text.size};
}

struct cordon_error {
    struct object object;
    struct error error;
    struct text text;   /* all of it on one line */
    struct text source; /* what line and column refer to, or empty */
    const char *class;  /* why, in a word, where the interface has words for it; else NULL */
};

/* Makes a copy of the error for the caller, when there is memory for it and the caller wants it.
 * Returns status, so that a function can end with it. */
cordon_status object_fail(cordon_status status, const cordon_allocator *allocator,
                          const struct error *error, cordon_error **result);

/* CORDON_INVALID for a source that is refused. class is a constant. */
cordon_status object_refuse(const cordon_allocator *allocator, const struct error *error,
                            const char *class, struct text source, cordon_error **result);

#endif
