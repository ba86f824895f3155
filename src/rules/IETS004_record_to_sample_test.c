#include "base/lines.h"
#include "rules/rules.h"
#include "rules/tests.h"

static const struct text wanted = TEXT("record_to_sample");

/* The number of the first line that mentions the name, 0 when none does. */
static uint32_t first_mention(struct text source) {
    if (!text_contains(source, wanted))
        return 0;
    struct text line;
    for (uint32_t number = 1; lines_next(&source, &line); number++)
        if (text_contains(line, wanted))
            return number;
    return 0;
}

static bool tests_mention_it(struct check *check) {
    struct python_files tests = package_tests(check->package);
    for (size_t i = 0; i < tests.count; i++)
        if (text_contains(searchable_text(check->arena, tests.items[i]), wanted))
            return true;
    return false;
}

static void check_record_to_sample_test(struct check *check) {
    if (tests_missing(check))
        return;
    struct python_files files = package_python(check->package);
    for (size_t i = 0; i < files.count; i++) {
        uint32_t line = first_mention(searchable_text(check->arena, files.items[i]));
        if (!line)
            continue;
        if (tests_mention_it(check))
            check_pass(check, "A test mentions record_to_sample");
        else
            check_finding(check, location_at(files.items[i]->source.path, line, 0),
                          "add a test that maps one real record and checks the sample",
                          "The evaluation uses record_to_sample, and no test mentions it");
        return;
    }
    check_skip(check, "The evaluation has no record_to_sample");
}

const struct rule rule_record_to_sample_test = {
    .code = "IETS004",
    .name = "record_to_sample_test",
    .summary = "An evaluation that uses record_to_sample has a test that mentions it",
    .category = CATEGORY_TESTS,
    .scopes = SCOPE_EVAL,
    .check = check_record_to_sample_test,
};
