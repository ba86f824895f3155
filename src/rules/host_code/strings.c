#include "rules/host_code/sinks.h"

/* A literal, an f-string, or the .format of one. */
static bool is_literal(const struct py_node *node) {
    const struct py_Call *call;
    while ((call = py_as_Call(node))) {
        const struct py_Attribute *method = py_as_Attribute(call->func);
        if (!method || !text_is(method->attr, "format"))
            return false;
        node = method->value;
    }
    return py_as_string(node) || py_is(node, PY_JoinedStr);
}

static bool is_string_call(const struct py_node *node) {
    const struct py_Call *call = py_as_Call(node);
    const struct py_Name *name = call ? py_as_Name(call->func) : NULL;
    return name && text_is(name->id, "str");
}

static bool reads_text(const struct py_node *node) {
    static const char *const names[] = {"completion", "text", "stdout", "stderr"};
    const struct py_Attribute *attribute = py_as_Attribute(node);
    for (size_t i = 0; attribute && i < sizeof names / sizeof *names; i++)
        if (text_is(attribute->attr, names[i]))
            return true;
    const struct py_Await *await = py_as_Await(node);
    const struct py_Call *call = await ? py_as_Call(await->value) : NULL;
    return call && text_is(py_last_name(call->func), "read_file");
}

/* Deeper operations on the right than this are not looked into; on the left there is no limit. */
enum { OPERATION_DEPTH = 64 };

static bool is_string(const struct py_node *node, int depth) {
    if (!depth--)
        return false;
    while (py_is(node, PY_BinOp)) {
        if (node->op != PY_ADD && node->op != PY_MOD_OP)
            return false;
        if (is_string(py_as_BinOp(node)->right, depth))
            return true;
        node = py_as_BinOp(node)->left;
    }
    return is_literal(node) || is_string_call(node) || reads_text(node);
}

bool sink_is_string(const struct py_node *node) {
    return is_string(node, OPERATION_DEPTH);
}
