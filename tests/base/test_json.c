#include "base/json.h"
#include "unit.h"

static struct heap heap;
static struct arena arena;

static void documents_are_written(void **state) {
    (void)state;
    struct buffer out;
    struct json json;
    buffer_init(&out, &arena);
    json_init(&json, &out, 0);
    json_object(&json);
    json_key(&json, "a");
    json_array(&json);
    json_integer(&json, -5);
    json_number(&json, 0.9512);
    json_number(&json, 1);
    json_bool(&json, true);
    json_null(&json);
    json_end(&json);
    json_key(&json, "b");
    json_object(&json);
    json_end(&json);
    json_end(&json);
    assert_text(buffer_view(&out), "{\"a\": [-5, 0.9512, 1.0, true, null], \"b\": {}}");
}

static void strings_are_escaped(void **state) {
    (void)state;
    struct buffer out;
    buffer_init(&out, &arena);
    json_quote(&out, T("a\"\\\n\x01\x7f\xff\xc3\xbc"));
    assert_text(buffer_view(&out), "\"a\\\"\\\\\\n\\u0001\\u007f\xef\xbf\xbd\xc3\xbc\"");
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_written),
        cmocka_unit_test(strings_are_escaped),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
