#include "../base/unit.h"
#include "base/buffer.h"
#include "formats/toml.h"

static struct heap heap;
static struct arena arena;

static const struct toml_value *parsed(struct text source) {
    struct error error = {0};
    const struct toml_value *root = toml_parse(&arena, T("a.toml"), source, &error);
    if (!root)
        fail_msg("%s", error_text(&arena, &error).data);
    return root;
}

/* The source must be refused with a message that begins like this. */
static void assert_refused(struct text source, const char *beginning) {
    struct error error = {0};
    assert_null(toml_parse(&arena, T("a.toml"), source, &error));
    struct text text = error_text(&arena, &error);
    if (!text_starts(text, text_of(beginning)))
        fail_msg("\"%s\" does not begin with \"%s\"", text.data, beginning);
}

static void scalars_have_their_values(void **state) {
    (void)state;
    const struct toml_value *root = parsed(T("text = \"a\\u00fc\\\\\"\n"
                                             "hex = 0xff_ff\n"
                                             "least = -9223372036854775808\n"
                                             "huge = 99999999999999999999\n"
                                             "pi = 3.1_4e0\n"
                                             "yes = true\n"
                                             "when = 2024-02-29 07:32:00.5Z\n"));
    assert_text(toml_get(root, "text", NULL)->text, "a\xc3\xbc\\");
    assert_int_equal(toml_get(root, "hex", NULL)->integer, 0xffff);
    assert_true(toml_get(root, "least", NULL)->integer == INT64_MIN);
    assert_true(toml_get(root, "huge", NULL)->integer == INT64_MAX);
    assert_text(toml_get(root, "huge", NULL)->text, "99999999999999999999");
    assert_true(toml_get(root, "pi", NULL)->number == 3.14);
    assert_true(toml_get(root, "yes", NULL)->boolean);
    assert_int_equal(toml_get(root, "when", NULL)->type, TOML_DATE_TIME);
    assert_text(toml_get(root, "when", NULL)->text, "2024-02-29 07:32:00.5Z");
    assert_null(toml_get(root, "text", "deeper", NULL));
    assert_null(toml_get(root, "absent", NULL));
}

static void strings_over_lines_are_joined(void **state) {
    (void)state;
    const struct toml_value *root =
        parsed(T("a = \"\"\"\r\none\r\ntwo \\  \r\n\n   three\"\"\"\"\"\n"
                 "b = '''\nx\\y''''\n"));
    assert_text(toml_get(root, "a", NULL)->text, "one\ntwo three\"\"");
    assert_text(toml_get(root, "b", NULL)->text, "x\\y'");
}

static void positions_count_code_points(void **state) {
    (void)state;
    const struct toml_value *root = parsed(T("# \xc3\xbc\n"
                                             "\"\xc3\xbc\xc3\xbc\".b = [1,\n"
                                             "  \"\xe2\x82\xac\", 2]\n"
                                             " [t . u]\n"
                                             "[[v]]\n"));
    const struct toml_value *list = toml_get(root, "\xc3\xbc\xc3\xbc", "b", NULL);
    assert_int_equal(list->key_line, 2);
    assert_int_equal(list->key_column, 6);
    assert_int_equal(list->column, 10);
    assert_int_equal(list->array.items[1]->line, 3);
    assert_int_equal(list->array.items[1]->column, 3);
    assert_int_equal(list->array.items[2]->column, 8);
    assert_int_equal(toml_get(root, "t", "u", NULL)->line, 4);
    assert_int_equal(toml_get(root, "t", "u", NULL)->column, 2);
    assert_int_equal(toml_get(root, "v", NULL)->array.items[0]->line, 5);
}

static void keys_keep_the_order_of_the_file(void **state) {
    (void)state;
    const struct toml_value *root = parsed(T("z = 1\na.y = 2\nb = 3\na.x = 4\n[c.d]\n[c]\n"));
    const char *const names[] = {"z", "a", "b", "c"};
    assert_int_equal(root->table.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_text(root->table.entries[i].key, names[i]);
    assert_int_equal(toml_get(root, "a", NULL)->table.count, 2);
}

static void tables_are_defined_once(void **state) {
    (void)state;
    assert_refused(T("[a]\n[a]\n"), "a.toml:2:2: \"a\" is defined on line 1 already");
    assert_refused(T("a = 1\na = 2\n"), "a.toml:2:1: \"a\" is defined on line 1 already");
    assert_refused(T("[a]\nb.c = 1\n[a.b]\n"), "a.toml:3:4: \"b\" is defined on line 2 already");
    assert_refused(T("a = {}\n[a.b]\n"),
                   "a.toml:2:2: \"a\" is defined on line 1 already as an inl");
    assert_refused(T("a = {}\na.b = 1\n"), "a.toml:2:1: \"a\" is defined on line 1 already as an");
    assert_refused(T("a = []\n[[a]]\n"),
                   "a.toml:2:3: \"a\" is defined on line 1 already and is no");
    assert_refused(T("[a.b]\n[a]\nb.c = 1\n"), "a.toml:3:1: \"b\" is defined on line 1 already by");
    assert_refused(T("a = {b = {}, b.c = 1}\n"), "a.toml:1:14: \"b\" is defined on line 1");
    assert_refused(T("a.b = 1\na.b.c = 1\n"), "a.toml:2:3: \"b\" is defined on line 1 already and");
    parsed(T("[a.b.c]\n[a]\nb.d = 1\nb.e = 2\n[[l]]\n[l.x]\n[[l]]\n[l.x]\n"));
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    assert_refused(T("\xef\xbb\xbf"), "a.toml:1:1: the file begins with a byte order mark");
    assert_refused(T("a = 1\n\"\xc3\xbc\" = '\xff'"), "a.toml:2:8: not UTF-8 here (byte 0xff)");
    assert_refused(T("a = \"x\nb = 1\n"), "a.toml:1:5: this string is not closed");
    assert_refused(T("\na = '''x\n\n"), "a.toml:2:5: this string is not closed; end it with three");
    assert_refused(T("a = [1,\n2\n"), "a.toml:1:5: this array is not closed");
    assert_refused(T("a = \"\\x41\""), "a.toml:1:6: unknown escape");
    assert_refused(T("a = \"\\ud800\""), "a.toml:1:6: '\\ud800' is no Unicode character");
    assert_refused(T("a = \"\\u12g4\""),
                   "a.toml:1:10: '\\u' needs 4 hexadecimal digits, found 'g'");
    assert_refused(T("a = {b = 1,}"), "a.toml:1:12: an inline table cannot end with a comma");
    assert_refused(T("a = {b = 1\n}"), "a.toml:1:11: an inline table has to end with '}'");
    assert_refused(T("a = {\nb = 1}"), "a.toml:1:6: an inline table has to end with '}'");
    assert_refused(T("a = {b = 1, # c"), "a.toml:1:13: an inline table has to end with '}'");
    assert_refused(T("a = {b = 1 c}"), "a.toml:1:12: ',' or '}' is expected");
    assert_refused(T("a = 01"), "a.toml:1:5: a number cannot have leading zeros");
    assert_refused(T("a = 1__0"), "a.toml:1:7: '_' must stand between two digits");
    assert_refused(T("a = +0x1"), "a.toml:1:5: a number that starts with '0x' cannot have a sign");
    assert_refused(T("a = 2023-02-29"), "a.toml:1:5: not a valid date or time");
    assert_refused(T("a = 07:32"), "a.toml:1:5: not a valid date or time");
    assert_refused(T("a = tru"), "a.toml:1:5: a value is expected, found 't'");
    assert_refused(T("a ="), "a.toml:1:4: a value is expected, the file ends here");
    assert_refused(T("a = 1 b = 2"), "a.toml:1:7: the line should end here, found 'b'");
    assert_refused(T("a\n"),
                   "a.toml:1:2: '=' is expected behind the key \"a\", the line ends here");
    assert_refused(T("[a\n"), "a.toml:1:3: ']' is expected at the end of a header");
    assert_refused(T("a = 1\r\rb = 2"),
                   "a.toml:1:6: the line should end here, found the character");
    assert_refused(T("# \x01"), "a.toml:1:3: a comment cannot hold the control character U+0001");
    assert_refused(T("a = '\x7f'"),
                   "a.toml:1:6: a string cannot hold the control character U+007F");
}

static struct text repeated(const char *begin, const char *part, size_t count) {
    struct buffer out;
    buffer_init(&out, &arena);
    buffer_string(&out, begin);
    for (size_t i = 0; i < count; i++)
        buffer_string(&out, part);
    return buffer_view(&out);
}

static void nesting_is_bounded(void **state) {
    (void)state;
    enum { MILLION = 1000000 };
    const char *const too_deep = "nested more than 500 levels deep";
    const struct text sources[] = {
        repeated("a = ", "[", MILLION),    repeated("a = ", "{a=", MILLION),
        repeated("a", ".a", MILLION),      repeated("[a", ".a", MILLION),
        repeated("a = ", "[{a=", MILLION),
    };
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
        struct error error = {0};
        assert_null(toml_parse(&arena, T("a.toml"), sources[i], &error));
        assert_true(text_starts(error.message, text_of(too_deep)));
        assert_int_equal(error.line, 1);
    }
    assert_non_null(toml_get(parsed(repeated("", "[[a]]\n", 1000)), "a", NULL));
}

static const struct toml_value *parsed_without_files(struct text source, struct error *error) {
    static const struct text skipped[] = {TEXT("files"), {NULL, 0}};
    uint32_t line = 1;
    return toml_parse_part(&arena, T("a.toml"), source, &line, skipped, error);
}

static void what_is_skipped_moves_nothing(void **state) {
    (void)state;
    struct error error = {0};
    const struct toml_value *root =
        parsed_without_files(T("files = [\n  { url = \"https://example.invalid/a\", size = 1_0 },\n"
                               "  { url = '[', more = \"\" }, [1.5, true],\n]\nafter = 1\n"
                               "[[p]]\nfiles = { a = [{ b = 'x' }] }\nname = \"n\"\n"),
                             &error);
    assert_non_null(root);
    assert_int_equal(toml_get(root, "after", NULL)->key_line, 5);
    assert_int_equal(toml_get(root, "files", NULL)->table.count, 0);
    const struct toml_value *package = toml_get(root, "p", NULL)->array.items[0];
    assert_text(toml_get(package, "name", NULL)->text, "n");
    assert_int_equal(toml_get(package, "name", NULL)->line, 8);
}

static void a_part_counts_lines_from_where_it_begins(void **state) {
    (void)state;
    struct error error = {0};
    uint32_t line = 10;
    const struct toml_value *root =
        toml_parse_part(&arena, T("a.toml"), T("a = 1\nb = 2\n"), &line, NULL, &error);
    assert_non_null(root);
    assert_int_equal(toml_get(root, "b", NULL)->line, 11);
    assert_int_equal(line, 12);
    assert_null(toml_parse_part(&arena, T("a.toml"), T("a = 1\na"), &line, NULL, &error));
    assert_int_equal(error.line, 13);
}

/* Comments, escapes, several lines and mistakes: read as usual, so that nothing is passed over. */
static void what_is_not_plain_is_not_skipped(void **state) {
    (void)state;
    static const char *const sources[] = {
        "files = [\"a\\u0062\"]",
        "files = ['a', # x ]\n 'b']",
        "files = [\"\"\"a ] \"\"\"]",
        "files = [\n'a'\r\n]",
    };
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
        struct error error = {0};
        const struct toml_value *root = parsed_without_files(text_of(sources[i]), &error);
        assert_non_null(root);
        assert_int_equal(toml_get(root, "files", NULL)->type, TOML_ARRAY);
    }
    static const char *const broken[] = {
        "files = [",
        "files = [1",
        "files = [}",
        "files = [\"a]\n",
        "files = [\n<<<<<<< a\n]",
        "files = ['a'] x",
        "files = ['a']\nfiles = ['b']",
        "files = [\"a\x01\"]",
    };
    for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
        struct error error = {0};
        assert_null(parsed_without_files(text_of(broken[i]), &error));
        assert_true(error_is_set(&error) && error.line);
    }
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_have_their_values),
        cmocka_unit_test(strings_over_lines_are_joined),
        cmocka_unit_test(positions_count_code_points),
        cmocka_unit_test(keys_keep_the_order_of_the_file),
        cmocka_unit_test(tables_are_defined_once),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(what_is_skipped_moves_nothing),
        cmocka_unit_test(a_part_counts_lines_from_where_it_begins),
        cmocka_unit_test(what_is_not_plain_is_not_skipped),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
