#include "rules/sandbox.h"

/* reference: (name '/')* name (':' tag)? ('@' digest)?; a tag begins at the first colon. */
static bool is_pinned(struct text reference) {
    if (text_contains(reference, T("@sha256:")))
        return true;
    size_t slash = text_find_last_byte(reference, '/');
    struct text name = slash == TEXT_NONE ? reference : text_from(reference, slash + 1);
    size_t colon = text_find_byte(name, ':');
    return colon != TEXT_NONE && !text_is(text_from(name, colon + 1), "latest");
}

static void check_service(struct check *check, struct text path, struct compose_setting service) {
    struct compose_setting image = compose_setting(service.value, "image");
    struct text reference = compose_text(image.value);
    if (compose_type(image.value) != COMPOSE_TEXT || compose_build(service.value).exists ||
        text_contains(reference, T("${")) || is_pinned(reference))
        return;
    struct finding finding = {
        .location = location_at(path, image.place.line, 0),
        .severity = check->rule->severity,
        .message = text_format(check->arena,
                               "Service '%.*s' runs the image '%.*s', which has no fixed tag",
                               TEXT_ARGS(service.name), TEXT_ARGS(reference)),
        .hint = T("name a version (image:1.4.2) or a digest (image@sha256:...)"),
        .key = reference,
    };
    check_add(check, &finding);
}

static void check_file(struct check *check, const struct compose_source *file) {
    for (size_t i = 0; i < compose_service_count(file->compose); i++)
        check_service(check, file->source->path, compose_service(file->compose, i));
}

static void check_sandbox_image_pinning(struct check *check) {
    if (check_each_compose(check, check_file))
        check_pass(check, "Every image that services pull has a fixed tag or digest");
}

const struct rule rule_sandbox_image_pinning = {
    .code = "IEBP005",
    .name = "sandbox_image_pinning",
    .summary = "Images that Compose services pull are named by a fixed tag or a digest",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .allowlist = true,
    .check = check_sandbox_image_pinning,
};
