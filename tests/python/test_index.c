#include "base/unit.h"
#include "python/index.h"

static struct heap heap;
static struct arena arena;

static int set_up(void **state) {
    (void)state;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    heap_release(&heap);
    return 0;
}

static const struct py_index *index_of(const char *source) {
    const struct py_options options = {.mode = PY_MODE_EXEC};
    const struct py_tree *tree = py_parse(&arena, text_of(source), &options);
    assert_non_null(tree->root);
    return py_index_build(&arena, tree);
}

/* "kind:name kind:name ..." in the order of the bindings. */
static struct text bindings_of(const struct py_scope *scope) {
    static const char kinds[] = {
        [PY_BIND_ASSIGN] = 'a', [PY_BIND_ANNOTATION] = 't', [PY_BIND_PARAMETER] = 'p',
        [PY_BIND_IMPORT] = 'i', [PY_BIND_FUNCTION] = 'f',   [PY_BIND_CLASS] = 'c',
        [PY_BIND_EXCEPT] = 'e', [PY_BIND_PATTERN] = 'm',    [PY_BIND_TYPE] = 'y',
        [PY_BIND_GLOBAL] = 'g',
    };
    struct text all = {"", 0};
    for (size_t i = 0; i < scope->binding_count; i++)
        all = text_format(&arena, "%.*s%s%c:%.*s", TEXT_ARGS(all), i ? " " : "",
                          kinds[scope->bindings[i].kind], TEXT_ARGS(scope->bindings[i].name));
    return all;
}

static const struct py_call *only_call(const struct py_index *index, const char *name) {
    const struct py_call *call = py_calls_of(index, text_of(name));
    assert_non_null(call);
    assert_null(call->next_of_name);
    return call;
}

static void every_statement_binds(void **state) {
    (void)state;
    const struct py_index *index = index_of("import a.b, c as d\n"
                                            "from e import f as g, h\n"
                                            "from i import *\n"
                                            "j = k.l = m[n] = 1\n"
                                            "o: int\n"
                                            "p: int = 1\n"
                                            "q += 1\n"
                                            "for r, (s, *t) in x: pass\n"
                                            "with x as u: pass\n"
                                            "try: pass\n"
                                            "except x as v: pass\n"
                                            "match x:\n"
                                            "    case [w, *y, {'k': z, **A}, B() as C]: pass\n"
                                            "type D = int\n"
                                            "if (E := 1): pass\n"
                                            "del F\n"
                                            "def G(): pass\n"
                                            "class H: pass\n");
    assert_text(bindings_of(index->module),
                "i:a i:d i:g i:h a:j t:o a:p a:q a:r a:s a:t a:u e:v m:w m:y m:A m:z m:C y:D a:E "
                "a:F f:G c:H");
}

static void scopes_hold_their_own(void **state) {
    (void)state;
    const struct py_index *index = index_of("def f[T](a, /, b: x = 1, *c, d=2, **e) -> y:\n"
                                            "    global g\n"
                                            "    h = [i for j in k if (l := m)]\n"
                                            "    return lambda n, o=p: (q := n)\n"
                                            "class C[U](b, m=n):\n"
                                            "    r = 1\n"
                                            "    def s(self):\n"
                                            "        nonlocal t\n");
    assert_int_equal(index->scope_count, 6);
    const struct py_scope *function = index->scopes[1];
    assert_int_equal(function->kind, PY_SCOPE_FUNCTION);
    assert_text(bindings_of(function), "y:T p:a p:b p:c p:d p:e g:g a:h a:l");
    assert_ptr_equal(function->function, &index->functions[0]);
    assert_text(bindings_of(index->scopes[2]), "a:j");
    assert_int_equal(index->scopes[2]->kind, PY_SCOPE_COMPREHENSION);
    assert_text(bindings_of(index->scopes[3]), "p:n p:o a:q");
    assert_text(bindings_of(index->scopes[4]), "y:U a:r f:s");
    assert_text(bindings_of(index->scopes[5]), "p:self g:t");
    assert_ptr_equal(index->scopes[5]->parent, index->scopes[4]);
    assert_null(index->functions[1].parent);
}

static void what_surrounds_a_function_runs_outside(void **state) {
    (void)state;
    const struct py_index *index = index_of("@deco()\n"
                                            "def f(a: note() = default()) -> result():\n"
                                            "    body()\n"
                                            "    @inner_deco()\n"
                                            "    class C(base()):\n"
                                            "        member()\n"
                                            "        def m(self, b=inner_default()):\n"
                                            "            method()\n"
                                            "    return [element() for x in first() if test()]\n");
    static const char *const outside[] = {"deco", "note", "default", "result"};
    static const char *const inside[] = {"body",          "inner_deco", "base",  "member",
                                         "inner_default", "element",    "first", "test"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_null(only_call(index, outside[i])->function);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        assert_ptr_equal(only_call(index, inside[i])->function, &index->functions[0]);
    assert_ptr_equal(only_call(index, "method")->function, &index->functions[1]);
    assert_ptr_equal(index->functions[1].parent, &index->functions[0]);
    assert_int_equal(only_call(index, "first")->scope->kind, PY_SCOPE_FUNCTION);
    assert_int_equal(only_call(index, "element")->scope->kind, PY_SCOPE_COMPREHENSION);
    assert_int_equal(only_call(index, "member")->scope->kind, PY_SCOPE_CLASS);
}

static void imports_know_what_is_around(void **state) {
    (void)state;
    const struct py_index *index = index_of("import a\n"
                                            "if x.TYPE_CHECKING:\n"
                                            "    import b\n"
                                            "else:\n"
                                            "    from . import c\n"
                                            "try:\n"
                                            "    pass\n"
                                            "finally:\n"
                                            "    class C:\n"
                                            "        import d.e\n"
                                            "        def f(self):\n"
                                            "            from .. g import h as i\n"
                                            "            with x: import j\n"
                                            "if y: pass\n"
                                            "elif TYPE_CHECKING: import k\n");
    struct {
        const char *bound;
        bool function, tried, typed, block;
    } expected[] = {
        {"a", false, false, false, false}, {"b", false, false, true, true},
        {"c", false, false, true, true},   {"d", false, true, false, false},
        {"i", true, false, false, false},  {"j", true, false, false, true},
        {"k", false, false, true, true},
    };
    size_t count = sizeof expected / sizeof *expected;
    assert_int_equal(index->import_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct py_import *import = &index->imports[i];
        assert_text(import->bound, expected[i].bound);
        assert_int_equal(import->in_function, expected[i].function);
        assert_int_equal(import->in_try, expected[i].tried);
        assert_int_equal(import->in_type_checking, expected[i].typed);
        assert_int_equal(import->in_block, expected[i].block);
    }
    assert_int_equal(index->imports[2].level, 1);
    assert_null(index->imports[2].module.data);
    assert_text(index->imports[3].module, "d.e");
    assert_null(index->imports[3].name.data);
    assert_text(index->imports[4].module, "g");
    assert_text(index->imports[4].name, "h");
    const struct py_block *inner = index->imports[6].block;
    assert_int_equal(inner->parent->node->kind, PY_If);
    assert_ptr_equal(index->blocks[inner->number], inner);
    assert_true(inner->parent->number < inner->number);
}

static void strings_know_their_place(void **state) {
    (void)state;
    const struct py_index *index = index_of("'module'\n"
                                            "def f():\n"
                                            "    'function'\n"
                                            "    'plain'\n"
                                            "class C:\n"
                                            "    'class'\n"
                                            "if x:\n"
                                            "    'block'\n"
                                            "f'part{x!r:>{y}spec}' 'tail'\n"
                                            "g(k='second', *'first')\n"
                                            "{'k1': 'v1', 'k2': 'v2'}\n"
                                            "b'bytes'\n");
    static const struct {
        const char *text;
        bool docstring, in_fstring;
    } expected[] = {
        {"module", true, false},  {"function", true, false}, {"plain", false, false},
        {"class", true, false},   {"block", false, false},   {"part", false, true},
        {">", false, true},       {"spec", false, true},     {"tail", false, true},
        {"second", false, false}, {"first", false, false},   {"k1", false, false},
        {"v1", false, false},     {"k2", false, false},      {"v2", false, false},
    };
    size_t count = sizeof expected / sizeof *expected;
    assert_int_equal(index->string_count, count);
    for (size_t i = 0; i < count; i++) {
        assert_text(index->strings[i].constant->text, expected[i].text);
        assert_int_equal(index->strings[i].docstring, expected[i].docstring);
        assert_int_equal(index->strings[i].in_fstring, expected[i].in_fstring);
    }
}

static void calls_are_found_by_name(void **state) {
    (void)state;
    const struct py_index *index = index_of("a.f(1)(2)\nf(3)\nx[0](f(4))\n");
    const struct py_call *call = py_calls_of(index, T("f"));
    for (uint64_t i = 1; i <= 4; i += i == 1 ? 2 : 1, call = call->next_of_name)
        assert_int_equal(py_as_Constant(call->call->args.items[0])->integer, i);
    assert_null(call);
    assert_null(py_calls_of(index, T("a")));
    assert_int_equal(index->call_count, 5);
    for (size_t i = 1; i < index->call_count; i++)
        assert_true(index->calls[i - 1].call->node.start <= index->calls[i].call->node.start);
}

static void names_of_expressions(void **state) {
    (void)state;
    const struct py_index *index = index_of("@a.b.c()\n@d\n@e[0]\ndef f(): g.h.i(x=1, x=2)\n");
    const struct py_FunctionDef *def = index->functions[0].def;
    assert_true(py_has_decorator(def, T("c")));
    assert_true(py_has_decorator(def, T("d")));
    assert_false(py_has_decorator(def, T("b")));
    assert_false(py_has_decorator(def, T("")));
    const struct py_Call *call = only_call(index, "i")->call;
    assert_text(py_dotted_name(&arena, call->func), "g.h.i");
    assert_null(py_dotted_name(&arena, &call->node).data);
    assert_int_equal(py_as_Constant(py_keyword_of(call, T("x"))->value)->integer, 1);
    assert_int_equal(py_as_Constant(py_last_keyword_of(call, T("x"))->value)->integer, 2);
    assert_null(py_last_keyword_of(call, T("y")));
    assert_null(py_keyword_of(call, T("y")));
}

/* As deep on the left as the parser lets a tree be. */
static void depth_does_not_matter(void **state) {
    (void)state;
    struct text chain = T("eval(x)");
    for (int i = 0; i < 10; i++)
        chain = text_format(&arena, "%.*s + %.*s", TEXT_ARGS(chain), TEXT_ARGS(chain));
    const struct py_index *index = index_of(chain.data);
    assert_int_equal(index->call_count, 1024);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_statement_binds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scopes_hold_their_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_surrounds_a_function_runs_outside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(imports_know_what_is_around, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strings_know_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(calls_are_found_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_of_expressions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(depth_does_not_matter, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
