#include "rules/rules.h"
#include "rules/scorer_failure/results.h"

static void report(struct check *check, const struct scorer_functions *functions,
                   const struct guarded *guarded, const struct py_ExceptHandler *handler) {
    const struct scorer_code *code = functions->code;
    const struct python_file *file =
        code->calls.files[code->functions.items[guarded->function].file].file;
    bool grader = guarded->awaits & AWAITS_GRADER;
    struct finding finding = {
        .location = location_of_line(file, &handler->node),
        .severity = grader ? SEVERITY_ERROR : SEVERITY_WARNING,
        .message = text_format(check->arena, "When the %s fails, this makes a score of it",
                               grader ? "grader" : "sandbox"),
        .hint = T("let the failure go on, so that the sample is run again or counted as an error; "
                  "or return Score.unscored() with the reason"),
    };
    check_add(check, &finding);
}

static void check_failures(struct check *check, const struct scorer_code *code) {
    struct arena *scratch = code->calls.arena;
    struct scorer_functions functions;
    scorer_functions_read(&functions, scratch, code);
    for (size_t i = 1; i < functions.tries.count; i++) {
        struct guarded *guarded = &functions.tries.items[i];
        const struct py_list *handlers = &guarded->statement->handlers;
        for (uint32_t k = 0; guarded->awaits && k < handlers->count; k++) {
            const struct py_ExceptHandler *handler = py_as_ExceptHandler(handlers->items[k]);
            if (handler_swallows(scratch, handler) &&
                handler_gives_result(&functions, guarded, handler))
                report(check, &functions, guarded, handler);
        }
    }
}

static void check_scorer_failure(struct check *check) {
    scorer_code_check(check, check_failures, "No scorer makes a score of a failure");
}

const struct rule rule_scorer_failure_scored = {
    .code = "IEBP012",
    .name = "scorer_failure_scored",
    .summary = "Scorers do not make a score of the failure of a grader or sandbox",
    .category = CATEGORY_BEST_PRACTICES,
    .scopes = SCOPE_BOTH,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .check = check_scorer_failure,
};
