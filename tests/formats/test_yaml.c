#include "../base/unit.h"
#include "base/buffer.h"
#include "formats/yaml.h"

#include <stdlib.h>

static struct heap heap;
static struct arena arena;

static const struct yaml_node *parsed(struct text source) {
    struct error error = {0};
    const struct yaml_options options = {.any_local_tag = true};
    const struct yaml_node *root = yaml_parse(&arena, T("a.yaml"), source, &options, &error);
    if (!root)
        fail_msg("%s", error_text(&arena, &error).data);
    return root;
}

/* The source must be refused with a message that begins like this. */
static void assert_refused(struct text source, const char *beginning) {
    struct error error = {0};
    const struct yaml_options options = {.any_local_tag = true};
    assert_null(yaml_parse(&arena, T("a.yaml"), source, &options, &error));
    struct text text = error_text(&arena, &error);
    if (!text_starts(text, text_of(beginning)))
        fail_msg("\"%s\" does not begin with \"%s\"", text.data, beginning);
}

static void assert_loads(const char *source, const char *printed) {
    struct text text = yaml_print(&arena, parsed(text_of(source)), 16384);
    if (!text_is(text, printed))
        fail_msg("%s\nis  %s\nnot %s", source, text.data, printed);
}

static void plain_scalars_have_the_types_of_yaml_1_1(void **state) {
    (void)state;
    assert_loads("[yes, Off, TRUE, y, tRUE]", "[True, False, True, 'y', 'tRUE']");
    assert_loads("[012, 0o17, 0x1F, 0b101, 1:30, -1_000, +7, 08]",
                 "[10, '0o17', 31, 5, 90, -1000, 7, '08']");
    assert_loads("[1e3, 1e+3, 1.5e+3, .5, 1., 190:20:30.15, -.INF, .nan]",
                 "['1e3', '1e+3', 1500.0, 0.5, 1.0, 685230.15, -inf, nan]");
    assert_loads("[~, null, Null, nULL]", "[None, None, None, 'nULL']");
}

static void dates_are_dates(void **state) {
    (void)state;
    assert_loads("2026-08-01", "2026-08-01");
    assert_loads("2026-8-1", "2026-8-1");
    assert_loads("2026-8-1 7:05:00.25 -3:30", "2026-08-01 07:05:00.250000-03:30");
    assert_loads("[2026-08-01, 2026-08-01T10:00:00Z]",
                 "[datetime.date(2026, 8, 1), datetime.datetime(2026, 8, 1, 10, 0, "
                 "tzinfo=datetime.timezone.utc)]");
    assert_refused(T("a: 2026-02-30"), "a.yaml:1:4: the value '2026-02-30' is no date");
}

static void integers_of_any_size_are_printed(void **state) {
    (void)state;
    const struct yaml_node *root = parsed(T("[0xffffffffffffffffff, 9223372036854775808]"));
    assert_text(root->list.items[0]->printed, "4722366482869645213695");
    assert_true(root->list.items[1]->integer == INT64_MAX);
    struct buffer digits;
    buffer_init(&digits, &arena);
    buffer_repeat(&digits, '1', 5000);
    assert_refused(buffer_view(&digits), "a.yaml:1:1: the value '1111111111");
}

static void tags_choose_the_type(void **state) {
    (void)state;
    assert_loads("[!!str 5, !!int '5', ! 5, !site 5, !site '5', !!binary aGk=, !!float 1]",
                 "['5', 5, 5, 5, '5', b'hi', 1.0]");
    assert_loads("!!set {a, b}", "{'a', 'b'}");
    assert_text(parsed(T("!reset [a]"))->tag, "!reset");
    assert_refused(T("a: !!int x"), "a.yaml:1:4: the value 'x' is no integer");
    assert_refused(T("a: !!python/none x"), "a.yaml:1:4: the tag '!!python/none'");
    assert_refused(T("a: !!omap [b: 1, {c: 2, d: 3}]"), "a.yaml:1:18: each item");
}

static void later_duplicates_and_own_keys_win(void **state) {
    (void)state;
    assert_loads("{a: 1, b: 2, a: 3}", "{'a': 3, 'b': 2}");
    assert_loads("a: &a {x: 1, y: 2}\nb: &b {x: 3}\nc: {x: 0, <<: *a}\n"
                 "d: {<<: [*a, *b]}\ne: {<<: *a, <<: *b}\nf: {\"<<\": 1}\n",
                 "{'a': {'x': 1, 'y': 2}, 'b': {'x': 3}, 'c': {'x': 0, 'y': 2}, "
                 "'d': {'x': 1, 'y': 2}, 'e': {'x': 3, 'y': 2}, 'f': {'<<': 1}}");
    const struct yaml_node *root = parsed(T("a: &a\n  x: 1\nb:\n  <<: *a\n  z: 2\n"));
    const struct yaml_pair *merged = yaml_find(yaml_get(root, T("b")), T("x"));
    assert_true(merged->merged);
    assert_int_equal(merged->key->line, 2);
    assert_int_equal(yaml_find(yaml_get(root, T("b")), T("z"))->key->line, 5);
    assert_refused(T("<<: x"),
                   "a.yaml:1:5: '<<' merges a mapping or a list of mappings, not a text");
}

static void aliases_are_the_same_node(void **state) {
    (void)state;
    const struct yaml_node *root = parsed(T("a: &x [1]\nb: *x\nc: &c [*c]\n"));
    assert_ptr_equal(yaml_get(root, T("a")), yaml_get(root, T("b")));
    assert_text(yaml_print(&arena, yaml_get(root, T("c")), 99), "[[...]]");
    assert_refused(T("a: *x"), "a.yaml:1:4: the alias '*x' has no anchor");
    assert_refused(T("a: &x 1\nb: &x 2"), "a.yaml:2:4: the anchor '&x' is defined a second time");
}

static void what_the_safe_loader_refuses_is_refused(void **state) {
    (void)state;
    assert_refused(T("a: 1\n--- b"), "a.yaml:2:1: a second document");
    assert_refused(T("a: ="), "a.yaml:1:4: a plain '='");
    assert_refused(T("? [a]\n: b"), "a.yaml:1:3: a list or mapping cannot be a key");
    assert_refused(T("a:\tb"), "a.yaml:1:3: a tab");
    assert_refused(T("a: b\tc"), "a.yaml:1:5: a tab");
    assert_refused(T("a: |\t\n  b"), "a.yaml:1:5: a tab");
    assert_refused(T("[a?b]"), "a.yaml:1:2: a '?'");
    assert_refused(T("a: \x7f"), "a.yaml:1:4: the character U+007F");
    assert_refused(T("a: \xff"), "a.yaml:1:4: the byte 0xff is not UTF-8");
    assert_refused(T("a: [b"), "a.yaml:2:1: a list in [...]");
    assert_refused(T("a: \"\\q\""), "a.yaml:1:5: this backslash escape");
}

static void what_libyaml_alone_refuses_is_read(void **state) {
    (void)state;
    assert_loads("{a:, b:[c]}", "{'a': None, 'b': ['c']}");
    assert_loads("a: |\n  \tb\n  c\n", "{'a': '\\tb\\nc\\n'}");
    assert_loads("%NEW thing\n---\na: b\n", "{'a': 'b'}");
}

static void every_kind_of_line_end_counts(void **state) {
    (void)state;
    const struct yaml_node *root = parsed(T("\xef\xbb\xbf"
                                            "a: 1\rb: 2\r\nc: 3\xc2\x85"
                                            "d: 4\xe2\x80\xa8"
                                            "e: 5"));
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(root->mapping.pairs[i].key->line, i + 1);
    assert_int_equal(parsed(T("# nothing"))->type, YAML_NULL);
}

static void hostile_documents_end_quickly(void **state) {
    (void)state;
    struct buffer source;
    buffer_init(&source, &arena);
    buffer_repeat(&source, '[', 100000);
    assert_refused(buffer_view(&source), "a.yaml:1:481: lists and mappings are nested");
    buffer_init(&source, &arena);
    buffer_string(&source, "a0: &a0 [x]\n");
    for (int i = 1; i < 100; i++)
        buffer_format(&source, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1, i - 1);
    assert_true(yaml_print(&arena, parsed(buffer_view(&source)), 16384).size < 20000);
    buffer_init(&source, &arena);
    buffer_string(&source, "a: &a\n");
    for (int i = 0; i < 2000; i++)
        buffer_format(&source, "  k%d: 1\n", i);
    for (int i = 0; i < 2000; i++)
        buffer_format(&source, "b%d: {<<: *a}\n", i);
    assert_refused(buffer_view(&source), "a.yaml:1:4: merge keys ('<<') add more than");
}

/* Gives so many blocks, then none. */
static void *allocate_some(void *user, size_t size) {
    size_t *left = user;
    if (*left == 0)
        return NULL;
    --*left;
    return malloc(size);
}

static void release_block(void *user, void *block) {
    (void)user;
    free(block);
}

static void parse_and_print(void *argument) {
    struct arena own;
    struct error error = {0};
    arena_init(&own, argument);
    struct text source = T("a: &a [x, {b: 1.5, c: !!binary aGk=}]\nd: {<<: {e: *a}, f: \"g\\n\"}\n"
                           "h: [a:, 'it''s', 2026-01-01]\n");
    const struct yaml_node *root = yaml_parse(&own, T("a.yaml"), source, NULL, &error);
    assert_non_null(root);
    for (int i = 0; i < 1000; i++)
        yaml_print(&own, root, 16384);
}

static void memory_that_runs_out_is_given_back(void **state) {
    (void)state;
    size_t finished = 0;
    for (size_t blocks = 0; blocks < 40; blocks++) {
        size_t left = blocks;
        struct heap small;
        const struct allocator allocator = {allocate_some, release_block, &left};
        heap_init(&small, &allocator);
        finished += heap_run(&small, parse_and_print, &small);
        assert_null(small.cleanups);
        heap_release(&small);
    }
    assert_in_range(finished, 1, 39);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_scalars_have_the_types_of_yaml_1_1),
        cmocka_unit_test(dates_are_dates),
        cmocka_unit_test(integers_of_any_size_are_printed),
        cmocka_unit_test(tags_choose_the_type),
        cmocka_unit_test(later_duplicates_and_own_keys_win),
        cmocka_unit_test(aliases_are_the_same_node),
        cmocka_unit_test(what_the_safe_loader_refuses_is_refused),
        cmocka_unit_test(what_libyaml_alone_refuses_is_read),
        cmocka_unit_test(every_kind_of_line_end_counts),
        cmocka_unit_test(hostile_documents_end_quickly),
        cmocka_unit_test(memory_that_runs_out_is_given_back),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
