#include "../base/unit.h"
#include "base/buffer.h"
#include "formats/compose.h"
#include "formats/interpolation.h"

static struct heap heap;
static struct arena arena;

static const struct compose_file *parsed(struct text source) {
    struct error error = {0};
    const struct compose_file *file = compose_parse(&arena, T("compose.yaml"), source, &error);
    if (!file)
        fail_msg("%s", error_text(&arena, &error).data);
    return file;
}

static void services_have_places(void **state) {
    (void)state;
    const struct compose_file *file = parsed(T("x-base: &base\n"
                                               "  image: a\n"
                                               "services:\n"
                                               "  one:\n"
                                               "    <<: *base\n"
                                               "    privileged: yes\n"
                                               "  2: *base\n"
                                               "  three:\n"));
    assert_int_equal(compose_service_count(file), 3);
    struct compose_setting one = compose_service(file, 0);
    assert_text(one.name, "one");
    assert_int_equal(one.place.line, 4);
    assert_int_equal(compose_setting(one.value, "image").place.line, 2);
    assert_true(compose_is_on(compose_get(one.value, "privileged")));
    assert_text(compose_service(file, 1).name, "2");
    assert_text(compose_text(compose_get(compose_service(file, 1).value, "image")), "a");
    assert_int_equal(compose_type(compose_service(file, 2).value), COMPOSE_NULL);
    assert_int_equal(compose_setting(one.value, "build").place.line, 0);
}

static void builds_and_references(void **state) {
    (void)state;
    const struct compose_file *file =
        parsed(T("include: [a.yaml, {path: [b.yaml, c.yaml]}]\n"
                 "services:\n"
                 "  a: {build: ./x, extends: b}\n"
                 "  b: {build: {context: y, dockerfile: z}, extends: {file: f, service: s}}\n"
                 "  c: {build: }\n"));
    struct compose_value a = compose_service(file, 0).value, b = compose_service(file, 1).value;
    assert_text(compose_text(compose_build(a).context), "./x");
    assert_text(compose_text(compose_build(b).dockerfile), "z");
    assert_true(compose_build(compose_service(file, 2).value).exists);
    assert_text(compose_text(compose_extends(a).service), "b");
    assert_text(compose_text(compose_extends(b).file), "f");
    assert_text(compose_text(compose_include(file, 2)), "c.yaml");
    assert_int_equal(compose_type(compose_include(file, 3)), COMPOSE_ABSENT);
}

/* "source" of a host path, "source?" of another source, "-" of an anonymous volume. */
static void assert_mount(const char *text, const char *expected) {
    struct text source = text_format(&arena, "services:\n  a:\n    volumes:\n      - '%s'\n", text);
    const struct compose_file *file = parsed(source);
    struct compose_value volumes = compose_get(compose_service(file, 0).value, "volumes");
    struct compose_mount mount = compose_mount(&arena, file, compose_item(volumes, 0));
    struct text found = mount.short_source.size ? mount.short_source : T("-");
    if (mount.short_source.size && !mount.is_host_path)
        found = text_join(&arena, found, T("?"));
    if (!text_is(found, expected))
        fail_msg("%s: %.*s, not %s", text, TEXT_ARGS(found), expected);
}

static void short_mounts(void **state) {
    (void)state;
    assert_mount("./a:/b:ro", "./a");
    assert_mount("a/b:/c", "a/b");
    assert_mount("a:/b", "a?");
    assert_mount("/a", "-");
    assert_mount("./a:ro", "-");
    assert_mount("C:\\a:/b", "C:\\a");
    assert_mount("c:/a:/b", "c:/a");
    assert_mount("c:/a", "c?");
    assert_mount("a:C:\\b", "a?");
    assert_mount("${A:-${B}}/x:/y", "${A:-${B}}/x");
    assert_mount("${A:-/b}:/y", "${A:-/b}?");
    assert_mount("${A:-b:/y", "-");
    assert_mount("a:${B}", "a?");
    assert_mount("~:/y", "~");
}

static void definitions_are_found(void **state) {
    (void)state;
    const struct compose_file *file = parsed(T("services:\n"
                                               "  a:\n"
                                               "    volumes: [v:/v, {type: volume, source: v}]\n"
                                               "    secrets: [s, {source: s}, 7]\n"
                                               "volumes: {v: {driver: local}}\n"
                                               "secrets: {s: {file: ./s}}\n"));
    struct compose_value service = compose_service(file, 0).value;
    struct compose_value volumes = compose_get(service, "volumes");
    for (size_t i = 0; i < 2; i++) {
        struct compose_mount mount = compose_mount(&arena, file, compose_item(volumes, i));
        assert_text(compose_text(compose_get(mount.volume, "driver")), "local");
    }
    struct compose_value secrets = compose_get(service, "secrets");
    assert_text(compose_referred_name(compose_item(secrets, 1)), "s");
    assert_text(compose_referred_name(compose_item(secrets, 2)), "");
    assert_int_equal(compose_type(compose_named(&file->secrets, T("t"))), COMPOSE_ABSENT);
}

static void interpolations_are_taken_apart(void **state) {
    (void)state;
    struct text text = T("a${B:-c${D}}e$F$$g${H?i}${J+k}${L");
    struct interpolations found = interpolations_in(&arena, text);
    assert_int_equal(found.count, 5);
    assert_text(found.items[0].name, "B");
    assert_text(found.items[0].operation, ":-");
    assert_text(found.items[0].word, "c${D}");
    assert_text(found.items[1].name, "F");
    assert_text(found.items[2].name, "");
    assert_text(found.items[3].operation, "?");
    assert_text(found.items[4].word, "k");
    assert_text(interpolations_with_defaults(&arena, text), "ace$g${L");
    assert_text(interpolations_masked(&arena, T("a/${b/c}/$d")), "a/xxxxxx/xx");
}

static void hostile_files_end_with_an_error(void **state) {
    (void)state;
    struct buffer source;
    buffer_init(&source, &arena);
    buffer_string(&source, "x: &x [");
    for (int i = 0; i < 1000; i++)
        buffer_string(&source, "a,");
    buffer_string(&source, "]\nservices:\n");
    for (int i = 0; i < 2000; i++)
        buffer_format(&source, "  s%d: {cap_add: *x}\n", i);
    struct error error = {0};
    assert_null(compose_parse(&arena, T("c.yaml"), buffer_view(&source), &error));
    assert_true(text_contains(error.message, T("more than 250000")));
    buffer_init(&source, &arena);
    buffer_string(&source, "include: [c.yaml]\nservices:\n");
    for (int i = 0; i < 100000; i++)
        buffer_format(&source, "  s%d: {extends: s%d}\n", i, i);
    assert_int_equal(compose_service_count(parsed(buffer_view(&source))), 100000);
    buffer_init(&source, &arena);
    for (int i = 0; i < 100000; i++)
        buffer_string(&source, "${");
    assert_int_equal(interpolations_in(&arena, buffer_view(&source)).count, 0);
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(services_have_places),
        cmocka_unit_test(builds_and_references),
        cmocka_unit_test(short_mounts),
        cmocka_unit_test(definitions_are_found),
        cmocka_unit_test(interpolations_are_taken_apart),
        cmocka_unit_test(hostile_files_end_with_an_error),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
