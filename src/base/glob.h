/*
 * glob: fnmatch patterns of configuration keys such as `exclude`.
 *
 * `*` and `**` match any run of bytes, `/` included, `?` one character, `[...]` a set (`[!...]`
 * its complement; `]` may come first; without a closing bracket `[` is itself). No braces, no
 * backslash escapes. Matching takes time proportional to pattern times text at worst.
 */
#ifndef CORDON_BASE_GLOB_H
#define CORDON_BASE_GLOB_H

#include "base/text.h"

bool glob_match(struct text pattern, struct text text);

/* Whether the inside of a set, without a negation, has the character: "ab", "a-z". */
bool glob_set_has(struct text set, uint32_t c);

#endif
