#include "rules/tests.h"

#include "base/lines.h"
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

struct text searchable_text(struct package *package, struct python_file *file) {
    package_parse(package, file);
    struct text source = file->tree ? file->tree->source : (struct text){NULL, 0};
    return utf8_find_invalid(source) == TEXT_NONE ? source : (struct text){NULL, 0};
}

/* A registered name may hold a line end, and then no line holds the name. */
static bool is_one_line(struct text name) {
    struct text rest = name, line;
    return lines_next(&rest, &line) && line.size == name.size;
}

bool tests_mention(struct check *check, struct text name) {
    struct python_files tests = package_tests(check->package);
    if (!is_one_line(name))
        return false;
    for (size_t i = 0; i < tests.count; i++)
        if (text_contains(searchable_text(check->package, tests.items[i]), name))
            return true;
    return false;
}

/* The first decorator of the function that makes it such a component, or NULL. */
static const struct py_node *component_decorator(const struct component *component,
                                                 const struct py_FunctionDef *def) {
    for (uint32_t i = 0; i < def->decorator_list.count; i++) {
        struct text name = py_decorator_name(def->decorator_list.items[i]);
        for (size_t j = 0; j < 2 && component->decorators[j]; j++)
            if (name.data && text_is(name, component->decorators[j]))
                return def->decorator_list.items[i];
    }
    return NULL;
}

/* The literal name= of a decorator, or NULL data. */
static struct text registered_name(const struct py_node *decorator) {
    const struct py_Call *call = py_as_Call(decorator);
    const struct py_keyword *keyword = call ? py_keyword_of(call, T("name")) : NULL;
    const struct py_Constant *string = keyword ? py_as_string(keyword->value) : NULL;
    return string ? string->text : (struct text){NULL, 0};
}

static size_t check_file(struct check *check, const struct component *component,
                         const struct python_file *file) {
    size_t found = 0;
    for (size_t i = 0; i < file->index->function_count; i++) {
        const struct py_FunctionDef *def = file->index->functions[i].def;
        const struct py_node *decorator = component_decorator(component, def);
        if (def->node.kind != PY_FunctionDef || !decorator)
            continue;
        found++;
        if (tests_mention(check, def->name) ||
            (component->by_option && tests_mention(check, registered_name(decorator))))
            continue;
        check_finding(check, location_of_line(file, &def->node),
                      "add a test that at least builds it; its name has to appear in a test file",
                      "No test mentions the %.*s %.*s", TEXT_ARGS(py_decorator_name(decorator)),
                      TEXT_ARGS(def->name));
    }
    return found;
}

void check_components(struct check *check, const struct component *component) {
    if (tests_missing(check))
        return;
    struct python_files files = package_python(check->package);
    size_t found = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            found += check_file(check, component, files.items[i]);
    if (found)
        check_pass(check, "The tests mention every %s", component->what);
    else
        check_skip(check, "The package defines no %s", component->what);
}
