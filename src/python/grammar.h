/*
 * grammar: the rules of Python's PEG grammar as data, which diagnose() reads a refused file by.
 *
 * The rules are texts (grammar_rules.c), made into arrays when they are needed (grammar.c).
 */
#ifndef CORDON_PYTHON_GRAMMAR_H
#define CORDON_PYTHON_GRAMMAR_H

#include "python/lexer.h"

/* What an expression is, as far as errors tell: X(NAME, word in a rule, words in a message) */
#define READING_KINDS(X)                                                                           \
    X(OTHER, "other", "an expression")                                                             \
    X(NAME, "name", "a name")                                                                      \
    X(ATTRIBUTE, "attribute", "an attribute")                                                      \
    X(SUBSCRIPT, "subscript", "a subscript")                                                       \
    X(STARRED, "starred", "a starred expression")                                                  \
    X(LIST, "list", "a list")                                                                      \
    X(TUPLE, "tuple", "a tuple")                                                                   \
    X(BARE_TUPLE, "bare_tuple", "a tuple")                                                         \
    X(LAMBDA, "lambda", "a lambda")                                                                \
    X(CALL, "call", "a function call")                                                             \
    X(GENERATOR, "generator", "a generator")                                                       \
    X(YIELD, "yield", "a yield expression")                                                        \
    X(AWAIT, "await", "an await expression")                                                       \
    X(COMPREHENSION, "comprehension", "a comprehension")                                           \
    X(DICT, "dict", "a dictionary")                                                                \
    X(SET, "set", "a set")                                                                         \
    X(FSTRING, "fstring", "an f-string")                                                           \
    X(LITERAL, "literal", "a literal")                                                             \
    X(NONE, "none", "None")                                                                        \
    X(TRUE, "true", "True")                                                                        \
    X(FALSE, "false", "False")                                                                     \
    X(ELLIPSIS, "ellipsis", "'...'")                                                               \
    X(COMPARISON, "comparison", "a comparison")                                                    \
    X(CONDITIONAL, "conditional", "a conditional expression")                                      \
    X(ASSIGNMENT, "assignment", "an assignment expression")

enum reading_kind {
#define X(name, word, words) KIND_##name,
    READING_KINDS(X)
#undef X
        KIND_COUNT
};

/* Rules are written as
 *
 *     'x'           a token, by its spelling
 *     NAME          a kind of token
 *     <x>           a name that is a keyword here only
 *     x (x | y)     a rule; a group of alternatives
 *     x? x* x+      none or one; any number; one or more
 *     x%','         one or more with commas between
 *     &x !x         x follows, or does not
 *     @'x'          the token must follow: an error of its own when not
 *     ~             no other alternative counts behind this
 *     {14} {-13}    since or until Python 3.x only
 *     $x            what a report is about
 *     >report       the error that what was read is, if a check of it does not say otherwise
 *     :kind         what was read
 *
 * and are those of CPython's grammar, with their names. An alternative that is nothing but a rule
 * named invalid_... counts in the second reading only.
 */
struct rule_text {
    const char *name;
    enum { EACH_TIME, KEPT, LEFT_RECURSIVE, FIRST_READING } how;
    const char *alternatives;
};
extern const struct rule_text rule_texts[];
extern const size_t rule_text_count;

enum item_kind { ITEM_TOKEN, ITEM_SOFT_KEYWORD, ITEM_ANY_SOFT_KEYWORD, ITEM_RULE, ITEM_CUT };
enum item_count { ONCE, OPTIONAL, ANY_NUMBER, SOME, AHEAD, NOT_AHEAD, FORCED };

struct item {
    uint8_t kind;      /* enum item_kind */
    uint8_t count;     /* enum item_count */
    uint8_t separator; /* of SOME: token kind; TOKEN_END for none */
    bool is_subject;
    uint16_t index; /* of token kind, keyword or rule */
};

struct token_set {
    uint64_t bits[2];
};

struct alternative {
    struct token_set starts; /* what it can begin with */
    uint16_t first_item;
    uint8_t item_count;
    uint8_t report;  /* its number, counted from 1 */
    uint8_t kind;    /* enum reading_kind */
    uint8_t through; /* the item whose value it has, counted from 1 */
    bool second_only;
    bool is_left_out; /* not of this version of Python */
};

struct rule {
    struct token_set starts;
    struct token_set goes_on; /* LEFT_RECURSIVE: what can follow it in itself */
    uint16_t first_alternative;
    uint8_t alternative_count;
    uint8_t how;
    uint8_t slot; /* among what is kept of a token, counted from 1 */
    bool nullable;
};

struct grammar {
    VECTOR(struct item) items;
    VECTOR(struct alternative) alternatives;
    VECTOR(struct rule) rules; /* those of rule_texts first, then groups */
    struct map *names;
    unsigned slot_count;
};

struct grammar *grammar_new(struct arena *arena, enum py_version version);
unsigned grammar_rule(const struct grammar *grammar, const char *name);

extern const char *const soft_keywords[];

static inline bool token_set_has(const struct token_set *set, unsigned kind) {
    return set->bits[kind >> 6] >> (kind & 63) & 1;
}

#endif
