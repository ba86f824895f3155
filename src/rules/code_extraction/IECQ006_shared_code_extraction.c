#include "base/buffer.h"
#include "base/path.h"
#include "base/vector.h"
#include "formats/requirement.h"
#include "rules/code_extraction/patterns.h"
#include "rules/rules.h"

#include <stdlib.h>

enum { MOST_LINES = 10 }; /* of further calls in a message */

/* A call whose pattern has a fence. */
struct fence_call {
    const struct py_call *call;
    const struct py_function *function; /* NULL: module level */
    bool json;
    bool bare; /* does not say which language */
};

struct fence_calls {
    struct fence_call *items;
    size_t count;
    size_t capacity;
};

static const struct py_node *first_argument(const struct py_Call *call) {
    return call->args.count ? call->args.items[0] : NULL;
}

/* re.FUNCTION(PATTERN) */
static const struct py_node *regex_of(const struct py_call *call) {
    static const char *const functions[] = {"compile", "search",    "findall", "finditer",
                                            "match",   "fullmatch", "sub",     NULL};
    const struct py_Attribute *callee = py_as_Attribute(call->call->func);
    const struct py_Name *module = callee ? py_as_Name(callee->value) : NULL;
    if (!module || !text_is(module->id, "re") || !text_is_any(call->name, functions))
        return NULL;
    const struct py_keyword *keyword = py_keyword_of(call->call, T("pattern"));
    const struct py_node *first = first_argument(call->call);
    return first ? first : keyword ? keyword->value : NULL;
}

static struct fence tags_of(struct patterns *patterns, const struct py_Call *call,
                            const struct py_function *function) {
    struct fence sum = fence_none;
    for (uint32_t i = 1; i < call->args.count; i++)
        sum = fence_sum(sum, patterns_of(patterns, call->args.items[i], function));
    for (uint32_t i = 0; i < call->keywords.count; i++) {
        const struct py_keyword *keyword = py_as_keyword(call->keywords.items[i]);
        if (text_is(keyword->arg, "start_tag") || text_is(keyword->arg, "end_tag"))
            sum = fence_sum(sum, patterns_of(patterns, keyword->value, function));
    }
    return sum;
}

/* Text methods count only with a label, which no other text has by accident. */
static bool read_call(struct patterns *patterns, const struct py_call *call,
                      const struct py_function *function, struct fence_call *found) {
    static const char *const methods[] = {"split",     "replace",    "find",
                                          "partition", "startswith", NULL};
    const struct py_node *regex = regex_of(call);
    *found = (struct fence_call){.call = call, .function = function};
    struct fence fence = fence_none;
    if (regex) {
        fence = patterns_of(patterns, regex, function);
    } else if (py_is(call->call->func, PY_Attribute) && text_is_any(call->name, methods)) {
        const struct py_node *first = first_argument(call->call);
        return first && patterns_of(patterns, first, function).other;
    } else if (text_is(call->name, "extract_from_tags")) {
        fence = tags_of(patterns, call->call, function);
    }
    found->json = fence.all_json;
    found->bare = fence.all_bare;
    return fence.any;
}

/* A call or a function by its place in the source. Decorators belong to their function here. */
static uint32_t begin_of(const struct py_function *function) {
    const struct py_list *decorators = &function->def->decorator_list;
    uint32_t begin = function->def->node.start;
    if (decorators->count && decorators->items[0]->start < begin)
        begin = decorators->items[0]->start;
    return begin;
}

static int compare_calls(const void *left, const void *right) {
    const struct py_node *a = &(*(const struct py_call *const *)left)->call->node;
    const struct py_node *b = &(*(const struct py_call *const *)right)->call->node;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

/* In order of the source, the outer one first where two begin together. */
static const struct py_call **sort_calls(struct arena *arena, const struct py_index *index) {
    const struct py_call **calls = arena_array(arena, const struct py_call *, index->call_count);
    for (size_t i = 0; i < index->call_count; i++)
        calls[i] = &index->calls[i];
    if (index->call_count)
        qsort(calls, index->call_count, sizeof(*calls), compare_calls);
    return calls;
}

static struct fence_calls find_calls(struct check *check, const struct py_index *index) {
    struct fence_calls found = {0};
    struct patterns patterns;
    patterns_init(&patterns, check->arena, index);
    const struct py_call **calls = sort_calls(check->arena, index);
    VECTOR(const struct py_function *) around = {0};
    for (size_t i = 0, next = 0; i < index->call_count; i++) {
        uint32_t start = calls[i]->call->node.start;
        for (; next < index->function_count && begin_of(&index->functions[next]) <= start; next++) {
            while (around.count && around.items[around.count - 1]->def->node.end <=
                                       begin_of(&index->functions[next]))
                around.count--;
            vector_push(check->arena, &around, &index->functions[next]);
        }
        while (around.count && around.items[around.count - 1]->def->node.end <= start)
            around.count--;
        struct fence_call call;
        if (read_call(&patterns, calls[i], around.count ? around.items[around.count - 1] : NULL,
                      &call))
            vector_push(check->arena, &found, call);
    }
    return found;
}

/* What is left of the calls of one function, or of the module. */
struct group {
    bool json; /* some call is about JSON: then a bare fence is most likely, too */
    const struct fence_call *first;
    struct buffer further; /* "7, 9" */
    size_t further_count;
};

static size_t group_number(const struct py_index *index, const struct fence_call *call) {
    return call->function ? call->function->number : index->function_count;
}

static void add_call(struct check *check, const struct py_index *index, struct group *group,
                     const struct fence_call *call) {
    if (call->json || (call->bare && group->json))
        return;
    if (!group->first) {
        group->first = call;
        buffer_init(&group->further, check->arena);
    } else if (++group->further_count <= MOST_LINES) {
        buffer_format(&group->further, "%s%u", group->further.size ? ", " : "",
                      py_tree_place(index->tree, call->call->call->node.start).line);
    }
}

static void report(struct check *check, const struct python_file *file, const struct group *group) {
    const struct fence_call *first = group->first;
    struct text callee = py_dotted_name(check->arena, first->call->call->func);
    struct buffer also;
    buffer_init(&also, check->arena);
    if (group->further_count)
        buffer_format(&also, "; so %s line%s %.*s%s", group->further_count == 1 ? "does" : "do",
                      group->further_count == 1 ? "" : "s", TEXT_ARGS(group->further),
                      group->further_count > MOST_LINES ? " and more" : "");
    check_finding(check, location_of_node(file, &first->call->call->node),
                  "use extract_code_block, which is shared, and raise the task's version, since "
                  "scores may change; where the difference is meant, suppress this with the reason",
                  "%s%.*s picks fenced code out of text by hand, with %.*s%s",
                  first->function ? "The function " : "The module",
                  first->function ? (int)first->function->def->name.size : 0,
                  first->function ? first->function->def->name.data : "",
                  TEXT_ARGS(callee.data ? callee : first->call->name), buffer_view(&also).data);
}

static void check_file(struct check *check, const struct python_file *file) {
    const struct py_index *index = file->index;
    struct fence_calls calls = find_calls(check, index);
    if (!calls.count)
        return;
    struct group *groups = arena_array(check->arena, struct group, index->function_count + 1);
    for (size_t i = 0; i < calls.count; i++)
        groups[group_number(index, &calls.items[i])].json |= calls.items[i].json;
    for (size_t i = 0; i < calls.count; i++)
        add_call(check, index, &groups[group_number(index, &calls.items[i])], &calls.items[i]);
    for (size_t i = 0; i <= index->function_count; i++)
        if (groups[i].first)
            report(check, file, &groups[i]);
}

static bool is_test(const struct package *package, struct text path) {
    struct text name = path_name(path);
    struct text folders = path_relative(path_folder(path), package->folder), folder;
    while (folders.size && text_split(&folders, '/', &folder))
        if (text_is(folder, "test") || text_is(folder, "tests"))
            return true;
    return text_starts(name, T("test_")) || text_ends(name, T("_test.py")) ||
           text_is(name, "conftest.py");
}

static bool defines_helper(const struct py_tree *tree) {
    const struct py_Module *module = py_as_Module(tree->root);
    for (uint32_t i = 0; i < module->body.count; i++) {
        const struct py_FunctionDef *def = py_as_function(module->body.items[i]);
        if (def && text_is(def->name, "extract_code_block"))
            return true;
    }
    return false;
}

static bool file_defines_helper(struct repository *repository, struct arena *scratch,
                                struct text path) {
    struct python_file file = {0};
    repository_read_source(repository, scratch, path, &file.source);
    struct text source = source_text(scratch, &file);
    if (text_is_ascii(source) && !text_contains(source, T("extract_code_block")))
        return false; /* other letters can be spelt to mean these */
    source_parse(scratch, &file);
    return file.index && defines_helper(file.tree);
}

static void find_helpers(struct repository *repository, struct text folder) {
    struct arena *arena = repository->arena, scratch;
    struct notices unread = {0}; /* the package itself tells, when it is linted */
    struct tree tree;
    if (!folder_has_file(repository->root_folder, path_join(arena, folder, T("__init__.py")).data))
        return;
    tree_read(arena, repository, folder, &tree, &unread);
    arena_init(&scratch, arena->heap);
    for (size_t i = 0; i < tree.files.count; i++) {
        struct text path = tree.files.items[i].path;
        if (is_python_name(path_name(path)) && file_defines_helper(repository, &scratch, path))
            map_put(arena, &repository->code_helpers, path);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
}

/* NAME of `NAME[extra] >= 1`, as the entries of a list have it. */
static bool names_inspect_evals(struct arena *arena, const struct toml_value *list) {
    for (size_t i = 0; list && list->type == TOML_ARRAY && i < list->array.count; i++) {
        const struct toml_value *entry = list->array.items[i];
        size_t end = 0;
        if (entry->type != TOML_STRING)
            continue;
        while (end < entry->text.size && !strchr("<>=!~@,;[ \t\r\n", entry->text.data[end]))
            end++;
        if (text_is(distribution_name(arena, text_slice(entry->text, 0, end)), "inspect-evals"))
            return true;
    }
    return false;
}

static bool some_list_names_it(struct arena *arena, const struct toml_value *table,
                               const char *but) {
    for (size_t i = 0; table && table->type == TOML_TABLE && i < table->table.count; i++)
        if (!text_is(table->table.entries[i].key, but) &&
            names_inspect_evals(arena, table->table.entries[i].value))
            return true;
    return false;
}

/* Helper packages are the same for every package that is linted. */
static void prepare(struct repository *repository) {
    const struct config *config = &repository->config;
    struct arena *arena = repository->arena;
    const struct toml_value *pyproject = repository->pyproject;
    for (size_t i = 0; i < config->helper_dirs.count; i++)
        find_helpers(repository,
                     path_join(arena, config->source_root, config->helper_dirs.items[i]));
    repository->has_code_helper =
        repository->code_helpers.count ||
        (pyproject &&
         (names_inspect_evals(arena, toml_get(pyproject, "project", "dependencies", NULL)) ||
          some_list_names_it(arena, toml_get(pyproject, "project", "optional-dependencies", NULL),
                             "") ||
          some_list_names_it(arena, toml_get(pyproject, "dependency-groups", NULL), "dev")));
}

static void check_shared_code_extraction(struct check *check) {
    const struct repository *repository = check->package->repository;
    struct python_files files = package_python(check->package);
    if (!repository->has_code_helper) {
        check_skip(check, "There is no shared extract_code_block: no helper package defines it, "
                          "and the project does not depend on inspect-evals");
        return;
    }
    for (size_t i = 0; i < files.count; i++) {
        struct text path = files.items[i]->source.path;
        if (!check_parse_failure(check, files.items[i]) &&
            !map_has(&repository->code_helpers, path) && !is_test(check->package, path))
            check_file(check, files.items[i]);
    }
    check_pass(check, "No fenced code is picked out of text by hand");
}

static const char *const settings[] = {"helper-dirs", "source-root", NULL};

const struct rule rule_shared_code_extraction = {
    .code = "IECQ006",
    .name = "shared_code_extraction",
    .summary = "Code in a model's answer is found by the shared helper, not by patterns of one's "
               "own",
    .category = CATEGORY_CODE_QUALITY,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .preview = true,
    .settings = settings,
    .prepare = prepare,
    .check = check_shared_code_extraction,
};
