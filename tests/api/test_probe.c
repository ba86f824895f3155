#define _GNU_SOURCE
#include "unit.h"

#include <cordon/probe.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TOP                                                                                        \
    "schema_version: 1\nmode: probe\ntrials: 1\nmitigation_axis: [none]\ndiagnostic_axis: "        \
    "[none]\n"

static const char recipe_source[] =
    TOP "custom_patterns:\n"
        "  - id: slow\n"
        "    match: {regex: 'bw=(?P<bw>\\d+)', condition: \"int(capture['bw']) < 100\"}\n"
        "  - {id: twice, match: {regex: '(?i)(a+)\\1'}, on_match: warn}\n";

static const char log_text[] = "bw=90 and aAa\n";

static void a_recipe_serves_many_scans(void **state) {
    (void)state;
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    cordon_probe_trial trial;
    assert_int_equal(cordon_probe_recipe_read("r.yaml", recipe_source, strlen(recipe_source), NULL,
                                              &recipe, NULL),
                     CORDON_OK);
    assert_int_equal(cordon_probe_recipe_pattern_count(recipe), 2);
    cordon_probe_trial_init(&trial);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            cordon_probe_scan_text(recipe, log_text, strlen(log_text), &trial, NULL, &result, NULL),
            CORDON_OK);
        assert_true(cordon_probe_failed(result));
        assert_int_equal(cordon_probe_count(result, CORDON_PROBE_FAILURES), 1);
        assert_int_equal(cordon_probe_count(result, CORDON_PROBE_WARNINGS), 1);
        assert_int_equal(cordon_probe_count(result, CORDON_PROBE_GIVEN_UP), 0);
        assert_string_equal(cordon_probe_detector(result, CORDON_PROBE_CUSTOM, 1).data,
                            "custom:twice");
        assert_int_equal(cordon_probe_capture_count(result), 1);
        assert_memory_equal(cordon_probe_capture_value(result, 0).data, "90", 2);
        assert_non_null(strstr(cordon_probe_json(result).data, "\"verdict\": \"fail\""));
        cordon_probe_result_free(result);
    }
    cordon_probe_recipe_free(recipe);
}

static void what_cannot_work_is_told(void **state) {
    (void)state;
    static const char source[] =
        TOP "custom_patterns:\n"
            "  - {id: a, match: {regex: 'x', condition: \"capture['y'] == ''\"}}\n";
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    assert_int_equal(
        cordon_probe_recipe_read("r.yaml", source, strlen(source), NULL, &recipe, NULL), CORDON_OK);
    assert_int_equal(cordon_probe_recipe_warning_count(recipe), 1);
    assert_memory_equal(cordon_probe_recipe_warning(recipe, 0).data, "r.yaml:7:", 9);
    assert_int_equal(cordon_probe_scan_text(recipe, "x", 1, NULL, NULL, &result, NULL), CORDON_OK);
    assert_int_equal(cordon_probe_count(result, CORDON_PROBE_CUSTOM), 0);
    assert_int_equal(cordon_probe_count(result, CORDON_PROBE_UNMET), 1);
    assert_string_equal(cordon_probe_detector(result, CORDON_PROBE_UNMET, 0).data, "custom:a");
    assert_int_equal(cordon_probe_unmet_windows(result, 0), 1);
    assert_memory_equal(cordon_probe_unmet_exception(result, 0).data, "KeyError: ", 10);
    cordon_probe_result_free(result);
    cordon_probe_recipe_free(recipe);
}

static void a_refusal_names_line_and_key(void **state) {
    (void)state;
    static const char source[] = TOP "custom_patterns:\n  - {id: a, match: {regex: '('}}\n";
    cordon_probe_recipe *recipe;
    cordon_error *error;
    assert_int_equal(
        cordon_probe_recipe_read("r.yaml", source, strlen(source), NULL, &recipe, &error),
        CORDON_INVALID);
    assert_null(recipe);
    assert_int_equal(cordon_error_line(error), 7);
    assert_non_null(strstr(cordon_error_message(error).data, "custom_patterns[0].match.regex"));
    cordon_error_free(error);
}

static void options_and_logs_can_be_wrong(void **state) {
    (void)state;
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    cordon_probe_trial trial;
    cordon_probe_options options;
    cordon_error *error;
    cordon_probe_recipe_read("r.yaml", TOP, strlen(TOP), NULL, &recipe, NULL);
    cordon_probe_trial_init(&trial);
    cordon_probe_options_init(&options);
    options.overlap = options.window;
    assert_int_equal(cordon_probe_scan_text(recipe, "", 0, &trial, &options, &result, &error),
                     CORDON_INVALID);
    cordon_error_free(error);
    assert_int_equal(cordon_probe_scan(recipe, 999, "no log", &trial, NULL, &result, &error),
                     CORDON_FAILED);
    assert_null(result);
    assert_int_equal(cordon_error_file(error).size, 6);
    cordon_error_free(error);
    cordon_probe_recipe_free(recipe);
}

static bool count_and_stop(void *user) {
    return ++*(int *)user == 3;
}

static void a_scan_may_be_cancelled(void **state) {
    (void)state;
    static const char log[100] = "fine";
    int asked = 0;
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    cordon_error *error;
    cordon_probe_options options;
    cordon_probe_options_init(&options);
    options.window = 10;
    options.overlap = 0;
    options.cancelled = count_and_stop;
    options.user = &asked;
    cordon_probe_recipe_read("r.yaml", recipe_source, strlen(recipe_source), NULL, &recipe, NULL);
    assert_int_equal(
        cordon_probe_scan_text(recipe, log, sizeof(log), NULL, &options, &result, &error),
        CORDON_CANCELLED);
    assert_null(result);
    assert_null(error);
    assert_int_equal(asked, 3);
    cordon_probe_recipe_free(recipe);
}

static void *scan_often(void *argument) {
    for (int i = 0; i < 200; i++) {
        cordon_probe_result *result;
        cordon_probe_trial trial;
        cordon_probe_trial_init(&trial);
        if (cordon_probe_scan_text(argument, log_text, strlen(log_text), &trial, NULL, &result,
                                   NULL) != CORDON_OK ||
            cordon_probe_count(result, CORDON_PROBE_CUSTOM) != 2)
            return argument;
        cordon_probe_result_free(result);
    }
    return NULL;
}

static void threads_share_a_recipe(void **state) {
    (void)state;
    cordon_probe_recipe *recipe;
    pthread_t threads[4];
    cordon_probe_recipe_read("r.yaml", recipe_source, strlen(recipe_source), NULL, &recipe, NULL);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, scan_often, recipe), 0);
    for (size_t i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    cordon_probe_recipe_free(recipe);
}

struct budget {
    size_t left;
    size_t live;
};

static void *take(void *user, size_t size) {
    struct budget *budget = user;
    if (budget->left == 0)
        return NULL;
    budget->left--;
    budget->live++;
    return malloc(size);
}

static void give_back(void *user, void *block) {
    struct budget *budget = user;
    budget->live--;
    free(block);
}

/* Whichever allocation fails, everything is given back. */
static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    cordon_status status = CORDON_NO_MEMORY;
    for (size_t allowed = 0; status == CORDON_NO_MEMORY; allowed++) {
        struct budget budget = {allowed, 0};
        cordon_allocator allocator = {take, give_back, &budget};
        cordon_probe_recipe *recipe;
        cordon_probe_result *result = NULL;
        cordon_probe_trial trial;
        cordon_probe_options options;
        cordon_probe_trial_init(&trial);
        cordon_probe_options_init(&options);
        options.allocator = &allocator;
        status = cordon_probe_recipe_read("r.yaml", recipe_source, strlen(recipe_source),
                                          &allocator, &recipe, NULL);
        if (status == CORDON_OK)
            status = cordon_probe_scan_text(recipe, log_text, strlen(log_text), &trial, &options,
                                            &result, NULL);
        cordon_probe_result_free(result);
        cordon_probe_recipe_free(recipe);
        assert_int_equal(budget.live, 0);
        assert_true(allowed < 5000);
    }
    assert_int_equal(status, CORDON_OK);
}

static cordon_probe_result *run_trial(const cordon_probe_recipe *recipe, const char *folder,
                                      const char *script) {
    const char *const command[] = {"sh", "-c", script, NULL};
    cordon_probe_result *result;
    assert_int_equal(cordon_probe_run(recipe, command, folder, NULL, &result, NULL), CORDON_OK);
    return result;
}

static void trials_are_run(void **state) {
    (void)state;
    char folder[] = "/tmp/cordon-trial-XXXXXX";
    const char *const missing[] = {"no-such-command", NULL};
    cordon_probe_recipe *recipe;
    cordon_probe_result *result;
    cordon_probe_trial trial;
    cordon_error *error;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(cordon_probe_recipe_read("r.yaml", recipe_source, strlen(recipe_source), NULL,
                                              &recipe, NULL),
                     CORDON_OK);
    result = run_trial(recipe, folder, "echo bw=90; echo aa >&2; exit 3");
    cordon_probe_trial_init(&trial);
    cordon_probe_result_trial(result, &trial);
    assert_int_equal(trial.exit_code, 3);
    assert_true(trial.walltime_sec > 0);
    assert_string_equal(cordon_probe_log_folder(result).data, folder);
    assert_int_equal(cordon_probe_start_failure(result).size, 0);
    assert_int_equal(cordon_probe_log_size(result), strlen("bw=90\n\naa\n"));
    assert_int_equal(cordon_probe_window_count(result), 1);
    assert_int_equal(cordon_probe_count(result, CORDON_PROBE_WARNINGS), 1);
    assert_non_null(strstr(cordon_probe_json(result).data, folder));
    cordon_probe_result_free(result);
    assert_int_equal(cordon_probe_run(recipe, missing, folder, NULL, &result, NULL), CORDON_OK);
    assert_true(cordon_probe_failed(result));
    assert_true(cordon_probe_start_failure(result).size > 0);
    cordon_probe_result_free(result);
    assert_int_equal(cordon_probe_run(recipe, missing, "/no/such/folder", NULL, &result, &error),
                     CORDON_FAILED);
    assert_non_null(strstr(cordon_error_text(error).data, "/no/such/folder"));
    cordon_error_free(error);
    cordon_probe_recipe_free(recipe);
    char command[64];
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recipe_serves_many_scans),
        cmocka_unit_test(what_cannot_work_is_told),
        cmocka_unit_test(a_refusal_names_line_and_key),
        cmocka_unit_test(options_and_logs_can_be_wrong),
        cmocka_unit_test(a_scan_may_be_cancelled),
        cmocka_unit_test(threads_share_a_recipe),
        cmocka_unit_test(trials_are_run),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
