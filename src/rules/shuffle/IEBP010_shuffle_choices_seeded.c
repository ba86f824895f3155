#include "rules/dataset_loaders.h"
#include "rules/rules.h"
#include "rules/shuffle/calls.h"

static bool asks(const struct py_call *call) {
    return is_shuffle_method(call, "shuffle_choices") ||
           (!is_shuffle_method(call, "shuffle") &&
            argument_of_keyword(call->call, T("shuffle_choices")));
}

/* A number is a seed. What loads a dataset does not use its own seed for choices; other functions
 * may. */
static bool judge(const struct values *values, const struct py_call *call,
                  const struct py_node **place) {
    if (is_shuffle_method(call, "shuffle_choices"))
        return judge_method(values, call, place);
    const struct py_node *argument = argument_of_keyword(call->call, T("shuffle_choices"));
    struct value value = values_of(values, argument, call->scope);
    *place = value.place;
    return value.constant && value.constant->node.op == PY_TRUE &&
           (dataset_loader_find(call->name) || !passes_seed(values, call));
}

static size_t check_file(struct check *check, const struct python_file *file) {
    static const struct shuffle_kind kind = {
        .asks = asks,
        .judge = judge,
        .message = "The choices are shuffled without a seed, another way in each run",
        .hint = "give a number: shuffle_choices=42, or .shuffle_choices(seed=42)",
    };
    return shuffle_check_file(check, file, &kind);
}

static void check_shuffle_choices(struct check *check) {
    if (check_each_file(check, check_file))
        check_pass(check, "Choices are shuffled with a seed, or not at all");
    else
        check_skip(check, "Nothing asks for choices to be shuffled");
}

const struct rule rule_shuffle_choices_seeded = {
    .code = "IEBP010",
    .name = "shuffle_choices_seeded",
    .summary = "Choices are shuffled with a seed",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .check = check_shuffle_choices,
};
