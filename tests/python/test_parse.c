#include "base/arena_unit.h"

#include "base/buffer.h"
#include "python/parse.h"

static const struct py_tree *parse(struct text source, enum py_mode mode, enum py_version version) {
    struct py_options options = {.mode = mode, .version = version};
    return py_parse(&arena, source, &options);
}

static bool accepts(const char *source, enum py_mode mode, enum py_version version) {
    return parse(text_of(source), mode, version)->root != NULL;
}

struct chain {
    const char *before, *link, *behind;
};

static struct text written(struct chain chain, size_t links) {
    struct buffer out;
    buffer_init(&out, &arena);
    buffer_string(&out, chain.before);
    for (size_t i = 0; i < links; i++)
        buffer_string(&out, chain.link);
    buffer_string(&out, chain.behind);
    return text_copy(&arena, buffer_view(&out));
}

static const struct chain chains[] = {
    {"a", " + a", "\n"},
    {"a", ".a", "\n"},
    {"a", "[0]", "\n"},
    {"a", "()", "\n"},
    {"a", " ** a", "\n"},
    {"a", " and a", "\n"},
    {"a", " < a", "\n"},
    {"", "not ", "a\n"},
    {"", "- ", "a\n"},
    {"", "a if a else ", "a\n"},
    {"", "lambda: ", "a\n"},
    {"a", ".a()", "\n"},
    {"", "a = ", "a\n"},
    {"", "'a' ", "\n"},
    {"if a: a\n", "elif a: a\n", ""},
    {"[a ", "for a in a ", "]\n"},
    {"", "@a\n", "def a(): a\n"},
};

static void test_long_chains(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(chains) / sizeof(*chains); i++) {
        const struct py_tree *tree =
            parse(written(chains[i], 10000), PY_MODE_EXEC, PY_VERSION_3_13);
        assert_non_null(tree->root);
        assert_true(tree->root->height <= PY_HEIGHT_LIMIT);
        arena_release(&arena);
    }
}

/* A million links are a tree, or are refused as nested too deeply. */
static void test_longer_chains(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(chains) / sizeof(*chains); i++) {
        const struct py_tree *tree =
            parse(written(chains[i], 1000000), PY_MODE_EXEC, PY_VERSION_3_13);
        assert_true(tree->root || tree->error.class == PY_TOO_DEEP);
        arena_release(&arena);
    }
}

/* With an error at the end, which is found however long or deep the chain is. */
static void test_refused_chains(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(chains) / sizeof(*chains); i++) {
        struct chain chain = chains[i];
        chain.behind = *chain.behind ? ":)\n" : "a b\n";
        for (size_t links = 10000; links <= 1000000; links *= 100) {
            const struct py_tree *tree =
                parse(written(chain, links), PY_MODE_EXEC, PY_VERSION_3_13);
            assert_null(tree->root);
            if (tree->error.class != PY_TOO_DEEP) {
                assert_int_equal(tree->error.class, PY_SYNTAX_ERROR);
                assert_int_equal(tree->error.line, tree->line_count - 1);
            }
            arena_release(&arena);
        }
    }
}

static void test_nesting(void **state) {
    (void)state;
    static const struct chain nested[] = {
        {"", "(", ""},         {"", "[", ""},     {"", "{", ""},     {"", "f'{", ""},
        {"", "lambda a=", ""}, {"", "a[", ""},    {"", "f(", ""},    {"match a:\n case ", "[", ""},
        {"with ", "(", ""},    {"del ", "(", ""}, {"for ", "[", ""}, {"f'", "{a:", ""},
    };
    for (size_t i = 0; i < sizeof(nested) / sizeof(*nested); i++) {
        const struct py_tree *tree =
            parse(written(nested[i], 1000000), PY_MODE_EXEC, PY_VERSION_ANY);
        assert_null(tree->root);
        assert_true(tree->error.message.size > 0);
        arena_release(&arena);
    }
}

static void test_modes(void **state) {
    (void)state;
    assert_true(accepts("1, 2", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_true(accepts("x\n\n# end", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_false(accepts("x = 1", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_false(accepts(" 1", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_false(accepts("*a", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_true(accepts("x = 1", PY_MODE_SINGLE, PY_VERSION_3_13));
    assert_true(accepts("if x:\n  y", PY_MODE_SINGLE, PY_VERSION_3_13));
    assert_false(accepts("1\n2", PY_MODE_SINGLE, PY_VERSION_3_13));
    assert_false(accepts("", PY_MODE_SINGLE, PY_VERSION_3_13));
}

static uint32_t error_line(struct text source, enum py_mode mode) {
    const struct py_tree *tree = parse(source, mode, PY_VERSION_3_13);
    assert_int_equal(tree->error.class, PY_SYNTAX_ERROR);
    return tree->error.line;
}

static void test_errors_of_modes(void **state) {
    (void)state;
    assert_int_equal(error_line(T(""), PY_MODE_EVAL), 0);
    assert_int_equal(error_line(T("x\n\n\ny"), PY_MODE_EVAL), 4);
    assert_int_equal(error_line(T("1\n2"), PY_MODE_SINGLE), 1);
    assert_int_equal(error_line(T("1\n'"), PY_MODE_SINGLE), 1);
    assert_int_equal(error_line(T("if x:\n y\nz\n"), PY_MODE_SINGLE), 3);
}

static void test_versions(void **state) {
    (void)state;
    static const char *const since_3_14[] = {"try: a\nexcept a, b: c\n",
                                             "try: a\nexcept* a, b: c\n", "t'{a}'\n",
                                             "rt'{a!r:>{b}}' t''\n"};
    for (size_t i = 0; i < sizeof(since_3_14) / sizeof(*since_3_14); i++) {
        assert_false(accepts(since_3_14[i], PY_MODE_EXEC, PY_VERSION_3_13));
        assert_true(accepts(since_3_14[i], PY_MODE_EXEC, PY_VERSION_3_14));
        assert_true(accepts(since_3_14[i], PY_MODE_EXEC, PY_VERSION_ANY));
    }
    assert_false(accepts("t'{a}' 'b'\n", PY_MODE_EXEC, PY_VERSION_ANY));
    assert_false(accepts("try: a\nexcept a, b as c: d\n", PY_MODE_EXEC, PY_VERSION_ANY));
}

/* Digits behind a 0 are no integer, and only before `else` no error: CPython makes a float of them.
 */
static void test_zero_before_else(void **state) {
    (void)state;
    static const struct {
        const char *source;
        enum py_constant_kind kind;
    } cases[] = {
        {"a if 0100else b", PY_FLOAT}, {"a if 0_1else b", PY_FLOAT}, {"a if 00else b", PY_INTEGER}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct py_tree *tree = parse(text_of(cases[i].source), PY_MODE_EVAL, PY_VERSION_3_13);
        assert_non_null(tree->root);
        const struct py_Expression *root = (const void *)tree->root;
        const struct py_IfExp *choice = (const void *)root->body;
        assert_int_equal(choice->test->op, cases[i].kind);
    }
    assert_false(accepts("0100 if a else b", PY_MODE_EVAL, PY_VERSION_3_13));
    assert_false(accepts("a if 0100 else b", PY_MODE_EVAL, PY_VERSION_3_13));
}

/* The text of a field with '=' in a format specification is not always its own in CPython. */
static void test_debug_texts(void **state) {
    (void)state;
    static const struct {
        const char *source, *text;
    } cases[] = {
        {"f'{a:{c = }}'", "c = "},       {"f'{a:{b}{c = }}'", "b"},
        {"f'{a:{b=}{c = }}'", "b="},     {"f'{a:{b!r}{c=}}'", "b"},
        {"f'{a:{b}x{c = }}'", "xc = "},  {"f'{a:x{b}{c = }}'", "b}{c = "},
        {"f'{a:{b}{{{c=}}}}'", "{{{c="}, {"f'{a:{ {1:2}[1] }{c=}}'", " {1:2}[1] "},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct py_tree *tree = parse(text_of(cases[i].source), PY_MODE_EVAL, PY_VERSION_3_13);
        assert_non_null(tree->root);
        const struct py_Expression *root = (const void *)tree->root;
        const struct py_list fields = py_as_JoinedStr(root->body)->values;
        const struct py_node *first = fields.items[0];
        const struct py_JoinedStr *spec = py_as_JoinedStr(py_as_FormattedValue(first)->format_spec);
        assert_text(py_as_Constant(spec->values.items[spec->values.count - 2])->text,
                    cases[i].text);
    }
}

static void test_comments(void **state) {
    (void)state;
    const struct py_tree *tree =
        parse(T("# a\nmatch (x) # b\nx = '#' # c\r\n  # d"), PY_MODE_EXEC, PY_VERSION_3_13);
    static const char *const wanted[] = {"# a", "# b", "# c", "# d"};
    assert_non_null(tree->root);
    assert_int_equal(tree->comment_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_text(text_slice(tree->source, tree->comments[i].start, tree->comments[i].end),
                    wanted[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_long_chains, begin, end),
        cmocka_unit_test_setup_teardown(test_longer_chains, begin, end),
        cmocka_unit_test_setup_teardown(test_refused_chains, begin, end),
        cmocka_unit_test_setup_teardown(test_nesting, begin, end),
        cmocka_unit_test_setup_teardown(test_modes, begin, end),
        cmocka_unit_test_setup_teardown(test_errors_of_modes, begin, end),
        cmocka_unit_test_setup_teardown(test_versions, begin, end),
        cmocka_unit_test_setup_teardown(test_zero_before_else, begin, end),
        cmocka_unit_test_setup_teardown(test_debug_texts, begin, end),
        cmocka_unit_test_setup_teardown(test_comments, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
