/* Regular expressions: any pattern is refused or translated, and searched within bounds; a match of
 * one that has literals contains one of them. */
#include "probe/matcher.h"

#include "base/utf8.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool contains(struct text text, const struct pyregex_literal *literal) {
    if (!literal->caseless)
        return text_contains(text, literal->text);
    for (size_t i = 0; i + literal->text.size <= text.size; i++)
        if (text_equal_ignoring_case(text_slice(text, i, i + literal->text.size), literal->text))
            return true;
    return false;
}

static void check_literals(struct arena *arena, const struct matcher *matcher, struct text found) {
    const struct pyregex_literal *literals;
    size_t count = pyregex_literals(arena, &matcher->regex, &literals);
    bool any = count == 0;
    for (size_t i = 0; i < count; i++)
        any = any || contains(found, &literals[i]);
    if (!any || (matcher->in_line && text_find_byte(found, '\n') != TEXT_NONE))
        abort();
}

/* The pattern, a zero byte, the text. */
static void search(struct heap *heap, struct arena *arena, struct text input) {
    struct matcher matcher;
    struct error error = {0};
    size_t end = text_find_byte(input, 0);
    struct text pattern = text_slice(input, 0, end);
    struct text text = end == TEXT_NONE ? T("") : text_from(input, end + 1);
    if (utf8_find_invalid(input) != TEXT_NONE)
        return;
    if (!matcher_compile(&matcher, heap, arena, pattern, &error)) {
        if (!error_is_set(&error))
            abort();
        return;
    }
    struct matcher_session session;
    matcher_session_open(&session, heap);
    size_t first, last;
    if (matcher_search(&session, &matcher, text, 0, matcher_clock() + 100000000) == MATCH_FOUND) {
        matcher_group(&session, 0, &first, &last);
        check_literals(arena, &matcher, text_slice(text, first, last));
    }
    matcher_session_close(&session);
    matcher_free(&matcher);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    search(&heap, &arena, (struct text){(const char *)data, size});
    heap_release(&heap);
    return 0;
}
