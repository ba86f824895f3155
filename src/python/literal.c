#include "python/literal.h"

bool py_is_none(const struct py_node *expression) {
    return py_is(expression, PY_Constant) && expression->op == PY_NONE;
}

bool py_may_be_true(const struct py_node *expression) {
    const struct py_Constant *constant = py_as_Constant(expression);
    if (!constant)
        return true;
    switch ((enum py_constant_kind)constant->node.op) {
    case PY_NONE:
    case PY_FALSE:
        return false;
    case PY_TRUE:
    case PY_ELLIPSIS:
        return true;
    case PY_INTEGER:
        return constant->integer != 0;
    case PY_FLOAT:
    case PY_IMAGINARY:
        return constant->number != 0;
    case PY_STRING:
    case PY_BYTES:
        return constant->text.size != 0;
    }
    return true;
}

bool py_unpacks_keywords(const struct py_Call *call) {
    for (uint32_t i = 0; i < call->keywords.count; i++)
        if (!py_as_keyword(call->keywords.items[i])->arg.data)
            return true;
    return false;
}

static void bind(struct arena *arena, struct map *dicts, const struct py_node *target,
                 const struct py_node *value) {
    const struct py_Name *name = py_as_Name(target);
    if (name && py_is(value, PY_Dict))
        *map_put(arena, dicts, name->id) = (void *)value;
}

struct map py_module_dicts(struct arena *arena, const struct py_tree *tree) {
    struct map dicts = {0};
    const struct py_Module *module = py_as_Module(tree->root);
    for (uint32_t i = 0; module && i < module->body.count; i++) {
        const struct py_Assign *assign = py_as_Assign(module->body.items[i]);
        const struct py_AnnAssign *annotated = py_as_AnnAssign(module->body.items[i]);
        for (uint32_t t = 0; assign && t < assign->targets.count; t++)
            bind(arena, &dicts, assign->targets.items[t], assign->value);
        if (annotated)
            bind(arena, &dicts, annotated->target, annotated->value);
    }
    return dicts;
}
