#include "base/unit.h"
#include "rules/host_code/graph.h"
#include "rules/host_code/paths.h"

static struct heap heap;
static struct arena arena;
static const struct py_node source;

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

/* What node b gains over an edge from a node that has the property. */
static unsigned over(enum edge_kind kind, enum property property) {
    struct graph graph;
    graph_init(&graph, &arena);
    uint32_t caller = graph_add(&graph, NULL, 0), a = graph_add(&graph, NULL, 0),
             b = graph_add(&graph, NULL, 0);
    graph_connect(&graph, a, b, kind);
    if (property == SANDBOX)
        graph_mark_sandbox(&graph, a);
    else
        graph_mark_source(&graph, property == TAINTED_BASE ? a : caller, &source);
    if (property == TAINTED)
        graph_connect(&graph, caller, a, EDGE_RETURN);
    if (property == TAINTED_BY_CALLER)
        graph_connect(&graph, caller, a, EDGE_ARGUMENT);
    graph_solve(&graph);
    return graph.nodes.items[b].properties;
}

static void edges_carry_what_they_say(void **state) {
    (void)state;
    static const enum property given[] = {TAINTED_BASE, TAINTED, TAINTED_BY_CALLER, SANDBOX};
    const unsigned base = TAINTED_BASE | TAINTED;
    const struct {
        enum edge_kind kind;
        unsigned gained[4];
    } expected[] = {
        {EDGE_PART, {base, TAINTED, TAINTED_BY_CALLER, 0}},
        {EDGE_COPY, {base, TAINTED, TAINTED_BY_CALLER, SANDBOX}},
        {EDGE_SAME, {0, 0, 0, SANDBOX}},
        {EDGE_SEEN, {base, base, 0, SANDBOX}},
        {EDGE_READ, {0, 0, 0, base}},
        {EDGE_RETURN, {TAINTED, 0, 0, 0}},
        {EDGE_ARGUMENT, {TAINTED_BY_CALLER, TAINTED_BY_CALLER, 0, 0}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(over(expected[i].kind, given[k]), expected[i].gained[k]);
}

static void cycles_end(void **state) {
    (void)state;
    struct graph graph;
    graph_init(&graph, &arena);
    enum { COUNT = 1000 };
    for (uint32_t i = 0; i < COUNT; i++)
        graph_add(&graph, NULL, i + 1);
    for (uint32_t i = 0; i < COUNT; i++)
        graph_connect(&graph, i + 1, (i * 7 + 3) % COUNT + 1, i % 3 ? EDGE_PART : EDGE_COPY);
    graph_connect(&graph, 5, 5, EDGE_COPY);
    graph_connect(&graph, 0, 6, EDGE_COPY);
    assert_int_equal(graph.edges.count, COUNT + 1);
    graph_mark_source(&graph, 1, &source);
    graph_solve(&graph);
    uint32_t at = 1;
    for (int i = 0; i < COUNT; i++, at = ((at - 1) * 7 + 3) % COUNT + 1) {
        assert_true(graph_is_tainted(&graph, at));
        assert_ptr_equal(graph.nodes.items[at].origin, &source);
    }
    assert_false(graph_is_tainted(&graph, 0));
}

static void a_second_source_changes_no_trace(void **state) {
    (void)state;
    static const struct py_node other;
    struct graph graph;
    graph_init(&graph, &arena);
    uint32_t a = graph_add(&graph, NULL, 0), b = graph_add(&graph, NULL, 0);
    graph_connect(&graph, a, b, EDGE_PART);
    graph_mark_source(&graph, b, &source);
    graph_mark_source(&graph, b, &other);
    graph_mark_source(&graph, a, &other);
    graph_solve(&graph);
    assert_ptr_equal(graph.nodes.items[b].origin, &source);
    assert_int_equal(graph.nodes.items[b].from, 0);
}

static void paths_are_told_apart(void **state) {
    (void)state;
    struct paths paths;
    paths_init(&paths, &arena);
    assert_int_equal(paths_known_name(&paths, T("a")), 0);
    uint32_t a = paths_path(&paths, 0, T("a")), ab = paths_path(&paths, a, T("b")),
             b = paths_path(&paths, 0, T("b"));
    assert_int_equal(paths_path(&paths, a, T("b")), ab);
    assert_int_not_equal(ab, b);
    assert_int_equal(paths.items.items[ab].root, paths_known_name(&paths, T("a")));
    assert_text(paths_text(&paths, &arena, ab), "a.b");
    for (int i = 0; i < 20; i++)
        ab = paths_path(&paths, ab, i == 19 ? T("last") : T("x"));
    assert_text(paths_text(&paths, &arena, ab), "....x.x.x.x.x.x.x.last");
}

static void pairs_hold_many(void **state) {
    (void)state;
    struct pairs pairs = {0};
    assert_int_equal(pairs_get(&pairs, 1, 2), 0);
    for (uint32_t i = 0; i < 10000; i++)
        *pairs_put(&arena, &pairs, i % 100, i / 100) = i + 1;
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(pairs_get(&pairs, i % 100, i / 100), i + 1);
    assert_int_equal(pairs_get(&pairs, 100, 0), 0);
    assert_int_equal(pairs.count, 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(edges_carry_what_they_say, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cycles_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_second_source_changes_no_trace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(paths_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pairs_hold_many, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
