/* The tree of a Python pattern, written for PCRE2. */
#include "formats/pyregex.h"

#include "base/buffer.h"

enum {
    MOST_REPEAT = 65535,      /* PCRE2's bound of a count */
    MOST_GROUPS = 65535,      /* and of groups */
    MOST_LOOK_BEHIND = 65535, /* and of a lookbehind */
    SHORT_REPEAT = 256,
    MOST_SHORT_REPEATS = 2,
};

/* No window is that long: such a count is as good as none. */
#define ENDLESS_REPEAT (1u << 30)

struct writer {
    struct arena *arena;
    struct buffer out;
    struct error *error;
    unsigned behind; /* lookbehinds around this place */
    bool simple;     /* needs no callouts: the work at one place is bounded by a small constant */
};

static void write_node(struct writer *writer, const struct pyregex_node *node);

static void fail(struct writer *writer, const char *what) {
    error_set(writer->error, writer->arena, T(""), 0, 0, "%s", what);
}

static bool is_ascii_word(uint32_t c) {
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static void write_character(struct writer *writer, uint32_t c) {
    if (is_ascii_word(c))
        buffer_byte(&writer->out, (char)c);
    else
        buffer_format(&writer->out, "\\x{%x}", c);
}

static void write_ranges(struct writer *writer, const struct pyregex_range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        write_character(writer, ranges[i].first);
        if (ranges[i].last == ranges[i].first)
            continue;
        buffer_byte(&writer->out, '-');
        write_character(writer, ranges[i].last);
    }
}

/* PCRE2 tests the bits of Latin-1 first, so those of words are spelt out beside the properties. */
static void write_words(struct writer *writer) {
    static const struct pyregex_range latin[] = {
        {'0', '9'},   {'A', 'Z'},   {'_', '_'},   {'a', 'z'},   {0xaa, 0xaa}, {0xb2, 0xb3},
        {0xb5, 0xb5}, {0xb9, 0xba}, {0xbc, 0xbe}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0xff},
    };
    write_ranges(writer, latin, sizeof(latin) / sizeof(*latin));
    buffer_string(&writer->out, "\\p{L}\\p{N}");
    write_ranges(writer, pyregex_new_words, pyregex_new_word_count);
}

static void write_digits(struct writer *writer) {
    buffer_string(&writer->out, "0-9\\p{Nd}");
    write_ranges(writer, pyregex_new_digits, pyregex_new_digit_count);
}

/* Members that a bracket can hold: all but the negative categories. */
static void write_members(struct writer *writer, const struct pyregex_set *set) {
    write_ranges(writer, set->ranges.items, set->ranges.count);
    if (set->categories & PYREGEX_WORD)
        write_words(writer);
    else if (set->categories & PYREGEX_DIGIT)
        write_digits(writer);
}

/* A negative category beside other members cannot stand in one bracket with them. */
static void write_mixed_set(struct writer *writer, const struct pyregex_set *set) {
    buffer_string(&writer->out, set->negated ? "(?:(?!" : "(?:");
    bool first = true;
    if (set->ranges.count || (set->categories & (PYREGEX_WORD | PYREGEX_DIGIT))) {
        buffer_byte(&writer->out, '[');
        write_members(writer, set);
        buffer_byte(&writer->out, ']');
        first = false;
    }
    if (set->categories & PYREGEX_NOT_WORD) {
        buffer_string(&writer->out, first ? "[^" : "|[^");
        write_words(writer);
        buffer_byte(&writer->out, ']');
        first = false;
    }
    if (set->categories & PYREGEX_NOT_DIGIT) {
        buffer_string(&writer->out, first ? "[^" : "|[^");
        write_digits(writer);
        buffer_byte(&writer->out, ']');
    }
    buffer_string(&writer->out, set->negated ? ")[\\x{0}-\\x{10ffff}])" : ")");
}

static bool is_everything(const struct pyregex_set *set) {
    const unsigned words = PYREGEX_WORD | PYREGEX_NOT_WORD;
    const unsigned digits = PYREGEX_DIGIT | PYREGEX_NOT_DIGIT;
    if ((set->categories & words) == words || (set->categories & digits) == digits)
        return true;
    return set->ranges.count == 2 && set->ranges.items[0].first == 0 &&
           set->ranges.items[0].last == 0xd7ff && set->ranges.items[1].first == 0xe000 &&
           set->ranges.items[1].last == 0x10ffff;
}

/* An ASCII letter whose other case is all that it equals, for PCRE2 as for Python. */
static uint32_t simple_letter(const struct pyregex_set *set) {
    if (set->negated || set->categories || set->ranges.count < 2 || set->ranges.count > 3)
        return 0;
    const struct pyregex_range *ranges = set->ranges.items;
    uint32_t letter = ranges[1].first;
    if (letter < 'a' || letter > 'z' || ranges[0].first != letter - 32 ||
        ranges[0].last != letter - 32 || ranges[1].last != letter)
        return 0;
    uint32_t third = letter == 's' ? 0x17f : letter == 'k' ? 0x212a : 0;
    bool fits =
        set->ranges.count == 2 ? !third : ranges[2].first == third && ranges[2].last == third;
    return fits ? letter : 0;
}

/* in_repeat: one code point has to be one item, for PCRE2 not to copy a group. */
static void write_set(struct writer *writer, const struct pyregex_set *set, bool in_repeat) {
    struct buffer *out = &writer->out;
    bool all = is_everything(set);
    bool none = set->ranges.count == 0 && !set->categories;
    uint32_t letter = in_repeat ? 0 : simple_letter(set);
    if ((all && !set->negated) || (none && set->negated)) {
        buffer_string(out, "[\\x{0}-\\x{10ffff}]");
    } else if (all || none) {
        buffer_string(out, "[^\\x{0}-\\x{10ffff}]");
    } else if (letter) {
        buffer_format(out, "(?i:%c)", (int)letter);
    } else if ((set->categories == PYREGEX_NOT_WORD || set->categories == PYREGEX_NOT_DIGIT) &&
               set->ranges.count == 0) {
        buffer_string(out, set->negated ? "[" : "[^");
        if (set->categories == PYREGEX_NOT_WORD)
            write_words(writer);
        else
            write_digits(writer);
        buffer_byte(out, ']');
    } else if (set->categories & (PYREGEX_NOT_WORD | PYREGEX_NOT_DIGIT)) {
        write_mixed_set(writer, set);
    } else if (!set->negated && !set->categories && set->ranges.count == 1 &&
               set->ranges.items[0].first == set->ranges.items[0].last) {
        write_character(writer, set->ranges.items[0].first);
    } else {
        buffer_string(out, set->negated ? "[^" : "[");
        write_members(writer, set);
        buffer_byte(out, ']');
    }
}

/* Runs of letters without regard to case go into one group, for PCRE2 to search as a text. */
static size_t write_letters(struct writer *writer, const struct pyregex_node *node, size_t first) {
    size_t end = first;
    for (; end < node->count && node->items[end]->type == PYREGEX_SET; end++)
        if (!simple_letter(&node->items[end]->set))
            break;
    if (end - first < 2)
        return first;
    buffer_string(&writer->out, "(?i:");
    for (size_t i = first; i < end; i++)
        buffer_byte(&writer->out, (char)simple_letter(&node->items[i]->set));
    buffer_byte(&writer->out, ')');
    return end;
}

static void write_sequence(struct writer *writer, const struct pyregex_node *node) {
    for (size_t i = 0; i < node->count;) {
        size_t end = write_letters(writer, node, i);
        if (end == i)
            write_node(writer, node->items[end++]);
        i = end;
    }
}

static void write_branch(struct writer *writer, const struct pyregex_node *node) {
    buffer_string(&writer->out, "(?:");
    for (size_t i = 0; i < node->count; i++) {
        if (i)
            buffer_byte(&writer->out, '|');
        write_node(writer, node->items[i]);
    }
    buffer_byte(&writer->out, ')');
}

static void write_bounds(struct writer *writer, uint32_t least, uint32_t most,
                         enum pyregex_mode mode) {
    if (most == PYREGEX_UNLIMITED)
        buffer_format(&writer->out, "{%u,}", least);
    else if (least == most)
        buffer_format(&writer->out, "{%u}", least);
    else
        buffer_format(&writer->out, "{%u,%u}", least, most);
    if (mode == PYREGEX_LAZY)
        buffer_byte(&writer->out, '?');
    else if (mode == PYREGEX_POSSESSIVE)
        buffer_byte(&writer->out, '+');
}

static void write_tick(struct writer *writer) {
    if (!writer->simple && !writer->behind)
        buffer_string(&writer->out, "(?C1)");
}

static void write_repeated(struct writer *writer, const struct pyregex_node *item) {
    if (item->type == PYREGEX_SET)
        write_set(writer, &item->set, true);
    else
        write_node(writer, item);
}

/* Counts beyond PCRE2's: for one character they are split, in an order that gives the same first
 * match. */
static void write_long_repeat(struct writer *writer, const struct pyregex_node *node,
                              uint32_t most) {
    bool single = node->items[0]->type == PYREGEX_SET;
    if (!single || node->least / MOST_REPEAT > 1000 ||
        (most != PYREGEX_UNLIMITED && (most - node->least) / MOST_REPEAT > 1000)) {
        fail(writer, "a group can be repeated at most 65535 times, a character 65 million times");
        return;
    }
    buffer_string(&writer->out, node->mode == PYREGEX_POSSESSIVE ? "(?>" : "(?:");
    enum pyregex_mode mode = node->mode == PYREGEX_LAZY ? PYREGEX_LAZY : PYREGEX_GREEDY;
    for (uint32_t rest = node->least, part; rest; rest -= part) {
        part = rest < MOST_REPEAT ? rest : MOST_REPEAT;
        write_repeated(writer, node->items[0]);
        write_bounds(writer, part, part, PYREGEX_GREEDY);
    }
    if (most == PYREGEX_UNLIMITED) {
        write_repeated(writer, node->items[0]);
        write_bounds(writer, 0, most, mode);
    } else {
        for (uint32_t rest = most - node->least, part; rest; rest -= part) {
            part = rest < MOST_REPEAT ? rest : MOST_REPEAT;
            write_repeated(writer, node->items[0]);
            write_bounds(writer, 0, part, mode);
        }
    }
    buffer_byte(&writer->out, ')');
}

/* A possessive round gives nothing back to the next one, so each is atomic by itself. */
static void write_repeat(struct writer *writer, const struct pyregex_node *node) {
    uint32_t most = node->most >= ENDLESS_REPEAT ? PYREGEX_UNLIMITED : node->most;
    if (node->least > MOST_REPEAT || (most != PYREGEX_UNLIMITED && most > MOST_REPEAT)) {
        write_long_repeat(writer, node, most);
        return;
    }
    bool single = node->items[0]->type == PYREGEX_SET;
    bool possessive = node->mode == PYREGEX_POSSESSIVE;
    if (most > SHORT_REPEAT)
        write_tick(writer);
    if (!single)
        buffer_string(&writer->out, possessive ? "(?>" : "(?:");
    write_repeated(writer, node->items[0]);
    if (!single)
        buffer_byte(&writer->out, ')');
    write_bounds(writer, node->least, most, node->mode);
}

static void write_group(struct writer *writer, const struct pyregex_node *node) {
    buffer_string(&writer->out, node->type == PYREGEX_ATOMIC ? "(?>" : node->group ? "(" : "(?:");
    write_node(writer, node->items[0]);
    buffer_byte(&writer->out, ')');
}

/* Where a match must begin with a lookahead, PCRE2 takes the character that it asks for as one that
 * the match begins with, and then wants the last one of the pattern behind it: "(?=a).*a" would not
 * find "a". An empty group before the lookahead keeps it from that. */
static void write_look(struct writer *writer, const struct pyregex_node *node) {
    if (node->behind && node->items[0]->width.least > MOST_LOOK_BEHIND)
        fail(writer, "a lookbehind reaches at most 65535 characters back");
    writer->behind += node->behind;
    buffer_string(&writer->out, node->behind    ? node->negated ? "(?<!" : "(?<="
                                : node->negated ? "(?!"
                                                : "(?:)(?=");
    write_node(writer, node->items[0]);
    buffer_byte(&writer->out, ')');
    writer->behind -= node->behind;
}

/* PCRE2 folds case by other tables, and cannot tell the width of every group in a lookbehind. */
static void write_reference(struct writer *writer, const struct pyregex_node *node) {
    if (node->fold == PYREGEX_EXACT && !writer->behind) {
        buffer_format(&writer->out, "(?:\\g{%u}", node->group);
        write_tick(writer);
        buffer_byte(&writer->out, ')');
        return;
    }
    buffer_format(&writer->out, "(?:(?C\"%c%u\")", "xau"[node->fold], node -> group);
    if (writer->behind)
        buffer_format(&writer->out, "[\\x{0}-\\x{10ffff}]{%u})", (unsigned)node->width.least);
    else
        buffer_string(&writer->out, "(?>[\\x{0}-\\x{10ffff}]*?(?C\".\")))");
}

static void write_condition(struct writer *writer, const struct pyregex_node *node) {
    buffer_format(&writer->out, "(?(%u)", node->group);
    write_node(writer, node->items[0]);
    if (node->count > 1) {
        buffer_byte(&writer->out, '|');
        write_node(writer, node->items[1]);
    }
    buffer_byte(&writer->out, ')');
}

static void write_word_test(struct writer *writer, const char *test) {
    buffer_string(&writer->out, test);
    buffer_byte(&writer->out, '[');
    write_words(writer);
    buffer_string(&writer->out, "])");
}

/* Python's \B is false in an empty text. */
static void write_boundary(struct writer *writer, bool boundary, bool ascii) {
    if (ascii) {
        buffer_string(&writer->out, boundary ? "\\b" : "(?:\\B(?!\\A\\z))");
        return;
    }
    write_word_test(writer, "(?:(?<=");
    write_word_test(writer, boundary ? "(?!" : "(?=");
    write_word_test(writer, "|(?<!");
    write_word_test(writer, boundary ? "(?=" : "(?!");
    buffer_string(&writer->out, boundary ? ")" : "(?!\\A\\z))");
}

static void write_anchor(struct writer *writer, const struct pyregex_node *node) {
    switch (node->anchor) {
    case PYREGEX_TEXT_START:
        buffer_string(&writer->out, "\\A");
        break;
    case PYREGEX_LINE_START:
        buffer_string(&writer->out, "(?m:^)");
        break;
    case PYREGEX_TEXT_END:
        buffer_string(&writer->out, "\\z");
        break;
    case PYREGEX_LAST_LINE_END:
        buffer_string(&writer->out, "$");
        break;
    case PYREGEX_LINE_END:
        buffer_string(&writer->out, "(?m:$)");
        break;
    case PYREGEX_BOUNDARY:
    case PYREGEX_NOT_BOUNDARY:
        write_boundary(writer, node->anchor == PYREGEX_BOUNDARY, node->ascii);
        break;
    }
}

static void write_node(struct writer *writer, const struct pyregex_node *node) {
    switch (node->type) {
    case PYREGEX_SET:
        write_set(writer, &node->set, false);
        break;
    case PYREGEX_SEQUENCE:
        write_sequence(writer, node);
        break;
    case PYREGEX_BRANCH:
        write_branch(writer, node);
        break;
    case PYREGEX_GROUP:
    case PYREGEX_ATOMIC:
        write_group(writer, node);
        break;
    case PYREGEX_REPEAT:
        write_repeat(writer, node);
        break;
    case PYREGEX_LOOK:
        write_look(writer, node);
        break;
    case PYREGEX_REFERENCE:
        write_reference(writer, node);
        break;
    case PYREGEX_CONDITION:
        write_condition(writer, node);
        break;
    case PYREGEX_ANCHOR:
        write_anchor(writer, node);
        break;
    }
}

/* Counts short repeats of one character that vary; more than MOST_SHORT_REPEATS stands for anything
 * that may multiply work. */
static unsigned count_repeats(const struct pyregex_node *node) {
    unsigned count = node->type == PYREGEX_REFERENCE ? MOST_SHORT_REPEATS + 1 : 0;
    for (size_t i = 0; i < node->count && count <= MOST_SHORT_REPEATS; i++)
        count += count_repeats(node->items[i]);
    if (node->type != PYREGEX_REPEAT)
        return count;
    bool varies = node->least != node->most;
    if (node->items[0]->type == PYREGEX_SET && node->most <= SHORT_REPEAT)
        return varies;
    return varies || count ? MOST_SHORT_REPEATS + 1 : 0;
}

struct text pyregex_to_pcre2(struct arena *arena, const struct pyregex *regex,
                             struct error *error) {
    struct writer writer = {.arena = arena, .error = error};
    buffer_init(&writer.out, arena);
    if (regex->group_count > MOST_GROUPS)
        fail(&writer, "a pattern can have at most 65535 groups");
    writer.simple = count_repeats(regex->root) <= MOST_SHORT_REPEATS;
    write_tick(&writer);
    write_node(&writer, regex->root);
    return error_is_set(error) ? T("") : buffer_view(&writer.out);
}
