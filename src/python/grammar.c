#include "python/reading.h"

#include "base/map.h"

#include <assert.h>

/* The longest alternative and the longest list of them in the rules. */
enum { MOST_ITEMS = 12, MOST_ALTERNATIVES = 16 };

static_assert(TOKEN_KIND_COUNT <= 128, "a token_set has 128 bits");

const char *const soft_keywords[] = {"_", "case", "match", "type", NULL};

/* The text of a rule, being made into items. */
struct writer {
    struct arena *arena;
    struct grammar *grammar;
    struct map tokens;
    struct map reports;
    struct map kinds;
    unsigned version;
    const char *at;
};

static void *number_as_value(size_t number) {
    return (void *)(uintptr_t)(number + 1);
}

static unsigned number_of(const struct map *map, struct text name) {
    void *value = map_get(map, name);
    assert(value);
    return (unsigned)(uintptr_t)value - 1;
}

static void skip_blanks(struct writer *w) {
    while (*w->at == ' ')
        w->at++;
}

static bool skip(struct writer *w, char c) {
    skip_blanks(w);
    if (*w->at != c)
        return false;
    w->at++;
    return true;
}

static struct text word(struct writer *w) {
    skip_blanks(w);
    const char *start = w->at;
    while (character_is(*w->at, CHARACTER_NAME))
        w->at++;
    return text_range(start, w->at);
}

/* Up to the closing quote or angle bracket. */
static struct text quoted(struct writer *w, char closing) {
    const char *start = w->at;
    while (*w->at != closing)
        w->at++;
    return text_range(start, w->at++);
}

static uint16_t soft_keyword(struct text name) {
    uint16_t number = 0;
    while (!text_is(name, soft_keywords[number]))
        number++;
    return number;
}

static uint16_t group(struct writer *w);

static void operand(struct writer *w, struct item *item) {
    if (skip(w, '\'')) {
        item->index = (uint16_t)number_of(&w->tokens, quoted(w, '\''));
    } else if (skip(w, '<')) {
        item->kind = ITEM_SOFT_KEYWORD;
        item->index = soft_keyword(quoted(w, '>'));
    } else if (skip(w, '(')) {
        item->kind = ITEM_RULE;
        item->index = group(w);
        skip(w, ')');
    } else {
        struct text name = word(w);
        bool is_token = name.data[0] < 'a';
        item->kind = ITEM_RULE;
        if (is_token)
            item->kind = text_is(name, "SOFT_KEYWORD") ? ITEM_ANY_SOFT_KEYWORD : ITEM_TOKEN;
        if (item->kind != ITEM_ANY_SOFT_KEYWORD)
            item->index = (uint16_t)number_of(is_token ? &w->tokens : w->grammar->names, name);
    }
}

static struct item item(struct writer *w) {
    struct item item = {.kind = ITEM_TOKEN, .count = ONCE, .separator = TOKEN_END};
    if (skip(w, '~'))
        return (struct item){.kind = ITEM_CUT};
    item.is_subject = skip(w, '$');
    if (skip(w, '&'))
        item.count = AHEAD;
    else if (skip(w, '!'))
        item.count = NOT_AHEAD;
    else if (skip(w, '@'))
        item.count = FORCED;
    operand(w, &item);
    if (*w->at == '?')
        item.count = OPTIONAL;
    else if (*w->at == '*')
        item.count = ANY_NUMBER;
    else if (*w->at == '+' || *w->at == '%')
        item.count = SOME;
    else
        return item;
    if (*w->at++ == '%' && skip(w, '\''))
        item.separator = (uint8_t)number_of(&w->tokens, quoted(w, '\''));
    return item;
}

/* {14} or {-13}: whether it is this version */
static bool version_fits(struct writer *w) {
    bool until = skip(w, '-');
    unsigned minor = 0;
    for (struct text digits = quoted(w, '}'); digits.size; digits = text_from(digits, 1))
        minor = minor * 10 + (unsigned)(digits.data[0] - '0');
    return until ? w->version <= minor : w->version >= minor;
}

/* Which item's value that of the alternative is: the subject, or else the only one that is read by
 * a rule, once. */
static uint8_t value_item(const struct item *items, unsigned count) {
    uint8_t found = 0;
    for (unsigned i = 0; i < count; i++)
        if (items[i].is_subject)
            return (uint8_t)(i + 1);
    for (unsigned i = 0; i < count; i++) {
        if (items[i].kind != ITEM_RULE || items[i].count == AHEAD || items[i].count == NOT_AHEAD)
            continue;
        if (found || items[i].count != ONCE)
            return 0;
        found = (uint8_t)(i + 1);
    }
    return found;
}

static struct alternative alternative(struct writer *w) {
    struct alternative alternative = {0};
    struct item items[MOST_ITEMS];
    bool has_kind = false;
    if (skip(w, '{'))
        alternative.is_left_out = !version_fits(w);
    const char *start = w->at;
    for (skip_blanks(w); *w->at && *w->at != '|' && *w->at != ')'; skip_blanks(w)) {
        if (skip(w, '>')) {
            alternative.report = (uint8_t)(number_of(&w->reports, word(w)) + 1);
        } else if (skip(w, ':')) {
            alternative.kind = (uint8_t)number_of(&w->kinds, word(w));
            has_kind = true;
        } else {
            assert(alternative.item_count < MOST_ITEMS);
            items[alternative.item_count++] = item(w);
        }
    }
    alternative.second_only =
        alternative.item_count == 1 && text_starts(text_trim(text_of(start)), T("invalid_"));
    if (!has_kind)
        alternative.through = value_item(items, alternative.item_count);
    alternative.first_item = (uint16_t)w->grammar->items.count;
    for (unsigned i = 0; i < alternative.item_count; i++)
        vector_push(w->arena, &w->grammar->items, items[i]);
    return alternative;
}

static void alternatives(struct writer *w, unsigned rule) {
    struct alternative found[MOST_ALTERNATIVES];
    unsigned count = 0;
    do {
        assert(count < MOST_ALTERNATIVES);
        found[count++] = alternative(w);
    } while (skip(w, '|'));
    w->grammar->rules.items[rule].first_alternative = (uint16_t)w->grammar->alternatives.count;
    w->grammar->rules.items[rule].alternative_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        vector_push(w->arena, &w->grammar->alternatives, found[i]);
}

static uint16_t group(struct writer *w) {
    unsigned rule = (unsigned)w->grammar->rules.count;
    vector_push(w->arena, &w->grammar->rules, (struct rule){.how = EACH_TIME});
    alternatives(w, rule);
    return (uint16_t)rule;
}

static void add(struct token_set *set, const struct token_set *more) {
    set->bits[0] |= more->bits[0];
    set->bits[1] |= more->bits[1];
}

/* What items can begin with; true when they can be nothing at all. */
static bool starts_of(const struct grammar *grammar, const struct item *items, unsigned count,
                      struct token_set *starts) {
    for (unsigned i = 0; i < count; i++) {
        const struct item *item = &items[i];
        if (item->kind == ITEM_CUT || item->count == NOT_AHEAD)
            continue;
        bool optional = item->count == OPTIONAL || item->count == ANY_NUMBER;
        if (item->kind == ITEM_RULE) {
            add(starts, &grammar->rules.items[item->index].starts);
            optional |= grammar->rules.items[item->index].nullable;
        } else {
            unsigned kind = item->kind == ITEM_TOKEN ? item->index : TOKEN_NAME;
            starts->bits[kind >> 6] |= UINT64_C(1) << (kind & 63);
        }
        if (!optional)
            return false;
    }
    *starts = (struct token_set){{UINT64_MAX, UINT64_MAX}};
    return true;
}

/* Adds what is known so far of what a rule can begin with; true when that is more than before. */
static bool find_starts_of_rule(struct grammar *grammar, unsigned index) {
    struct rule *rule = &grammar->rules.items[index];
    const struct token_set before = rule->starts;
    for (unsigned i = 0; i < rule->alternative_count; i++) {
        struct alternative *alternative = &grammar->alternatives.items[rule->first_alternative + i];
        const struct item *items = grammar->items.items + alternative->first_item;
        if (alternative->is_left_out)
            continue;
        rule->nullable |= starts_of(grammar, items, alternative->item_count, &alternative->starts);
        add(&rule->starts, &alternative->starts);
        if (rule->how == LEFT_RECURSIVE && items->kind == ITEM_RULE && items->index == index)
            starts_of(grammar, items + 1, alternative->item_count - 1u, &rule->goes_on);
    }
    return memcmp(&before, &rule->starts, sizeof(before)) != 0;
}

static void find_starts(struct grammar *grammar) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned i = (unsigned)grammar->rules.count; i-- > 0;)
            changed |= find_starts_of_rule(grammar, i);
    }
}

static void name_tokens(struct writer *w) {
    static const struct {
        const char *name;
        enum token_kind kind;
    } named[] = {
        {"END", TOKEN_END},
        {"NEWLINE", TOKEN_NEWLINE},
        {"INDENT", TOKEN_INDENT},
        {"DEDENT", TOKEN_DEDENT},
        {"NAME", TOKEN_NAME},
        {"NUMBER", TOKEN_NUMBER},
        {"STRING", TOKEN_STRING},
        {"FSTRING_START", TOKEN_FSTRING_START},
        {"FSTRING_MIDDLE", TOKEN_FSTRING_MIDDLE},
        {"FSTRING_END", TOKEN_FSTRING_END},
    };
    for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
        *map_put(w->arena, &w->tokens, text_of(named[i].name)) = number_as_value(named[i].kind);
    for (unsigned kind = TOKEN_UNKNOWN + 1; kind < TOKEN_KIND_COUNT; kind++)
        *map_put(w->arena, &w->tokens, text_of(token_spelling(kind))) = number_as_value(kind);
}

struct grammar *grammar_new(struct arena *arena, enum py_version version) {
    struct grammar *grammar = arena_new(arena, struct grammar);
    struct writer w = {.arena = arena, .grammar = grammar};
    w.version = version == PY_VERSION_ANY ? PY_VERSION_3_14 : version;
    grammar->names = arena_new(arena, struct map);
    name_tokens(&w);
    for (unsigned i = 0; i < report_count; i++)
        *map_put(arena, &w.reports, text_of(reports[i].name)) = number_as_value(i);
    for (unsigned i = 0; i < KIND_COUNT; i++)
        *map_put(arena, &w.kinds, text_of(reading_kind_word(i))) = number_as_value(i);
    for (size_t i = 0; i < rule_text_count; i++) {
        struct rule rule = {.how = (uint8_t)rule_texts[i].how};
        if (rule.how == KEPT || rule.how == LEFT_RECURSIVE)
            rule.slot = (uint8_t)++grammar->slot_count;
        vector_push(arena, &grammar->rules, rule);
        *map_put(arena, grammar->names, text_of(rule_texts[i].name)) = number_as_value(i);
    }
    for (unsigned i = 0; i < rule_text_count; i++) {
        w.at = rule_texts[i].alternatives;
        alternatives(&w, i);
    }
    find_starts(grammar);
    return grammar;
}

unsigned grammar_rule(const struct grammar *grammar, const char *name) {
    return number_of(grammar->names, text_of(name));
}
