#include "rules/host_code/sinks.h"

enum judgement { UNKNOWN, IN_PROGRESS, SAFE, UNSAFE };

struct loader_class {
    const struct py_ClassDef *def;
    enum judgement judgement;
};

/* Longer chains of bases and of getattr defaults than this are not safe. */
enum { LOADER_DEPTH = 64 };

void loaders_init(struct loaders *loaders, struct arena *arena, const struct py_index *index) {
    *loaders = (struct loaders){.arena = arena, .index = index};
    for (size_t i = 0; i < index->class_count; i++) {
        const struct py_ClassDef *def = index->classes[i].def;
        void **class = map_put(arena, &loaders->classes, def->name);
        if (!*class)
            *class = arena_new(arena, struct loader_class);
        ((struct loader_class *)*class)->def = def;
    }
}

static bool is_safe(struct loaders *loaders, const struct py_node *loader, int depth);

static bool is_safe_class(struct loaders *loaders, struct loader_class *class, int depth) {
    if (class->judgement == UNKNOWN) {
        class->judgement = IN_PROGRESS;
        bool safe = false;
        for (uint32_t i = 0; !safe && i < class->def->bases.count; i++)
            safe = is_safe(loaders, class->def->bases.items[i], depth);
        class->judgement = safe ? SAFE : UNSAFE;
    }
    return class->judgement == SAFE;
}

static bool is_safe_name(struct text name) {
    return text_is(name, "SafeLoader") || text_is(name, "CSafeLoader") ||
           text_is(name, "BaseLoader");
}

/* x.SafeLoader is PyYAML's, whatever x is; another x.name may be a class of this file. */
static bool is_safe_member(struct loaders *loaders, struct text name, int depth) {
    struct loader_class *class = map_get(&loaders->classes, name);
    return is_safe_name(name) || (class && is_safe_class(loaders, class, depth));
}

/* getattr(x, "name") and getattr(x, "name", default) */
static bool is_safe_getattr(struct loaders *loaders, const struct py_Call *call, int depth) {
    const struct py_Name *callee = py_as_Name(call->func);
    if (!callee || !text_is(callee->id, "getattr") || call->args.count < 2 || call->args.count > 3)
        return false;
    const struct py_Constant *name = py_as_string(call->args.items[1]);
    return name && is_safe_member(loaders, name->text, depth) &&
           (call->args.count == 2 || is_safe(loaders, call->args.items[2], depth));
}

static bool is_safe(struct loaders *loaders, const struct py_node *loader, int depth) {
    if (!depth--)
        return false;
    const struct py_Call *call = py_as_Call(loader);
    if (call)
        return is_safe_getattr(loaders, call, depth);
    const struct py_Attribute *attribute = py_as_Attribute(loader);
    if (attribute)
        return is_safe_member(loaders, attribute->attr, depth);
    const struct py_Name *name = py_as_Name(loader);
    struct loader_class *class = name ? map_get(&loaders->classes, name->id) : NULL;
    return class ? is_safe_class(loaders, class, depth) : name && is_safe_name(name->id);
}

bool loaders_are_safe(struct loaders *loaders, const struct py_node *loader) {
    return is_safe(loaders, loader, LOADER_DEPTH);
}
