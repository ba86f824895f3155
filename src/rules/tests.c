#include "rules/tests.h"

#include "base/lines.h"
#include "base/search.h"
#include "base/utf8.h"

bool tests_missing(struct check *check) {
    const struct tests_place *place = package_tests_place(check->package);
    bool helper = check->package->kind == PACKAGE_HELPER;
    if (helper ? package_tests_tree(check->package)->folders.count != 0
               : place->kind != TESTS_MISSING)
        return false;
    struct text folder = place->folder;
    struct text hint =
        check->config->tests_layout == TESTS_FLAT
            ? text_format(check->arena, "add test files to %.*s, or directly to the tests root",
                          TEXT_ARGS(folder))
            : text_format(check->arena, "add test files to %.*s", TEXT_ARGS(folder));
    check_finding(check, location_of_file(folder), hint.data, "%s has no tests",
                  helper ? "The repository" : "The evaluation");
    return true;
}

struct text searchable_text(struct arena *arena, struct python_file *file) {
    struct text source = source_text(arena, file);
    return utf8_find_invalid(source) == TEXT_NONE ? source : (struct text){NULL, 0};
}

struct kind {
    const char *decorators[2];
    const char *what; /* how messages call them */
};

static const struct kind kinds[] = {
    [COMPONENT_SOLVER] = {{"solver", "agent"}, "solver or agent"},
    [COMPONENT_SCORER] = {{"scorer"}, "scorer"},
    [COMPONENT_TOOL] = {{"tool"}, "tool"},
    [COMPONENT_METRIC] = {{"metric"}, "metric"},
};

/* The first decorator of the function that makes it one of the kind, or NULL. */
static const struct py_node *component_decorator(const struct kind *kind,
                                                 const struct py_FunctionDef *def) {
    for (uint32_t i = 0; i < def->decorator_list.count; i++) {
        struct text name = py_decorator_name(def->decorator_list.items[i]);
        for (size_t j = 0; j < 2 && kind->decorators[j]; j++)
            if (name.data && text_is(name, kind->decorators[j]))
                return def->decorator_list.items[i];
    }
    return NULL;
}

/* The literal name= of a decorator. Empty when there is none, and when it holds a line end: no line
 * of a test can mention that. */
static struct text registered_name(const struct py_node *decorator) {
    const struct text none = {NULL, 0};
    const struct py_Call *call = py_as_Call(decorator);
    const struct py_Constant *string = NULL;
    for (uint32_t i = 0; call && !string && i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        if (text_is(keyword->arg, "name"))
            string = py_as_string(keyword->value);
    }
    if (!string)
        return none;
    struct text rest = string->text, line;
    return lines_next(&rest, &line) && line.size == string->text.size ? line : none;
}

static void collect(struct arena *arena, const struct kind *kind, const struct python_file *file,
                    struct components *components) {
    for (size_t i = 0; i < file->index->function_count; i++) {
        const struct py_FunctionDef *def = file->index->functions[i].def;
        const struct py_node *decorator = component_decorator(kind, def);
        if (def->node.kind != PY_FunctionDef || !decorator)
            continue;
        vector_push(arena, &components->items, ((struct component){file, def, decorator}));
        vector_push(arena, &components->words, def->name);
        vector_push(arena, &components->words, registered_name(decorator));
    }
}

struct components components_of(struct check *check, enum component_kind kind) {
    struct python_files files = package_python(check->package);
    struct components components = {0};
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            collect(check->arena, &kinds[kind], files.items[i], &components);
    return components;
}

/* What the tests mention of every kind but metrics. All of it is looked for in one go: the tests of
 * a helper are those of the whole repository. */
struct mentions {
    struct search *of[COMPONENT_METRIC];
};

static bool complete(const struct mentions *mentions) {
    for (size_t kind = 0; kind < COMPONENT_METRIC; kind++)
        if (!search_complete(mentions->of[kind]))
            return false;
    return true;
}

static void search_tests(struct package *package, struct mentions *mentions) {
    struct texts paths = package_test_paths(package, false);
    struct arena scratch;
    arena_init(&scratch, package->arena->heap);
    for (size_t i = 0; i < paths.count && !complete(mentions); i++) {
        struct test_file test = package_open_test(package, &scratch, paths.items[i]);
        struct text text = searchable_text(test.arena, test.file);
        for (size_t kind = 0; kind < COMPONENT_METRIC; kind++)
            search_text(mentions->of[kind], text);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
}

static const struct mentions *mentions_of(struct package *package) {
    struct arena *arena = package->arena;
    void **memo = map_put(arena, &package->memos, T("mentions in tests"));
    if (*memo)
        return *memo;
    struct mentions *mentions = arena_new(arena, struct mentions);
    struct python_files files = package_python(package);
    for (size_t kind = 0; kind < COMPONENT_METRIC; kind++) {
        struct components components = {0};
        for (size_t i = 0; i < files.count; i++)
            if (files.items[i]->index)
                collect(arena, &kinds[kind], files.items[i], &components);
        mentions->of[kind] = search_build(arena, components.words.items, components.words.count);
    }
    search_tests(package, mentions);
    *memo = mentions;
    return mentions;
}

static void report_unmentioned(struct check *check, enum component_kind kind,
                               const struct components *components) {
    const struct search *mentioned = mentions_of(check->package)->of[kind];
    for (size_t i = 0; i < components->items.count; i++) {
        const struct component *component = &components->items.items[i];
        if (search_found(mentioned, 2 * i) || search_found(mentioned, 2 * i + 1))
            continue;
        check_finding(check, location_of_line(component->file, &component->def->node),
                      "add a test that at least builds it; its name has to appear in a test file",
                      "No test mentions the %.*s %.*s",
                      TEXT_ARGS(py_decorator_name(component->decorator)),
                      TEXT_ARGS(component->def->name));
    }
}

void check_components(struct check *check, enum component_kind kind) {
    if (tests_missing(check))
        return;
    struct components components = components_of(check, kind);
    if (components.items.count) {
        report_unmentioned(check, kind, &components);
        check_pass(check, "The tests mention every %s", kinds[kind].what);
    } else {
        check_skip(check, "The package defines no %s", kinds[kind].what);
    }
}
