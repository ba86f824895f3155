#include "repo/package.h"

#include "base/path.h"
#include "base/vector.h"

#include "repo/repository.h"
#include <errno.h>

typedef VECTOR(struct python_file *) python_vector;
typedef VECTOR(struct source_file *) source_vector;

struct package_files {
    bool has_tree, has_tests_tree, has_tests_place;
    bool has_python, has_tests, has_compose, has_compose_parsed, has_dockerfiles;
    struct tree tree;
    struct tree tests_tree;
    struct tests_place tests_place;
    struct python_files python;
    struct python_files tests;
    struct source_files compose;
    struct compose_sources compose_parsed;
    struct source_files dockerfiles;
    struct eval_yaml eval_yaml;
    struct map read;   /* path to struct source_file */
    struct map parsed; /* path to struct python_file */
    struct notices notices;
};

bool is_python_name(struct text name) {
    return text_ends(name, T(".py"));
}

bool is_compose_name(struct text name) {
    if (text_starts(name, T("docker-")))
        name = text_from(name, 7);
    return text_starts(name, T("compose")) &&
           (text_ends(name, T(".yml")) || text_ends(name, T(".yaml")));
}

bool is_dockerfile_name(struct text name) {
    return text_starts(name, T("Dockerfile")) && !is_python_name(name);
}

void package_init(struct package *package, struct arena *arena, struct worker *worker,
                  struct repository *repository, const struct package_place *place) {
    bool outside =
        place->state == PACKAGE_FOUND && !repository_contains(repository, arena, place->folder);
    *package = (struct package){
        .arena = arena,
        .worker = worker,
        .repository = repository,
        .config = place->config,
        .name = place->name,
        .kind = place->kind,
        .state = outside ? PACKAGE_OUTSIDE : place->state,
        .folder = place->folder,
        .files = arena_new(arena, struct package_files),
    };
}

const struct notices *package_notices(const struct package *package) {
    return &package->files->notices;
}

static bool excludes(const struct package *package, struct text path) {
    struct texts exclude = package->config->exclude;
    for (size_t i = 0; i < exclude.count; i++)
        if (config_glob_matches(exclude.items[i], path))
            return true;
    return false;
}

bool package_excludes(const struct package *package, struct text path) {
    const struct package_files *files = package->files;
    const struct tree_file *file = tree_find(&files->tree, path);
    if (!file)
        file = tree_find(&files->tests_tree, path);
    return file ? file->excluded : excludes(package, path);
}

static void exclude_files(const struct package *package, struct tree *tree) {
    for (size_t i = 0; i < tree->files.count; i++)
        tree->files.items[i].excluded = excludes(package, tree->files.items[i].path);
}

const struct source_file *package_read(struct package *package, struct text path) {
    struct source_file *file = map_get(&package->files->read, path);
    if (file)
        return file;
    file = arena_new(package->arena, struct source_file);
    repository_read_source(package->repository, package->arena, path, file);
    *map_put(package->arena, &package->files->read, file->path) = file;
    return file;
}

const struct tree *package_tree(struct package *package) {
    struct package_files *files = package->files;
    if (files->has_tree)
        return &files->tree;
    tree_read(package->arena, package->repository, package->folder, &files->tree, &files->notices);
    exclude_files(package, &files->tree);
    files->has_tree = true;
    return &files->tree;
}

/* Not read yet, unless by another list of files: then it is shared. path lives as long as arena. */
static struct python_file *python_file(struct package *package, struct text path) {
    void **place = map_put(package->arena, &package->files->parsed, path);
    if (*place)
        return *place;
    struct python_file *file = arena_new(package->arena, struct python_file);
    const struct source_file *source = map_get(&package->files->read, path);
    file->source.path = path;
    if (source)
        file->source = *source;
    file->read = source != NULL;
    *place = file;
    return file;
}

static void read_python(const struct package *package, struct arena *arena,
                        struct python_file *file) {
    if (!file->read)
        repository_read_source(package->repository, arena, file->source.path, &file->source);
    file->read = true;
}

/* Other lists find it as read from now on. */
static void share_source(struct package *package, struct python_file *file) {
    *map_put(package->arena, &package->files->read, file->source.path) = &file->source;
}

const struct py_index *package_parse(struct package *package, struct python_file *file) {
    source_parse(package->arena, file);
    return file->index;
}

struct python_file *package_find_python(struct package *package, struct text path) {
    return map_get(&package->files->parsed, path);
}

/* Files that are read and parsed, each by one thread. */
struct parsing {
    const struct package *package;
    struct python_file **files;
};

static void read_and_parse(void *context, size_t index, struct arena *arena) {
    const struct parsing *parsing = context;
    read_python(parsing->package, arena, parsing->files[index]);
    source_parse(arena, parsing->files[index]);
}

static void parse_files(struct package *package, struct python_file **files, size_t count) {
    enum { WORTH_SHARING = 8 };
    struct parsing parsing = {package, files};
    if (package->worker && count >= WORTH_SHARING)
        workers_share(package->worker, count, read_and_parse, &parsing);
    else
        for (size_t i = 0; i < count; i++)
            read_and_parse(&parsing, i, package->arena);
    for (size_t i = 0; i < count; i++)
        share_source(package, files[i]);
}

struct python_files package_python(struct package *package) {
    struct package_files *files = package->files;
    if (files->has_python)
        return files->python;
    const struct tree *tree = package_tree(package);
    python_vector found = {0};
    for (size_t i = 0; i < tree->files.count; i++) {
        const struct tree_file *entry = &tree->files.items[i];
        if (entry->regular && !entry->excluded && is_python_name(entry->path))
            vector_push(package->arena, &found, python_file(package, entry->path));
    }
    parse_files(package, found.items, found.count);
    files->python = (struct python_files){found.items, found.count};
    files->has_python = true;
    return files->python;
}

static bool is_test_name(struct text name) {
    return is_python_name(name) &&
           (text_starts(name, T("test_")) || text_ends(name, T("_test.py")));
}

static void note_unreadable_tests(struct package *package, struct text folder,
                                  enum file_result result, int reason) {
    struct text why = file_result_text(package->arena, result, reason);
    vector_push(package->arena, &package->files->notices,
                text_format(package->arena, "%.*s: %.*s; no tests are found in it",
                            TEXT_ARGS(folder), TEXT_ARGS(why)));
}

static bool has_flat_tests(struct package *package, struct text root) {
    struct folder_entries entries;
    int reason;
    enum file_result result =
        repository_read_folder(package->repository, package->arena, root, &entries, &reason);
    if (result == FILE_FAILED || result == FILE_OUTSIDE)
        note_unreadable_tests(package, root, result, reason);
    for (size_t i = 0; i < entries.count; i++) {
        if (!is_test_name(entries.items[i].name))
            continue;
        if (entries.items[i].type == ENTRY_FILE ||
            (entries.items[i].type == ENTRY_LINK &&
             folder_has_file(package->repository->root_folder,
                             path_join(package->arena, root, entries.items[i].name).data)))
            return true;
    }
    return false;
}

static struct text tests_root(struct package *package) {
    return path_normalise(package->arena, package->config->tests_root);
}

static struct text below_root(struct package *package, struct text root) {
    return text_is(root, ".") ? text_copy(package->arena, package->name)
                              : path_join(package->arena, root, package->name);
}

const struct tests_place *package_tests_place(struct package *package) {
    struct tests_place *place = &package->files->tests_place;
    if (package->files->has_tests_place)
        return place;
    package->files->has_tests_place = true;
    struct text root = tests_root(package);
    place->folder = below_root(package, root);
    place->kind = TESTS_MISSING;
    enum entry_type type;
    bool exists = folder_has(package->repository->root_folder, place->folder.data, &type);
    if (!exists && !folder_is_absent(errno))
        note_unreadable_tests(package, place->folder, FILE_FAILED, errno);
    if (exists && type == ENTRY_FOLDER) {
        place->kind = TESTS_IN_FOLDER;
    } else if (package->config->tests_layout == TESTS_FLAT && has_flat_tests(package, root)) {
        place->kind = TESTS_IN_FILES;
        place->folder = root;
    }
    return place;
}

const struct tree *package_tests_tree(struct package *package) {
    struct package_files *files = package->files;
    if (files->has_tests_tree)
        return &files->tests_tree;
    files->has_tests_tree = true;
    const struct tests_place *place = package_tests_place(package);
    if (package->kind == PACKAGE_HELPER)
        tree_read(package->arena, package->repository, tests_root(package), &files->tests_tree,
                  &files->notices);
    else if (place->kind != TESTS_MISSING)
        tree_read(package->arena, package->repository, place->folder, &files->tests_tree,
                  &files->notices);
    exclude_files(package, &files->tests_tree);
    return &files->tests_tree;
}

struct texts package_test_paths(struct package *package, bool excluded_too) {
    const struct tree *tree = package_tests_tree(package);
    VECTOR(struct text) found = {0};
    for (size_t i = 0; i < tree->files.count; i++) {
        const struct tree_file *entry = &tree->files.items[i];
        if (entry->regular && is_python_name(entry->path) && (excluded_too || !entry->excluded))
            vector_push(package->arena, &found, entry->path);
    }
    return (struct texts){found.items, found.count};
}

struct python_files package_tests(struct package *package) {
    struct package_files *files = package->files;
    if (files->has_tests)
        return files->tests;
    files->has_tests = true;
    struct texts paths = package_test_paths(package, false);
    python_vector found = {0};
    for (size_t i = 0; i < paths.count; i++) {
        struct python_file *file = python_file(package, paths.items[i]);
        read_python(package, package->arena, file);
        share_source(package, file);
        vector_push(package->arena, &found, file);
    }
    files->tests = (struct python_files){found.items, found.count};
    return files->tests;
}

struct test_file package_open_test(struct package *package, struct arena *scratch,
                                   struct text path) {
    struct python_file *file = map_get(&package->files->parsed, path);
    if (file)
        return (struct test_file){file, package->arena};
    file = arena_new(scratch, struct python_file);
    repository_read_source(package->repository, scratch, path, &file->source);
    if (file->source.result != FILE_READ) {
        struct text why = file_result_text(scratch, file->source.result, file->source.reason);
        vector_push(package->arena, &package->files->notices,
                    text_format(package->arena, "%.*s: %.*s, so nothing is found in it",
                                TEXT_ARGS(path), TEXT_ARGS(why)));
    }
    return (struct test_file){file, scratch};
}

const struct python_file *package_registry(const struct package *package) {
    return package->repository->registry;
}

static struct source_files list_sources(struct package *package, bool (*wanted)(struct text name),
                                        bool excluded_too) {
    const struct tree *tree = package_tree(package);
    source_vector found = {0};
    for (size_t i = 0; i < tree->files.count; i++) {
        const struct tree_file *entry = &tree->files.items[i];
        if (!entry->regular || !wanted(path_name(entry->path)) ||
            (!excluded_too && entry->excluded))
            continue;
        vector_push(package->arena, &found,
                    (struct source_file *)package_read(package, entry->path));
    }
    return (struct source_files){found.items, found.count};
}

struct source_files package_compose(struct package *package) {
    struct package_files *files = package->files;
    if (!files->has_compose)
        files->compose = list_sources(package, is_compose_name, true);
    files->has_compose = true;
    return files->compose;
}

static void parse_compose(struct package *package, struct compose_source *file) {
    const struct source_file *source = file->source;
    struct error error = {0};
    if (source->result == FILE_READ)
        file->compose = compose_parse(package->arena, source->path, source->content, &error);
    if (source->result != FILE_READ)
        file->problem = file_result_text(package->arena, source->result, source->reason);
    else if (error.line)
        file->problem =
            text_format(package->arena, "line %u: %.*s", error.line, TEXT_ARGS(error.message));
    else
        file->problem = error.message;
}

struct compose_sources package_compose_parsed(struct package *package) {
    struct package_files *files = package->files;
    struct compose_sources *parsed = &files->compose_parsed;
    if (files->has_compose_parsed)
        return *parsed;
    struct source_files sources = package_compose(package);
    parsed->count = sources.count;
    parsed->items = arena_array(package->arena, struct compose_source, sources.count);
    for (size_t i = 0; i < sources.count; i++) {
        parsed->items[i].source = sources.items[i];
        parse_compose(package, &parsed->items[i]);
    }
    files->has_compose_parsed = true;
    return *parsed;
}

const struct eval_yaml *package_eval_yaml(struct package *package) {
    static const struct yaml_options options = {0};
    struct eval_yaml *file = &package->files->eval_yaml;
    if (file->source)
        return file;
    file->source =
        package_read(package, path_join(package->arena, package->folder, T("eval.yaml")));
    if (file->source->result == FILE_READ)
        file->root = yaml_parse(package->arena, file->source->path, file->source->content, &options,
                                &file->error);
    return file;
}

struct source_files package_dockerfiles(struct package *package) {
    struct package_files *files = package->files;
    if (!files->has_dockerfiles)
        files->dockerfiles = list_sources(package, is_dockerfile_name, false);
    files->has_dockerfiles = true;
    return files->dockerfiles;
}
