#include "rules/rules.h"

#include "base/path.h"
#include "base/suggest.h"
#include "repo/repository.h"

static void report_missing(struct check *check) {
    struct package *package = check->package;
    struct texts names = package->repository->package_names;
    /* A path to the package is a likely mistake as well. */
    struct text near = suggest(path_name(package->name), names.items, names.count);
    struct text hint = near.data
                           ? text_format(check->arena, "did you mean '%.*s'?", TEXT_ARGS(near))
                           : T("check the name and the setting source-root");
    check_finding(check, location_of_file(package->folder), hint.data,
                  "There is no package %.*s: the folder %.*s does not exist",
                  TEXT_ARGS(package->name), TEXT_ARGS(package->folder));
}

static void check_location(struct check *check) {
    struct package *package = check->package;
    switch (package->state) {
    case PACKAGE_FOUND:
        check_pass(check, "The package is at %.*s", TEXT_ARGS(package->folder));
        break;
    case PACKAGE_WITHOUT_INIT:
        check_skip(check, "%.*s is no package: it has no __init__.py", TEXT_ARGS(package->folder));
        break;
    case PACKAGE_MISSING:
        report_missing(check);
        break;
    case PACKAGE_OUTSIDE:
        check_finding(check, location_of_file(package->folder),
                      "put the folder itself in the place of the link, or choose a root that "
                      "holds both",
                      "%.*s leads out of the repository, so nothing in it is read",
                      TEXT_ARGS(package->folder));
        break;
    case PACKAGE_IGNORED:
        break;
    }
}

const struct rule rule_package_location = {
    .code = "IEFS001",
    .name = "package_location",
    .summary = "The package is a folder of the source root with an __init__.py",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .check = check_location,
};
