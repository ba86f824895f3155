#include "probe/scan.h"

#include "probe/filter.h"
#include "probe/window.h"

/* Processor time that one pattern may take: some, and more the longer the log. */
#define LEAST_NANOSECONDS  400000000
#define NANOSECONDS_A_BYTE 50

struct search {
    const struct pattern *pattern;
    bool builtin;
    bool fired;
    int64_t spent;                    /* nanoseconds */
    uint64_t unmet;                   /* windows in which it matched without its condition */
    struct condition_verdict verdict; /* of the last of these */
};

struct scan {
    struct heap *heap;
    struct arena *arena;
    const struct trial *trial;
    struct cancellation *cancellation;
    struct findings *findings;
    struct search *searches; /* the built-in patterns, then the recipe's */
    size_t count;
    size_t left; /* that have not fired */
    struct matcher_session session;
    struct filter *filter; /* NULL: PCRE2 alone */
    struct arena scratch;  /* for one search */
    struct window window;
};

void builtins_close(struct builtins *builtins) {
    heap_pop_cleanup(builtins->heap, &builtins->cleanup);
    for (size_t i = 0; i < builtin_pattern_count; i++)
        matcher_free(&builtins->patterns[i].matcher);
}

static void release_builtins(void *argument) {
    struct builtins *builtins = argument;
    for (size_t i = 0; i < builtin_pattern_count; i++)
        matcher_free(&builtins->patterns[i].matcher);
}

void builtins_open(struct builtins *builtins, struct heap *heap, struct arena *arena) {
    *builtins =
        (struct builtins){heap, arena_array(arena, struct pattern, builtin_pattern_count), {0}};
    heap_push_cleanup(heap, &builtins->cleanup, release_builtins, builtins);
    for (size_t i = 0; i < builtin_pattern_count; i++) {
        const struct builtin_pattern *source = &builtin_patterns[i];
        struct pattern *pattern = &builtins->patterns[i];
        struct error error = {0};
        pattern->detector = text_of(source->id);
        pattern->regex = source->flags[0]
                             ? text_format(arena, "(?%s)%s", source->flags, source->regex)
                             : text_of(source->regex);
        matcher_compile(&pattern->matcher, heap, arena, pattern->regex, &error);
    }
}

/* The named groups that took part in the session's match. */
static struct condition_capture *take_captures(struct scan *scan, const struct pyregex *regex,
                                               size_t *count) {
    struct condition_capture *captures =
        arena_array(&scan->scratch, struct condition_capture, regex->group_count);
    *count = 0;
    for (size_t i = 1; i < regex->group_count; i++) {
        size_t begin, end;
        if (regex->groups[i].name.size && matcher_group(&scan->session, i, &begin, &end))
            captures[(*count)++] = (struct condition_capture){
                regex->groups[i].name, text_slice(scan->session.subject, begin, end)};
    }
    return captures;
}

static void merge_capture(struct scan *scan, struct condition_capture capture) {
    struct findings *findings = scan->findings;
    capture.value = text_copy(scan->arena, capture.value); /* the window's text goes away */
    for (size_t i = 0; i < findings->captures.count; i++) {
        if (text_equal(findings->captures.items[i].name, capture.name)) {
            findings->captures.items[i] = capture;
            return;
        }
    }
    vector_push(scan->arena, &findings->captures, capture);
}

static void fire(struct scan *scan, struct search *search, const struct condition_capture *captures,
                 size_t count) {
    struct findings *findings = scan->findings;
    struct text detector = search->pattern->detector;
    search->fired = true;
    scan->left--;
    if (search->builtin) {
        vector_push(scan->arena, &findings->builtin_fired, detector);
        return;
    }
    for (size_t i = 0; i < count; i++)
        merge_capture(scan, captures[i]);
    vector_push(scan->arena, &findings->custom_fired, detector);
    if (search->pattern->level == PATTERN_FAIL)
        vector_push(scan->arena, &findings->custom_failures, detector);
    else if (search->pattern->level == PATTERN_WARN)
        vector_push(scan->arena, &findings->custom_warnings, detector);
}

static bool holds(struct scan *scan, struct search *search,
                  const struct condition_capture *captures, size_t count) {
    const struct trial *trial = scan->trial;
    struct condition_facts facts = {captures, count, trial->exit_code, trial->walltime_seconds,
                                    trial->vram_known ? trial->peak_vram_mib : 0};
    search->verdict = condition_evaluate(search->pattern->condition, &facts, &scan->scratch);
    search->unmet += !search->verdict.fired;
    return search->verdict.fired;
}

static void judge(struct scan *scan, struct search *search) {
    size_t count;
    const struct condition_capture *captures =
        take_captures(scan, &search->pattern->matcher.regex, &count);
    if (!search->pattern->condition || holds(scan, search, captures, count))
        fire(scan, search, captures, count);
    arena_reset(&scan->scratch);
}

static void give_up(struct scan *scan, struct search *search) {
    struct findings *findings = scan->findings;
    for (size_t i = 0; i < findings->given_up.count; i++) {
        if (text_equal(findings->given_up.items[i].detector, search->pattern->detector)) {
            findings->given_up.items[i].windows++;
            return;
        }
    }
    vector_push(scan->arena, &findings->given_up,
                (struct given_up){search->pattern->detector, findings->windows, 1});
}

/* Where the search must begin: a match that stays in its line cannot begin in an earlier one. */
static size_t start_of(const struct matcher *matcher, struct text text, size_t candidate) {
    if (!matcher->in_line)
        return 0;
    while (candidate > 0 && text.data[candidate - 1] != '\n')
        candidate--;
    return candidate;
}

static void search_window(struct scan *scan, struct search *search, size_t index) {
    struct text text = {scan->window.data, scan->window.size};
    size_t candidate = scan->filter ? filter_candidate(scan->filter, index) : 0;
    if (search->fired || candidate == TEXT_NONE || (search->builtin && text.size == 0))
        return;
    const struct matcher *matcher = &search->pattern->matcher;
    int64_t allowed = LEAST_NANOSECONDS + (int64_t)scan->findings->bytes * NANOSECONDS_A_BYTE;
    int64_t began = matcher_clock();
    enum match_result result =
        allowed <= search->spent
            ? MATCH_LIMIT
            : matcher_search(&scan->session, matcher, text, start_of(matcher, text, candidate),
                             began + allowed - search->spent);
    search->spent += matcher_clock() - began;
    if (result == MATCH_LIMIT)
        give_up(scan, search);
    else if (result == MATCH_FOUND)
        judge(scan, search);
}

static void feed(struct scan *scan, size_t from) {
    struct text text = {scan->window.data, scan->window.size};
    if (scan->filter)
        filter_feed(scan->filter, text, from);
}

/* Reads what the window still lacks; what it shares with the one before is there already. */
static void fill(struct scan *scan) {
    struct window *window = &scan->window;
    if (scan->filter)
        filter_begin(scan->filter);
    if (window->size)
        feed(scan, 0);
    size_t shared = window->size;
    for (;;) {
        size_t before = window->size;
        if (!window_fill(window))
            break;
        if (window->size > before)
            feed(scan, before);
    }
    scan->findings->bytes += window->size - shared;
    scan->findings->windows++;
}

static void scan_windows(struct scan *scan) {
    struct window *window = &scan->window;
    for (;;) {
        fill(scan);
        if (error_is_set(window->stream->error) || cancellation_ask(scan->cancellation))
            return;
        for (size_t i = 0; i < scan->count; i++)
            search_window(scan, &scan->searches[i], i);
        if (scan->left == 0 || !window_has_next(window))
            return;
        window_slide(window);
    }
}

static void add_searches(struct scan *scan, const struct recipe *recipe,
                         const struct builtins *builtins) {
    size_t custom = recipe ? recipe->patterns.count : 0;
    scan->searches = arena_array(scan->arena, struct search, builtin_pattern_count + custom);
    for (size_t i = 0; i < builtin_pattern_count; i++)
        scan->searches[scan->count++] =
            (struct search){.pattern = &builtins->patterns[i], .builtin = true};
    for (size_t i = 0; i < custom; i++)
        scan->searches[scan->count++] = (struct search){.pattern = &recipe->patterns.items[i]};
    scan->left = scan->count;
}

static void add_filter(struct scan *scan) {
    const struct pyregex **patterns = arena_array(scan->arena, const struct pyregex *, scan->count);
    for (size_t i = 0; i < scan->count; i++)
        patterns[i] = &scan->searches[i].pattern->matcher.regex;
    scan->filter = filter_make(scan->arena, patterns, scan->count);
}

static void finish(struct scan *scan, const struct search *search) {
    const struct condition_verdict *verdict = &search->verdict;
    struct text exception = T("");
    if (search->fired)
        return;
    scan->findings->required_missing |= search->pattern->required;
    if (!search->unmet)
        return;
    if (verdict->exception)
        exception = text_format(scan->arena, "%s: %s", condition_exception_name(verdict->exception),
                                verdict->detail);
    vector_push(scan->arena, &scan->findings->unmet,
                (struct unmet){search->pattern->detector, search->unmet, exception});
}

void scan_log(struct heap *heap, struct arena *arena, const struct recipe *recipe,
              const struct builtins *builtins, struct stream *stream, const struct trial *trial,
              const struct scan_options *options, struct findings *findings) {
    struct scan scan = {.heap = heap,
                        .arena = arena,
                        .trial = trial,
                        .cancellation = options->cancellation,
                        .findings = findings};
    *findings = (struct findings){0};
    add_searches(&scan, recipe, builtins);
    if (!options->no_filter)
        add_filter(&scan);
    arena_init(&scan.scratch, heap);
    window_open(&scan.window, heap, stream, options->window, options->overlap);
    matcher_session_open(&scan.session, heap);
    scan_windows(&scan);
    matcher_session_close(&scan.session);
    window_close(&scan.window);
    arena_release(&scan.scratch);
    for (size_t i = 0; i < scan.count; i++)
        finish(&scan, &scan.searches[i]);
}
