#define _GNU_SOURCE
#include <cordon/lint.h>

#include "unit.h"

#include <limits.h>
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
    const cordon_text *reach;
    size_t reach_count;
    cordon_error *error = NULL;
    cordon_config *config = NULL;
    cordon_targets *targets = NULL;
    cordon_report *report = NULL;
    cordon_status status = cordon_config_load(root, &options, &config, &error);
    if (status == CORDON_OK)
        status = cordon_targets_new(config, &targets);
    if (status == CORDON_OK)
        status = cordon_targets_add_all(targets, &error);
    if (status == CORDON_OK)
        status = cordon_targets_reach(targets, &reach, &reach_count);
    if (status == CORDON_OK)
        status = cordon_lint(targets, &report, &error);
    if (status == CORDON_OK)
        status = cordon_report_render(report, "json", NULL, count_bytes, bytes, &error);
    cordon_error_free(error);
    cordon_report_free(report);
    cordon_targets_free(targets);
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

static void targets_are_named_in_several_ways(void **state) {
    (void)state;
    cordon_config *config;
    cordon_targets *targets;
    cordon_report *report;
    const cordon_text *reach;
    size_t reach_count;
    const char *const task = "src/two/__init__.py", *const names[] = {"utils", "missing"};
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    assert_string_equal(cordon_config_source_root(config).data, "src");
    assert_int_equal(cordon_targets_new(config, &targets), CORDON_OK);
    assert_int_equal(cordon_targets_add_task_files(targets, &task, 1, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_add_all(targets, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_add_packages(targets, names, 2, NULL), CORDON_OK);
    static const char *const expected[] = {"two", "one", "utils", "missing"};
    assert_int_equal(cordon_targets_count(targets), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(cordon_targets_name(targets, i).data, expected[i]);
    assert_int_equal(cordon_targets_reach(targets, &reach, &reach_count), CORDON_OK);
    assert_string_equal(reach[0].data, cordon_config_root(config).data);
    assert_int_equal(cordon_lint(targets, &report, NULL), CORDON_OK);
    cordon_targets_free(targets);
    cordon_config_free(config); /* the report needs neither */
    assert_int_equal(cordon_report_package_count(report), 4);
    assert_false(cordon_package_passed(cordon_report_package(report, 3)));
    cordon_report_free(report);
}

static void targets_that_are_no_packages_are_refused(void **state) {
    (void)state;
    cordon_config *config;
    cordon_targets *targets;
    cordon_error *error;
    const char *const task = "pyproject.toml";
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_new(config, &targets), CORDON_OK);
    assert_int_equal(cordon_targets_add_task_files(targets, &task, 1, &error), CORDON_INVALID);
    assert_non_null(strstr(cordon_error_text(error).data, task));
    cordon_error_free(error);
    cordon_targets_free(targets);
    cordon_config_free(config);
}

static void words_are_checked_beforehand(void **state) {
    (void)state;
    cordon_error *error;
    assert_int_equal(cordon_check_selector("IEBP", "rules", NULL), CORDON_OK);
    assert_int_equal(cordon_check_selector("sample_idz", "rules", &error), CORDON_INVALID);
    assert_memory_equal(cordon_error_message(error).data, "rules:", 6);
    assert_non_null(strstr(cordon_error_message(error).data, "'sample_ids'"));
    cordon_error_free(error);
    for (size_t i = 0; i < CORDON_PRESET_COUNT; i++)
        assert_int_equal(cordon_check_preset(cordon_preset_name(i), "layout", NULL), CORDON_OK);
    assert_int_equal(cordon_check_preset("monorep", "layout", &error), CORDON_INVALID);
    assert_non_null(strstr(cordon_error_message(error).data, "'monorepo'"));
    cordon_error_free(error);
}

static bool refuse(void *user, const char *data, size_t size) {
    (void)data;
    assert_true(size > 0);
    ++*(int *)user;
    return false;
}

static void every_format_is_written_and_may_be_refused(void **state) {
    (void)state;
    cordon_config *config;
    cordon_report *report;
    cordon_error *error;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    assert_int_equal(cordon_lint_repository(config, &report, NULL), CORDON_OK);
    for (size_t i = 0; i < cordon_format_count(); i++) {
        const char *name = cordon_format_at(i).name;
        size_t size = 0;
        int calls = 0;
        assert_int_equal(cordon_report_render(report, name, NULL, count_bytes, &size, NULL),
                         CORDON_OK);
        assert_true(size > 0);
        assert_int_equal(cordon_report_render(report, name, NULL, refuse, &calls, NULL),
                         CORDON_FAILED);
        assert_int_equal(calls, 1);
    }
    assert_int_equal(cordon_report_render(report, "pdf", NULL, count_bytes, NULL, &error),
                     CORDON_INVALID);
    assert_non_null(strstr(cordon_error_message(error).data, "sarif"));
    cordon_error_free(error);
    cordon_report_free(report);
    cordon_config_free(config);
}

struct collected {
    char data[65536];
    size_t size;
};

static bool collect(void *user, const char *data, size_t size) {
    struct collected *collected = user;
    assert_true(size < sizeof(collected->data) - collected->size);
    memcpy(collected->data + collected->size, data, size);
    collected->size += size;
    collected->data[collected->size] = '\0';
    return true;
}

static void rules_are_listed_and_explained(void **state) {
    (void)state;
    static struct collected list, page;
    cordon_render_options options;
    cordon_render_options_init(&options);
    options.width = UINT_MAX;
    const cordon_rule *rule = cordon_rule_find("sample_ids");
    assert_true(cordon_rule_selected(rule, "IEBP003") && cordon_rule_selected(rule, "sample_ids"));
    assert_true(cordon_rule_selected(rule, "IEBP") && !cordon_rule_selected(rule, "sample"));
    assert_int_equal(cordon_rules_list(&rule, 1, false, "text", &options, collect, &list, NULL),
                     CORDON_OK);
    assert_null(strstr(list.data, "IEBP002"));
    const char *line = strstr(list.data, "IEBP003");
    assert_non_null(line);
    assert_true(strchr(line, '\n') > strstr(line, "eval"));
    assert_int_equal(cordon_rules_list(&rule, 1, true, "csv", NULL, collect, &list, NULL),
                     CORDON_INVALID);
    assert_int_equal(cordon_rules_explain(&rule, 1, "json", NULL, collect, &page, NULL), CORDON_OK);
    assert_memory_equal(page.data, "{", 1);
    assert_non_null(strstr(page.data, "\"code\": \"IEBP003\""));
    page.size = 0;
    assert_int_equal(cordon_rules_explain(&rule, 1, "text", NULL, collect, &page, NULL), CORDON_OK);
    assert_memory_equal(page.data, "IEBP003", 7);
    assert_null(cordon_rule_find("sample_idz"));
    assert_string_equal(cordon_rule_suggest("sample_idz"), "sample_ids");
    assert_null(cordon_rule_suggest("nothing like it"));
}

static void the_table_is_described(void **state) {
    (void)state;
    cordon_schema *schema;
    bool source_root = false, rule_option = false;
    assert_int_equal(cordon_schema_new(NULL, &schema), CORDON_OK);
    for (size_t i = 0; i < cordon_schema_count(schema); i++) {
        cordon_setting setting = cordon_schema_setting(schema, i);
        assert_true(setting.name.size && setting.values.size && setting.meaning.size);
        rule_option |= setting.rule != NULL;
        if (strcmp(setting.name.data, "source-root") == 0) {
            assert_string_equal(setting.defaults[0].data, "\"src\"");
            assert_string_equal(setting.defaults[1].data, "\"src/inspect_evals\"");
            source_root = true;
        }
    }
    assert_true(source_root && rule_option);
    cordon_schema_free(schema);
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

struct copy {
    char *data;
    size_t size;
};

static bool keep_bytes(void *user, const char *data, size_t size) {
    struct copy *copy = user;
    copy->data = realloc(copy->data, copy->size + size);
    memcpy(copy->data + copy->size, data, size);
    copy->size += size;
    return true;
}

static void a_document_is_what_the_report_would_be(void **state) {
    (void)state;
    cordon_config *config = NULL;
    cordon_targets *targets = NULL;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_new(config, &targets), CORDON_OK);
    assert_int_equal(cordon_targets_add_all(targets, NULL), CORDON_OK);
    for (size_t i = 0; i < cordon_format_count(); i++) {
        const char *format = cordon_format_at(i).name;
        struct copy copies[2] = {{0}};
        cordon_report *whole = NULL, *parts = NULL;
        assert_int_equal(cordon_lint(targets, &whole, NULL), CORDON_OK);
        assert_int_equal(cordon_lint_document(targets, format, -1, &parts, NULL), CORDON_OK);
        assert_int_equal(cordon_report_render(whole, format, NULL, keep_bytes, &copies[0], NULL),
                         CORDON_OK);
        assert_int_equal(cordon_report_render(parts, format, NULL, keep_bytes, &copies[1], NULL),
                         CORDON_OK);
        assert_int_equal(copies[0].size, copies[1].size);
        assert_memory_equal(copies[0].data, copies[1].data, copies[0].size);
        cordon_counts counts = cordon_report_summary(whole), same = cordon_report_summary(parts);
        assert_memory_equal(&counts, &same, sizeof(counts));
        cordon_report_free(whole);
        cordon_report_free(parts);
        free(copies[0].data);
        free(copies[1].data);
    }
    cordon_targets_free(targets);
    cordon_config_free(config);
}

static void a_document_has_one_format(void **state) {
    (void)state;
    cordon_config *config = NULL;
    cordon_targets *targets = NULL;
    cordon_report *report = NULL;
    cordon_error *error = NULL;
    size_t bytes = 0;
    assert_int_equal(cordon_config_load(root, NULL, &config, NULL), CORDON_OK);
    assert_int_equal(cordon_targets_new(config, &targets), CORDON_OK);
    assert_int_equal(cordon_targets_add_all(targets, NULL), CORDON_OK);
    assert_int_equal(cordon_lint_document(targets, "jsno", -1, &report, &error), CORDON_INVALID);
    assert_null(report);
    cordon_error_free(error);
    assert_int_equal(cordon_lint_document(targets, "json", -1, &report, NULL), CORDON_OK);
    assert_int_equal(cordon_package_finding_count(cordon_report_package(report, 0)), 0);
    assert_int_equal(cordon_report_render(report, "text", NULL, count_bytes, &bytes, &error),
                     CORDON_INVALID);
    cordon_error_free(error);
    cordon_report_free(report);
    cordon_targets_free(targets);
    cordon_config_free(config);
}

static bool after_some(void *user) {
    return atomic_fetch_add((atomic_int *)user, 1) > 3;
}

static void a_run_can_be_cancelled_within_a_package(void **state) {
    (void)state;
    atomic_int asked = 0;
    cordon_lint_options options;
    cordon_lint_options_init(&options);
    options.cancelled = after_some;
    options.user = &asked;
    cordon_config *config = NULL;
    assert_int_equal(cordon_config_load(root, &options, &config, NULL), CORDON_OK);
    cordon_report *report = NULL;
    const char *const names[] = {"one"};
    assert_int_equal(cordon_lint_packages(config, names, 1, &report, NULL), CORDON_CANCELLED);
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
        cmocka_unit_test(targets_are_named_in_several_ways),
        cmocka_unit_test(targets_that_are_no_packages_are_refused),
        cmocka_unit_test(words_are_checked_beforehand),
        cmocka_unit_test(every_format_is_written_and_may_be_refused),
        cmocka_unit_test(rules_are_listed_and_explained),
        cmocka_unit_test(the_table_is_described),
        cmocka_unit_test(a_bare_module_has_no_layout),
        cmocka_unit_test(a_run_can_be_cancelled),
        cmocka_unit_test(a_run_can_be_cancelled_within_a_package),
        cmocka_unit_test(a_document_is_what_the_report_would_be),
        cmocka_unit_test(a_document_has_one_format),
        cmocka_unit_test(one_configuration_serves_many_threads),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
