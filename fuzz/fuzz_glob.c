/* Globs: any pattern and text, split at the first line end. What must match does, and in time. */
#include "base/glob.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text rest = {(const char *)data, size}, pattern;
    if (!text_split(&rest, '\n', &pattern))
        return 0;
    glob_match(pattern, rest);
    if (!glob_match(T("*"), rest) || !glob_match(T("**"), pattern))
        abort();
    bool plain = true;
    for (size_t i = 0; i < pattern.size; i++)
        plain = plain && !strchr("*?[", pattern.data[i]);
    if (plain && glob_match(pattern, rest) != text_equal(pattern, rest))
        abort();
    return 0;
}
