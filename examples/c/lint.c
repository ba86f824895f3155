/*
 * Lints a repository through libcordon and prints one line a finding.
 *
 *     cc lint.c $(pkg-config --cflags --libs cordon) -o lint
 *     ./lint path/to/repository [PACKAGE ...]
 */
#include <cordon/lint.h>

#include <stdio.h>

static int fail(cordon_status status, cordon_error *error) {
    cordon_text text = {"no memory", 9};
    if (error)
        text = cordon_error_text(error);
    fprintf(stderr, "status %d: %.*s\n", (int)status, (int)text.size, text.data);
    cordon_error_free(error);
    return 2;
}

/* A line or column that is not known is 0. */
static void print_location(cordon_location at) {
    printf("%.*s", (int)at.file.size, at.file.data);
    if (at.line)
        printf(":%u", at.line);
    if (at.column)
        printf(":%u", at.column);
}

static void print_findings(const cordon_package *package) {
    for (size_t i = 0; i < cordon_package_finding_count(package); i++) {
        const cordon_finding *finding = cordon_package_finding(package, i);
        cordon_text message = cordon_finding_message(finding);
        print_location(cordon_finding_location(finding));
        printf(": %s %s: %.*s\n", cordon_status_name(cordon_finding_status(finding)),
               cordon_rule_code(cordon_finding_rule(finding)), (int)message.size, message.data);
    }
}

static int print_report(const cordon_report *report) {
    for (size_t i = 0; i < cordon_report_package_count(report); i++)
        print_findings(cordon_report_package(report, i));
    cordon_score score = cordon_report_score(report);
    printf("%zu of %zu rules met\n", score.passing, score.applicable);
    return cordon_report_passed(report) ? 0 : 1;
}

/* The packages of these names, or all. */
static cordon_status lint(cordon_config *config, const char *const *names, size_t count,
                          cordon_report **report, cordon_error **error) {
    if (count)
        return cordon_lint_packages(config, names, count, report, error);
    return cordon_lint_repository(config, report, error);
}

int main(int count, char **words) {
    const char *const *names = (const char *const *)words + 2;
    cordon_error *error = NULL;
    cordon_config *config = NULL;
    cordon_report *report = NULL;
    cordon_status status = cordon_config_load(count > 1 ? words[1] : NULL, NULL, &config, &error);
    if (status == CORDON_OK)
        status = lint(config, names, count > 2 ? (size_t)count - 2 : 0, &report, &error);
    int code = status == CORDON_OK ? print_report(report) : fail(status, error);
    cordon_report_free(report);
    cordon_config_free(config);
    return code;
}
