#include "python/parse.h"

struct py_place py_tree_place(const struct py_tree *tree, uint32_t offset) {
    /* The last line that does not begin behind the offset. */
    size_t low = 0, high = tree->line_count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (tree->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    uint32_t begin = tree->line_count ? tree->lines[low] : 0;
    return (struct py_place){.line = (uint32_t)low + 1, .column = offset - begin};
}

struct text py_tree_text(const struct py_tree *tree, const struct py_node *node) {
    return text_slice(tree->source, node->start, node->end);
}

const char *py_error_class_name(enum py_error_class class) {
    static const char *const names[] = {
        [PY_NO_ERROR] = "",
        [PY_SYNTAX_ERROR] = "SyntaxError",
        [PY_INDENTATION_ERROR] = "IndentationError",
        [PY_TAB_ERROR] = "TabError",
        [PY_TOO_DEEP] = "MemoryError",
    };
    return names[class];
}
