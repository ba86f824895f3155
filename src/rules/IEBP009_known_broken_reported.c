#include "python/literal.h"
#include "rules/rules.h"
#include "rules/url.h"

/* The dict display that is passed, inline or by the name of a module-level one, or NULL. */
static const struct py_Dict *dict_of(const struct map *dicts, const struct py_node *value) {
    const struct py_Name *name = py_as_Name(value);
    return name ? map_get(dicts, name->id) : py_as_Dict(value);
}

static void check_entries(struct check *check, const struct python_file *file,
                          const struct py_Dict *dict) {
    for (uint32_t i = 0; i < dict->values.count; i++)
        if (dict->keys.items[i] && lacks_url(dict->values.items[i]))
            check_finding(check, location_of_node(file, dict->values.items[i]),
                          "write the URL of the issue that reports it upstream",
                          "The entry drops a sample without a link to its report");
}

/* How many calls there are. */
static size_t check_file(struct check *check, const struct python_file *file) {
    const struct py_call *call = py_calls_of(file->index, T("drop_known_broken"));
    struct map dicts = {0};
    if (call)
        dicts = py_module_dicts(check->arena, file->tree);
    size_t calls = 0;
    for (; call; call = call->next_of_name, calls++) {
        const struct py_keyword *broken = py_keyword_of(call->call, T("broken"));
        const struct py_Dict *dict = broken ? dict_of(&dicts, broken->value) : NULL;
        if (dict)
            check_entries(check, file, dict);
        else if (!broken && !py_unpacks_keywords(call->call))
            check_finding(check, location_of_node(file, &call->call->node),
                          "pass broken= with a dict of sample ids and URLs",
                          "drop_known_broken() does not say with broken= what is broken");
    }
    return calls;
}

static void check_known_broken(struct check *check) {
    struct python_files files = package_python(check->package);
    size_t calls = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!check_parse_failure(check, files.items[i]))
            calls += check_file(check, files.items[i]);
    if (calls)
        check_pass(check, "Every sample dropped as broken has its report");
    else
        check_skip(check, "drop_known_broken() is not called");
}

const struct rule rule_known_broken_reported = {
    .code = "IEBP009",
    .name = "known_broken_reported",
    .summary = "drop_known_broken() maps every sample id to the URL of its upstream report",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .check = check_known_broken,
};
