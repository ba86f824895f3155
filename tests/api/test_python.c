#include "unit.h"

#include <cordon/python.h>

static const char source[] = "\xef\xbb\xbfx = [1,\r\n     -2.5]\r\n";

static bool add(void *user, const char *data, size_t size) {
    strncat(user, data, size);
    return true;
}

static cordon_python_tree *parse(const char *text) {
    cordon_python_tree *tree;
    assert_int_equal(cordon_python_parse(text, strlen(text), NULL, &tree, NULL), CORDON_OK);
    return tree;
}

/* The only item, or the node, of a field. */
static const cordon_python_node *child(const cordon_python_node *node, const char *field,
                                       size_t item) {
    for (size_t i = 0; i < cordon_python_field_count(node); i++)
        if (strcmp(cordon_python_field_name(node, i), field) == 0) {
            assert_true(item < cordon_python_field_size(node, i));
            return cordon_python_field_node(node, i, item);
        }
    fail_msg("no field %s", field);
    return NULL;
}

static void a_tree_is_read(void **state) {
    (void)state;
    cordon_python_tree *tree = parse(source);
    const cordon_python_node *assign = child(cordon_python_root(tree), "body", 0);
    assert_string_equal(cordon_python_type(assign), "Assign");
    const cordon_python_node *number = child(child(assign, "value", 0), "elts", 1);
    assert_string_equal(cordon_python_type(number), "UnaryOp");
    cordon_python_range range = cordon_python_range_of(tree, number);
    assert_int_equal(range.line, 2);
    assert_int_equal(range.column, 5);
    assert_int_equal(range.end_column, 9);
    assert_memory_equal(cordon_python_source_of(tree, number).data, "-2.5", 4);
    cordon_python_tree_free(tree);
}

static void a_tree_is_dumped(void **state) {
    (void)state;
    char dump[4096] = "";
    cordon_python_tree *tree = parse("x\n");
    assert_int_equal(cordon_python_dump(tree, add, dump), CORDON_OK);
    assert_string_equal(dump, "Module(\n body=[\n  Expr(\n   value=Name(\n    id='x',\n    "
                              "ctx=Load(),\n    lineno=1,\n    col_offset=0,\n    end_lineno=1,\n  "
                              "  end_col_offset=1),\n   lineno=1,\n   col_offset=0,\n   "
                              "end_lineno=1,\n   end_col_offset=1)])");
    cordon_python_tree_free(tree);
}

static void a_refused_source_has_class_and_place(void **state) {
    (void)state;
    static const char wrong[] = "\xef\xbb\xbfif x:\npass\n";
    cordon_python_tree *tree;
    cordon_error *error;
    assert_int_equal(cordon_python_parse(wrong, strlen(wrong), NULL, &tree, &error),
                     CORDON_INVALID);
    assert_null(tree);
    assert_string_equal(cordon_python_error_class(error).data, "IndentationError");
    assert_int_equal(cordon_error_line(error), 2);
    assert_string_equal(cordon_error_source(error).data, "if x:\npass\n");
    cordon_error_free(error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_read),
        cmocka_unit_test(a_tree_is_dumped),
        cmocka_unit_test(a_refused_source_has_class_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
