#include "probe/trial.h"

static struct text exit_detector(const struct trial *trial) {
    if (trial->timed_out)
        return T("tier1:timeout");
    switch (trial->exit_code) {
    case 0:
        return T("");
    case -11:
        return T("tier1:sigsegv");
    case -6:
        return T("tier1:sigabrt");
    case -7:
        return T("tier1:sigbus");
    }
    return T("tier1:exit_nonzero");
}

static void append(struct arena *arena, texts *to, const texts *from) {
    for (size_t i = 0; i < from->count; i++)
        vector_push(arena, to, from->items[i]);
}

struct verdict trial_verdict(struct arena *arena, const struct trial *trial,
                             const struct findings *findings) {
    struct verdict verdict = {0};
    texts *failures = &verdict.failures;
    struct text exit = exit_detector(trial);
    if (exit.size)
        vector_push(arena, failures, exit);
    if (trial->core_dumped)
        vector_push(arena, failures, T("tier1:coredump"));
    if (trial->hung && (trial->exit_code != 0 || trial->timed_out))
        vector_push(arena, failures, T("tier2:hang"));
    append(arena, failures, &findings->builtin_fired);
    append(arena, failures, &findings->custom_failures);
    if (findings->required_missing)
        vector_push(arena, failures, T("meta:missing_pass_signal"));
    append(arena, &verdict.warnings, &findings->custom_warnings);
    verdict.failed = failures->count != 0;
    return verdict;
}
