#include "python/literal.h"
#include "rules/rules.h"
#include "rules/url.h"

/* A dict is reported for each call that gets it, up to so many findings: calls times entries is
 * more than a file has room for otherwise. */
enum { MOST_REPEATED = 10000 };

struct dicts {
    struct map by_name;  /* to const struct py_Dict: the module's */
    struct map reported; /* names */
    size_t repeated;     /* findings that were made before */
};

static void check_entries(struct check *check, const struct python_file *file,
                          const struct py_Dict *dict) {
    for (uint32_t i = 0; i < dict->values.count; i++)
        if (dict->keys.items[i] && lacks_url(dict->values.items[i]))
            check_finding(check, location_of_node(file, dict->values.items[i]),
                          "write the URL of the issue that reports it upstream",
                          "The entry drops a sample without a link to its report");
}

static void check_broken(struct check *check, const struct python_file *file, struct dicts *dicts,
                         const struct py_node *broken) {
    const struct py_Name *name = py_as_Name(broken);
    const struct py_Dict *dict = name ? map_get(&dicts->by_name, name->id) : py_as_Dict(broken);
    if (!dict)
        return;
    if (name && map_has(&dicts->reported, name->id)) {
        dicts->repeated += dict->values.count;
        if (dicts->repeated > MOST_REPEATED)
            return;
    } else if (name) {
        map_put(check->arena, &dicts->reported, name->id);
    }
    check_entries(check, file, dict);
}

/* How many calls there are. */
static size_t check_file(struct check *check, const struct python_file *file) {
    const struct py_call *call = py_calls_of(file->index, T("drop_known_broken"));
    struct dicts dicts = {0};
    if (call)
        dicts.by_name = py_module_dicts(check->arena, file->tree);
    size_t calls = 0;
    for (; call; call = call->next_of_name, calls++) {
        const struct py_keyword *broken = py_keyword_of(call->call, T("broken"));
        if (broken)
            check_broken(check, file, &dicts, broken->value);
        else if (!py_unpacks_keywords(call->call))
            check_finding(check, location_of_node(file, &call->call->node),
                          "pass broken= with a dict of sample ids and URLs",
                          "drop_known_broken() does not say with broken= what is broken");
    }
    return calls;
}

static void check_known_broken(struct check *check) {
    if (check_each_file(check, check_file))
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
