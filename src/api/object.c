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

struct copy {
    cordon_error *result;
    const struct error *error;
};

static void copy_error(void *argument) {
    struct copy *copy = argument;
    struct arena *arena = &copy->result->object.arena;
    copy->result->error = *copy->error;
    copy->result->error.message = text_copy(arena, copy->error->message);
    copy->result->error.file = text_copy(arena, copy->error->file);
}

cordon_status object_fail(cordon_status status, const cordon_allocator *allocator,
                          const struct error *error, cordon_error **result) {
    if (!result)
        return status;
    struct copy copy = {object_new(allocator, sizeof(cordon_error)), error};
    *result = copy.result;
    if (copy.result && !heap_run(&copy.result->object.heap, copy_error, &copy)) {
        object_free(copy.result);
        *result = NULL;
    }
    return status;
}

cordon_text cordon_error_message(const cordon_error *error) {
    return public_text(error->error.message);
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

void cordon_error_free(cordon_error *error) {
    object_free(error);
}

const char *cordon_version(void) {
    return CORDON_VERSION;
}
