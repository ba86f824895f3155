#include "base/path.h"
#include "lint/registry.h"
#include "lint/suppression.h"
#include "rules/rules.h"

static const char write_list[] =
    "write '# inspect-evals-lint: ignore[RULE]' with names or codes of "
    "rules, separated by commas";
static const char write_file_list[] = "write '# inspect-evals-lint: ignore-file[RULE]' within the "
                                      "first ten lines";

static bool is_known(struct text selector) {
    for (size_t i = 0; i < registry_count; i++)
        if (registry_selects(selector, registry[i]))
            return true;
    return false;
}

static void check_selectors(struct check *check, struct location location,
                            const struct marker *marker) {
    for (size_t i = 0; i < marker->selectors.count; i++) {
        struct text selector = marker->selectors.items[i];
        if (is_known(selector))
            continue;
        struct text near = registry_suggest(check->arena, selector);
        struct text hint = near.data
                               ? text_format(check->arena, "did you mean '%.*s'?", TEXT_ARGS(near))
                               : T("write a rule's name, its code, or the beginning of codes");
        check_finding(check, location, hint.data, "'%.*s' names no rule, so it suppresses nothing",
                      TEXT_ARGS(selector));
    }
}

static void check_marker(struct check *check, struct text path, const struct marker *marker) {
    struct location location = location_at(path, marker->line, 0);
    const char *hint = marker->whole_file ? write_file_list : write_list;
    switch (marker->kind) {
    case MARKER_LINE:
    case MARKER_FILE:
        check_selectors(check, location, marker);
        break;
    case MARKER_LATE_FILE:
        check_finding(check, location, "move it to the first ten lines of the file",
                      "An ignore-file this far down is not read");
        break;
    case MARKER_NO_LIST:
        check_finding(check, location, hint, "The marker has no list of rules in brackets");
        break;
    case MARKER_EMPTY_LIST:
        check_finding(check, location, hint, "The marker's list of rules is empty");
        break;
    case MARKER_FORMER:
        check_finding(check, location, hint,
                      "Comments in the former noautolint syntax are not read");
        break;
    }
}

static void check_markers(struct check *check, struct text path) {
    struct markers markers = package_markers(check->package, path);
    for (size_t i = 0; i < markers.count; i++)
        check_marker(check, path, &markers.items[i]);
}

static void check_former_files(struct check *check) {
    const struct tree *tree = package_tree(check->package);
    for (size_t i = 0; i < tree->files.count; i++) {
        struct text path = tree->files.items[i].path;
        if (text_is(path_name(path), ".noautolint") && !package_excludes(check->package, path))
            check_finding(check, location_of_file(path),
                          "remove it; 'per-file-ignores' in the configuration covers folders",
                          "Files named .noautolint are not read");
    }
}

static void check_suppression_syntax(struct check *check) {
    struct python_files python = package_python(check->package);
    for (size_t i = 0; i < python.count; i++)
        check_markers(check, python.items[i]->source.path);
    struct source_files dockerfiles = package_dockerfiles(check->package);
    for (size_t i = 0; i < dockerfiles.count; i++)
        check_markers(check, dockerfiles.items[i]->path);
    struct source_files compose = package_compose(check->package);
    for (size_t i = 0; i < compose.count; i++)
        check_markers(check, compose.items[i]->path);
    check_former_files(check);
    check_pass(check, "Every suppression marker is read");
}

const struct rule rule_suppression_syntax = {
    .code = "IECQ005",
    .name = "suppression_syntax",
    .summary = "Every suppression marker is written so that it is read",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .check = check_suppression_syntax,
};
