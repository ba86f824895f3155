/* What every match of a Python pattern must look like, for a fast search. */
#include "formats/pyregex.h"

static bool set_has_line_feed(const struct pyregex_set *set) {
    bool has = pyregex_set_has(set, '\n') || (set->categories & PYREGEX_NOT_WORD) ||
               (set->categories & PYREGEX_NOT_DIGIT);
    return has != set->negated;
}

static bool takes_no_line_feed(const struct pyregex_node *node) {
    if (node->type == PYREGEX_SET)
        return !set_has_line_feed(&node->set);
    if (node->type == PYREGEX_LOOK)
        return true; /* takes nothing; a group inside is seen by what refers to it */
    if (node->type == PYREGEX_REFERENCE)
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!takes_no_line_feed(node->items[i]))
            return false;
    return true;
}

bool pyregex_stays_in_line(const struct pyregex *regex) {
    return takes_no_line_feed(regex->root);
}
