/*
 * Reads lines "PATTERN TEXT", both in hexadecimal, and prints for each what the search finds: the
 * spans of all groups in bytes ("0,3 -1,-1"), "none", "limit", or "refused MESSAGE". For
 * tools/compare-regex.
 */
#include "probe/matcher.h"

#include <stdio.h>
#include <stdlib.h>

static struct text unhex(struct arena *arena, struct text hex) {
    char *bytes = arena_allocate(arena, hex.size / 2 + 1);
    for (size_t i = 0; i + 1 < hex.size; i += 2) {
        char pair[3] = {hex.data[i], hex.data[i + 1], 0};
        bytes[i / 2] = (char)strtoul(pair, NULL, 16);
    }
    return (struct text){bytes, hex.size / 2};
}

static void answer(struct heap *heap, struct arena *arena, struct text pattern, struct text text) {
    struct matcher matcher;
    struct error error = {0};
    if (!matcher_compile(&matcher, heap, arena, pattern, &error)) {
        printf("refused %.*s\n", TEXT_ARGS(error.message));
        return;
    }
    struct matcher_session session;
    matcher_session_open(&session, heap);
    enum match_result result =
        matcher_search(&session, &matcher, text, 0, matcher_clock() + 2000000000);
    if (result != MATCH_FOUND)
        puts(result == MATCH_NONE ? "none" : "limit");
    for (size_t i = 0; result == MATCH_FOUND && i < matcher.regex.group_count; i++) {
        size_t begin, end;
        if (matcher_group(&session, i, &begin, &end))
            printf("%s%zu,%zu", i ? " " : "", begin, end);
        else
            printf("%s-1,-1", i ? " " : "");
    }
    if (result == MATCH_FOUND)
        putchar('\n');
    matcher_session_close(&session);
    matcher_free(&matcher);
}

int main(void) {
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    static char line[1 << 20];
    while (fgets(line, sizeof(line), stdin)) {
        struct text rest = text_trim(text_of(line)), pattern = {NULL, 0};
        size_t space = text_find_byte(rest, ' ');
        pattern = unhex(&arena, text_slice(rest, 0, space));
        struct text text = space == TEXT_NONE ? T("") : unhex(&arena, text_from(rest, space + 1));
        answer(&heap, &arena, pattern, text);
        arena_reset(&arena);
    }
    heap_release(&heap);
    return 0;
}
