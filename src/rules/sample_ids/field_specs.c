#include "rules/sample_ids/field_specs.h"

#include "python/literal.h"
#include "rules/annotations.h"
#include "rules/dataset_loaders.h"
#include "rules/name_values.h"

/* By what kind of loader something is reached. */
enum mark { NUMBERED = 1, NOT_NUMBERED = 2 };

struct field_specs {
    struct arena scratch;
    const struct py_index *index;
    struct map names;   /* what FieldSpec is called in the file */
    struct pairs marks; /* start and end of each call without an id of its own to enum mark */
    struct name_values values;
    VECTOR(struct followed) stack;
    enum mark mark; /* of the loader that is being followed */
};

/* An expression that reaches the loader, and from where its names are seen. */
struct followed {
    const struct py_node *expression;
    struct name_use from;
};

static void find_names(struct field_specs *specs) {
    map_put(&specs->scratch, &specs->names, T("FieldSpec"));
    for (size_t i = 0; i < specs->index->import_count; i++) {
        const struct py_import *import = &specs->index->imports[i];
        if (import->name.data && text_is(import->name, "FieldSpec") && import->bound.size)
            map_put(&specs->scratch, &specs->names, import->bound);
    }
}

/* FieldSpec(input, target, choices, id, ...) */
static bool has_id(const struct py_Call *call) {
    for (uint32_t i = 0; i < call->args.count; i++)
        if (py_is(call->args.items[i], PY_Starred))
            return true;
    return call->args.count > 3 || py_keyword_of(call, T("id")) || py_unpacks_keywords(call);
}

/* How many calls there are; those without an id have a mark to be set. */
static size_t find_calls(struct field_specs *specs) {
    size_t count = 0;
    for (size_t i = 0; i < specs->names.count; i++)
        for (const struct py_call *call = py_calls_of(specs->index, specs->names.entries[i].key);
             call; call = call->next_of_name) {
            const struct py_node *node = &call->call->node;
            count++;
            if (!has_id(call->call))
                pairs_put(&specs->scratch, &specs->marks, node->start, node->end);
        }
    return count;
}

static void follow(struct field_specs *specs, const struct py_node *expression,
                   struct name_use from) {
    vector_push(&specs->scratch, &specs->stack, (struct followed){expression, from});
}

/* A binding is followed once for each kind of loader: another one finds nothing new behind it. */
static void follow_binding(void *context, struct name_binding *binding) {
    struct field_specs *specs = context;
    if (!binding->value || binding->marks & specs->mark)
        return;
    binding->marks |= (uint8_t)specs->mark;
    follow(specs, binding->value,
           (struct name_use){.scope = binding->scope, .place = binding->place, .at = binding->at});
}

static void step(struct field_specs *specs, struct followed next) {
    const struct py_node *node = next.expression;
    if (py_is(node, PY_Call)) {
        const struct py_Call *call = py_as_Call(node);
        if (map_has(&specs->names, py_last_name(call->func)) && !has_id(call))
            *pairs_put(&specs->scratch, &specs->marks, node->start, node->end) |= specs->mark;
    } else if (py_is(node, PY_IfExp)) {
        follow(specs, py_as_IfExp(node)->body, next.from);
        follow(specs, py_as_IfExp(node)->orelse, next.from);
    } else if (py_is(node, PY_NamedExpr)) {
        follow(specs, py_as_NamedExpr(node)->value, next.from);
    } else if (py_is(node, PY_Name)) {
        next.from.name = py_as_Name(node)->id;
        name_values_visit(&specs->values, &next.from, follow_binding, specs);
    }
}

/* What tells a loader how to read samples, or NULL when the call is no loader. */
static const struct py_node *sample_fields(const struct py_call *call) {
    const struct py_node *fields = argument_of_keyword(call->call, T("sample_fields"));
    const struct dataset_loader *loader = dataset_loader_find(call->name);
    return !fields && loader ? argument_at(call->call, loader->sample_fields) : fields;
}

static bool numbers_samples(const struct py_call *call) {
    const struct py_node *auto_id = argument_of_keyword(call->call, T("auto_id"));
    const struct dataset_loader *loader = dataset_loader_find(call->name);
    if (!auto_id && loader)
        auto_id = argument_at(call->call, loader->sample_fields + 1);
    return auto_id ? py_may_be_true(auto_id) : py_unpacks_keywords(call->call);
}

static void follow_loaders(struct field_specs *specs) {
    name_values_init(&specs->values, &specs->scratch, specs->index);
    struct annotations annotations = annotations_of(&specs->scratch, specs->index);
    for (size_t i = 0; i < specs->index->call_count; i++) {
        const struct py_call *call = &specs->index->calls[i];
        const struct py_node *fields = sample_fields(call), *node = &call->call->node;
        if (!fields || annotations_hold(&annotations, node))
            continue;
        specs->mark = numbers_samples(call) ? NUMBERED : NOT_NUMBERED;
        follow(specs, fields,
               (struct name_use){.scope = call->scope, .place = node->start, .at = node->start});
        while (specs->stack.count)
            step(specs, specs->stack.items[--specs->stack.count]);
    }
}

static void report(struct check *check, const struct python_file *file, struct field_specs *specs) {
    for (size_t i = 0; i < specs->names.count; i++)
        for (const struct py_call *call = py_calls_of(specs->index, specs->names.entries[i].key);
             call; call = call->next_of_name) {
            const struct py_node *node = &call->call->node;
            uint32_t marks = pairs_get(&specs->marks, node->start, node->end);
            if (marks != NUMBERED && !has_id(call->call))
                check_finding(
                    check, location_of_node(file, node),
                    "name the field of the ids, as with id=\"id\", or set auto_id=True at "
                    "the loader",
                    marks ? "FieldSpec() names no field for ids, and a loader that uses "
                            "it does not number the samples"
                          : "FieldSpec() names no field for ids, and no loader was found "
                            "that uses it");
        }
}

size_t check_field_specs(struct check *check, const struct python_file *file) {
    struct field_specs specs = {.index = file->index};
    arena_init(&specs.scratch, check->arena->heap);
    find_names(&specs);
    size_t count = find_calls(&specs);
    if (specs.marks.count) {
        follow_loaders(&specs);
        report(check, file, &specs);
    }
    arena_release(&specs.scratch);
    return count;
}
