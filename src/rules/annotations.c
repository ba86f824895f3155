#include "rules/annotations.h"

static void keep(struct arena *arena, struct annotations *annotations,
                 const struct py_node *parameter) {
    if (parameter && py_as_arg(parameter)->annotation)
        vector_push(arena, &annotations->items, py_as_arg(parameter)->annotation);
}

static void keep_list(struct arena *arena, struct annotations *annotations, struct py_list list) {
    for (uint32_t i = 0; i < list.count; i++)
        keep(arena, annotations, list.items[i]);
}

struct annotations annotations_of(struct arena *arena, const struct py_index *index) {
    struct annotations annotations = {0};
    for (size_t i = 0; i < index->function_count; i++) {
        const struct py_FunctionDef *def = index->functions[i].def;
        const struct py_arguments *args = py_as_arguments(def->args);
        keep_list(arena, &annotations, args->posonlyargs);
        keep_list(arena, &annotations, args->args);
        keep(arena, &annotations, args->vararg);
        keep_list(arena, &annotations, args->kwonlyargs);
        keep(arena, &annotations, args->kwarg);
        if (def->returns)
            vector_push(arena, &annotations.items, def->returns);
    }
    return annotations;
}

bool annotations_hold(const struct annotations *annotations, const struct py_node *node) {
    size_t low = 0, high = annotations->items.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (annotations->items.items[middle]->end <= node->start)
            low = middle + 1;
        else
            high = middle;
    }
    return low < annotations->items.count && annotations->items.items[low]->start <= node->start;
}
