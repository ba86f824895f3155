#include "formats/requirement.h"

#include "../base/unit.h"

static struct heap heap;
static struct arena arena;

static void names_are_read_from_every_form(void **state) {
    (void)state;
    static const char *const forms[] = {
        "aaa",
        " aaa ",
        "aaa>=1",
        "aaa >= 1.0",
        "aaa<=2",
        "aaa==1.*",
        "aaa!=3",
        "aaa~=1.4",
        "aaa===1.0+weird;os_name=='x'",
        "aaa>1,<2",
        "aaa>1, <2,",
        "aaa(>=1,<2)",
        "aaa ()",
        "aaa[]",
        "aaa[x]",
        "aaa [x , y.z] >=1",
        "aaa[x](>1) ; python_version > '3'",
        "aaa@https://example.invalid/a;b.whl",
        "aaa @ git+https://example.invalid/a.git@main ; os_name == 'nt'",
        "aaa;sys_platform=='win32'",
        "aaa ; (python_version < '3' or os_name=='a') and 'x' not  in platform_version",
        "aaa ; ((os_name == 'a'))and(os_name == 'b')",
        "aaa; 'linux' in sys.platform",
        "aaa\n (>=2);\n\tpython_version > \"3\"",
        "aaa==1!2.0.post1",
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct requirement requirement = requirement_parse(text_of(forms[i]));
        if (requirement.problem)
            fail_msg("%s: %s at %zu", forms[i], requirement.problem, requirement.position);
        assert_text(requirement.name, "aaa");
        assert_false(requirement.for_extra);
    }
}

static void what_is_wrong_keeps_the_name(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *name;
        size_t position;
    } cases[] = {
        {"", "", 0},
        {"  ", "", 2},
        {">=1", "", 0},
        {"-x", "", 0},
        {"aaa-", "", 3},
        {"aaa bbb", "aaa", 4},
        {"aaa>=", "aaa", 5},
        {"aaa >=1 <2", "aaa", 8},
        {"aaa >=1,,<2", "aaa", 8},
        {"aaa=1", "aaa", 3},
        {"aaa[x", "aaa", 5},
        {"aaa[,]", "aaa", 4},
        {"aaa(>=1", "aaa", 7},
        {"aaa @ ", "aaa", 6},
        {"aaa;", "aaa", 4},
        {"aaa; python_versions > '3'", "aaa", 5},
        {"aaa; python_version", "aaa", 19},
        {"aaa; python_version not '3'", "aaa", 24},
        {"aaa; python_version > '3", "aaa", 22},
        {"aaa; (os_name == 'x'", "aaa", 20},
        {"aaa; os_name == 'x')", "aaa", 19},
        {"aaa; os_name == 'x' andos_name == 'y'", "aaa", 20},
        {"aaa; os_name == 'x' and", "aaa", 23},
        {"a\xc3\xa9", "", 1},
        {"aaa^1", "", 3},
        {"aaa#x", "", 3},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct requirement requirement = requirement_parse(text_of(cases[i].text));
        assert_non_null(requirement.problem);
        assert_text(requirement.name, cases[i].name);
        if (requirement.position != cases[i].position)
            fail_msg("%s: at %zu, not %zu", cases[i].text, requirement.position, cases[i].position);
    }
    assert_non_null(requirement_parse((struct text){NULL, 0}).problem);
}

static void markers_may_speak_of_extras(void **state) {
    (void)state;
    assert_true(requirement_parse(T("a; extra == 'dev'")).for_extra);
    assert_true(requirement_parse(T("a>=1; python_version > '3' and extra == \"x\"")).for_extra);
    assert_true(requirement_parse(T("a; 'x' in extras")).for_extra);
    assert_false(requirement_parse(T("a[extra]")).for_extra);
    assert_false(requirement_parse(T("extra-lib>=1")).for_extra);
    assert_true(requirement_parse(T("a; os_name == 'x' or extra")).for_extra);
    assert_false(requirement_parse(T("a @ https://example.invalid/extra.whl")).for_extra);
}

static void names_are_normalised(void **state) {
    (void)state;
    assert_text(distribution_name(&arena, T("Star.-_Fish")), "star-fish");
    assert_text(distribution_name(&arena, T("MUSSEL__bed")), "mussel-bed");
    assert_text(distribution_name(&arena, T("a1")), "a1");
    assert_text(distribution_name(&arena, T("")), "");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_from_every_form),
        cmocka_unit_test(what_is_wrong_keeps_the_name),
        cmocka_unit_test(markers_may_speak_of_extras),
        cmocka_unit_test(names_are_normalised),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
