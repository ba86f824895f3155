#define _GNU_SOURCE
#include <cordon/lint.h>

#include "unit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/cordon-api-XXXXXX";

static void put(const char *name, const char *content) {
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

static int make_tree(void **state) {
    (void)state;
    assert_non_null(mkdtemp(root));
    put("pyproject.toml", "[tool.inspect-evals-lint]\npreset = \"multi-eval\"\n");
    put("src/one/__init__.py", "");
    put("src/one/one.py",
        "from inspect_ai import task\n@task\ndef one():\n    return Sample(eval(x))\n");
    put("src/one/compose.yaml", "services:\n  a:\n    image: b\n");
    put("src/two/__init__.py", "def broken(:\n");
    put("src/utils/__init__.py", "import numpy\n");
    return 0;
}

static int remove_tree(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof(command), "rm -rf '%s'", root);
    return system(command);
}

/* Counts what is not given back; fails when its budget is used up. */
struct budget {
    atomic_long left;
    atomic_long live;
};

static void *budget_allocate(void *user, size_t size) {
    struct budget *budget = user;
    if (atomic_fetch_sub(&budget->left, 1) <= 0)
        return NULL;
    atomic_fetch_add(&budget->live, 1);
    return malloc(size);
}

static void budget_release(void *user, void *block) {
    atomic_fetch_sub(&((struct budget *)user)->live, 1);
    free(block);
}

static bool count_bytes(void *user, const char *data, size_t size) {
    (void)data;
    *(size_t *)user += size;
    return true;
}

static cordon_status lint_with(const cordon_allocator *allocator, unsigned threads, size_t *bytes) {
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.allocator = allocator;
    options.threads = threads;
    cordon_error *error = NULL;
    cordon_config *config = NULL;
    cordon_status status = cordon_config_load(root, &options, &config, &error);
    if (status == CORDON_OK) {
        cordon_report *report = NULL;
        status = cordon_lint_repository(config, &report, &error);
        if (status == CORDON_OK)
            status = cordon_report_render(report, "json", NULL, count_bytes, bytes, &error);
        cordon_report_free(report);
    }
    cordon_error_free(error);
    cordon_config_free(config);
    return status;
}

static void a_repository_is_linted(void **state) {
    (void)state;
    cordon_config *config = NULL;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    cordon_report *report = NULL;
    assert_int_equal(cordon_lint_repository(config, &report, NULL), CORDON_OK);
    cordon_config_free(config); /* the report does not need it */
    assert_int_equal(cordon_report_package_count(report), 3);
    const cordon_package *package = cordon_report_package(report, 0);
    assert_int_equal(cordon_package_name(package).size, 3);
    assert_false(cordon_package_passed(package));
    assert_true(cordon_package_is_helper(cordon_report_package(report, 2)));
    assert_memory_equal(cordon_package_name(cordon_report_package(report, 2)).data, "utils", 5);
    size_t counted = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t f = 0; f < cordon_package_finding_count(cordon_report_package(report, i)); f++)
            counted += cordon_finding_status(cordon_package_finding(
                           cordon_report_package(report, i), f)) == CORDON_FAIL;
    assert_int_equal(counted, cordon_report_summary(report).of[CORDON_FAIL]);
    assert_true(cordon_report_score(report).score < 1);
    cordon_report_free(report);
}

static void exhausted_memory_is_a_status(void **state) {
    (void)state;
    size_t runs = 0;
    for (long k = 0;; k += 1 + k / 50) {
        struct budget budget = {k, 0};
        cordon_allocator allocator = {budget_allocate, budget_release, &budget};
        size_t bytes = 0;
        cordon_status status = lint_with(&allocator, 2, &bytes);
        assert_int_equal(atomic_load(&budget.live), 0);
        runs++;
        if (status == CORDON_OK) {
            assert_true(bytes > 0);
            break;
        }
        assert_int_equal(status, CORDON_NO_MEMORY);
    }
    assert_true(runs > 20);
}

static void mistakes_are_errors_with_text(void **state) {
    (void)state;
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.preset = "multieval";
    cordon_config *config = NULL;
    cordon_error *error = NULL;
    assert_int_equal(cordon_config_load(root, &options, &config, &error), CORDON_INVALID);
    assert_null(config);
    assert_non_null(strstr(cordon_error_message(error).data, "multi-eval"));
    cordon_error_free(error);
    options.preset = NULL;
    const char *const select[] = {"IEBP003", "nonsense"};
    options.select = select;
    options.select_count = 2;
    assert_int_equal(cordon_config_load(root, &options, &config, &error), CORDON_INVALID);
    assert_non_null(strstr(cordon_error_message(error).data, "nonsense"));
    cordon_error_free(error);
}

static void a_bare_module_has_no_layout(void **state) {
    (void)state;
    cordon_config *config = NULL;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    cordon_task_layout *layout = NULL;
    cordon_error *error = NULL;
    assert_int_equal(cordon_task_layout_find(config, "src/one/one.py", &layout, &error), CORDON_OK);
    assert_memory_equal(cordon_task_layout_name(layout).data, "one", 3);
    assert_memory_equal(cordon_task_layout_source_root(layout).data, "src", 3);
    cordon_task_layout_free(layout);
    assert_int_equal(cordon_task_layout_find(config, "src/none.py", &layout, &error),
                     CORDON_INVALID);
    assert_null(layout);
    cordon_error_free(error);
    cordon_config_free(config);
}

static bool always(void *user) {
    (void)user;
    return true;
}

static void a_run_can_be_cancelled(void **state) {
    (void)state;
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.cancelled = always;
    cordon_config *config = NULL;
    assert_int_equal(cordon_config_load(root, &options, &config, NULL), CORDON_OK);
    cordon_report *report = NULL;
    assert_int_equal(cordon_lint_repository(config, &report, NULL), CORDON_CANCELLED);
    assert_null(report);
    cordon_config_free(config);
}

static void *lint_often(void *argument) {
    for (int i = 0; i < 5; i++) {
        cordon_report *report = NULL;
        if (cordon_lint_repository(argument, &report, NULL) != CORDON_OK)
            return argument;
        size_t count = cordon_report_package_count(report);
        cordon_report_free(report);
        if (count != 3)
            return argument;
    }
    return NULL;
}

static void one_configuration_serves_many_threads(void **state) {
    (void)state;
    cordon_config *config = NULL;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, lint_often, config), 0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    cordon_config_free(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_repository_is_linted),
        cmocka_unit_test(exhausted_memory_is_a_status),
        cmocka_unit_test(mistakes_are_errors_with_text),
        cmocka_unit_test(a_bare_module_has_no_layout),
        cmocka_unit_test(a_run_can_be_cancelled),
        cmocka_unit_test(one_configuration_serves_many_threads),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
