#define _GNU_SOURCE /* realpath */

#include "base/path.h"
#include "repo/repository.h"
#include "rules/build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

void build_warn(struct build *build, const char *hint, const char *format, ...) {
    va_list words;
    va_start(words, format);
    struct text message = text_vformat(build->check->arena, format, words);
    va_end(words);
    void **said = map_put(build->check->arena, &build->said, message);
    if (*said)
        return;
    *said = build;
    struct finding finding = {
        .location = location_at(build->path, build->instruction->first_line, 0),
        .severity = SEVERITY_WARNING,
        .message = message,
        .hint = text_of(hint ? hint : ""),
    };
    check_add(build->check, &finding);
}

static bool has_variable(struct text text) {
    return text_find_byte(text, '$') != TEXT_NONE;
}

/* What a reference to an image lacks. */
static void check_reference(struct build *build, struct text reference) {
    if (has_variable(reference))
        build_warn(build, "write the image with its digest, without a variable",
                   "The image '%.*s' is named by a variable, so that it cannot be verified",
                   TEXT_ARGS(reference));
    else if (!text_contains(reference, T("@sha256:")))
        build_warn(build, "add the digest: image:tag@sha256:...",
                   "The image '%.*s' is not fixed by a digest", TEXT_ARGS(reference));
}

static bool is_earlier_stage(const struct build *build, struct text name) {
    return map_has(&build->stages, text_lower(build->check->arena, name));
}

static bool is_earlier_index(const struct build *build, struct text name) {
    size_t index = 0;
    for (size_t i = 0; i < name.size && i < 9; i++) {
        if (name.data[i] < '0' || name.data[i] > '9')
            return false;
        index = index * 10 + (size_t)(name.data[i] - '0');
    }
    /* The stage that is being built is the last one counted. */
    return name.size && name.size < 9 && index + 1 < build->stage_count;
}

/* FROM [--platform=...] image [AS name] */
static void check_from(struct build *build) {
    const struct docker_instruction *from = build->instruction;
    if (from->word_count == 0)
        return;
    struct text image = from->words[0];
    if (!text_is(image, "scratch") && !is_earlier_stage(build, image))
        check_reference(build, image);
    build->stage_count++;
}

/* The name of a stage counts from the next one on: it is no earlier stage of itself. */
static void name_stage(struct build *build, const struct docker_instruction *from) {
    if (from->word_count >= 3 && text_equal_ignoring_case(from->words[1], T("as"))) {
        struct text name = text_lower(build->check->arena, from->words[2]);
        *map_put(build->check->arena, &build->stages, name) = build;
    }
}

/* A file or folder of the repository, through links. */
struct found {
    bool exists;
    bool outside;     /* of the repository */
    struct text path; /* relative to the root, links resolved, "" for the root */
};

static struct found find(struct build *build, struct text path) {
    struct arena *arena = build->check->arena;
    struct text root = build->check->package->repository->root;
    struct found found = {.outside = text_is(path, "..") || text_starts(path, T("../")) ||
                                     text_starts(path, T("/"))};
    char resolved[PATH_MAX];
    struct text whole = path_join(arena, root, path);
    if (found.outside || text_find_byte(whole, 0) != TEXT_NONE ||
        !realpath(text_copy(arena, whole).data, resolved))
        return found;
    struct text relative = path_relative(text_of(resolved), root);
    found.exists = true;
    found.outside = !relative.data;
    if (relative.data)
        found.path = text_copy(arena, relative);
    return found;
}

static bool is_lock(const struct found *found) {
    return found->exists && !found->outside && text_is(path_name(found->path), "uv.lock");
}

static void check_host_lock(struct build *build, const struct found *found) {
    if (!build->all->warn_host_lock || found->outside)
        return;
    if (found->path.size == 0 || text_is(found->path, "pyproject.toml") ||
        text_is(found->path, "uv.lock"))
        build_warn(build,
                   "give the sandbox a pyproject.toml and uv.lock of its own, or set "
                   "host-lock-coupling = \"allow\"",
                   "The build takes in the pyproject.toml or uv.lock of the repository's root, so "
                   "that unrelated updates change the image");
}

/* A file or folder that is copied or mounted from the build context. */
static void check_source(struct build *build, struct text source) {
    struct arena *arena = build->check->arena;
    if (has_variable(source)) {
        build_warn(build, "name the file without a variable",
                   "The source '%.*s' holds a variable, so that it cannot be verified",
                   TEXT_ARGS(source));
        return;
    }
    struct text below = source;
    while (text_starts(below, T("/")))
        below = text_from(below, 1);
    struct text path = path_normalise(arena, path_join(arena, build->context, below));
    struct found found = find(build, path);
    if (found.outside) {
        build_warn(build, "copy only what the repository holds",
                   "The source '%.*s' lies outside the repository, so that it cannot be verified",
                   TEXT_ARGS(source));
    } else if (!found.exists) {
        build_warn(build, "mend the path, or name the context with '# BUILD_CONTEXT=<folder>'",
                   "The source '%.*s' is not in the build context '%.*s'", TEXT_ARGS(source),
                   TEXT_ARGS(build->context));
    } else {
        struct found inside =
            find(build, path_normalise(arena, path_join(arena, path, T("uv.lock"))));
        build->has_lock |= is_lock(&found) || is_lock(&inside);
        check_host_lock(build, &found);
    }
}

static bool is_remote(struct text source) {
    return text_starts(source, T("http://")) || text_starts(source, T("https://")) ||
           text_starts(source, T("git@")) || text_contains(source, T("://"));
}

/* COPY or ADD [flags] source... target */
static void check_copy(struct build *build) {
    const struct docker_instruction *copy = build->instruction;
    struct text from = docker_flag(copy, "from");
    if (from.data) {
        if (!is_earlier_stage(build, from) && !is_earlier_index(build, from))
            check_reference(build, from);
        return;
    }
    for (size_t i = 0; i + 1 < copy->word_count; i++) {
        struct text source = copy->words[i];
        if (copy->form == DOCKER_SHELL_FORM && docker_is_heredoc(source))
            continue;
        if (is_remote(source) && !has_variable(source))
            build_warn(build, "put the file into the repository, or into an image with a digest",
                       "The remote source '%.*s' cannot be verified", TEXT_ARGS(source));
        else
            check_source(build, source);
    }
}

/* RUN --mount=[type=bind,][from=...,][source=...,]target=... */
static void check_mount(struct build *build, struct text mount) {
    struct text type = T("bind"), source = T("."), name, value;
    bool from = false;
    while (docker_mount_part(&mount, &name, &value)) {
        if (text_is(name, "type"))
            type = value;
        else if (text_is(name, "source") || text_is(name, "src"))
            source = value;
        else if (text_is(name, "from"))
            from = true;
    }
    if (text_is(type, "bind") && !from)
        check_source(build, source);
}

static void check_instruction(struct build *build, const struct docker_instruction *instruction) {
    build->instruction = instruction;
    build->said = (struct map){0};
    switch (instruction->keyword) {
    case DOCKER_FROM:
        check_from(build);
        name_stage(build, instruction);
        break;
    case DOCKER_COPY:
    case DOCKER_ADD:
        check_copy(build);
        break;
    case DOCKER_RUN:
        for (size_t i = 0; i < instruction->flag_count; i++)
            if (text_is(instruction->flags[i].name, "mount"))
                check_mount(build, instruction->flags[i].value);
        build_check_run(build);
        break;
    default:
        break;
    }
}

/* `# BUILD_CONTEXT=<folder>` above the first instruction; the last one counts. NULL data: none. */
static struct text directive_context(struct arena *arena, const struct dockerfile *file) {
    struct text context = {0};
    for (size_t i = 0; i < file->comment_count; i++) {
        struct text comment = file->comments[i].text;
        size_t equals = text_find_byte(comment, '=');
        if (equals != TEXT_NONE &&
            text_is(text_trim(text_slice(comment, 0, equals)), "BUILD_CONTEXT"))
            context = path_normalise(arena, text_trim(text_from(comment, equals + 1)));
    }
    return context;
}

static struct text context_of(const struct builds *builds, const struct dockerfile *file,
                              struct text path) {
    struct text directive = directive_context(builds->check->arena, file);
    const struct text *compose = map_get(&builds->contexts, path);
    if (directive.data)
        return directive;
    return compose ? *compose : path_folder(path);
}

static void warn_about_file(struct builds *builds, struct location location, struct text message,
                            const char *hint) {
    struct finding finding = {
        .location = location,
        .severity = SEVERITY_WARNING,
        .message = message,
        .hint = text_of(hint),
    };
    check_add(builds->check, &finding);
}

static void check_dockerfile(struct builds *builds, const struct source_file *source) {
    struct arena *arena = builds->check->arena;
    struct error error = {0};
    const struct dockerfile *file = NULL;
    struct text problem = {0};
    if (source->result != FILE_READ)
        problem = file_result_text(arena, source->result, source->reason);
    else if (!(file = dockerfile_parse(arena, source->path, source->content, &error)))
        problem = text_format(arena, "line %u: %.*s", error.line, TEXT_ARGS(error.message));
    if (!file) {
        warn_about_file(
            builds, location_of_file(source->path),
            text_format(arena, "The Dockerfile cannot be checked: %.*s", TEXT_ARGS(problem)),
            "mend the file; until then nothing in it is checked");
        return;
    }
    struct build build = {.all = builds,
                          .check = builds->check,
                          .path = source->path,
                          .context = context_of(builds, file, source->path)};
    if (find(&build, build.context).outside) {
        warn_about_file(builds, location_at(source->path, 1, 0),
                        text_format(arena, "The build context '%.*s' lies outside the repository",
                                    TEXT_ARGS(build.context)),
                        "name a folder relative to the repository's root");
        return;
    }
    for (size_t i = 0; i < file->count; i++)
        check_instruction(&build, &file->instructions[i]);
}

/* build: context | {context: ..., dockerfile: ...}; what holds a variable or a URL says nothing. */
static void add_context(struct builds *builds, struct text folder, struct compose_value service) {
    struct arena *arena = builds->check->arena;
    struct compose_build build = compose_build(service);
    struct text context =
        compose_type(build.context) == COMPOSE_ABSENT ? T(".") : compose_text(build.context);
    struct text name = compose_type(build.dockerfile) == COMPOSE_ABSENT
                           ? T("Dockerfile")
                           : compose_text(build.dockerfile);
    if (!build.exists || context.size == 0 || name.size == 0 || has_variable(context) ||
        has_variable(name) || is_remote(context) || text_starts(context, T("/")))
        return;
    context = path_normalise(arena, path_join(arena, folder, context));
    struct text path = path_normalise(arena, path_join(arena, context, name));
    void **place = map_put(arena, &builds->contexts, path);
    if (!*place) /* the first Compose file in path order decides */
        *place = arena_copy(arena, &context, sizeof(context));
}

static void read_contexts(struct builds *builds) {
    struct compose_sources files = package_compose_parsed(builds->check->package);
    for (size_t i = 0; i < files.count; i++) {
        const struct compose_file *compose = files.items[i].compose;
        for (size_t j = 0; compose && j < compose_service_count(compose); j++)
            add_context(builds, path_folder(files.items[i].source->path),
                        compose_service(compose, j).value);
    }
}

static void pass(struct builds *builds) {
    struct buffer steps;
    buffer_init(&steps, builds->check->arena);
    for (size_t i = 0; i < builds->os_installs.count; i++)
        buffer_format(&steps, "%s%.*s", i ? ", " : "", TEXT_ARGS(builds->os_installs.items[i]));
    struct text list = buffer_view(&steps);
    if (list.size)
        check_pass(builds->check,
                   "The Dockerfiles build from locked inputs; packages of the system cannot be "
                   "locked here: %.*s",
                   TEXT_ARGS(list));
    else
        check_pass(builds->check, "The Dockerfiles build from locked inputs");
}

static void check_dockerfile_locking(struct check *check) {
    struct source_files files = package_dockerfiles(check->package);
    if (files.count == 0) {
        check_skip(check, "The evaluation has no Dockerfile");
        return;
    }
    struct builds builds = {.check = check};
    builds.warn_host_lock =
        text_is(check_option_text(check, "host-lock-coupling", "allow"), "warn");
    read_contexts(&builds);
    for (size_t i = 0; i < files.count; i++)
        check_dockerfile(&builds, files.items[i]);
    pass(&builds);
}

static const char *const couplings[] = {"warn", "allow", NULL};

static const struct rule_option options[] = {
    {.name = "host-lock-coupling",
     .type = TOML_STRING,
     .choices = couplings,
     .meaning =
         "Whether a build may take in the pyproject.toml and uv.lock of the repository's root.",
     .monorepo_default = "warn"},
    {0},
};

const struct rule rule_dockerfile_locking = {
    .code = "IEBP007",
    .name = "dockerfile_locking",
    .summary = "Dockerfiles build from locked inputs: committed locks, digests, fixed sources",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_EVAL,
    .severity = SEVERITY_WARNING,
    .options = options,
    .check = check_dockerfile_locking,
};
