#include "unit.h"

#include <cordon/condition.h>

#include <pthread.h>
#include <stdlib.h>

static cordon_condition *compile(const char *text) {
    cordon_condition *condition;
    assert_int_equal(cordon_condition_compile(text, strlen(text), NULL, &condition, NULL),
                     CORDON_OK);
    return condition;
}

static cordon_text public_of(const char *string) {
    return (cordon_text){string, strlen(string)};
}

static void a_condition_is_compiled_once_and_evaluated_often(void **state) {
    (void)state;
    cordon_condition *condition = compile("  exit_code == 137 and float(capture['x']) > 1 ");
    cordon_condition_capture capture = {public_of("x"), public_of("2.5")};
    cordon_condition_facts facts;
    cordon_condition_verdict verdict;
    cordon_condition_facts_init(&facts);
    facts.captures = &capture;
    facts.capture_count = 1;
    facts.exit_code = 137;
    assert_int_equal(cordon_condition_evaluate(condition, &facts, &verdict), CORDON_OK);
    assert_true(verdict.fired);
    assert_null(verdict.detail);
    capture.value = public_of("0.5");
    assert_int_equal(cordon_condition_evaluate(condition, &facts, &verdict), CORDON_OK);
    assert_false(verdict.fired);
    assert_int_equal(verdict.exception, CORDON_CONDITION_NO_EXCEPTION);
    assert_int_equal(cordon_condition_text(condition).size, 44);
    cordon_condition_free(condition);
}

static void an_exception_says_what_and_where(void **state) {
    (void)state;
    cordon_condition *condition = compile("exit_code or\\\n capture['gone']");
    cordon_condition_facts facts;
    cordon_condition_verdict verdict;
    cordon_condition_facts_init(&facts);
    assert_int_equal(cordon_condition_evaluate(condition, &facts, &verdict), CORDON_OK);
    assert_false(verdict.fired);
    assert_string_equal(cordon_condition_exception_name(verdict.exception), "KeyError");
    assert_non_null(verdict.detail);
    assert_int_equal(verdict.line, 2);
    assert_int_equal(verdict.column, 2);
    cordon_condition_free(condition);
}

static void a_refusal_has_reason_and_place(void **state) {
    (void)state;
    const struct {
        const char *text, *reason;
        uint32_t line, column;
    } cases[] = {
        {"1 and\\\n 2 ** 3", "Pow", 2, 2}, {"exit_cod == 1", "name", 1, 1},
        {"1 +", "syntax", 1, 4},           {"", "empty", 0, 0},
        {"capture[0]", "index", 1, 1},     {"exit_code == 1000000000", "int-too-big", 1, 14}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cordon_condition *condition;
        cordon_error *error;
        assert_int_equal(cordon_condition_compile(cases[i].text, strlen(cases[i].text), NULL,
                                                  &condition, &error),
                         CORDON_INVALID);
        assert_null(condition);
        assert_string_equal(cordon_condition_reason(error).data, cases[i].reason);
        assert_int_equal(cordon_error_line(error), cases[i].line);
        if (cases[i].line)
            assert_int_equal(cordon_error_column(error), cases[i].column);
        assert_true(cordon_error_message(error).size > 0);
        assert_string_equal(cordon_error_source(error).data, cases[i].text);
        cordon_error_free(error);
    }
}

/* An allocator that has so many blocks left, and counts those that are out. */
struct budget {
    long left;
    long out;
};

static void *take(void *user, size_t size) {
    struct budget *budget = user;
    if (budget->left-- <= 0)
        return NULL;
    budget->out++;
    return malloc(size);
}

static void give(void *user, void *block) {
    if (block)
        ((struct budget *)user)->out--;
    free(block);
}

static void running_out_of_memory_gives_everything_back(void **state) {
    (void)state;
    const char *text = "int(capture['x'], 16) + 1 > 0 and capture['x'] + 'f' != ''";
    const cordon_condition_capture capture = {public_of("x"),
                                              public_of("ffffffffffffffffffffffffffffffff")};
    cordon_condition_facts facts;
    cordon_condition_facts_init(&facts);
    facts.captures = &capture;
    facts.capture_count = 1;
    bool whole = false;
    for (long blocks = 0; !whole; blocks++) {
        struct budget budget = {blocks, 0};
        const cordon_allocator allocator = {take, give, &budget};
        cordon_condition *condition;
        cordon_condition_verdict verdict;
        cordon_status status =
            cordon_condition_compile(text, strlen(text), &allocator, &condition, NULL);
        if (status == CORDON_OK)
            whole = cordon_condition_evaluate(condition, &facts, &verdict) == CORDON_OK;
        else
            assert_int_equal(status, CORDON_NO_MEMORY);
        assert_true(!whole || verdict.fired);
        cordon_condition_free(condition);
        assert_int_equal(budget.out, 0);
        assert_true(blocks < 100);
    }
}

static void the_common_case_allocates_nothing(void **state) {
    (void)state;
    struct budget budget = {1000, 0};
    const cordon_allocator allocator = {take, give, &budget};
    const char *text = "walltime_sec > 60 and int(capture['n']) // 2 == 3 and len(capture) < 5";
    const cordon_condition_capture capture = {public_of("n"), public_of(" 7 ")};
    cordon_condition *condition;
    cordon_condition_facts facts;
    cordon_condition_verdict verdict;
    assert_int_equal(cordon_condition_compile(text, strlen(text), &allocator, &condition, NULL),
                     CORDON_OK);
    cordon_condition_facts_init(&facts);
    facts.captures = &capture;
    facts.capture_count = 1;
    facts.walltime_sec = 61;
    budget.left = 0;
    assert_int_equal(cordon_condition_evaluate(condition, &facts, &verdict), CORDON_OK);
    assert_true(verdict.fired);
    cordon_condition_free(condition);
}

static void *evaluate_often(void *argument) {
    size_t fired = 0;
    for (int i = 0; i < 20000; i++) {
        cordon_condition_facts facts;
        cordon_condition_verdict verdict;
        cordon_condition_facts_init(&facts);
        facts.exit_code = i;
        cordon_condition_evaluate(argument, &facts, &verdict);
        fired += verdict.fired;
    }
    return (void *)fired;
}

static void many_threads_share_a_condition(void **state) {
    (void)state;
    cordon_condition *condition = compile("exit_code // 3 == exit_code / 3 and "
                                          "int('99999999999999999999') + exit_code > 1");
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, evaluate_often, condition), 0);
    for (size_t i = 0; i < 4; i++) {
        void *fired;
        pthread_join(threads[i], &fired);
        assert_int_equal((size_t)fired, 6667);
    }
    cordon_condition_free(condition);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_is_compiled_once_and_evaluated_often),
        cmocka_unit_test(an_exception_says_what_and_where),
        cmocka_unit_test(a_refusal_has_reason_and_place),
        cmocka_unit_test(running_out_of_memory_gives_everything_back),
        cmocka_unit_test(the_common_case_allocates_nothing),
        cmocka_unit_test(many_threads_share_a_condition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
