/* The Compose model: any bytes give services and mounts that can be walked, or an error. */
#include "formats/compose.h"

#include <stdlib.h>

static void walk_service(struct arena *arena, const struct compose_file *file,
                         struct compose_value service) {
    struct compose_value volumes = compose_get(service, "volumes");
    for (size_t i = 0; i < compose_count(volumes); i++) {
        struct compose_value item = compose_item(volumes, i);
        struct compose_mount mount = compose_mount(arena, file, item);
        if (mount.form == MOUNT_SHORT && mount.short_source.size > mount.text.size)
            abort();
        compose_printed(arena, item);
        compose_referred_name(item);
    }
    compose_build(service);
    compose_extends(service);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct error error = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct text source = {(const char *)data, size};
    const struct compose_file *file = compose_parse(&arena, T("compose.yaml"), source, &error);
    if (!file != error_is_set(&error))
        abort();
    for (size_t i = 0; file && i < compose_service_count(file); i++)
        walk_service(&arena, file, compose_service(file, i).value);
    for (size_t i = 0; file && i < 10; i++)
        compose_include(file, i);
    heap_release(&heap);
    return 0;
}
