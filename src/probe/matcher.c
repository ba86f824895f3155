#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "probe/matcher.h"

#include <time.h>

enum {
    STACK_START = 64 << 10,
    STACK_LIMIT = 64 << 20,
    HEAP_LIMIT_KIB = 256 << 10, /* of the interpreter, which takes over from a full stack */
    BRACKETS_LIMIT = 2000,
    LEAST_STEPS = 100000000, /* some tenths of a second; time is looked at as well */
    STEPS_A_BYTE = 4,        /* a greedy repeat over the whole text gives back once a byte */
};

struct request {
    struct heap *heap;
    size_t size;
    void *memory;
};

static void allocate_requested(void *argument) {
    struct request *request = argument;
    request->memory = heap_allocate(request->heap, request->size);
}

/* PCRE2 must not be left in the middle: it sees NULL when memory runs out and cleans up. */
static void *library_allocate(size_t size, void *user) {
    struct request request = {user, size, NULL};
    heap_run(user, allocate_requested, &request);
    return request.memory;
}

static void library_release(void *block, void *user) {
    heap_free(user, block);
}

static struct text library_message(struct arena *arena, int code) {
    char message[256];
    pcre2_get_error_message(code, (PCRE2_UCHAR *)message, sizeof(message));
    return text_copy(arena, text_of(message));
}

static pcre2_code *compile(struct heap *heap, pcre2_general_context *general, struct text pattern,
                           int *code) {
    pcre2_compile_context *context = pcre2_compile_context_create(general);
    if (!context)
        heap_exhausted(heap);
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_set_parens_nest_limit(context, BRACKETS_LIMIT);
    PCRE2_SIZE place;
    pcre2_code *compiled = pcre2_compile((PCRE2_SPTR)pattern.data, pattern.size,
                                         PCRE2_UTF | PCRE2_ALT_CIRCUMFLEX, code, &place, context);
    pcre2_compile_context_free(context);
    return compiled;
}

bool matcher_compile(struct matcher *matcher, struct heap *heap, struct arena *arena,
                     struct text pattern, struct error *error) {
    *matcher = (struct matcher){0};
    if (!pyregex_parse(arena, pattern, &matcher->regex, error))
        return false;
    struct text translated = pyregex_to_pcre2(arena, &matcher->regex, error);
    if (error_is_set(error))
        return false;
    matcher->in_line = pyregex_stays_in_line(&matcher->regex);
    pcre2_general_context *general =
        pcre2_general_context_create(library_allocate, library_release, heap);
    if (!general)
        heap_exhausted(heap);
    int code = 0;
    matcher->code = compile(heap, general, translated, &code);
    pcre2_general_context_free(general);
    if (!matcher->code && code == PCRE2_ERROR_HEAP_FAILED)
        heap_exhausted(heap);
    if (!matcher->code) {
        error_set(error, arena, T(""), 0, 0, "the matching engine cannot hold this pattern: %.*s",
                  TEXT_ARGS(library_message(arena, code)));
        return false;
    }
    pcre2_jit_compile(matcher->code, PCRE2_JIT_COMPLETE); /* without it, it is interpreted */
    return true;
}

void matcher_free(struct matcher *matcher) {
    pcre2_code_free(matcher->code);
    matcher->code = NULL;
}

int64_t matcher_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Cheap: the processor time is asked only when the coarse clock has moved. */
static int tick(struct matcher_session *session) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    int64_t look = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (look == session->last_look)
        return 0;
    session->last_look = look;
    return matcher_clock() > session->deadline ? PCRE2_ERROR_CALLOUT : 0;
}

/* 0 goes on, 1 fails at this place, an error ends the match. See pyregex_to_pcre2(). */
static int on_callout(pcre2_callout_block *block, void *user) {
    struct matcher_session *session = user;
    int passed = tick(session);
    if (passed || !block->callout_string)
        return passed;
    const char *what = (const char *)block->callout_string;
    if (*what == '.')
        return block->current_position != session->folded_end;
    size_t group = 0;
    for (size_t i = 1; i < block->callout_string_length; i++)
        group = group * 10 + (size_t)(what[i] - '0');
    if (group >= block->capture_top || block->offset_vector[2 * group] == PCRE2_UNSET)
        return 1;
    struct text taken = text_slice(session->subject, block->offset_vector[2 * group],
                                   block->offset_vector[2 * group + 1]);
    size_t equal = pyregex_folded_equal(taken, text_from(session->subject, block->current_position),
                                        *what == 'a'   ? PYREGEX_FOLD_ASCII
                                        : *what == 'u' ? PYREGEX_FOLD_UNICODE
                                                       : PYREGEX_EXACT);
    session->folded_end = block->current_position + equal;
    return equal == TEXT_NONE;
}

static void release_session(void *argument) {
    struct matcher_session *session = argument;
    pcre2_jit_stack_free(session->stack);
    pcre2_match_context_free(session->context);
    pcre2_match_data_free(session->data);
    pcre2_general_context_free(session->general);
}

void matcher_session_open(struct matcher_session *session, struct heap *heap) {
    *session = (struct matcher_session){.heap = heap};
    session->general = pcre2_general_context_create(library_allocate, library_release, heap);
    if (!session->general)
        heap_exhausted(heap);
    heap_push_cleanup(heap, &session->cleanup, release_session, session);
    session->context = pcre2_match_context_create(session->general);
    session->stack = pcre2_jit_stack_create(STACK_START, STACK_LIMIT, session->general);
    if (!session->context)
        heap_exhausted(heap);
    pcre2_set_callout(session->context, on_callout, session);
    pcre2_set_heap_limit(session->context, HEAP_LIMIT_KIB);
    if (session->stack)
        pcre2_jit_stack_assign(session->context, NULL, session->stack);
}

void matcher_session_close(struct matcher_session *session) {
    heap_pop_cleanup(session->heap, &session->cleanup);
    release_session(session);
}

static void make_room(struct matcher_session *session, const struct matcher *matcher) {
    if (session->data && pcre2_get_ovector_count(session->data) >= matcher->regex.group_count)
        return;
    pcre2_match_data_free(session->data);
    session->data = pcre2_match_data_create((uint32_t)matcher->regex.group_count, session->general);
    if (!session->data)
        heap_exhausted(session->heap);
}

enum match_result matcher_search(struct matcher_session *session, const struct matcher *matcher,
                                 struct text subject, size_t start, int64_t deadline) {
    make_room(session, matcher);
    session->subject = subject;
    session->deadline = deadline;
    uint64_t steps = LEAST_STEPS + (uint64_t)STEPS_A_BYTE * subject.size;
    pcre2_set_match_limit(session->context, steps < UINT32_MAX ? (uint32_t)steps : UINT32_MAX);
    PCRE2_SPTR text = (PCRE2_SPTR)(subject.data ? subject.data : "");
    int code = pcre2_match(matcher->code, text, subject.size, start, PCRE2_NO_UTF_CHECK,
                           session->data, session->context);
    if (code == PCRE2_ERROR_JIT_STACKLIMIT)
        code = pcre2_match(matcher->code, text, subject.size, start,
                           PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, session->data, session->context);
    if (code == PCRE2_ERROR_NOMEMORY)
        heap_exhausted(session->heap);
    if (code == PCRE2_ERROR_NOMATCH)
        return MATCH_NONE;
    return code < 0 ? MATCH_LIMIT : MATCH_FOUND;
}

bool matcher_group(const struct matcher_session *session, size_t group, size_t *begin,
                   size_t *end) {
    const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(session->data);
    *begin = offsets[2 * group];
    *end = offsets[2 * group + 1];
    return *begin != PCRE2_UNSET;
}
