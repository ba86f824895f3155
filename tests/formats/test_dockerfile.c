#include "../base/unit.h"
#include "base/buffer.h"
#include "formats/dockerfile.h"

static struct heap heap;
static struct arena arena;

static const struct dockerfile *parsed(struct text source) {
    struct error error = {0};
    const struct dockerfile *file = dockerfile_parse(&arena, T("Dockerfile"), source, &error);
    if (!file)
        fail_msg("%s", error_text(&arena, &error).data);
    return file;
}

/* Each instruction as "first-last keyword text", one a line. */
static void assert_instructions(struct text source, const char *expected) {
    const struct dockerfile *file = parsed(source);
    struct buffer out;
    buffer_init(&out, &arena);
    for (size_t i = 0; i < file->count; i++)
        buffer_format(&out, "%s%u-%u %d %.*s", i ? "; " : "", file->instructions[i].first_line,
                      file->instructions[i].last_line, (int)file->instructions[i].keyword,
                      TEXT_ARGS(file->instructions[i].text));
    assert_text(buffer_view(&out), expected);
}

static void lines_are_joined(void **state) {
    (void)state;
    assert_instructions(T("RUN a \\\n  b \\ \t\n# c \\\n  # d\n  e\nrun f\\\\\n\tRun g"),
                        "1-5 13 a   b   e; 6-6 13 f\\\\; 7-7 13 g");
    assert_instructions(T("RUN a \\\n\n  b\nRUN c \\"), "1-1 13 a; 3-3 0 ; 4-4 13 c");
    assert_instructions(T("\xef\xbb\xbf"
                          "FROM a\r\nRUN b \\\r\n c\r\n"),
                        "1-1 8 a; 2-3 13 b  c");
    assert_instructions(T("# escape=`\nRUN a `\nb \\\nRUN c"), "2-3 13 a b \\; 4-4 13 c");
    assert_instructions(T("\n# escape=`\nRUN a \\\nb"), "3-4 13 a b");
}

static void heads_are_read(void **state) {
    (void)state;
    const struct dockerfile *file =
        parsed(T("# syntax = docker/dockerfile:1\n#BUILD_CONTEXT=.\n\n # more \nFROM a\n# late\n"));
    assert_text(file->syntax, "docker/dockerfile:1");
    assert_int_equal(file->comment_count, 3);
    assert_text(file->comments[1].text, "BUILD_CONTEXT=.");
    assert_int_equal(file->comments[2].line, 4);
}

static void flags_are_taken_off(void **state) {
    (void)state;
    const struct dockerfile *file = parsed(T("COPY --from=x --link --chown=\"a b\" -- --y z\n"));
    const struct docker_instruction *copy = &file->instructions[0];
    assert_text(docker_flag(copy, "from"), "x");
    assert_text(docker_flag(copy, "chown"), "a b");
    assert_text(docker_flag(copy, "link"), "");
    assert_null(docker_flag(copy, "chmod").data);
    assert_text(copy->text, "--y z");
    assert_int_equal(copy->word_count, 2);
    struct text mount = T("type=bind,readonly,source=a=b"), name, value;
    assert_true(docker_mount_part(&mount, &name, &value));
    assert_text(value, "bind");
    assert_true(docker_mount_part(&mount, &name, &value));
    assert_text(name, "readonly");
    assert_true(docker_mount_part(&mount, &name, &value));
    assert_text(value, "a=b");
    assert_false(docker_mount_part(&mount, &name, &value));
}

static void forms_are_told_apart(void **state) {
    (void)state;
    const struct dockerfile *file =
        parsed(T("RUN [\"a b\", \"\\u00e9\"]\nRUN [1]\nRUN [ -f x ] && y\nRUN [\"a\"] b\n"
                 "COPY \"a b\" c\\ d /e\nCOPY [\"a b\"\t\"/x/\"]\n"));
    assert_int_equal(file->instructions[0].form, DOCKER_EXEC_FORM);
    assert_text(file->instructions[0].words[0], "a b");
    assert_text(file->instructions[0].words[1], "\xc3\xa9");
    assert_int_equal(file->instructions[1].form, DOCKER_BAD_JSON);
    assert_int_equal(file->instructions[2].form, DOCKER_SHELL_FORM);
    assert_int_equal(file->instructions[3].form, DOCKER_SHELL_FORM);
    assert_int_equal(file->instructions[4].word_count, 3);
    assert_text(file->instructions[4].words[1], "c d");
    assert_int_equal(file->instructions[5].word_count, 3);
    assert_text(file->instructions[5].words[0], "[\"a");
    assert_text(file->instructions[5].words[2], "\"/x/\"]");
}

static void heredocs_are_skipped(void **state) {
    (void)state;
    const struct dockerfile *file =
        parsed(T("RUN <<EOF 3<<-\"X Y\" cat\n$a\nEOF\n\tb\n\tX Y\nLABEL <<EOF\nCOPY <<end-mark /\n"
                 "end-mark\nRUN a<<b <<<c $((1<<2)) '<<d'\nRUN <<open\nRUN x"));
    assert_int_equal(file->count, 5);
    const struct docker_instruction *run = &file->instructions[0];
    assert_int_equal(run->heredoc_count, 2);
    assert_text(run->heredocs[0].body, "$a");
    assert_true(run->heredocs[0].expands);
    assert_text(run->heredocs[1].name, "X Y");
    assert_text(run->heredocs[1].body, "\tb");
    assert_false(run->heredocs[1].expands);
    assert_true(run->heredocs[1].strips_tabs);
    assert_int_equal(run->last_line, 5);
    assert_int_equal(file->instructions[1].heredoc_count, 0);
    assert_int_equal(file->instructions[2].heredoc_count, 1);
    assert_int_equal(file->instructions[3].heredoc_count, 0);
    assert_int_equal(file->instructions[4].last_line, 11);
}

static void bad_bytes_are_an_error(void **state) {
    (void)state;
    struct error error = {0};
    assert_null(dockerfile_parse(&arena, T("Dockerfile"), T("FROM a\nRUN \xff"), &error));
    assert_text(error_text(&arena, &error),
                "Dockerfile:2: the byte 0xff is not UTF-8; save the file as UTF-8");
}

static void hostile_files_end_quickly(void **state) {
    (void)state;
    static const char *const pieces[] = {"RUN \\\n", "RUN <<E\n", "RUN [", "[", "COPY --a ", "#\n"};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        struct buffer out;
        buffer_init(&out, &arena);
        for (int j = 0; j < 100000; j++)
            buffer_string(&out, pieces[i]);
        assert_true(parsed(buffer_view(&out))->count <= 100000);
    }
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_joined),          cmocka_unit_test(heads_are_read),
        cmocka_unit_test(flags_are_taken_off),       cmocka_unit_test(forms_are_told_apart),
        cmocka_unit_test(heredocs_are_skipped),      cmocka_unit_test(bad_bytes_are_an_error),
        cmocka_unit_test(hostile_files_end_quickly),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
