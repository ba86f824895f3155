#include "rules/shuffle/calls.h"

#include "python/literal.h"
#include "rules/annotations.h"
#include "rules/dataset_loaders.h"
#include "rules/shuffle/guards.h"

bool is_shuffle_method(const struct py_call *call, const char *name) {
    const struct py_Attribute *method = py_as_Attribute(call->call->func);
    return method && text_is(method->attr, name) && !text_is(py_last_name(method->value), "random");
}

bool judge_method(const struct values *values, const struct py_call *call,
                  const struct py_node **place) {
    const struct py_node *seed = argument_of_keyword(call->call, T("seed"));
    *place = NULL;
    if (!seed && call->call->args.count)
        seed = call->call->args.items[0];
    if (!seed)
        return !py_unpacks_keywords(call->call);
    struct value value = values_of(values, seed, call->scope);
    *place = value.place;
    return value.constant && py_is_none(&value.constant->node);
}

bool passes_seed(const struct values *values, const struct py_call *call) {
    const struct py_node *seed = argument_of_keyword(call->call, T("seed"));
    const struct dataset_loader *loader = dataset_loader_find(call->name);
    if (!seed && loader)
        seed = argument_at(call->call, loader->sample_fields + 3);
    if (!seed)
        return py_unpacks_keywords(call->call);
    struct value value = values_of(values, seed, call->scope);
    return !value.constant || !py_is_none(&value.constant->node);
}

/* The calls of one file, and what is known once one of them is the rule's. */
struct file_calls {
    struct arena scratch;
    const struct py_index *index;
    struct values values;
    struct guards guards;
    struct pairs reported;          /* by where a finding points */
    struct annotations annotations; /* not looked into */
};

static void prepare(struct file_calls *calls, struct check *check, const struct python_file *file) {
    *calls = (struct file_calls){.index = file->index};
    arena_init(&calls->scratch, check->arena->heap);
    values_init(&calls->values, &calls->scratch, calls->index);
    guards_init(&calls->guards, &calls->scratch, &calls->values);
    calls->annotations = annotations_of(&calls->scratch, calls->index);
}

/* One finding for each expression: several calls may read one default, a chain of calls begins at
 * one place. */
static void report(struct check *check, const struct python_file *file, struct file_calls *calls,
                   const struct py_node *place, const struct shuffle_kind *kind) {
    uint32_t *reported = pairs_put(&calls->scratch, &calls->reported, place->start, place->end);
    if (!(*reported)++)
        check_finding(check, location_of_node(file, place), kind->hint, "%s", kind->message);
}

size_t shuffle_check_file(struct check *check, const struct python_file *file,
                          const struct shuffle_kind *kind) {
    struct file_calls calls = {0};
    size_t asked = 0;
    for (size_t i = 0; i < file->index->call_count; i++) {
        const struct py_call *call = &file->index->calls[i];
        if (!kind->asks(call))
            continue;
        if (!calls.index)
            prepare(&calls, check, file);
        if (annotations_hold(&calls.annotations, &call->call->node))
            continue;
        asked++;
        const struct py_node *place;
        if (kind->judge(&calls.values, call, &place) && !guards_skip(&calls.guards, call))
            report(check, file, &calls, place ? place : &call->call->node, kind);
    }
    if (calls.index)
        arena_release(&calls.scratch);
    return asked;
}
