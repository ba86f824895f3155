/*
 * pyregex: regular expressions as Python 3.13's `re` reads texts, for PCRE2.
 *
 * A pattern is parsed into a tree with Python's rules and refusals. Flags are resolved while
 * parsing: a leaf is an explicit set of code points, case folding included, so that no engine's own
 * Unicode tables decide what matches. The tree is then written for PCRE2, and asked for literals
 * that a match cannot do without.
 */
#ifndef CORDON_FORMATS_PYREGEX_H
#define CORDON_FORMATS_PYREGEX_H

#include "base/error.h"
#include "base/vector.h"

#define PYREGEX_UNLIMITED UINT32_MAX

struct pyregex_range {
    uint32_t first;
    uint32_t last;
};

/* Categories whose ranges are too many to be written out in every pattern. */
enum {
    PYREGEX_DIGIT = 1,
    PYREGEX_NOT_DIGIT = 2,
    PYREGEX_WORD = 4,
    PYREGEX_NOT_WORD = 8,
};

/* The code points of the ranges and categories, or all others when negated. */
struct pyregex_set {
    VECTOR(struct pyregex_range) ranges; /* sorted, disjoint, not adjacent, without surrogates */
    unsigned categories;
    bool negated;
};

enum pyregex_type {
    PYREGEX_SET,       /* one code point */
    PYREGEX_SEQUENCE,  /* items */
    PYREGEX_BRANCH,    /* items, the first that works wins */
    PYREGEX_GROUP,     /* items[0]; group 0 does not capture */
    PYREGEX_ATOMIC,    /* items[0] */
    PYREGEX_REPEAT,    /* items[0], least to most times */
    PYREGEX_LOOK,      /* items[0], behind or ahead, negated or not */
    PYREGEX_REFERENCE, /* to what group matched */
    PYREGEX_CONDITION, /* items[0] when group took part, else items[1], which may be absent */
    PYREGEX_ANCHOR,
};

enum pyregex_mode { PYREGEX_GREEDY, PYREGEX_LAZY, PYREGEX_POSSESSIVE };

enum pyregex_fold { PYREGEX_EXACT, PYREGEX_FOLD_ASCII, PYREGEX_FOLD_UNICODE };

enum pyregex_anchor {
    PYREGEX_TEXT_START,
    PYREGEX_LINE_START,
    PYREGEX_TEXT_END,
    PYREGEX_LAST_LINE_END, /* the end, or before a line feed there */
    PYREGEX_LINE_END,
    PYREGEX_BOUNDARY,
    PYREGEX_NOT_BOUNDARY,
};

/* Code points a node can take up; saturated. */
struct pyregex_width {
    uint64_t least;
    uint64_t most;
};

struct pyregex_node {
    enum pyregex_type type;
    struct pyregex_width width;
    struct pyregex_node **items;
    size_t count;
    struct pyregex_set set;
    bool capital; /* the set is of a character beyond U+FFFF that has a lower case */
    uint32_t group;
    uint32_t least;
    uint32_t most; /* PYREGEX_UNLIMITED */
    enum pyregex_mode mode;
    enum pyregex_fold fold;
    enum pyregex_anchor anchor;
    bool ascii; /* an anchor's idea of a word */
    bool behind;
    bool negated;
};

struct pyregex_group {
    struct text name; /* empty for a group without one */
    struct pyregex_width width;
    bool closed;
};

struct pyregex {
    const struct pyregex_node *root;
    const struct pyregex_group *groups; /* by number; the first stands for the whole match */
    size_t group_count;
};

/* False with *error's message set when Python refuses the pattern, or when it nests too deeply.
 * The message says at which character, counted from 1. Source must be valid UTF-8. */
bool pyregex_parse(struct arena *arena, struct text source, struct pyregex *regex,
                   struct error *error);

/* The pattern for PCRE2 with PCRE2_UTF | PCRE2_ALT_CIRCUMFLEX and LF as the only line end; groups
 * keep their numbers. What PCRE2 cannot express sets *error and gives an empty text.
 *
 * Callouts stand where PCRE2 needs help. Number 1 is a place that is passed at least once for each
 * piece of work that is linear in the text: whoever matches can look at the time there. References
 * that PCRE2 cannot compare are a callout with the text "uN" (ignoring case), "aN" (that of ASCII)
 * or "xN" (exactly) that must fail unless what follows equals group N (pyregex_folded_equal), and
 * one with the text "." that must fail unless the position is where that equality ended. */
struct text pyregex_to_pcre2(struct arena *arena, const struct pyregex *regex, struct error *error);

/* The length of the start of text that equals what, ignoring case as Python's back references
 * do; TEXT_NONE when it does not. */
size_t pyregex_folded_equal(struct text what, struct text text, enum pyregex_fold fold);

struct pyregex_literal {
    struct text text; /* UTF-8 */
    bool caseless;    /* ASCII letters match in either case; the text has small ones */
};

/* Strings of which every match contains at least one; how many there are, 0 when nothing can be
 * said. */
size_t pyregex_literals(struct arena *arena, const struct pyregex *regex,
                        const struct pyregex_literal **literals);

/* A match never spans a line feed, so it lies in one line. */
bool pyregex_stays_in_line(const struct pyregex *regex);

/* Sets. */
void pyregex_set_add(struct arena *arena, struct pyregex_set *set, uint32_t first, uint32_t last);
void pyregex_set_normalise(struct arena *arena, struct pyregex_set *set);
void pyregex_set_fold(struct arena *arena, struct pyregex_set *set, enum pyregex_fold fold);
/* The same for the members of a class, before they are normalised. */
void pyregex_set_fold_class(struct arena *arena, struct pyregex_set *set, enum pyregex_fold fold);
/* Whether ignoring case turns a character beyond U+FFFF into another. */
bool pyregex_is_high_capital(uint32_t c, enum pyregex_fold fold);
bool pyregex_set_has(const struct pyregex_set *set, uint32_t code_point); /* ranges only */
/* Adds what a category escape (d D s S w W) stands for. */
void pyregex_set_category(struct arena *arena, struct pyregex_set *set, char letter, bool ascii);

/* Code points of Python's \w and \d that Unicode 14, PCRE2 10.42's, does not have. */
extern const struct pyregex_range pyregex_new_words[];
extern const size_t pyregex_new_word_count;
extern const struct pyregex_range pyregex_new_digits[];
extern const size_t pyregex_new_digit_count;

#endif
