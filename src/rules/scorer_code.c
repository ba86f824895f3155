#include "rules/scorer_code.h"

/* What each function of a file holds, as lists by number, from 1. */
struct contents {
    uint32_t *first_nested, *next_nested;
    uint32_t *first_call, *next_call;
};

struct reading {
    struct scorer_code *code;
    struct arena *arena;
    struct contents *contents; /* of each file */
};

static struct contents contents_of(struct arena *arena, const struct py_index *index) {
    struct contents contents = {
        .first_nested = arena_array(arena, uint32_t, index->function_count),
        .next_nested = arena_array(arena, uint32_t, index->function_count),
        .first_call = arena_array(arena, uint32_t, index->function_count),
        .next_call = arena_array(arena, uint32_t, index->call_count),
    };
    for (uint32_t i = (uint32_t)index->function_count; i-- > 0;) {
        const struct py_function *parent = index->functions[i].parent;
        if (!parent)
            continue;
        contents.next_nested[i] = contents.first_nested[parent->number];
        contents.first_nested[parent->number] = i + 1;
    }
    for (uint32_t i = (uint32_t)index->call_count; i-- > 0;) {
        const struct py_function *function = index->calls[i].function;
        if (!function)
            continue;
        contents.next_call[i] = contents.first_call[function->number];
        contents.first_call[function->number] = i + 1;
    }
    return contents;
}

/* Its place in functions, from 1; 0 for a tool. */
static uint32_t add_function(struct reading *reading, uint32_t file, uint32_t number) {
    struct scorer_code *code = reading->code;
    const struct py_function *function = &code->calls.files[file].file->index->functions[number];
    if (py_has_decorator(function->def, T("tool")))
        return 0;
    uint32_t *member = pairs_put(reading->arena, &code->members, file, number);
    if (!*member) {
        bool is_scorer = py_has_decorator(function->def, T("scorer"));
        vector_push(reading->arena, &code->functions,
                    ((struct scorer_function){file, function, is_scorer, 0}));
        *member = (uint32_t)code->functions.count;
    }
    return *member;
}

static void add_call(struct reading *reading, uint32_t caller, const struct py_call *call) {
    struct scorer_code *code = reading->code;
    uint32_t file = code->functions.items[caller].file;
    struct scorer_call called = {.call = call, .caller = caller};
    called.target = package_calls_find(&code->calls, file, call->scope, call->call->func);
    if (called.target.kind == TARGET_FUNCTION)
        called.callee = add_function(reading, called.target.file, called.target.function);
    if (called.callee) {
        struct scorer_function *callee = &code->functions.items[called.callee - 1];
        called.next = callee->calls;
        callee->calls = (uint32_t)code->called.count + 1;
    }
    vector_push(reading->arena, &code->called, called);
    *pairs_put(reading->arena, &code->places[file], call->call->node.start, call->call->node.end) =
        (uint32_t)code->called.count;
}

static void read_function(struct reading *reading, uint32_t member) {
    struct scorer_function function = reading->code->functions.items[member];
    const struct contents *contents = &reading->contents[function.file];
    const struct py_index *index = reading->code->calls.files[function.file].file->index;
    for (uint32_t i = contents->first_nested[function.function->number]; i;
         i = contents->next_nested[i - 1])
        add_function(reading, function.file, i - 1);
    for (uint32_t i = contents->first_call[function.function->number]; i;
         i = contents->next_call[i - 1])
        add_call(reading, member, &index->calls[i - 1]);
}

void scorer_code_read(struct scorer_code *code, struct arena *arena, struct package *package) {
    *code = (struct scorer_code){0};
    package_calls_init(&code->calls, arena, package);
    code->places = arena_array(arena, struct pairs, code->calls.count);
    struct reading reading = {code, arena, arena_array(arena, struct contents, code->calls.count)};
    for (uint32_t i = 0; i < code->calls.count; i++) {
        const struct python_file *file = code->calls.files[i].file;
        if (!file)
            continue;
        reading.contents[i] = contents_of(arena, file->index);
        for (uint32_t k = 0; k < file->index->function_count; k++)
            if (py_has_decorator(file->index->functions[k].def, T("scorer")) &&
                add_function(&reading, i, k))
                code->scorer_count++;
    }
    for (uint32_t i = 0; i < code->functions.count; i++)
        read_function(&reading, i);
}

void scorer_code_check(struct check *check,
                       void (*examine)(struct check *check, const struct scorer_code *code),
                       const char *passed) {
    struct python_files files = package_python(check->package);
    struct arena scratch;
    struct scorer_code code;
    for (size_t i = 0; i < files.count; i++)
        check_parse_failure(check, files.items[i]);
    arena_init(&scratch, check->arena->heap);
    scorer_code_read(&code, &scratch, check->package);
    examine(check, &code);
    if (code.scorer_count)
        check_pass(check, "%s", passed);
    else
        check_skip(check, "The package defines no scorer");
    arena_release(&scratch);
}

const struct scorer_call *scorer_call_of(const struct scorer_code *code, uint32_t file,
                                         const struct py_node *node) {
    uint32_t call = pairs_get(&code->places[file], node->start, node->end);
    return call ? &code->called.items[call - 1] : NULL;
}
