#include "base/path.h"

#include "base/vector.h"

struct text path_join(struct arena *arena, struct text folder, struct text name) {
    struct text part;
    if (folder.size == 0 || (name.size && name.data[0] == '/'))
        return text_copy(arena, name);
    char *data = arena_allocate(arena, folder.size + 1 + name.size + 1);
    memcpy(data, folder.data, folder.size);
    size_t size = folder.size;
    while (text_split(&name, '/', &part)) {
        if (part.size == 0 || text_is(part, "."))
            continue;
        if (data[size - 1] != '/')
            data[size++] = '/';
        memcpy(data + size, part.data, part.size);
        size += part.size;
    }
    data[size] = '\0';
    return (struct text){data, size};
}

struct text path_name(struct text path) {
    size_t slash = text_find_last_byte(path, '/');
    return slash == TEXT_NONE ? path : text_from(path, slash + 1);
}

struct text path_folder(struct text path) {
    size_t slash = text_find_last_byte(path, '/');
    return slash == TEXT_NONE ? text_slice(path, 0, 0) : text_slice(path, 0, slash ? slash : 1);
}

struct text path_suffix(struct text path) {
    struct text name = path_name(path);
    size_t dot = text_find_last_byte(name, '.');
    return dot == TEXT_NONE || dot == 0 ? text_from(name, name.size) : text_from(name, dot);
}

struct text path_stem(struct text path) {
    struct text name = path_name(path);
    return text_slice(name, 0, name.size - path_suffix(path).size);
}

struct text path_normalise(struct arena *arena, struct text path) {
    bool absolute = path.size && path.data[0] == '/';
    VECTOR(struct text) parts = {0};
    struct text rest = path, part;
    while (text_split(&rest, '/', &part)) {
        if (part.size == 0 || text_equal(part, T(".")))
            continue;
        bool up = text_equal(part, T(".."));
        if (up && parts.count && !text_equal(parts.items[parts.count - 1], T("..")))
            parts.count--;
        else if (!up || !absolute)
            vector_push(arena, &parts, part);
    }
    char *out = arena_allocate(arena, path.size + 2);
    size_t size = 0;
    if (absolute)
        out[size++] = '/';
    for (size_t i = 0; i < parts.count; i++) {
        if (i)
            out[size++] = '/';
        memcpy(out + size, parts.items[i].data, parts.items[i].size);
        size += parts.items[i].size;
    }
    if (size == 0)
        out[size++] = '.';
    out[size] = '\0';
    return (struct text){out, size};
}

struct text path_relative(struct text path, struct text folder) {
    while (folder.size > 1 && folder.data[folder.size - 1] == '/')
        folder.size--;
    if (!text_starts(path, folder))
        return (struct text){NULL, 0};
    struct text rest = text_from(path, folder.size);
    if (rest.size == 0 || (folder.size == 1 && folder.data[0] == '/'))
        return rest;
    return rest.data[0] == '/' ? text_from(rest, 1) : (struct text){NULL, 0};
}

int path_compare(struct text a, struct text b) {
    struct text part_a = {0}, part_b = {0};
    for (;;) {
        bool more_a = text_split(&a, '/', &part_a), more_b = text_split(&b, '/', &part_b);
        if (!more_a || !more_b)
            return (int)more_a - (int)more_b;
        int order = text_compare(part_a, part_b);
        if (order)
            return order;
    }
}
