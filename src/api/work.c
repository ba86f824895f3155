#include "api/work.h"

bool work_send(struct work *work) {
    if (work->out.size && !work->refused)
        work->refused = !work->writer(work->user, work->out.data, work->out.size);
    work->out.size = 0;
    return !work->refused;
}

cordon_status work_run(struct work *work, const struct allocator *allocator, void (*body)(void *),
                       cordon_error **error) {
    if (error)
        *error = NULL;
    heap_init(&work->heap, allocator);
    arena_init(&work->arena, &work->heap);
    buffer_init(&work->out, &work->arena);
    cordon_status status = CORDON_NO_MEMORY;
    if (heap_run(&work->heap, body, work)) {
        cordon_allocator own = {work->heap.allocator.allocate, work->heap.allocator.release,
                                work->heap.allocator.user};
        if (error_is_set(&work->error))
            status = object_fail(CORDON_INVALID, &own, &work->error, error);
        else
            status = work_send(work) ? CORDON_OK : CORDON_FAILED;
    }
    heap_release(&work->heap);
    return status;
}
