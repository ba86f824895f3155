#include "python/literal.h"
#include "rules/dataset_loaders.h"
#include "rules/rules.h"
#include "rules/shuffle/calls.h"

static bool shuffles_and_seeds(const struct py_call *call) {
    return call->name.data && text_is(call->name, "shuffle_and_seed");
}

/* What says whether to shuffle, or NULL. */
static const struct py_node *shuffle_argument(const struct py_call *call) {
    const struct py_node *argument = argument_of_keyword(call->call, T("shuffle"));
    const struct dataset_loader *loader = dataset_loader_find(call->name);
    if (!argument && shuffles_and_seeds(call))
        return argument_at(call->call, 0);
    if (!argument && loader)
        return argument_at(call->call, loader->sample_fields + 2);
    return argument;
}

static bool asks(const struct py_call *call) {
    return is_shuffle_method(call, "shuffle") ||
           (!is_shuffle_method(call, "shuffle_choices") && shuffle_argument(call));
}

static bool judge(const struct values *values, const struct py_call *call,
                  const struct py_node **place) {
    if (is_shuffle_method(call, "shuffle"))
        return judge_method(values, call, place);
    struct value value = values_of(values, shuffle_argument(call), call->scope);
    *place = value.place;
    if (!value.constant)
        return false;
    if (shuffles_and_seeds(call)) /* a number is the seed */
        return value.constant->node.op == PY_TRUE;
    return py_may_be_true(&value.constant->node) && !passes_seed(values, call);
}

static size_t check_file(struct check *check, const struct python_file *file) {
    static const struct shuffle_kind kind = {
        .asks = asks,
        .judge = judge,
        .message = "The samples are shuffled without a seed, another way in each run",
        .hint = "pass seed= with a number, so that a limit picks the same samples in each run",
    };
    return shuffle_check_file(check, file, &kind);
}

static void check_shuffle(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Samples are shuffled with a seed, or not at all");
    else
        check_skip(check, "Nothing asks for samples to be shuffled");
}

const struct rule rule_shuffle_seeded = {
    .code = "IEBP011",
    .name = "shuffle_seeded",
    .summary = "Samples are shuffled with a seed",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_WARNING,
    .preview = true,
    .check = check_shuffle,
};
