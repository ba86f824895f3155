/*
 * Lints a repository through libcordon and prints one line a finding.
 *
 *     cc lint.c $(pkg-config --cflags --libs cordon) -o lint && ./lint path/to/repository
 */
#include <cordon/lint.h>

#include <stdio.h>

static int fail(const char *what, cordon_status status, cordon_error *error) {
    cordon_text message = {"no memory", 9};
    if (error)
        message = cordon_error_message(error);
    fprintf(stderr, "%s: status %d: %.*s\n", what, (int)status, (int)message.size, message.data);
    cordon_error_free(error);
    return 2;
}

static void print_findings(const cordon_package *package) {
    for (size_t i = 0; i < cordon_package_finding_count(package); i++) {
        const cordon_finding *finding = cordon_package_finding(package, i);
        cordon_location at = cordon_finding_location(finding);
        cordon_text message = cordon_finding_message(finding);
        printf("%.*s:%u:%u: %s %s: %.*s\n", (int)at.file.size, at.file.data, at.line, at.column,
               cordon_status_name(cordon_finding_status(finding)),
               cordon_rule_code(cordon_finding_rule(finding)), (int)message.size, message.data);
    }
}

int main(int count, char **words) {
    cordon_error *error = NULL;
    cordon_config *config = NULL;
    cordon_status status = cordon_config_load(count > 1 ? words[1] : NULL, NULL, &config, &error);
    if (status != CORDON_OK)
        return fail("configuration", status, error);
    cordon_report *report = NULL;
    status = cordon_lint_repository(config, &report, &error);
    if (status != CORDON_OK) {
        cordon_config_free(config);
        return fail("lint", status, error);
    }
    for (size_t i = 0; i < cordon_report_package_count(report); i++)
        print_findings(cordon_report_package(report, i));
    cordon_score score = cordon_report_score(report);
    printf("%zu of %zu rules met\n", score.passing, score.applicable);
    int code = cordon_report_passed(report) ? 0 : 1;
    cordon_report_free(report);
    cordon_config_free(config);
    return code;
}
