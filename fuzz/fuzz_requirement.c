/* Requirement strings: a name is part of the text, a problem has a place in it, and a requirement
 * without one reads the same behind blanks. */
#include "formats/requirement.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    struct text text = {(const char *)data, size};
    struct errors warnings = {0};
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    struct requirement requirement = requirement_read(&arena, text, T("fuzz"), 1, &warnings);
    if (requirement.position > size || (requirement.problem != NULL) != (warnings.count == 1))
        abort();
    if (requirement.name.size && !text_contains(text, requirement.name))
        abort();
    if (!requirement.problem && !requirement.name.size)
        abort();
    struct text name = distribution_name(&arena, requirement.name);
    if (!text_equal(name, distribution_name(&arena, name)))
        abort();
    struct text padded = text_format(&arena, " \t%.*s\n", (int)size, text.data ? text.data : "");
    if (!requirement.problem && padded.size == size + 3 && requirement_parse(padded).problem)
        abort();
    heap_release(&heap);
    return 0;
}
