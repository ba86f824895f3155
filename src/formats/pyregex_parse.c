/* Python's `re` syntax to a tree. */
#include "formats/pyregex.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "python/unicode.h"

enum { MOST_DEPTH = 250 }; /* Python gives up at about twice that */

#define MOST_REPEAT      4294967295u
#define WIDTH_LIMIT      ((uint64_t)1 << 63)
#define MOST_LOOK_BEHIND 4294967295u

enum {
    FLAG_ASCII = 1,
    FLAG_IGNORECASE = 2,
    FLAG_LOCALE = 4,
    FLAG_MULTILINE = 8,
    FLAG_DOTALL = 16,
    FLAG_UNICODE = 32,
    FLAG_VERBOSE = 64,
    FLAG_TYPES = FLAG_ASCII | FLAG_LOCALE | FLAG_UNICODE,
};

static const char flag_letters[] = "aiLmsux"; /* in the order of their bits */

#define NO_GROUP UINT32_MAX

typedef VECTOR(struct pyregex_node *) nodes;

struct parser {
    struct arena *arena;
    struct error *error;
    const uint32_t *pattern;
    size_t size;
    size_t at;      /* of the token */
    size_t next;    /* behind it */
    uint32_t c;     /* the token's character */
    bool escaped;   /* the token is a backslash and c */
    bool end;       /* there is no token */
    unsigned flags; /* in force here */
    unsigned depth;
    VECTOR(struct pyregex_group) groups;
    uint32_t behind_groups; /* groups that were there when the outermost lookbehind began */
    VECTOR(struct pyregex_range) conditions; /* group numbers of conditions and their places */
};

static struct pyregex_node *parse_alternatives(struct parser *parser);
static struct pyregex_node *parse_sequence(struct parser *parser, bool first);

/* The first mistake is kept; reading stops by being at the end. */
static void fail_at(struct parser *parser, size_t place, struct text what) {
    error_set(parser->error, parser->arena, T(""), 0, 0, "%.*s (at character %zu)", TEXT_ARGS(what),
              place + 1);
    parser->next = parser->at = parser->size;
    parser->end = true;
}

#define FAIL(parser, place, ...)                                                                   \
    fail_at((parser), (place), text_format((parser)->arena, __VA_ARGS__))

/* Moves to the next token: a character, or a backslash with the one behind it. */
static void advance(struct parser *parser) {
    parser->at = parser->next;
    parser->escaped = false;
    parser->end = parser->at >= parser->size;
    if (parser->end)
        return;
    parser->c = parser->pattern[parser->next++];
    if (parser->c != '\\')
        return;
    if (parser->next == parser->size) {
        FAIL(parser, parser->at, "a backslash at the end escapes nothing; write '\\\\' for itself");
        return;
    }
    parser->escaped = true;
    parser->c = parser->pattern[parser->next++];
}

static bool is(const struct parser *parser, uint32_t c) {
    return !parser->end && !parser->escaped && parser->c == c;
}

static bool take(struct parser *parser, uint32_t c) {
    if (!is(parser, c))
        return false;
    advance(parser);
    return true;
}

static struct text spell(struct parser *parser, size_t begin, size_t end) {
    struct buffer out;
    buffer_init(&out, parser->arena);
    for (size_t i = begin; i < end && i < parser->size; i++) {
        char bytes[4];
        buffer_add(&out, bytes, utf8_encode(parser->pattern[i], bytes));
    }
    return buffer_view(&out);
}

/* Nodes. */

static uint64_t add_width(uint64_t a, uint64_t b) {
    return a > WIDTH_LIMIT - b ? WIDTH_LIMIT : a + b;
}

static uint64_t multiply_width(uint64_t width, uint64_t times) {
    return width && times > WIDTH_LIMIT / width ? WIDTH_LIMIT : width * times;
}

static struct pyregex_node *make(struct parser *parser, enum pyregex_type type) {
    struct pyregex_node *node = arena_new(parser->arena, struct pyregex_node);
    node->type = type;
    return node;
}

static struct pyregex_node *make_around(struct parser *parser, enum pyregex_type type,
                                        struct pyregex_node *item) {
    struct pyregex_node *node = make(parser, type);
    node->items = arena_copy(parser->arena, &item, sizeof(struct pyregex_node *));
    node->count = 1;
    node->width = item->width;
    return node;
}

static enum pyregex_fold fold_of(const struct parser *parser) {
    if (!(parser->flags & FLAG_IGNORECASE))
        return PYREGEX_EXACT;
    return parser->flags & FLAG_ASCII ? PYREGEX_FOLD_ASCII : PYREGEX_FOLD_UNICODE;
}

static struct pyregex_node *make_set(struct parser *parser) {
    struct pyregex_node *node = make(parser, PYREGEX_SET);
    node->width = (struct pyregex_width){1, 1};
    return node;
}

static struct pyregex_node *make_literal(struct parser *parser, uint32_t c) {
    struct pyregex_node *node = make_set(parser);
    pyregex_set_add(parser->arena, &node->set, c, c);
    pyregex_set_fold(parser->arena, &node->set, fold_of(parser));
    return node;
}

static struct pyregex_node *make_category(struct parser *parser, uint32_t letter) {
    struct pyregex_node *node = make_set(parser);
    pyregex_set_category(parser->arena, &node->set, (char)letter, parser->flags & FLAG_ASCII);
    pyregex_set_normalise(parser->arena, &node->set);
    return node;
}

static struct pyregex_node *make_any(struct parser *parser) {
    struct pyregex_node *node = make_set(parser);
    node->set.negated = true;
    if (!(parser->flags & FLAG_DOTALL))
        pyregex_set_add(parser->arena, &node->set, '\n', '\n');
    return node;
}

static struct pyregex_node *make_anchor(struct parser *parser, enum pyregex_anchor anchor) {
    struct pyregex_node *node = make(parser, PYREGEX_ANCHOR);
    node->anchor = anchor;
    node->ascii = parser->flags & FLAG_ASCII;
    return node;
}

/* Escapes. */

static int hex_value(uint32_t c) {
    if (c >= '0' && c <= '9')
        return (int)c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (int)(c | 32) - 'a' + 10;
    return -1;
}

static bool at_digit(const struct parser *parser, uint32_t last) {
    return !parser->end && !parser->escaped && parser->c >= '0' && parser->c <= last;
}

/* 'x' hex hex | 'u' hex*4 | 'U' hex*8 */
static bool read_hex(struct parser *parser, size_t place, int digits, uint32_t *c) {
    uint32_t value = 0;
    for (int i = 0; i < digits; i++) {
        int digit = parser->end || parser->escaped ? -1 : hex_value(parser->c);
        if (digit < 0) {
            FAIL(parser, place, "'%s' needs %d hexadecimal digits",
                 spell(parser, place, place + 2).data, digits);
            return false;
        }
        value = value << 4 | (uint32_t)digit;
        advance(parser);
    }
    if (value > 0x10ffff) {
        FAIL(parser, place, "there is no character beyond U+10FFFF");
        return false;
    }
    *c = value;
    return true;
}

/* The text up to the terminator, which is taken too; NULL data when it is missing or empty. */
static struct text read_until(struct parser *parser, uint32_t terminator, const char *what) {
    size_t begin = parser->at;
    while (!parser->end && !is(parser, terminator))
        advance(parser);
    size_t end = parser->at;
    if (parser->end || end == begin) {
        FAIL(parser, begin,
             parser->end && end != begin ? "the %s has no '%c' at its end"
                                         : "a %s is missing before '%c'",
             what, (int)terminator);
        return (struct text){NULL, 0};
    }
    advance(parser);
    return spell(parser, begin, end);
}

/* 'N' '{' name '}' */
static bool read_named(struct parser *parser, size_t place, uint32_t *c) {
    if (!take(parser, '{')) {
        FAIL(parser, place, "'\\N' needs a character's name in braces, such as '\\N{BULLET}'");
        return false;
    }
    struct text name = read_until(parser, '}', "character name");
    if (!name.data)
        return false;
    *c = py_character_by_name(name);
    if (*c <= 0x10ffff)
        return true;
    FAIL(parser, place, "there is no character named '%.*s'", TEXT_ARGS(name));
    return false;
}

static bool bad_escape(struct parser *parser, size_t place, uint32_t letter) {
    FAIL(parser, place, "'\\%c' has no meaning here; a letter needs no backslash", (int)letter);
    return false;
}

/* Up to two octal digits more; the first is value already. */
static bool read_octal(struct parser *parser, size_t place, uint32_t *value) {
    for (int i = 0; i < 2 && at_digit(parser, '7'); i++) {
        *value = *value * 8 + (parser->c - '0');
        advance(parser);
    }
    if (*value <= 0377)
        return true;
    FAIL(parser, place, "an octal escape ends at '\\377'");
    return false;
}

/* The escapes that mean one character both inside and outside a class. The token is behind it. */
static bool read_character_escape(struct parser *parser, size_t place, uint32_t letter,
                                  uint32_t *c) {
    static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    const char *known = letter && letter < 128 ? strchr(names, (int)letter) : NULL;
    if (known) {
        *c = (unsigned char)values[known - names];
        return true;
    }
    switch (letter) {
    case 'x':
        return read_hex(parser, place, 2, c);
    case 'u':
        return read_hex(parser, place, 4, c);
    case 'U':
        return read_hex(parser, place, 8, c);
    case 'N':
        return read_named(parser, place, c);
    }
    if ((letter | 32) >= 'a' && (letter | 32) <= 'z')
        return bad_escape(parser, place, letter);
    *c = letter;
    return true;
}

static struct pyregex_node *make_reference(struct parser *parser, size_t place, uint32_t group) {
    if (!parser->groups.items[group].closed) {
        FAIL(parser, place, "group %u is still open here, so it has no text to refer to", group);
    } else if (group >= parser->behind_groups) {
        FAIL(parser, place, "a lookbehind cannot refer to group %u inside itself", group);
    }
    struct pyregex_node *node = make(parser, PYREGEX_REFERENCE);
    node->group = group;
    node->fold = fold_of(parser);
    node->width = parser->groups.items[group].width;
    return node;
}

/* digit digit? | octal octal octal */
static struct pyregex_node *read_reference(struct parser *parser, size_t place, uint32_t digit) {
    uint32_t number = digit - '0';
    if (at_digit(parser, '9')) {
        uint32_t second = parser->c;
        advance(parser);
        number = number * 10 + (second - '0');
        if (digit < '8' && second < '8' && at_digit(parser, '7')) {
            uint32_t value = (digit - '0') * 64 + (second - '0') * 8 + (parser->c - '0');
            advance(parser);
            if (value > 0377)
                FAIL(parser, place, "an octal escape ends at '\\377'");
            return make_literal(parser, value);
        }
    }
    if (number < parser->groups.count)
        return make_reference(parser, place, number);
    FAIL(parser, place, "there is no group %u before this place", number);
    return make(parser, PYREGEX_SEQUENCE);
}

static struct pyregex_node *read_escape(struct parser *parser) {
    size_t place = parser->at;
    uint32_t letter = parser->c, c = 0;
    advance(parser);
    switch (letter) {
    case 'A':
        return make_anchor(parser, PYREGEX_TEXT_START);
    case 'Z':
        return make_anchor(parser, PYREGEX_TEXT_END);
    case 'b':
        return make_anchor(parser, PYREGEX_BOUNDARY);
    case 'B':
        return make_anchor(parser, PYREGEX_NOT_BOUNDARY);
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W':
        return make_category(parser, letter);
    case '0':
        read_octal(parser, place, &c);
        return make_literal(parser, c);
    }
    if (letter >= '1' && letter <= '9')
        return read_reference(parser, place, letter);
    read_character_escape(parser, place, letter, &c);
    return make_literal(parser, c);
}

/* Classes. */

/* One member: a character, for which it gives true, or a category, which is added. */
static bool read_member(struct parser *parser, struct pyregex_set *set, uint32_t *c) {
    size_t place = parser->at;
    *c = parser->c;
    bool escaped = parser->escaped;
    advance(parser);
    if (!escaped)
        return true;
    uint32_t letter = *c;
    if (letter < 128 && letter && strchr("dDsSwW", (int)letter)) {
        pyregex_set_category(parser->arena, set, (char)letter, parser->flags & FLAG_ASCII);
        return false;
    }
    if (letter >= '0' && letter <= '7') {
        *c = letter - '0';
        read_octal(parser, place, c);
    } else if (letter == '8' || letter == '9') {
        FAIL(parser, place, "'\\%c' is no octal escape, and a class cannot refer to a group",
             (int)letter);
    } else {
        read_character_escape(parser, place, letter, c);
    }
    return true;
}

/* member | member '-' member */
static void read_members(struct parser *parser, struct pyregex_set *set) {
    size_t place = parser->at;
    uint32_t first, last;
    bool character = read_member(parser, set, &first);
    if (!take(parser, '-')) {
        if (character)
            pyregex_set_add(parser->arena, set, first, first);
        return;
    }
    if (parser->end || is(parser, ']')) {
        if (character)
            pyregex_set_add(parser->arena, set, first, first);
        pyregex_set_add(parser->arena, set, '-', '-');
        return;
    }
    bool second = read_member(parser, set, &last);
    if (!character || !second)
        FAIL(parser, place, "a range needs a character at both ends; put '-' last to mean itself");
    else if (last < first)
        FAIL(parser, place, "the range '%s' runs backwards", spell(parser, place, parser->at).data);
    else
        pyregex_set_add(parser->arena, set, first, last);
}

/* '[' '^'? members+ ']' */
static struct pyregex_node *read_class(struct parser *parser, size_t place) {
    struct pyregex_node *node = make_set(parser);
    node->set.negated = take(parser, '^');
    size_t first = parser->at;
    while (!parser->end && (parser->at == first || !is(parser, ']')))
        read_members(parser, &node->set);
    if (!take(parser, ']'))
        FAIL(parser, place, "the class has no ']' at its end");
    pyregex_set_fold_class(parser->arena, &node->set, fold_of(parser));
    return node;
}

/* Repeats. */

static bool read_count(struct parser *parser, size_t place, uint32_t *count) {
    uint64_t value = 0;
    for (; at_digit(parser, '9'); advance(parser))
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
static bool read_bounds(struct parser *parser, size_t place, uint32_t *least, uint32_t *most) {
    if (is(parser, '}'))
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
    if (at_digit(parser, '9') && !read_count(parser, place, least))
        return true;
    if (!take(parser, ','))
        *most = *least;
    else if (at_digit(parser, '9') && !read_count(parser, place, most))
        return true;
    take(parser, '}');
    if (*most < *least)
        FAIL(parser, place, "the counts run backwards: at least %u, at most %u", *least, *most);
    return true;
}

/* item ('*' | '+' | '?' | bounds) ('?' | '+')?; false when it is a plain brace. */
static bool read_repeat(struct parser *parser, nodes *items) {
    size_t place = parser->at;
    uint32_t c = parser->c, least = c == '+', most = c == '?' ? 1 : PYREGEX_UNLIMITED;
    advance(parser);
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
    struct pyregex_node *node = make_around(parser, PYREGEX_REPEAT, item);
    node->least = least;
    node->most = most;
    node->width.least = multiply_width(item->width.least, least);
    node->width.most = most == PYREGEX_UNLIMITED ? (item->width.most ? WIDTH_LIMIT : 0)
                                                 : multiply_width(item->width.most, most);
    node->mode = take(parser, '?')   ? PYREGEX_LAZY
                 : take(parser, '+') ? PYREGEX_POSSESSIVE
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

static struct text read_name(struct parser *parser, uint32_t terminator) {
    size_t place = parser->at;
    struct text name = read_until(parser, terminator, "group name");
    if (name.data && !is_identifier(name)) {
        FAIL(parser, place, "'%.*s' cannot name a group: a name is letters, digits and '_'",
             TEXT_ARGS(name));
        return (struct text){NULL, 0};
    }
    return name;
}

static uint32_t find_group(const struct parser *parser, struct text name) {
    for (size_t i = 1; i < parser->groups.count; i++)
        if (text_equal(parser->groups.items[i].name, name))
            return (uint32_t)i;
    return NO_GROUP;
}

static void close_bracket(struct parser *parser, size_t open) {
    if (!take(parser, ')'))
        FAIL(parser, open, "this '(' has no ')'");
}

/* alternatives ')' with the given flags */
static struct pyregex_node *read_inside(struct parser *parser, size_t open, unsigned flags) {
    unsigned outer = parser->flags;
    parser->flags = flags;
    struct pyregex_node *inside = parse_alternatives(parser);
    parser->flags = outer;
    /* The token behind the group was read by the outer rules all along: verbose mode skips later.
     */
    close_bracket(parser, open);
    return inside;
}

static struct pyregex_node *read_capture(struct parser *parser, size_t open, struct text name) {
    if (name.size && find_group(parser, name) != NO_GROUP)
        FAIL(parser, open, "the group name '%.*s' is used twice", TEXT_ARGS(name));
    uint32_t number = (uint32_t)parser->groups.count;
    vector_push(parser->arena, &parser->groups, (struct pyregex_group){.name = name});
    struct pyregex_node *node =
        make_around(parser, PYREGEX_GROUP, read_inside(parser, open, parser->flags));
    node->group = number;
    parser->groups.items[number].closed = true;
    parser->groups.items[number].width = node->width;
    return node;
}

/* '(?P<' name '>' alternatives ')' | '(?P=' name ')' */
static struct pyregex_node *read_python_group(struct parser *parser, size_t open) {
    if (take(parser, '<')) {
        struct text name = read_name(parser, '>');
        return read_capture(parser, open, name);
    }
    if (!take(parser, '=')) {
        FAIL(parser, open, "'(?P' is followed by '<name>' or '=name'");
        return make(parser, PYREGEX_SEQUENCE);
    }
    struct text name = read_name(parser, ')');
    uint32_t group = name.data ? find_group(parser, name) : NO_GROUP;
    if (group != NO_GROUP)
        return make_reference(parser, open, group);
    FAIL(parser, open, "there is no group '%.*s' before this place", TEXT_ARGS(name));
    return make(parser, PYREGEX_SEQUENCE);
}

/* '(?=' | '(?!' | '(?<=' | '(?<!' alternatives ')' */
static struct pyregex_node *read_look(struct parser *parser, size_t open, bool behind) {
    bool negated = is(parser, '!');
    if (!negated && !is(parser, '=')) {
        FAIL(parser, open,
             "'(?<' is followed by '=' or '!' for a lookbehind; a named group is '(?P<name>...)'");
        return make(parser, PYREGEX_SEQUENCE);
    }
    advance(parser);
    uint32_t outer = parser->behind_groups;
    if (behind && outer == NO_GROUP)
        parser->behind_groups = (uint32_t)parser->groups.count;
    struct pyregex_node *inside = parse_alternatives(parser);
    parser->behind_groups = outer;
    close_bracket(parser, open);
    if (behind && inside->width.least > MOST_LOOK_BEHIND)
        FAIL(parser, open, "the lookbehind looks too far back");
    else if (behind && inside->width.least != inside->width.most)
        FAIL(parser, open, "a lookbehind needs one fixed width, the same for all alternatives");
    struct pyregex_node *node = make_around(parser, PYREGEX_LOOK, inside);
    node->width = (struct pyregex_width){0, 0};
    node->behind = behind;
    node->negated = negated;
    return node;
}

/* The group of '(?(' (number | name) ')' */
static uint32_t read_condition_group(struct parser *parser, size_t open) {
    size_t place = parser->at;
    struct text name = read_until(parser, ')', "group name");
    bool digits = name.data;
    uint64_t number = 0;
    for (size_t i = 0; i < name.size && digits; i++) {
        digits = name.data[i] >= '0' && name.data[i] <= '9';
        if (number < NO_GROUP)
            number = number * 10 + (uint64_t)(name.data[i] - '0');
    }
    if (digits) {
        if (number == 0 || number >= NO_GROUP)
            FAIL(parser, place, "there is no such group to ask for");
        else
            vector_push(parser->arena, &parser->conditions,
                        (struct pyregex_range){(uint32_t)number, (uint32_t)open});
        return number < NO_GROUP ? (uint32_t)number : 0;
    }
    uint32_t group = name.data && is_identifier(name) ? find_group(parser, name) : NO_GROUP;
    if (name.data && group == NO_GROUP)
        FAIL(parser, place, "there is no group '%.*s' before this place", TEXT_ARGS(name));
    return group == NO_GROUP ? 0 : group;
}

/* '(?(' group ')' sequence ('|' sequence)? ')' */
static struct pyregex_node *read_condition(struct parser *parser, size_t open) {
    uint32_t group = read_condition_group(parser, open);
    if (parser->behind_groups != NO_GROUP &&
        (group >= parser->behind_groups || !parser->groups.items[group].closed))
        FAIL(parser, open, "a lookbehind can only ask for a group that ended before it");
    struct pyregex_node *node =
        make_around(parser, PYREGEX_CONDITION, parse_sequence(parser, false));
    node->group = group;
    node->width.least = 0;
    if (take(parser, '|')) {
        struct pyregex_node *yes = node->items[0], *no = parse_sequence(parser, false);
        struct pyregex_node *both[] = {yes, no};
        node->items = arena_copy(parser->arena, both, sizeof(both));
        node->count = 2;
        node->width.least = yes->width.least < no->width.least ? yes->width.least : no->width.least;
        node->width.most = yes->width.most > no->width.most ? yes->width.most : no->width.most;
        if (is(parser, '|'))
            FAIL(parser, open, "a conditional has two branches at most");
    }
    close_bracket(parser, open);
    return node;
}

static unsigned flag_of(const struct parser *parser) {
    const char *found = !parser->end && !parser->escaped && parser->c && parser->c < 128
                            ? strchr(flag_letters, (int)parser->c)
                            : NULL;
    return found ? 1u << (found - flag_letters) : 0;
}

/* Letters of flags up to something else. */
static unsigned read_flags(struct parser *parser, bool off) {
    unsigned flags = 0;
    for (unsigned flag; (flag = flag_of(parser)); advance(parser)) {
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
static struct pyregex_node *read_flag_group(struct parser *parser, size_t open, bool at_start) {
    unsigned on = read_flags(parser, false), off = 0;
    if (on && take(parser, ')')) {
        if (!at_start)
            FAIL(parser, open,
                 "flags for the whole pattern stand at its start; for a part use "
                 "'(?flags:...)'");
        parser->flags |= on;
        if ((parser->flags & FLAG_ASCII) && (parser->flags & FLAG_UNICODE))
            FAIL(parser, open, "the flags 'a' and 'u' exclude each other");
        return NULL;
    }
    if (take(parser, '-')) {
        off = read_flags(parser, true);
        if (!off)
            FAIL(parser, parser->at, "a flag is missing behind '-'");
    }
    if (!take(parser, ':'))
        FAIL(parser, open, "flags are letters of 'aimsux', then ':' or ')'");
    if (on & off)
        FAIL(parser, open, "a flag is turned on and off at once");
    unsigned flags = parser->flags;
    if (on & FLAG_TYPES)
        flags &= ~(unsigned)FLAG_TYPES;
    flags = (flags | on) & ~off;
    return make_around(parser, PYREGEX_GROUP, read_inside(parser, open, flags));
}

/* '(?#' ... ')' */
static void skip_comment(struct parser *parser, size_t open) {
    while (!parser->end && !is(parser, ')'))
        advance(parser);
    if (!take(parser, ')'))
        FAIL(parser, open, "this comment has no ')'");
}

/* What begins with '('; NULL for what has no node: comments and flags for all. */
static struct pyregex_node *read_group(struct parser *parser, bool at_start) {
    size_t open = parser->at;
    advance(parser);
    if (!take(parser, '?'))
        return read_capture(parser, open, T(""));
    if (is(parser, '=') || is(parser, '!'))
        return read_look(parser, open, false);
    if (flag_of(parser) || is(parser, '-'))
        return read_flag_group(parser, open, at_start);
    uint32_t kind = parser->end || parser->escaped ? 0 : parser->c;
    if (kind && kind < 128 && strchr("P:#<(>", (int)kind))
        advance(parser);
    switch (kind) {
    case 'P':
        return read_python_group(parser, open);
    case ':':
        return make_around(parser, PYREGEX_GROUP, read_inside(parser, open, parser->flags));
    case '>':
        return make_around(parser, PYREGEX_ATOMIC, read_inside(parser, open, parser->flags));
    case '<':
        return read_look(parser, open, true);
    case '(':
        return read_condition(parser, open);
    case '#':
        skip_comment(parser, open);
        return NULL;
    }
    FAIL(parser, open, "'%s' begins no group that Python knows",
         spell(parser, open, open + 3).data);
    return NULL;
}

static bool skip_verbose(struct parser *parser) {
    if (!(parser->flags & FLAG_VERBOSE) || parser->escaped)
        return false;
    if (parser->c && parser->c < 128 && strchr(" \t\n\r\v\f", (int)parser->c)) {
        advance(parser);
        return true;
    }
    if (parser->c != '#')
        return false;
    while (!parser->end && !is(parser, '\n'))
        advance(parser);
    take(parser, '\n');
    return true;
}

/* One item, put behind the others. */
static void read_item(struct parser *parser, nodes *items, bool first) {
    struct pyregex_node *node = NULL;
    size_t place = parser->at;
    uint32_t c = parser->c;
    if (parser->escaped) {
        node = read_escape(parser);
    } else if (c == '*' || c == '+' || c == '?' || c == '{') {
        if (!read_repeat(parser, items))
            node = make_literal(parser, '{');
    } else if (c == '(') {
        if (++parser->depth > MOST_DEPTH)
            FAIL(parser, place, "brackets nest more than %d deep", MOST_DEPTH);
        else
            node = read_group(parser, first && items->count == 0);
        parser->depth--;
    } else {
        advance(parser);
        switch (c) {
        case '[':
            node = read_class(parser, place);
            break;
        case '.':
            node = make_any(parser);
            break;
        case '^':
            node = make_anchor(parser, parser->flags & FLAG_MULTILINE ? PYREGEX_LINE_START
                                                                      : PYREGEX_TEXT_START);
            break;
        case '$':
            node = make_anchor(parser, parser->flags & FLAG_MULTILINE ? PYREGEX_LINE_END
                                                                      : PYREGEX_LAST_LINE_END);
            break;
        default:
            node = make_literal(parser, c);
        }
    }
    if (node)
        vector_push(parser->arena, items, node);
}

/* sequence: item*; first: flags for the whole pattern may stand here */
static struct pyregex_node *parse_sequence(struct parser *parser, bool first) {
    nodes items = {0};
    while (!parser->end && !is(parser, '|') && !is(parser, ')'))
        if (!skip_verbose(parser))
            read_item(parser, &items, first);
    struct pyregex_node *node = make(parser, PYREGEX_SEQUENCE);
    node->items = items.items;
    node->count = items.count;
    for (size_t i = 0; i < items.count; i++) {
        node->width.least = add_width(node->width.least, items.items[i]->width.least);
        node->width.most = add_width(node->width.most, items.items[i]->width.most);
    }
    return node;
}

/* alternatives: sequence ('|' sequence)* */
static struct pyregex_node *parse_alternatives(struct parser *parser) {
    bool outermost = parser->depth == 0;
    nodes branches = {0};
    do {
        struct pyregex_node *branch = parse_sequence(parser, outermost && branches.count == 0);
        vector_push(parser->arena, &branches, branch);
    } while (take(parser, '|'));
    if (branches.count == 1)
        return branches.items[0];
    struct pyregex_node *node = make(parser, PYREGEX_BRANCH);
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
    struct parser parser = {
        .arena = arena, .error = error, .pattern = pattern, .behind_groups = NO_GROUP};
    for (const char *at = source.data, *end = at + source.size; at < end;)
        pattern[parser.size++] = utf8_next(&at, end);
    vector_push(arena, &parser.groups, (struct pyregex_group){0});
    advance(&parser);
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
