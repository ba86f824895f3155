#include "rules/sandbox.h"

bool check_each_compose(struct check *check,
                        void (*one)(struct check *check, const struct compose_source *file)) {
    struct compose_sources files = package_compose_parsed(check->package);
    for (size_t i = 0; i < files.count; i++) {
        const struct compose_source *file = &files.items[i];
        if (file->compose) {
            one(check, file);
            continue;
        }
        struct finding finding = {
            .location = location_of_file(file->source->path),
            .severity = SEVERITY_WARNING,
            .message = text_format(check->arena, "The Compose file cannot be checked: %.*s",
                                   TEXT_ARGS(file->problem)),
            .hint = T("mend the file; until then nothing in it is checked"),
        };
        check_add(check, &finding);
    }
    if (files.count == 0)
        check_skip(check, "The package has no Compose file");
    return files.count != 0;
}
