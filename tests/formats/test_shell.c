#include "../base/unit.h"
#include "base/buffer.h"
#include "formats/shell.h"

static struct heap heap;
static struct arena arena;

/* Each command as "pipeline.stage[<parent.stage]: word|word", one a line. */
static struct text shown(struct shell_script script) {
    struct buffer out;
    buffer_init(&out, &arena);
    for (size_t i = 0; i < script.count; i++) {
        const struct shell_command *command = &script.commands[i];
        const struct shell_pipeline *pipeline = &script.pipelines[command->pipeline];
        buffer_format(&out, "%s%u.%u", i ? "; " : "", command->pipeline, command->stage);
        if (pipeline->parent != SHELL_NONE)
            buffer_format(&out, "<%u.%u", pipeline->parent, pipeline->stage);
        for (size_t j = 0; j < command->count; j++)
            buffer_format(&out, "%s%.*s", j ? "|" : ": ", TEXT_ARGS(command->words[j].text));
    }
    return buffer_view(&out);
}

static void assert_script(const char *text, const char *commands) {
    struct text found = shown(shell_parse(&arena, text_of(text)));
    if (!text_is(found, commands))
        fail_msg("%s\nis  %s\nnot %s", text, found.data, commands);
}

static void commands_are_separated(void **state) {
    (void)state;
    assert_script("a b&&c;d||e&f\ng", "0.0: a|b; 1.0: c; 2.0: d; 3.0: e; 4.0: f; 5.0: g");
    assert_script("a|b |& c", "0.0: a; 0.1: b; 0.2: c");
    assert_script("case x in y) a;; z) b;; esac",
                  "0.0: case|x|in|y; 1.0: a; 2.0: z; 3.0: b; 4.0: esac");
    assert_script("", "");
    assert_script(" ;; & \n", "");
}

static void words_lose_their_quotes(void **state) {
    (void)state;
    assert_script("a 'b && c' \"d; e\" f\\ g h\"i\"'j' \"\" \"\\$k\\m\"",
                  "0.0: a|b && c|d; e|f g|hij||$k\\m");
    assert_script("a \"b\\\nc\" d\\\ne", "0.0: a|bc|de");
    assert_script("a # b; c\nd#e", "0.0: a; 1.0: d#e");
    assert_script("a 'b", "0.0: a|b");
    assert_script("a \"b $(c", "0.0: c; 1.0: a|b $()");
}

static void commands_within_commands_are_listed(void **state) {
    (void)state;
    assert_script("a $(b | c) `d`", "0.0: b; 0.1: c; 1.0: d; 2.0: a|$()|`");
    assert_script("(a; b) | c", "1.0<0.0: a; 2.0<0.0: b; 0.1: c");
    assert_script("{ a; b }; } | c", "1.0<0.0: a; 2.0<0.0: b|}; 0.1: c");
    assert_script("{a} {b", "0.0: {a}|{b");
    assert_script("a \"$(b \"c d\")\" $((1<<2)) ${e:-f g}",
                  "0.0: b|c d; 1.0: a|$()|$((1<<2))|${e:-f g}");
    assert_script("a <(b)", "0.0: b; 1.0: a");
}

static void redirections_are_no_words(void **state) {
    (void)state;
    assert_script("a >b 2>&1 <c d&>e f>>g 2 >h", "0.0: a|d|f|2");
    assert_script("a <<EOF b\nc\nd\nEOF\ne", "0.0: a|b; 1.0: e");
    assert_script("a <<-'X' <<Y\nb\n\tX\nc\nY\nd <<<e", "0.0: a; 1.0: d");
}

static void prefixes_lead_to_the_program(void **state) {
    (void)state;
    static const char *const texts[] = {
        "A=1 B='x y' p q",
        "sudo -u app -E p q",
        "/usr/bin/env -i A=1 p q",
        "exec -a name p q",
        "then p q",
        "! p q",
        "{ p q; }",
        "sudo --user=app -- env p q",
        "while ! time -p p q",
        "if sudo -H A=1 /x/p q",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct shell_script script = shell_parse(&arena, text_of(texts[i]));
        struct shell_command program = shell_program(script.commands[0]);
        if (program.count != 2 || !text_is(shell_program_name(program), "p"))
            fail_msg("%s", texts[i]);
    }
    struct shell_script script = shell_parse(&arena, T("echo then p; 'then' q; fi"));
    assert_text(shell_program_name(shell_program(script.commands[0])), "echo");
    assert_text(shell_program_name(shell_program(script.commands[1])), "then");
    assert_int_equal(shell_program(script.commands[2]).count, 0);
}

static void inline_texts_are_found(void **state) {
    (void)state;
    struct text text = {0};
    struct shell_script script =
        shell_parse(&arena, T("bash -o pipefail -lc 'a b' c; sh x -c y; cat -c z; dash -c"));
    assert_true(shell_inline_text(script.commands[0], &text));
    assert_text(text, "a b");
    for (size_t i = 1; i < 4; i++)
        assert_false(shell_inline_text(script.commands[i], &text));
}

static void hostile_texts_end_quickly(void **state) {
    (void)state;
    static const char *const pieces[] = {"(", "$(", "`", "\"$(", "${", "<<E\n", "a|", "'", "\\"};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        struct buffer out;
        buffer_init(&out, &arena);
        for (int j = 0; j < 100000; j++)
            buffer_string(&out, pieces[i]);
        assert_true(shell_parse(&arena, buffer_view(&out)).count <= 100000);
    }
}

int main(void) {
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_separated),
        cmocka_unit_test(words_lose_their_quotes),
        cmocka_unit_test(commands_within_commands_are_listed),
        cmocka_unit_test(redirections_are_no_words),
        cmocka_unit_test(prefixes_lead_to_the_program),
        cmocka_unit_test(inline_texts_are_found),
        cmocka_unit_test(hostile_texts_end_quickly),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    heap_release(&heap);
    return failed;
}
