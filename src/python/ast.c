#include "python/ast.h"

const char *py_kind_name(enum py_kind kind) {
    static const char *const names[] = {
#define X(type, group) #type,
        PY_NODES(X)
#undef X
    };
    return names[kind];
}

enum py_group py_kind_group(enum py_kind kind) {
    static const uint8_t groups[] = {
#define X(type, group) PY_##group,
        PY_NODES(X)
#undef X
    };
    return (enum py_group)groups[kind];
}

/* Where a field's member is in the struct that `this` names. */
#define OFFSET_NODE(field)      offsetof(this, field)
#define OFFSET_OPT(field)       offsetof(this, field)
#define OFFSET_LIST(field)      offsetof(this, field)
#define OFFSET_NAME(field)      offsetof(this, field)
#define OFFSET_OPTNAME(field)   offsetof(this, field)
#define OFFSET_NAMES(field)     offsetof(this, field)
#define OFFSET_INT(field)       offsetof(this, field)
#define OFFSET_OPS(field)       offsetof(this, field)
#define OFFSET_CONTEXT(field)   0
#define OFFSET_OPERATOR(field)  0
#define OFFSET_BOOLOP(field)    0
#define OFFSET_UNARYOP(field)   0
#define OFFSET_SINGLETON(field) 0
#define OFFSET_VALUE(field)     offsetof(this, text)
#define OFFSET_KIND(field)      0
#define FIELD(type, field)      {#field, PY_FIELD_##type, OFFSET_##type(field)},

/* NOLINTNEXTLINE(readability-function-size): made from the table of nodes */
const struct py_field *py_kind_fields(enum py_kind kind) {
    switch (kind) {
#define X(type, group)                                                                             \
    case PY_##type: {                                                                              \
        typedef struct py_##type this;                                                             \
        static const struct py_field fields[] = {PY_FIELDS_##type(FIELD){NULL, PY_FIELD_END, 0}};  \
        (void)sizeof(this);                                                                        \
        return fields;                                                                             \
    }
        PY_NODES(X)
#undef X
    case PY_KIND_COUNT:
        break;
    }
    return NULL;
}

void py_children(const struct py_node *node,
                 void (*visit)(void *context, const struct py_node *child), void *context) {
    for (const struct py_field *field = py_kind_fields(node->kind); field->name; field++) {
        const void *member = py_field_of(node, field);
        if (field->type == PY_FIELD_NODE || field->type == PY_FIELD_OPT) {
            const struct py_node *child = *(struct py_node *const *)member;
            if (child)
                visit(context, child);
        } else if (field->type == PY_FIELD_LIST) {
            const struct py_list *list = member;
            for (uint32_t i = 0; i < list->count; i++)
                if (list->items[i])
                    visit(context, list->items[i]);
        }
    }
}

const char *py_context_name(enum py_context context) {
    static const char *const names[] = {"Load", "Store", "Del"};
    return names[context];
}

const char *py_operator_name(enum py_operator op) {
    static const char *const names[] = {"Add",    "Sub",    "Mult",    "MatMult", "Div",
                                        "Mod",    "Pow",    "LShift",  "RShift",  "BitOr",
                                        "BitXor", "BitAnd", "FloorDiv"};
    return names[op];
}

const char *py_boolop_name(enum py_boolop op) {
    return op == PY_AND ? "And" : "Or";
}

const char *py_unaryop_name(enum py_unaryop op) {
    static const char *const names[] = {"Invert", "Not", "UAdd", "USub"};
    return names[op];
}

const char *py_cmpop_name(enum py_cmpop op) {
    static const char *const names[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                        "GtE", "Is",    "IsNot", "In",  "NotIn"};
    return names[op];
}
