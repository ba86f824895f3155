/* What cordon.h says of every function: NULL, results, ownership, allocators. */
#define _GNU_SOURCE
#include "unit.h"

#include <cordon/condition.h>
#include <cordon/lint.h>
#include <cordon/probe.h>
#include <cordon/python.h>

#include <stdatomic.h>
#include <stdlib.h>

static void every_free_takes_null(void **state) {
    (void)state;
    cordon_error_free(NULL);
    cordon_condition_free(NULL);
    cordon_config_free(NULL);
    cordon_targets_free(NULL);
    cordon_report_free(NULL);
    cordon_task_layout_free(NULL);
    cordon_schema_free(NULL);
    cordon_probe_recipe_free(NULL);
    cordon_probe_result_free(NULL);
    cordon_python_tree_free(NULL);
}

/* Something that is no object, to see that a result was set. */
static void *const garbage = &(char){0};

static void nobody_needs_the_error(void **state) {
    (void)state;
    cordon_condition *condition = garbage;
    cordon_config *config = garbage;
    cordon_probe_recipe *recipe = garbage;
    cordon_python_tree *tree = garbage;
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.preset = "no-such-preset";
    assert_int_equal(cordon_condition_compile(NULL, 0, NULL, &condition, NULL), CORDON_INVALID);
    assert_int_equal(cordon_config_load("/", &options, &config, NULL), CORDON_INVALID);
    assert_int_equal(cordon_probe_recipe_read("r", "[", 1, NULL, &recipe, NULL), CORDON_INVALID);
    assert_int_equal(cordon_python_parse("(", 1, NULL, &tree, NULL), CORDON_INVALID);
    assert_int_equal(cordon_check_selector("no-such-rule", "here", NULL), CORDON_INVALID);
    assert_int_equal(cordon_check_preset("no-such-preset", "here", NULL), CORDON_INVALID);
    assert_true(!condition && !config && !recipe && !tree);
}

static void success_has_no_error(void **state) {
    (void)state;
    cordon_error *error = garbage;
    cordon_condition *condition;
    cordon_python_tree *tree;
    assert_int_equal(cordon_condition_compile("1", 1, NULL, &condition, &error), CORDON_OK);
    assert_null(error);
    error = garbage;
    assert_int_equal(cordon_python_parse(NULL, 0, NULL, &tree, &error), CORDON_OK);
    assert_null(error);
    error = garbage;
    assert_int_equal(cordon_check_preset("monorepo", "here", &error), CORDON_OK);
    assert_null(error);
    cordon_condition_free(condition);
    cordon_python_tree_free(tree);
}

/* Counts blocks, gives them no better aligned than it must, and looks at what it is asked. */
struct counter {
    atomic_size_t blocks;
    atomic_bool wrong;
};

enum { ALIGNMENT = 16 };

static void *count_allocate(void *user, size_t size) {
    struct counter *counter = user;
    atomic_fetch_add(&counter->blocks, 1);
    if (!size)
        counter->wrong = true;
    /* At an odd multiple of the alignment. */
    char *block = aligned_alloc(2 * ALIGNMENT, (size / (2 * ALIGNMENT) + 2) * 2 * ALIGNMENT);
    return block ? block + ALIGNMENT : NULL;
}

static void count_release(void *user, void *block) {
    struct counter *counter = user;
    atomic_fetch_sub(&counter->blocks, 1);
    if (!block)
        counter->wrong = true;
    else
        free((char *)block - ALIGNMENT);
}

static bool drop(void *user, const char *data, size_t size) {
    (void)data;
    *(size_t *)user += size;
    return size != 0;
}

/* The allocator's struct is gone when the objects are used, and errors outlive what made them. */
static void lint_with(struct counter *counter, cordon_error **error) {
    static const char *const select[] = {"IEFS001"}, *const names[] = {"no_such_package"};
    cordon_allocator *allocator = malloc(sizeof(*allocator));
    cordon_lint_options options;
    cordon_config *config;
    cordon_targets *targets;
    cordon_report *report;
    const cordon_text *reach;
    size_t count, written = 0;
    *allocator = (cordon_allocator){count_allocate, count_release, counter};
    cordon_lint_options_init(&options);
    options.allocator = allocator;
    options.table = "preset = 'multi-eval'";
    options.select = select;
    options.select_count = 1;
    assert_int_equal(cordon_config_load("/", &options, &config, error), CORDON_OK);
    free(allocator);
    assert_int_equal(cordon_targets_new(config, &targets), CORDON_OK);
    cordon_config_free(config);
    assert_int_equal(cordon_targets_add_packages(targets, names, 1, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_reach(targets, &reach, &count), CORDON_OK);
    assert_int_equal(reach[0].data[reach[0].size], '\0');
    assert_int_equal(cordon_lint(targets, &report, NULL), CORDON_OK);
    cordon_targets_free(targets);
    assert_false(cordon_report_passed(report));
    assert_int_equal(cordon_report_render(report, "json", NULL, drop, &written, NULL), CORDON_OK);
    assert_true(written > 0);
    assert_int_equal(cordon_report_render(report, "jsn", NULL, drop, &written, error),
                     CORDON_INVALID);
    cordon_report_free(report);
    assert_non_null(strstr(cordon_error_message(*error).data, "did you mean 'json'?"));
}

static void scan_with(struct counter *counter, cordon_error **error) {
    static const char log[] = "Traceback (most recent call last):\n";
    static const char source[] = "schema_version: 1\nmode: probe\ntrials: 1\n"
                                 "mitigation_axis: [none]\ndiagnostic_axis: [none]\n";
    const cordon_allocator allocator = {count_allocate, count_release, counter};
    cordon_probe_options options;
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    cordon_probe_options_init(&options);
    options.allocator = &allocator;
    assert_int_equal(
        cordon_probe_recipe_read("r", source, strlen(source), &allocator, &recipe, NULL),
        CORDON_OK);
    assert_int_equal(
        cordon_probe_scan_text(recipe, log, strlen(log), NULL, &options, &result, NULL), CORDON_OK);
    cordon_probe_recipe_free(recipe);
    assert_true(cordon_probe_failed(result));
    cordon_probe_result_free(result);
    assert_int_equal(cordon_probe_recipe_read("r", "- x", 3, &allocator, &recipe, error),
                     CORDON_INVALID);
}

static void everything_comes_from_the_allocator(void **state) {
    (void)state;
    struct counter counter = {0};
    cordon_error *error;
    lint_with(&counter, &error);
    assert_true(counter.blocks > 0); /* the error's */
    cordon_error_free(error);
    assert_int_equal(counter.blocks, 0);
    scan_with(&counter, &error);
    assert_true(counter.blocks > 0);
    cordon_error_free(error);
    assert_int_equal(counter.blocks, 0);
    assert_false(counter.wrong);
}

static bool refuse(void *user, const char *data, size_t size) {
    (void)data;
    (void)size;
    ++*(int *)user;
    return false;
}

static void a_writer_that_refuses_is_not_called_again(void **state) {
    (void)state;
    int calls = 0;
    const cordon_rule *rule = cordon_rule_at(0);
    cordon_error *error = garbage;
    assert_int_equal(cordon_find_root("/", refuse, &calls), CORDON_FAILED);
    assert_int_equal(calls, 1);
    assert_int_equal(cordon_rules_explain(&rule, 1, "markdown", NULL, refuse, &calls, &error),
                     CORDON_FAILED);
    assert_int_equal(calls, 2);
    assert_null(error);
}

static void indexes_that_name_nothing(void **state) {
    (void)state;
    assert_null(cordon_rule_at(cordon_rule_count()));
    assert_null(cordon_category_name(CORDON_CATEGORY_COUNT));
    assert_null(cordon_preset_name(CORDON_PRESET_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_free_takes_null),
        cmocka_unit_test(nobody_needs_the_error),
        cmocka_unit_test(success_has_no_error),
        cmocka_unit_test(everything_comes_from_the_allocator),
        cmocka_unit_test(a_writer_that_refuses_is_not_called_again),
        cmocka_unit_test(indexes_that_name_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
