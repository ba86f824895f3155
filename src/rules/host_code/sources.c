#include "rules/host_code/sources.h"

bool source_is_attribute(const struct py_Attribute *attribute) {
    static const char *const anywhere[] = {"completion", "messages", "tool_calls", "arguments",
                                           NULL};
    static const char *const of_output[] = {"message", "choices", NULL};
    if (text_is_any(attribute->attr, anywhere))
        return true;
    if (text_is_any(attribute->attr, of_output)) {
        const struct py_Attribute *output = py_as_Attribute(attribute->value);
        return output && text_is(output->attr, "output");
    }
    const struct py_Name *name = py_as_Name(attribute->value);
    return text_is(attribute->attr, "output") && name && text_is(name->id, "state");
}

bool source_is_reply(const struct py_Call *call) {
    const struct py_Attribute *method = py_as_Attribute(call->func);
    return method && text_is(method->attr, "generate");
}

const struct py_node *source_read_from(const struct py_Call *call) {
    static const char *const reading[] = {"read_file", "exec", NULL};
    const struct py_Attribute *method = py_as_Attribute(call->func);
    return method && text_is_any(method->attr, reading) ? method->value : NULL;
}

bool source_is_tool(const struct py_FunctionDef *def) {
    return py_has_decorator(def, T("tool"));
}

/* Deeper annotations than this say nothing. */
enum { ANNOTATION_DEPTH = 64 };

static bool names(struct arena *arena, const struct py_node *node, struct text type, int depth);

static bool names_in_quotes(struct arena *arena, struct text quoted, struct text type, int depth) {
    if (!text_contains(quoted, type))
        return false;
    const struct py_options options = {.mode = PY_MODE_EVAL, .is_text = true};
    const struct py_tree *tree = py_parse(arena, text_copy(arena, text_trim(quoted)), &options);
    const struct py_Expression *expression = py_as_Expression(tree->root);
    return expression && names(arena, expression->body, type, depth);
}

static bool names_in_brackets(struct arena *arena, const struct py_node *slice, struct text type,
                              int depth) {
    const struct py_Tuple *tuple = py_as_Tuple(slice);
    for (uint32_t i = 0; tuple && i < tuple->elts.count; i++)
        if (names(arena, tuple->elts.items[i], type, depth))
            return true;
    return !tuple && names(arena, slice, type, depth);
}

static bool names(struct arena *arena, const struct py_node *node, struct text type, int depth) {
    if (!depth--)
        return false;
    const struct py_BinOp *either;
    while ((either = py_as_BinOp(node)) && node->op == PY_BITOR) {
        if (names(arena, either->right, type, depth))
            return true;
        node = either->left;
    }
    const struct py_Subscript *subscript = py_as_Subscript(node);
    if (subscript)
        return names(arena, subscript->value, type, depth) ||
               names_in_brackets(arena, subscript->slice, type, depth);
    const struct py_Constant *quoted = py_as_string(node);
    if (quoted)
        return names_in_quotes(arena, quoted->text, type, depth);
    struct text name = py_last_name(node);
    return name.data && text_equal(name, type);
}

bool annotation_names(struct arena *arena, const struct py_node *annotation, struct text type) {
    return annotation && names(arena, annotation, type, ANNOTATION_DEPTH);
}

const char *source_meaning(const struct py_node *origin) {
    const struct py_Call *call = py_as_Call(origin);
    if (call)
        return source_is_reply(call) ? "the model's reply" : "read from the sandbox";
    return py_is(origin, PY_arg) ? "a parameter the model fills" : "written by the model";
}
