/* Literals, one of which every match of a Python pattern contains. */
#include "formats/pyregex.h"

#include "base/utf8.h"

enum {
    MOST_STRINGS = 16,
    MOST_BYTES = 64,  /* of a string: a longer one finds nothing that its start does not */
    MOST_MEMBERS = 8, /* of a set that is written out */
    LAST_ASCII = 0x7f,
};

struct strings {
    VECTOR(struct pyregex_literal) items;
};

struct reader {
    struct arena *arena;
    /* Characters beyond ASCII that stand for an ASCII one when case is ignored. A match that uses
     * one contains it, so the strings need not be written with it. */
    struct strings variants;
};

static bool is_letter(uint32_t c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z' && c <= LAST_ASCII;
}

static struct pyregex_literal append(struct arena *arena, struct pyregex_literal string, uint32_t c,
                                     bool caseless) {
    char bytes[4];
    size_t size = utf8_encode(c, bytes);
    string.text = text_join(arena, string.text, (struct text){bytes, size});
    string.caseless |= caseless;
    return string;
}

/* Every string is followed by every member; false when that is too much. */
static bool extend_by_set(struct reader *reader, struct strings *strings,
                          const struct pyregex_set *set) {
    uint32_t members[MOST_MEMBERS];
    size_t count = 0, ascii = 0;
    if (set->negated || set->categories)
        return false;
    for (size_t i = 0; i < set->ranges.count; i++) {
        for (uint32_t c = set->ranges.items[i].first; c <= set->ranges.items[i].last; c++) {
            bool twin = c >= 'a' && c <= 'z' && pyregex_set_has(set, c - 32);
            if (count == MOST_MEMBERS)
                return false;
            ascii += c <= LAST_ASCII;
            if (!twin) /* its capital stands for both */
                members[count++] = c;
        }
    }
    struct strings longer = {0};
    for (size_t i = 0; i < count; i++) {
        if (ascii && members[i] > LAST_ASCII) {
            vector_push(reader->arena, &reader->variants.items,
                        append(reader->arena, (struct pyregex_literal){0}, members[i], false));
            continue;
        }
        bool caseless =
            is_letter(members[i]) && pyregex_set_has(set, members[i] + 32) && members[i] < 'a';
        for (size_t j = 0; j < strings->items.count; j++) {
            if (longer.items.count == MOST_STRINGS ||
                strings->items.items[j].text.size + 4 > MOST_BYTES)
                return false;
            vector_push(reader->arena, &longer.items,
                        append(reader->arena, strings->items.items[j], members[i], caseless));
        }
    }
    *strings = longer;
    return longer.items.count != 0;
}

/* Every string is followed by all that the node can match; false when that is not a few strings. */
static bool extend(struct reader *reader, struct strings *strings,
                   const struct pyregex_node *node) {
    switch (node->type) {
    case PYREGEX_SET:
        return extend_by_set(reader, strings, &node->set);
    case PYREGEX_SEQUENCE:
    case PYREGEX_GROUP:
    case PYREGEX_ATOMIC:
        for (size_t i = 0; i < node->count; i++)
            if (!extend(reader, strings, node->items[i]))
                return false;
        return true;
    case PYREGEX_BRANCH: {
        struct strings all = {0};
        for (size_t i = 0; i < node->count; i++) {
            struct strings one = *strings;
            if (!extend(reader, &one, node->items[i]) ||
                all.items.count + one.items.count > MOST_STRINGS)
                return false;
            for (size_t j = 0; j < one.items.count; j++)
                vector_push(reader->arena, &all.items, one.items.items[j]);
        }
        *strings = all;
        return true;
    }
    case PYREGEX_REPEAT: {
        struct strings all = {0}, now = *strings;
        for (uint32_t round = 0; round <= node->most; round++) {
            if (node->most > MOST_BYTES || all.items.count + now.items.count > MOST_STRINGS)
                return false;
            for (size_t j = 0; j < now.items.count && round >= node->least; j++)
                vector_push(reader->arena, &all.items, now.items.items[j]);
            if (round < node->most && !extend(reader, &now, node->items[0]))
                return false;
        }
        *strings = all;
        return true;
    }
    case PYREGEX_LOOK:
    case PYREGEX_ANCHOR:
        return true; /* takes nothing */
    default:
        return false;
    }
}

/* How rare the most frequent of the strings may be: 0 when they are no use. */
static unsigned score(const struct strings *strings) {
    unsigned least = strings->items.count ? UINT32_MAX : 0;
    for (size_t i = 0; i < strings->items.count; i++) {
        struct text text = strings->items.items[i].text;
        unsigned value = 0;
        for (size_t j = 0; j < text.size; j++) {
            unsigned char c = (unsigned char)text.data[j];
            value += c > LAST_ASCII ? 3 : (c >= 'a' && c <= 'z') || c == ' ' || c == '0' ? 2 : 3;
        }
        least = value < least ? value : least;
    }
    return least;
}

static void keep_better(struct strings *best, const struct strings *other) {
    if (score(other) > score(best))
        *best = *other;
}

static struct strings nothing_yet(struct arena *arena) {
    struct strings strings = {0};
    vector_push(arena, &strings.items, (struct pyregex_literal){0});
    return strings;
}

static struct strings required(struct reader *reader, const struct pyregex_node *node);

/* The best of the runs of items that are a few strings, and of what single items contain. */
static struct strings required_of_sequence(struct reader *reader, const struct pyregex_node *node) {
    struct strings best = {0}, run = nothing_yet(reader->arena);
    for (size_t i = 0; i < node->count; i++) {
        struct strings longer = run;
        if (extend(reader, &longer, node->items[i])) {
            run = longer;
            continue;
        }
        struct strings inside = required(reader, node->items[i]);
        keep_better(&best, &run);
        keep_better(&best, &inside);
        run = nothing_yet(reader->arena);
        if (!extend(reader, &run, node->items[i])) /* it was only too much behind the run */
            run = nothing_yet(reader->arena);
    }
    keep_better(&best, &run);
    return best;
}

static struct strings required(struct reader *reader, const struct pyregex_node *node) {
    struct strings none = {0}, all = nothing_yet(reader->arena);
    switch (node->type) {
    case PYREGEX_SET:
        return extend(reader, &all, node) ? all : none;
    case PYREGEX_SEQUENCE:
    case PYREGEX_GROUP:
    case PYREGEX_ATOMIC:
        return required_of_sequence(reader, node);
    case PYREGEX_REPEAT:
        return node->least ? required(reader, node->items[0]) : none;
    case PYREGEX_BRANCH:
        all = none;
        for (size_t i = 0; i < node->count; i++) {
            struct strings one = required(reader, node->items[i]);
            if (!score(&one) || all.items.count + one.items.count > MOST_STRINGS)
                return none;
            for (size_t j = 0; j < one.items.count; j++)
                vector_push(reader->arena, &all.items, one.items.items[j]);
        }
        return all;
    default:
        return none;
    }
}

size_t pyregex_literals(struct arena *arena, const struct pyregex *regex,
                        const struct pyregex_literal **literals) {
    struct reader reader = {.arena = arena};
    struct strings strings = required(&reader, regex->root);
    if (!score(&strings))
        return 0;
    for (size_t i = 0; i < reader.variants.items.count; i++)
        vector_push(arena, &strings.items, reader.variants.items.items[i]);
    for (size_t i = 0; i < strings.items.count; i++)
        if (strings.items.items[i].caseless)
            strings.items.items[i].text = text_lower(arena, strings.items.items[i].text);
    *literals = strings.items.items;
    return strings.items.count;
}

/* Lines. */

static bool takes_line_feed(const struct pyregex_set *set) {
    bool has =
        pyregex_set_has(set, '\n') || (set->categories & (PYREGEX_NOT_WORD | PYREGEX_NOT_DIGIT));
    return has != set->negated;
}

static bool stays_in_line(const struct pyregex_node *node) {
    if (node->type == PYREGEX_SET)
        return !takes_line_feed(&node->set);
    if (node->type == PYREGEX_LOOK)
        return true; /* takes nothing; what refers to a group inside counts by itself */
    if (node->type == PYREGEX_REFERENCE)
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!stays_in_line(node->items[i]))
            return false;
    return true;
}

bool pyregex_stays_in_line(const struct pyregex *regex) {
    return stays_in_line(regex->root);
}
