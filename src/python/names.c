#include "python/index.h"

/* Answers about names that need no walk. */

const struct py_call *py_calls_of(const struct py_index *index, struct text name) {
    return map_get(&index->calls_by_name, name);
}

struct text py_last_name(const struct py_node *expression) {
    const struct py_Name *name = py_as_Name(expression);
    const struct py_Attribute *attribute = py_as_Attribute(expression);
    return name ? name->id : attribute ? attribute->attr : (struct text){0};
}

struct text py_decorator_name(const struct py_node *decorator) {
    const struct py_Call *call = py_as_Call(decorator);
    return py_last_name(call ? call->func : decorator);
}

bool py_has_decorator(const struct py_FunctionDef *def, struct text name) {
    for (uint32_t i = 0; i < def->decorator_list.count; i++) {
        struct text decorator = py_decorator_name(def->decorator_list.items[i]);
        if (decorator.data && text_equal(decorator, name))
            return true;
    }
    return false;
}

static bool is_named(const struct py_keyword *keyword, struct text name) {
    return keyword->arg.data && text_equal(keyword->arg, name);
}

const struct py_keyword *py_keyword_of(const struct py_Call *call, struct text name) {
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        if (is_named(keyword, name))
            return keyword;
    }
    return NULL;
}

const struct py_keyword *py_last_keyword_of(const struct py_Call *call, struct text name) {
    for (uint32_t i = call->keywords.count; i-- > 0;) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        if (is_named(keyword, name))
            return keyword;
    }
    return NULL;
}

const struct py_list *py_elements(const struct py_node *expression) {
    const struct py_Tuple *tuple = py_as_Tuple(expression);
    const struct py_List *list = py_as_List(expression);
    return tuple ? &tuple->elts : list ? &list->elts : NULL;
}

struct text py_dotted_name(struct arena *arena, const struct py_node *expression) {
    size_t size = 0;
    const struct py_node *node = expression;
    for (; py_is(node, PY_Attribute); node = py_as_Attribute(node)->value)
        size += py_as_Attribute(node)->attr.size + 1;
    const struct py_Name *name = py_as_Name(node);
    if (!name)
        return (struct text){0};
    if (!size)
        return name->id;
    size += name->id.size;
    char *data = arena_allocate(arena, size + 1);
    char *at = data + size;
    *at = '\0';
    for (node = expression; node != &name->node; node = py_as_Attribute(node)->value) {
        struct text part = py_as_Attribute(node)->attr;
        at -= part.size;
        memcpy(at, part.data, part.size);
        *--at = '.';
    }
    memcpy(data, name->id.data, name->id.size);
    return (struct text){data, size};
}
