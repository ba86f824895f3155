/* Python's `re` syntax to a tree. */
#include "formats/pyregex_parser.h"

#include "base/utf8.h"
#include "python/unicode.h"

enum { MOST_DEPTH = 250 }; /* Python gives up at about twice that */

#define MOST_REPEAT      4294967295u
#define WIDTH_LIMIT      ((uint64_t)1 << 63)
#define MOST_LOOK_BEHIND 4294967295u

static const char flag_letters[] = "aiLmsux"; /* in the order of their bits */

typedef VECTOR(struct pyregex_node *) nodes;

static struct pyregex_node *parse_alternatives(struct regex_parser *parser);
static struct pyregex_node *parse_sequence(struct regex_parser *parser, bool first);

/* Widths. */

static uint64_t add_width(uint64_t a, uint64_t b) {
    return a > WIDTH_LIMIT - b ? WIDTH_LIMIT : a + b;
}

static uint64_t multiply_width(uint64_t width, uint64_t times) {
    return width && times > WIDTH_LIMIT / width ? WIDTH_LIMIT : width * times;
}

/* Repeats. */

static bool read_count(struct regex_parser *parser, size_t place, uint32_t *count) {
    uint64_t value = 0;
    for (; regex_at_digit(parser, '9'); regex_advance(parser))
        if (value < MOST_REPEAT)
            value = value * 10 + (parser->c - '0');
    if (value < MOST_REPEAT) {
        *count = (uint32_t)value;
        return true;
    }
    FAIL(parser, place, "a repeat count must be below %u", MOST_REPEAT);
    return false;
}

/* '{' number '}' | '{' number? ',' number? '}'; false when the brace is a plain character. */
static bool read_bounds(struct regex_parser *parser, size_t place, uint32_t *least,
                        uint32_t *most) {
    if (regex_is(parser, '}'))
        return false;
    size_t scan = parser->at, comma = TEXT_NONE;
    for (; scan < parser->size; scan++) {
        uint32_t c = parser->pattern[scan];
        if (c == ',' && comma == TEXT_NONE)
            comma = scan;
        else if (c < '0' || c > '9')
            break;
    }
    if (scan == parser->size || parser->pattern[scan] != '}')
        return false;
    *least = 0;
    *most = PYREGEX_UNLIMITED;
    if (regex_at_digit(parser, '9') && !read_count(parser, place, least))
        return true;
    if (!regex_take(parser, ','))
        *most = *least;
    else if (regex_at_digit(parser, '9') && !read_count(parser, place, most))
        return true;
    regex_take(parser, '}');
    if (*most < *least)
        FAIL(parser, place, "the counts run backwards: at least %u, at most %u", *least, *most);
    return true;
}

/* item ('*' | '+' | '?' | bounds) ('?' | '+')?; false when it is a plain brace. */
static bool read_repeat(struct regex_parser *parser, nodes *items) {
    size_t place = parser->at;
    uint32_t c = parser->c, least = c == '+', most = c == '?' ? 1 : PYREGEX_UNLIMITED;
    regex_advance(parser);
    if (c == '{' && !read_bounds(parser, place, &least, &most))
        return false;
    struct pyregex_node *item = items->count ? items->items[items->count - 1] : NULL;
    if (!item || item->type == PYREGEX_ANCHOR) {
        FAIL(parser, place, "'%c' has nothing to repeat", (int)c);
        return true;
    }
    if (item->type == PYREGEX_REPEAT) {
        FAIL(parser, place, "'%c' repeats a repeat; put the inner one into '(?:...)'", (int)c);
        return true;
    }
    struct pyregex_node *node = regex_make_around(parser, PYREGEX_REPEAT, item);
    node->least = least;
    node->most = most;
    node->width.least = multiply_width(item->width.least, least);
    node->width.most = most == PYREGEX_UNLIMITED ? (item->width.most ? WIDTH_LIMIT : 0)
                                                 : multiply_width(item->width.most, most);
    node->mode = regex_take(parser, '?')   ? PYREGEX_LAZY
                 : regex_take(parser, '+') ? PYREGEX_POSSESSIVE
                                           : PYREGEX_GREEDY;
    items->items[items->count - 1] = node;
    return true;
}

/* Groups. */

static bool is_identifier(struct text name) {
    const char *at = name.data, *end = name.data + name.size;
    bool fine = py_is_identifier_start(utf8_next(&at, end));
    while (fine && at < end)
        fine = py_is_identifier_part(utf8_next(&at, end));
    return fine;
}

static struct text read_name(struct regex_parser *parser, uint32_t terminator) {
    size_t place = parser->at;
    struct text name = regex_read_until(parser, terminator, "group name");
    if (name.data && !is_identifier(name)) {
        FAIL(parser, place, "'%.*s' cannot name a group: a name is letters, digits and '_'",
             TEXT_ARGS(name));
        return (struct text){NULL, 0};
    }
    return name;
}

static uint32_t find_group(const struct regex_parser *parser, struct text name) {
    uintptr_t number = (uintptr_t)map_get(&parser->numbers, name);
    return number ? (uint32_t)number : REGEX_NO_GROUP;
}

static void close_bracket(struct regex_parser *parser, size_t open) {
    if (!regex_take(parser, ')'))
        FAIL(parser, open, "this '(' has no ')'");
}

/* alternatives ')' with the given flags */
static struct pyregex_node *read_inside(struct regex_parser *parser, size_t open, unsigned flags) {
    unsigned outer = parser->flags;
    parser->flags = flags;
    struct pyregex_node *inside = parse_alternatives(parser);
    parser->flags = outer;
    /* The token behind the group was read by the outer rules all along: verbose mode skips later.
     */
    close_bracket(parser, open);
    return inside;
}

static struct pyregex_node *read_capture(struct regex_parser *parser, size_t open,
                                         struct text name) {
    if (name.size && find_group(parser, name) != REGEX_NO_GROUP)
        FAIL(parser, open, "the group name '%.*s' is used twice", TEXT_ARGS(name));
    uint32_t number = (uint32_t)parser->groups.count;
    vector_push(parser->arena, &parser->groups, (struct pyregex_group){.name = name});
    if (name.size)
        *map_put(parser->arena, &parser->numbers, name) = (void *)(uintptr_t)number;
    struct pyregex_node *node =
        regex_make_around(parser, PYREGEX_GROUP, read_inside(parser, open, parser->flags));
    node->group = number;
    parser->groups.items[number].closed = true;
    parser->groups.items[number].width = node->width;
    return node;
}

/* '(?P<' name '>' alternatives ')' | '(?P=' name ')' */
static struct pyregex_node *read_python_group(struct regex_parser *parser, size_t open) {
    if (regex_take(parser, '<')) {
        struct text name = read_name(parser, '>');
        return read_capture(parser, open, name);
    }
    if (!regex_take(parser, '=')) {
        FAIL(parser, open, "'(?P' is followed by '<name>' or '=name'");
        return regex_make(parser, PYREGEX_SEQUENCE);
    }
    struct text name = read_name(parser, ')');
    uint32_t group = name.data ? find_group(parser, name) : REGEX_NO_GROUP;
    if (group != REGEX_NO_GROUP)
        return regex_make_reference(parser, open, group);
    FAIL(parser, open, "there is no group '%.*s' before this place", TEXT_ARGS(name));
    return regex_make(parser, PYREGEX_SEQUENCE);
}

/* '(?=' | '(?!' | '(?<=' | '(?<!' alternatives ')' */
static struct pyregex_node *read_look(struct regex_parser *parser, size_t open, bool behind) {
    bool negated = regex_is(parser, '!');
    if (!negated && !regex_is(parser, '=')) {
        FAIL(parser, open,
             "'(?<' is followed by '=' or '!' for a lookbehind; a named group is '(?P<name>...)'");
        return regex_make(parser, PYREGEX_SEQUENCE);
    }
    regex_advance(parser);
    uint32_t outer = parser->behind_groups;
    if (behind && outer == REGEX_NO_GROUP)
        parser->behind_groups = (uint32_t)parser->groups.count;
    struct pyregex_node *inside = parse_alternatives(parser);
    parser->behind_groups = outer;
    close_bracket(parser, open);
    if (behind && inside->width.least > MOST_LOOK_BEHIND)
        FAIL(parser, open, "the lookbehind looks too far back");
    else if (behind && inside->width.least != inside->width.most)
        FAIL(parser, open, "a lookbehind needs one fixed width, the same for all alternatives");
    struct pyregex_node *node = regex_make_around(parser, PYREGEX_LOOK, inside);
    node->width = (struct pyregex_width){0, 0};
    node->behind = behind;
    node->negated = negated;
    return node;
}

/* The group of '(?(' (number | name) ')' */
static uint32_t read_condition_group(struct regex_parser *parser, size_t open) {
    size_t place = parser->at;
    struct text name = regex_read_until(parser, ')', "group name");
    bool digits = name.data;
    uint64_t number = 0;
    for (size_t i = 0; i < name.size && digits; i++) {
        digits = name.data[i] >= '0' && name.data[i] <= '9';
        if (number < REGEX_NO_GROUP)
            number = number * 10 + (uint64_t)(name.data[i] - '0');
    }
    if (digits) {
        if (number == 0 || number >= REGEX_NO_GROUP)
            FAIL(parser, place, "there is no such group to ask for");
        else
            vector_push(parser->arena, &parser->conditions,
                        (struct pyregex_range){(uint32_t)number, (uint32_t)open});
        return number < REGEX_NO_GROUP ? (uint32_t)number : 0;
    }
    uint32_t group = name.data && is_identifier(name) ? find_group(parser, name) : REGEX_NO_GROUP;
    if (name.data && group == REGEX_NO_GROUP)
        FAIL(parser, place, "there is no group '%.*s' before this place", TEXT_ARGS(name));
    return group == REGEX_NO_GROUP ? 0 : group;
}

/* '(?(' group ')' sequence ('|' sequence)? ')' */
static struct pyregex_node *read_condition(struct regex_parser *parser, size_t open) {
    uint32_t group = read_condition_group(parser, open);
    if (parser->behind_groups != REGEX_NO_GROUP &&
        (group >= parser->behind_groups || !parser->groups.items[group].closed))
        FAIL(parser, open, "a lookbehind can only ask for a group that ended before it");
    struct pyregex_node *node =
        regex_make_around(parser, PYREGEX_CONDITION, parse_sequence(parser, false));
    node->group = group;
    node->width.least = 0;
    if (regex_take(parser, '|')) {
        struct pyregex_node *yes = node->items[0], *no = parse_sequence(parser, false);
        struct pyregex_node *both[] = {yes, no};
        node->items = arena_copy(parser->arena, both, sizeof(both));
        node->count = 2;
        node->width.least = yes->width.least < no->width.least ? yes->width.least : no->width.least;
        node->width.most = yes->width.most > no->width.most ? yes->width.most : no->width.most;
        if (regex_is(parser, '|'))
            FAIL(parser, open, "a conditional has two branches at most");
    }
    close_bracket(parser, open);
    return node;
}

static unsigned flag_of(const struct regex_parser *parser) {
    const char *found = !parser->end && !parser->escaped && parser->c && parser->c < 128
                            ? strchr(flag_letters, (int)parser->c)
                            : NULL;
    return found ? 1u << (found - flag_letters) : 0;
}

/* Letters of flags up to something else. */
static unsigned read_flags(struct regex_parser *parser, bool off) {
    unsigned flags = 0;
    for (unsigned flag; (flag = flag_of(parser)); regex_advance(parser)) {
        flags |= flag;
        if (flag == FLAG_LOCALE)
            FAIL(parser, parser->at, "the flag 'L' is for bytes, not for text");
        else if (off && (flag & FLAG_TYPES))
            FAIL(parser, parser->at, "the flags 'a' and 'u' cannot be turned off");
        else if ((flag & FLAG_TYPES) && (flags & FLAG_TYPES) != flag)
            FAIL(parser, parser->at, "the flags 'a' and 'u' exclude each other");
    }
    return flags;
}

/* '(?' flags ')' at the start, or '(?' flags? ('-' flags)? ':' alternatives ')'; NULL for the
 * first, which has no node. */
static struct pyregex_node *read_flag_group(struct regex_parser *parser, size_t open,
                                            bool at_start) {
    unsigned on = read_flags(parser, false), off = 0;
    if (on && regex_take(parser, ')')) {
        if (!at_start)
            FAIL(parser, open,
                 "flags for the whole pattern stand at its start; for a part use "
                 "'(?flags:...)'");
        parser->flags |= on;
        if ((parser->flags & FLAG_ASCII) && (parser->flags & FLAG_UNICODE))
            FAIL(parser, open, "the flags 'a' and 'u' exclude each other");
        return NULL;
    }
    if (regex_take(parser, '-')) {
        off = read_flags(parser, true);
        if (!off)
            FAIL(parser, parser->at, "a flag is missing behind '-'");
    }
    if (!regex_take(parser, ':'))
        FAIL(parser, open, "flags are letters of 'aimsux', then ':' or ')'");
    if (on & off)
        FAIL(parser, open, "a flag is turned on and off at once");
    unsigned flags = parser->flags;
    if (on & FLAG_TYPES)
        flags &= ~(unsigned)FLAG_TYPES;
    flags = (flags | on) & ~off;
    return regex_make_around(parser, PYREGEX_GROUP, read_inside(parser, open, flags));
}

/* '(?#' ... ')' */
static void skip_comment(struct regex_parser *parser, size_t open) {
    while (!parser->end && !regex_is(parser, ')'))
        regex_advance(parser);
    if (!regex_take(parser, ')'))
        FAIL(parser, open, "this comment has no ')'");
}

/* What begins with '('; NULL for what has no node: comments and flags for all. */
static struct pyregex_node *read_group(struct regex_parser *parser, bool at_start) {
    size_t open = parser->at;
    regex_advance(parser);
    if (!regex_take(parser, '?'))
        return read_capture(parser, open, T(""));
    if (regex_is(parser, '=') || regex_is(parser, '!'))
        return read_look(parser, open, false);
    if (flag_of(parser) || regex_is(parser, '-'))
        return read_flag_group(parser, open, at_start);
    uint32_t kind = parser->end || parser->escaped ? 0 : parser->c;
    if (kind && kind < 128 && strchr("P:#<(>", (int)kind))
        regex_advance(parser);
    switch (kind) {
    case 'P':
        return read_python_group(parser, open);
    case ':':
        return regex_make_around(parser, PYREGEX_GROUP, read_inside(parser, open, parser->flags));
    case '>':
        return regex_make_around(parser, PYREGEX_ATOMIC, read_inside(parser, open, parser->flags));
    case '<':
        return read_look(parser, open, true);
    case '(':
        return read_condition(parser, open);
    case '#':
        skip_comment(parser, open);
        return NULL;
    }
    FAIL(parser, open, "'%s' begins no group that Python knows",
         regex_spell(parser, open, open + 3).data);
    return NULL;
}

static bool skip_verbose(struct regex_parser *parser) {
    if (!(parser->flags & FLAG_VERBOSE) || parser->escaped)
        return false;
    if (parser->c && parser->c < 128 && strchr(" \t\n\r\v\f", (int)parser->c)) {
        regex_advance(parser);
        return true;
    }
    if (parser->c != '#')
        return false;
    while (!parser->end && !regex_is(parser, '\n'))
        regex_advance(parser);
    regex_take(parser, '\n');
    return true;
}

/* One item, put behind the others. */
static void read_item(struct regex_parser *parser, nodes *items, bool first) {
    struct pyregex_node *node = NULL;
    size_t place = parser->at;
    uint32_t c = parser->c;
    if (parser->escaped) {
        node = regex_read_escape(parser);
    } else if (c == '*' || c == '+' || c == '?' || c == '{') {
        if (!read_repeat(parser, items))
            node = regex_make_literal(parser, '{');
    } else if (c == '(') {
        if (++parser->depth > MOST_DEPTH)
            FAIL(parser, place, "brackets nest more than %d deep", MOST_DEPTH);
        else
            node = read_group(parser, first && items->count == 0);
        parser->depth--;
    } else {
        regex_advance(parser);
        switch (c) {
        case '[':
            node = regex_read_class(parser, place);
            break;
        case '.':
            node = regex_make_any(parser);
            break;
        case '^':
            node = regex_make_anchor(parser, parser->flags & FLAG_MULTILINE ? PYREGEX_LINE_START
                                                                            : PYREGEX_TEXT_START);
            break;
        case '$':
            node = regex_make_anchor(
                parser, parser->flags & FLAG_MULTILINE ? PYREGEX_LINE_END : PYREGEX_LAST_LINE_END);
            break;
        default:
            node = regex_make_literal(parser, c);
        }
    }
    if (node)
        vector_push(parser->arena, items, node);
}

/* sequence: item*; first: flags for the whole pattern may stand here */
static struct pyregex_node *parse_sequence(struct regex_parser *parser, bool first) {
    nodes items = {0};
    while (!parser->end && !regex_is(parser, '|') && !regex_is(parser, ')'))
        if (!skip_verbose(parser))
            read_item(parser, &items, first);
    struct pyregex_node *node = regex_make(parser, PYREGEX_SEQUENCE);
    node->items = items.items;
    node->count = items.count;
    for (size_t i = 0; i < items.count; i++) {
        node->width.least = add_width(node->width.least, items.items[i]->width.least);
        node->width.most = add_width(node->width.most, items.items[i]->width.most);
    }
    return node;
}

/* Python makes one class of alternatives that are single characters, and a class has no use for a
 * high capital: see pyregex_set_fold_class(). */
static void merge_characters(nodes *branches) {
    for (size_t i = 0; i < branches->count; i++) {
        const struct pyregex_node *branch = branches->items[i];
        if (branch->count != 1 || branch->items[0]->type != PYREGEX_SET ||
            branch->items[0]->set.negated)
            return;
    }
    for (size_t i = 0; i < branches->count; i++)
        if (branches->items[i]->items[0]->capital)
            branches->items[i]->items[0]->set.ranges.count = 0;
}

/* alternatives: sequence ('|' sequence)* */
static struct pyregex_node *parse_alternatives(struct regex_parser *parser) {
    bool outermost = parser->depth == 0;
    nodes branches = {0};
    do {
        struct pyregex_node *branch = parse_sequence(parser, outermost && branches.count == 0);
        vector_push(parser->arena, &branches, branch);
    } while (regex_take(parser, '|'));
    if (branches.count == 1)
        return branches.items[0];
    merge_characters(&branches);
    struct pyregex_node *node = regex_make(parser, PYREGEX_BRANCH);
    node->items = branches.items;
    node->count = branches.count;
    node->width = branches.items[0]->width;
    for (size_t i = 1; i < branches.count; i++) {
        struct pyregex_width width = branches.items[i]->width;
        if (width.least < node->width.least)
            node->width.least = width.least;
        if (width.most > node->width.most)
            node->width.most = width.most;
    }
    return node;
}

bool pyregex_parse(struct arena *arena, struct text source, struct pyregex *regex,
                   struct error *error) {
    uint32_t *pattern = arena_array(arena, uint32_t, source.size + 1);
    struct regex_parser parser = {
        .arena = arena, .error = error, .pattern = pattern, .behind_groups = REGEX_NO_GROUP};
    for (const char *at = source.data, *end = at + source.size; at < end;)
        pattern[parser.size++] = utf8_next(&at, end);
    vector_push(arena, &parser.groups, (struct pyregex_group){0});
    regex_advance(&parser);
    const struct pyregex_node *root = parse_alternatives(&parser);
    if (!parser.end)
        FAIL(&parser, parser.at, "this ')' has no '('");
    for (size_t i = 0; i < parser.conditions.count; i++)
        if (parser.conditions.items[i].first >= parser.groups.count)
            FAIL(&parser, parser.conditions.items[i].last, "there is no group %u to ask for",
                 parser.conditions.items[i].first);
    *regex = (struct pyregex){root, parser.groups.items, parser.groups.count};
    return !error_is_set(error);
}
