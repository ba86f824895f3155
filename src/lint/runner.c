#include "lint/runner.h"

#include "base/vector.h"
#include "lint/judge.h"
#include "lint/registry.h"
#include "lint/share.h"

#include <stdatomic.h>

/* What a thread keeps from one package to the next. */
struct thread_state {
    bool ready;
    struct arena scratch; /* the package's, reset when it is done */
    struct arena kept;    /* the report's */
};

struct job {
    struct repository *repository;
    const struct package_places *places;
    const struct lint_options *options;
    struct package_report *reports;
    struct thread_state *threads;
    const size_t *order; /* in which packages are taken up, as places in places */
    bool *runs;          /* of each rule of the registry */
    atomic_size_t done;
    atomic_bool cancelled;
};

static bool selects_any(struct texts selectors, const struct rule *rule) {
    for (size_t i = 0; i < selectors.count; i++)
        if (registry_selects(selectors.items[i], rule))
            return true;
    return false;
}

static struct texts selection(const struct config *config, const struct lint_options *options) {
    return options->select.items ? options->select : config->select;
}

static bool *select_rules(struct arena *arena, const struct config *config,
                          const struct lint_options *options) {
    bool *runs = arena_array(arena, bool, registry_count);
    for (size_t i = 0; i < registry_count; i++)
        runs[i] = rule_in_force(registry[i], config->preview) &&
                  selects_any(selection(config, options), registry[i]) &&
                  !selects_any(config->ignore, registry[i]) &&
                  !selects_any(options->ignore, registry[i]);
    return runs;
}

/* Wrong options of a rule that does not run are no error: they will be one when it does. */
static void notice_options(struct arena *arena, const struct config *config,
                           const struct rule *rule, bool runs, struct notices *notices) {
    const struct toml_value *table = map_get(&config->options, text_of(rule->name));
    struct check check = {arena, NULL, config, rule, NULL};
    struct error error = {0};
    if (table && table->table.count && !rule->options)
        error_set(&error, arena, T("pyproject.toml"), table->key_line, table->key_column,
                  "tool.inspect-evals-lint.%s has no effect: the rule takes no options",
                  rule->name);
    else if (!runs && !check_options(&check, &error))
        error.message = text_join(arena, error.message, T("; it is an error once the rule runs"));
    if (error_is_set(&error))
        vector_push(arena, notices, error_text(arena, &error));
}

void lint_selection_notices(struct arena *arena, const struct config *config,
                            const struct lint_options *options, struct notices *notices) {
    struct texts select = selection(config, options);
    for (size_t i = 0; i < select.count; i++) {
        bool selects = false;
        for (size_t r = 0; r < registry_count && !selects; r++)
            selects = (config->preview || !registry[r]->preview) &&
                      registry_selects(select.items[i], registry[r]);
        if (!selects)
            vector_push(arena, notices,
                        text_format(arena,
                                    "'%.*s' selects only preview rules, so nothing runs for "
                                    "it; the option preview or preview = true puts them in force",
                                    TEXT_ARGS(select.items[i])));
    }
    const bool *runs = select_rules(arena, config, options);
    for (size_t i = 0; i < registry_count; i++)
        notice_options(arena, config, registry[i], runs[i], notices);
}

static bool applies(const struct rule *rule, enum package_kind kind) {
    return rule->scopes & (kind == PACKAGE_HELPER ? SCOPE_HELPER : SCOPE_EVAL);
}

static bool is_cancelled(struct job *job) {
    if (job->options->cancelled && job->options->cancelled(job->options->context))
        atomic_store(&job->cancelled, true);
    return atomic_load(&job->cancelled);
}

/* Without the rule that would say so: a run that looked at nothing must not look like a good one.
 */
static void say_missing(struct package *package, struct check_results *results) {
    struct check check = {package->arena, package, package->config, registry[0], results};
    struct error error = {0};
    error_set(&error, package->arena, package->folder, 0, 0,
              "there is no such package, so nothing of it is linted");
    check_warn(&check, &error);
}

/* registry[0] says whether there is a package at all: where there is none, no other rule runs. One
 * that leads out of the repository is always reported, whatever its owner ignores. */
static void run_rules(struct job *job, struct package *package, struct check_results *results) {
    size_t count = package->state == PACKAGE_FOUND ? registry_count : 1;
    for (size_t i = 0; i < count && !is_cancelled(job); i++) {
        bool runs = job->runs[i] || package->state == PACKAGE_OUTSIDE;
        if (runs && applies(registry[i], package->kind))
            check_run(package, results, i);
    }
    if (package->state == PACKAGE_MISSING && !job->runs[0])
        say_missing(package, results);
}

static bool has_shared(const struct check_results *results) {
    for (size_t i = 0; i < results->finding_count; i++)
        if (results->findings[i].finding.shared)
            return true;
    return false;
}

/* The findings go to whom they are for, or are kept. */
static void finish_place(const struct job *job, size_t place, struct thread_state *thread,
                         struct package *package, struct check_results *results) {
    struct package_report *report = &job->reports[place];
    bool given = job->options->finished && !has_shared(results);
    report_package(given ? &thread->scratch : &thread->kept, package, results, report);
    if (!given)
        return;
    job->options->finished(job->options->finished_context, &thread->kept, place, report);
    package_report_forget(&thread->kept, report);
}

static void lint_place(struct job *job, size_t number, struct worker *worker) {
    struct thread_state *thread = &job->threads[worker->number];
    const struct package_place *place = &job->places->items[number];
    struct package_report *report = &job->reports[number];
    *report = (struct package_report){.name = place->name,
                                      .folder = place->folder,
                                      .kind = place->kind,
                                      .score.preview = place->config->preview};
    struct package package;
    package_init(&package, &thread->scratch, worker, job->repository, place);
    struct check_results results = {.ran = arena_array(&thread->scratch, bool, registry_count)};
    if (place->state == PACKAGE_IGNORED)
        report->skipped = T("listed in ignore-dirs");
    else
        run_rules(job, &package, &results);
    judge(&package, &results);
    finish_place(job, number, thread, &package, &results);
    arena_reset(&thread->scratch);
}

/* Helpers first: they look through the tests of the whole repository, and a thread that begins with
 * the longest work last leaves the others idle. */
static const size_t *order_of(struct arena *arena, const struct package_places *places) {
    size_t *order = arena_array(arena, size_t, places->count), count = 0;
    for (int helpers = 1; helpers >= 0; helpers--)
        for (size_t i = 0; i < places->count; i++)
            if ((places->items[i].kind == PACKAGE_HELPER) == helpers)
                order[count++] = i;
    return order;
}

static void run_job(void *context, size_t index, struct worker *worker) {
    struct job *job = context;
    struct thread_state *thread = &job->threads[worker->number];
    if (is_cancelled(job))
        return;
    if (!thread->ready) {
        arena_init(&thread->scratch, &worker->heap);
        arena_init(&thread->kept, &worker->heap);
        thread->ready = true;
    }
    lint_place(job, job->order[index], worker);
    size_t done = atomic_fetch_add(&job->done, 1) + 1;
    if (worker->number == 0 && job->options->progress)
        job->options->progress(job->options->context, done, job->places->count);
}

/* Options are looked at only when their rule runs, and then even if it finds nothing to read. */
static bool check_rule_options(struct job *job, struct error *error) {
    struct arena *arena = job->repository->arena;
    for (size_t i = 0; i < registry_count; i++) {
        bool runs = false;
        for (size_t p = 0; p < job->places->count && !runs; p++)
            runs = job->runs[i] && job->places->items[p].state == PACKAGE_FOUND &&
                   applies(registry[i], job->places->items[p].kind);
        struct check check = {arena, NULL, &job->repository->config, registry[i], NULL};
        if (runs && !check_options(&check, error)) {
            repository_hide_text(job->repository, error);
            return false;
        }
    }
    return true;
}

/* For a word that is misspelt, not for a list of packages that are all elsewhere. */
static bool are_few_missing(const struct package_places *places) {
    enum { FEW = 100 };
    size_t missing = 0;
    for (size_t i = 0; i < places->count; i++)
        missing += places->items[i].state == PACKAGE_MISSING;
    return missing && missing <= FEW;
}

static void release_workers(void *argument) {
    workers_release(argument);
}

void lint_release(struct lint_run *run) {
    heap_pop_cleanup(run->heap, &run->cleanup);
    workers_release(&run->workers);
}

enum lint_result lint_packages(struct lint_run *run, struct repository *repository,
                               const struct package_places *places,
                               const struct lint_options *options, struct error *error) {
    struct arena *arena = repository->arena;
    *run = (struct lint_run){.heap = arena->heap};
    run->report.root = repository->root;
    run->report.score.preview = repository->config.preview;
    run->report.package_count = places->count;
    run->report.packages = arena_array(arena, struct package_report, places->count);
    unsigned jobs = options->jobs ? options->jobs : workers_default_count();
    struct job job = {
        .repository = repository,
        .places = places,
        .options = options,
        .reports = run->report.packages,
        .threads = arena_array(arena, struct thread_state, jobs),
        .order = order_of(arena, places),
        .runs = select_rules(arena, &repository->config, options),
    };
    if (!check_rule_options(&job, error))
        return LINT_INVALID;
    repository_read_registry(repository);
    if (are_few_missing(places))
        repository->package_names = layout_names(arena, repository);
    for (size_t i = 0; i < registry_count; i++)
        if (job.runs[i] && registry[i]->prepare)
            registry[i]->prepare(repository);
    workers_init(&run->workers, arena->heap, jobs, &arena->heap->allocator);
    heap_push_cleanup(arena->heap, &run->cleanup, release_workers, &run->workers);
    bool whole = workers_run(&run->workers, places->count, run_job, &job);
    if (whole && !job.cancelled) {
        report_share(arena, &run->report);
        report_finish(&run->report);
        return LINT_DONE;
    }
    lint_release(run);
    error_set(error, arena, T(""), 0, 0, "%s", whole ? "the run was cancelled" : "out of memory");
    return whole ? LINT_CANCELLED : LINT_OUT_OF_MEMORY;
}
