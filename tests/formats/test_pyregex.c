#define PCRE2_CODE_UNIT_WIDTH 8
#include "../base/unit.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "formats/pyregex.h"

#include <pcre2.h>

enum { LAST = 0x10ffff, WORDS = 138558, DIGITS = 680, SPACES = 29 };

struct fixture {
    struct heap heap;
    struct arena arena;
};

static int set_up(void **state) {
    static struct fixture fixture;
    heap_init(&fixture.heap, NULL);
    arena_init(&fixture.arena, &fixture.heap);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    heap_release(&fixture->heap);
    return 0;
}

static bool matches(const pcre2_code *code, pcre2_match_data *data, uint32_t c) {
    char bytes[4];
    size_t size = utf8_encode(c, bytes);
    return pcre2_match(code, (PCRE2_SPTR)bytes, size, 0, 0, data, NULL) > 0;
}

/* Calls check for every character with whether the pattern matches it. */
static void for_all(struct fixture *fixture, const char *pattern,
                    void (*check)(uint32_t c, bool matches)) {
    struct pyregex regex;
    struct error error = {0};
    int code;
    PCRE2_SIZE place;
    assert_true(pyregex_parse(&fixture->arena, text_of(pattern), &regex, &error));
    struct text translated = pyregex_to_pcre2(&fixture->arena, &regex, &error);
    assert_false(error_is_set(&error));
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)translated.data, translated.size,
                                         PCRE2_UTF | PCRE2_ALT_CIRCUMFLEX, &code, &place, NULL);
    assert_non_null(compiled);
    pcre2_match_data *data = pcre2_match_data_create(8, NULL);
    for (uint32_t c = 0; c <= LAST; c++)
        if (c < 0xd800 || c > 0xdfff)
            check(c, matches(compiled, data, c));
    pcre2_match_data_free(data);
    pcre2_code_free(compiled);
}

static size_t counted;

static void count(uint32_t c, bool matches) {
    (void)c;
    counted += matches;
}

/* Python 3.13: sum(f(chr(c)) for c in range(0x110000)). */
static void categories_are_those_of_python(void **state) {
    static const struct {
        const char *pattern;
        size_t characters;
    } cases[] = {
        {"^\\w$", WORDS},    {"^[\\w]$", WORDS},      {"^\\d$", DIGITS},
        {"^\\s$", SPACES},   {"^(?a:\\w)$", 63},      {"^(?a:\\d)$", 10},
        {"^[^\\W]$", WORDS}, {"^[^\\D\\W]$", DIGITS}, {"^[\\W\\w]$", 0x110000 - 2048},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        counted = 0;
        for_all(*state, cases[i].pattern, count);
        assert_int_equal(counted, cases[i].characters);
    }
}

static const uint32_t *expected;
static size_t expected_count;

static void check_listed(uint32_t c, bool matches) {
    bool listed = false;
    for (size_t i = 0; i < expected_count; i++)
        listed = listed || expected[i] == c;
    assert_int_equal(matches, listed);
}

static void case_is_ignored_as_python_does(void **state) {
    static const uint32_t k[] = {'k', 'K', 0x212a}, i[] = {'i', 'I', 0x130, 0x131},
                          sharp[] = {0xdf, 0x1e9e}, iota[] = {0x3b9, 0x399, 0x345, 0x1fbe},
                          deseret[] = {0x10400, 0x10428}, ascii_k[] = {'k', 'K'},
                          only_small[] = {'x', 'X'};
    static const struct {
        const char *pattern;
        const uint32_t *characters;
        size_t count;
    } cases[] = {
        {"^(?i:K)$", k, 3},
        {"^(?i:\\u0130)$", i, 4},
        {"^(?i:\\u1e9e)$", sharp, 2},
        {"^(?i:[\\u0345])$", iota, 4},
        {"^(?i:\\U00010400)$", deseret, 2},
        {"^(?ai:k)$", ascii_k, 2},
        /* a high capital beside other members of a class matches nothing */
        {"^(?i:[x\\U00010400])$", only_small, 2},
    };
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        expected = cases[n].characters;
        expected_count = cases[n].count;
        for_all(*state, cases[n].pattern, check_listed);
    }
}

static void mistakes_say_where(void **state) {
    static const struct {
        const char *pattern, *message;
    } cases[] = {
        {"ab(c", "this '(' has no ')' (at character 3)"},
        {"x**", "'*' repeats a repeat; put the inner one into '(?:...)' (at character 3)"},
        {"(?<n>a)",
         "'(?<' is followed by '=' or '!' for a lookbehind; a named group is '(?P<name>...)' (at "
         "character 1)"},
        {"a(?i)", "flags for the whole pattern stand at its start; for a part use "
                  "'(?flags:...)' (at character 2)"},
        {"[b-a]", "the range 'b-a' runs backwards (at character 2)"},
        {"\\", "a backslash at the end escapes nothing; write '\\\\' for itself (at character 1)"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pyregex regex;
        struct error error = {0};
        assert_false(pyregex_parse(&fixture->arena, text_of(cases[i].pattern), &regex, &error));
        assert_text(error.message, cases[i].message);
    }
}

static void literals_are_what_a_match_cannot_lack(void **state) {
    static const struct {
        const char *pattern, *literals;
    } cases[] = {
        {"\\d+ CUDA error: \\d+", " CUDA error: "},
        {"abc|xyz+", "abc xy"},
        {"loss(?: is)? NaN", "loss NaN loss is NaN"},
        {"(?i)ERR", "err"},
        {"(?i)ask", "ask \xc5\xbf \xe2\x84\xaa"},
        {"a?b?", ""},
        {"(?:foo)*", ""},
        {"(?=foo)\\d", ""},
        {"(x\\d)+yes", "yes"},
        {"foo|", ""},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pyregex regex;
        struct error error = {0};
        const struct pyregex_literal *literals;
        struct buffer list;
        buffer_init(&list, &fixture->arena);
        assert_true(pyregex_parse(&fixture->arena, text_of(cases[i].pattern), &regex, &error));
        size_t literal_count = pyregex_literals(&fixture->arena, &regex, &literals);
        for (size_t j = 0; j < literal_count; j++)
            buffer_format(&list, "%s%.*s", j ? " " : "", TEXT_ARGS(literals[j].text));
        assert_text(buffer_view(&list), cases[i].literals);
    }
}

static void nesting_is_bounded(void **state) {
    struct fixture *fixture = *state;
    struct buffer pattern;
    struct pyregex regex;
    struct error error = {0};
    buffer_init(&pattern, &fixture->arena);
    buffer_repeat(&pattern, '(', 250);
    buffer_repeat(&pattern, ')', 250);
    assert_true(pyregex_parse(&fixture->arena, buffer_view(&pattern), &regex, &error));
    pattern.size = 0;
    buffer_repeat(&pattern, '(', 100000);
    assert_false(pyregex_parse(&fixture->arena, buffer_view(&pattern), &regex, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_those_of_python),
        cmocka_unit_test(case_is_ignored_as_python_does),
        cmocka_unit_test(mistakes_say_where),
        cmocka_unit_test(literals_are_what_a_match_cannot_lack),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
