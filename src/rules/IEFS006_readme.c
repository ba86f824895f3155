#include "base/lines.h"
#include "base/path.h"
#include "rules/rules.h"

static void warn_todo(struct check *check, struct text path, uint32_t line) {
    struct finding finding = {
        .location = location_at(path, line, 0),
        .severity = SEVERITY_WARNING,
        .message = T("The README still has a TODO: marker here"),
        .hint = T("write the section, or remove the marker"),
    };
    check_add(check, &finding);
}

static void check_todos(struct check *check, const struct source_file *readme) {
    struct text rest = readme->content, line;
    for (uint32_t number = 1; lines_next(&rest, &line); number++)
        if (text_contains(line, T("TODO:")))
            warn_todo(check, readme->path, number);
    check_pass(check, "The README has no TODO: markers");
}

static bool is_there(const struct source_file *file) {
    return file->result != FILE_MISSING && file->result != FILE_NOT_REGULAR;
}

static void check_readme(struct check *check) {
    struct text path = path_join(check->arena, check->package->folder, T("README.md"));
    const struct source_file *readme = package_read(check->package, path);
    bool root_counts = check->config->readme_location == README_REPO_ROOT;
    if (!is_there(readme) && root_counts)
        readme = package_read(check->package, T("README.md"));
    if (!is_there(readme)) {
        check_finding(check, location_of_file(path), "add one that says what is measured and how",
                      root_counts ? "Neither the evaluation nor the repository has a README.md"
                                  : "The evaluation has no README.md");
    } else if (readme->result != FILE_READ) {
        struct text why = file_result_text(check->arena, readme->result, readme->reason);
        check_finding(check, location_of_file(readme->path), NULL, "The README %.*s",
                      TEXT_ARGS(why));
    } else {
        check_todos(check, readme);
    }
}

static const char *const settings[] = {"readme-location", NULL};

const struct rule rule_readme = {
    .code = "IEFS006",
    .name = "readme",
    .summary = "There is a README.md, and no TODO: marker is left in it",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .settings = settings,
    .check = check_readme,
};
