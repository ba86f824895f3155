/* Globs of ruff's settings: the first byte is the length of the literal part; pattern and text are
 * split at the first line end. Braces around a pattern change nothing. */
#include "base/utf8.h"
#include "rules/ruff/ruff_glob.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_any(struct text text, const char *characters) {
    for (size_t i = 0; i < text.size; i++)
        if (strchr(characters, text.data[i]))
            return true;
    return false;
}

static void check(struct arena *arena, struct text pattern, size_t literal, struct text text) {
    const struct ruff_glob *glob = ruff_glob_compile(arena, pattern, literal);
    bool matches = glob && ruff_glob_match(arena, glob, text);
    bool valid = utf8_find_invalid(text) == TEXT_NONE &&
                 utf8_find_invalid(text_slice(pattern, 0, literal)) == TEXT_NONE &&
                 utf8_find_invalid(text_from(pattern, literal)) == TEXT_NONE;
    if (valid && !has_any(text_from(pattern, literal), "*?[]{}\\") &&
        matches != text_equal(pattern, text))
        abort();
    if (literal || has_any(pattern, ",{}\\") || text_starts(pattern, T("**/")))
        return;
    struct text braced = text_format(arena, "{%.*s}", TEXT_ARGS(pattern));
    const struct ruff_glob *choice = ruff_glob_compile(arena, braced, 0);
    if (!choice != !glob || (choice && ruff_glob_match(arena, choice, text) != matches))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    if (!size)
        return 0;
    struct text rest = {(const char *)data + 1, size - 1}, pattern;
    if (!text_split(&rest, '\n', &pattern))
        return 0;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    size_t literal = data[0] < pattern.size ? data[0] : pattern.size;
    check(&arena, pattern, literal, rest);
    heap_release(&heap);
    return 0;
}
