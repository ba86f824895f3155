#include "rules/host_code/paths.h"

#include "base/buffer.h"

void paths_init(struct paths *paths, struct arena *arena) {
    *paths = (struct paths){.arena = arena};
    vector_push(arena, &paths->items, (struct path){0});
}

uint32_t paths_known_name(const struct paths *paths, struct text name) {
    return (uint32_t)(uintptr_t)map_get(&paths->numbers, name);
}

uint32_t paths_name(struct paths *paths, struct text name) {
    void **number = map_put(paths->arena, &paths->numbers, name);
    if (!*number)
        *number = (void *)(uintptr_t)paths->numbers.count;
    return (uint32_t)(uintptr_t)*number;
}

uint32_t paths_path(struct paths *paths, uint32_t parent, struct text name) {
    uint32_t number = paths_name(paths, name);
    uint32_t *path = pairs_put(paths->arena, &paths->by_part, parent, number);
    if (!*path) {
        *path = (uint32_t)paths->items.count;
        uint32_t root = parent ? paths->items.items[parent].root : number;
        vector_push(paths->arena, &paths->items, (struct path){parent, root, name});
    }
    return *path;
}

/* Only the last parts of a very long path. */
enum { LONGEST_SHOWN = 8 };

struct text paths_text(const struct paths *paths, struct arena *arena, uint32_t path) {
    uint32_t shown[LONGEST_SHOWN];
    size_t count = 0;
    for (; path && count < LONGEST_SHOWN; path = paths->items.items[path].parent)
        shown[count++] = path;
    struct buffer text;
    buffer_init(&text, arena);
    if (path)
        buffer_string(&text, "....");
    while (count-- > 0) {
        buffer_text(&text, paths->items.items[shown[count]].name);
        if (count)
            buffer_byte(&text, '.');
    }
    return buffer_view(&text);
}
