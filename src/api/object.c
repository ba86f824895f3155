#include "api/object.h"

#include <string.h>

void *object_new(const cordon_allocator *allocator, size_t size) {
    struct allocator own = {0};
    if (allocator)
        own = (struct allocator){allocator->allocate, allocator->release, allocator->user};
    struct heap heap;
    heap_init(&heap, &own);
    struct object *object = heap.allocator.allocate(heap.allocator.user, size);
    if (!object)
        return NULL;
    memset(object, 0, size);
    object->heap = heap;
    arena_init(&object->arena, &object->heap);
    atomic_init(&object->users, 1);
    return object;
}

void object_free(void *object) {
    struct object *self = object;
    if (!self)
        return;
    struct allocator allocator = self->heap.allocator;
    heap_release(&self->heap);
    allocator.release(allocator.user, self);
}

void object_take_struct(void *complete, size_t size, const void *given) {
    size_t known;
    if (!given)
        return;
    memcpy(&known, given, sizeof(known));
    memcpy(complete, given, known < size ? known : size);
}

struct copy {
    cordon_error *result;
    const struct error *error;
    struct text source;
};

static void copy_error(void *argument) {
    struct copy *copy = argument;
    struct arena *arena = &copy->result->object.arena;
    copy->result->error = *copy->error;
    copy->result->error.message = text_copy(arena, copy->error->message);
    copy->result->error.file = text_copy(arena, copy->error->file);
    copy->result->text = error_text(arena, copy->error);
    copy->result->source = text_copy(arena, copy->source);
}

static cordon_error *new_error(const cordon_allocator *allocator, const struct error *error,
                               struct text source) {
    struct copy copy = {object_new(allocator, sizeof(cordon_error)), error, source};
    if (copy.result && heap_run(&copy.result->object.heap, copy_error, &copy))
        return copy.result;
    object_free(copy.result);
    return NULL;
}

cordon_status object_fail(cordon_status status, const cordon_allocator *allocator,
                          const struct error *error, cordon_error **result) {
    if (result)
        *result = new_error(allocator, error, T(""));
    return status;
}

cordon_status object_refuse(const cordon_allocator *allocator, const struct error *error,
                            const char *class, struct text source, cordon_error **result) {
    if (result)
        *result = new_error(allocator, error, source);
    if (result && *result)
        (*result)->class = class;
    return CORDON_INVALID;
}

cordon_text cordon_error_message(const cordon_error *error) {
    return public_text(error->error.message);
}

cordon_text cordon_error_text(const cordon_error *error) {
    return public_text(error->text);
}

cordon_text cordon_error_file(const cordon_error *error) {
    return public_text(error->error.file);
}

uint32_t cordon_error_line(const cordon_error *error) {
    return error->error.line;
}

uint32_t cordon_error_column(const cordon_error *error) {
    return error->error.column;
}

cordon_text cordon_error_source(const cordon_error *error) {
    return public_text(error->source);
}

void cordon_error_free(cordon_error *error) {
    object_free(error);
}

const char *cordon_version(void) {
    return CORDON_VERSION;
}
