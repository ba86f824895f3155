#include "base/buffer.h"
#include "base/path.h"
#include "lint/registry.h"
#include "lint/suppression.h"
#include "rules/rules.h"

static bool is_known(struct text selector) {
    for (size_t i = 0; i < registry_count; i++)
        if (registry_selects(selector, registry[i]))
            return true;
    return false;
}

/* What to write instead of a marker that is not read. */
static const char *right_form(const struct check *check, const struct marker *marker) {
    bool reason = check->config->preview;
    if (marker->whole_file)
        return reason
                   ? "write '# inspect-evals-lint: ignore-file[RULE] -- <reason>' within the "
                     "first ten lines"
                   : "write '# inspect-evals-lint: ignore-file[RULE]' within the first ten lines";
    return reason ? "write '# inspect-evals-lint: ignore[RULE] -- <reason>' with names or codes of "
                    "rules, separated by commas"
                  : "write '# inspect-evals-lint: ignore[RULE]' with names or codes of rules, "
                    "separated by commas";
}

/* A marker that suppresses something says why. */
static void check_reason(struct check *check, struct location location,
                         const struct marker *marker) {
    struct buffer known;
    buffer_init(&known, check->arena);
    for (size_t i = 0; i < marker->selectors.count; i++)
        if (is_known(marker->selectors.items[i]))
            buffer_format(&known, "%s%.*s", known.size ? ", " : "",
                          TEXT_ARGS(marker->selectors.items[i]));
    if (!known.size || marker->reasoned)
        return;
    struct text form =
        text_format(check->arena, "%s[%s]", marker->whole_file ? "ignore-file" : "ignore",
                    buffer_view(&known).data);
    struct text hint = text_format(check->arena, "write '# inspect-evals-lint: %.*s -- <reason>'",
                                   TEXT_ARGS(form));
    check_finding(check, location, hint.data, "The comment %.*s does not say why", TEXT_ARGS(form));
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
    const char *hint = right_form(check, marker);
    switch (marker->kind) {
    case MARKER_LINE:
    case MARKER_FILE:
        check_selectors(check, location, marker);
        if (check->config->preview)
            check_reason(check, location, marker);
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

/* How many there are. */
static size_t check_markers(struct check *check, struct text path) {
    struct markers markers = package_markers(check->package, path);
    for (size_t i = 0; i < markers.count; i++)
        check_marker(check, path, &markers.items[i]);
    return markers.count;
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
    size_t count = 0;
    struct python_files python = package_python(check->package);
    for (size_t i = 0; i < python.count; i++)
        count += check_markers(check, python.items[i]->source.path);
    struct source_files dockerfiles = package_dockerfiles(check->package);
    for (size_t i = 0; i < dockerfiles.count; i++)
        count += check_markers(check, dockerfiles.items[i]->path);
    struct source_files compose = package_compose(check->package);
    for (size_t i = 0; i < compose.count; i++)
        count += check_markers(check, compose.items[i]->path);
    check_former_files(check);
    if (!check->config->preview)
        check_pass(check, "Every suppression marker is read");
    else if (!count)
        check_pass(check, "There are no suppression comments");
    else
        check_pass(check, "Every suppression comment is read and says why; there are %zu", count);
}

const struct rule rule_suppression_syntax = {
    .code = "IECQ005",
    .name = "suppression_syntax",
    .summary = "Every suppression marker is written so that it is read",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .comments_do_not_count = true,
    .check = check_suppression_syntax,
};
