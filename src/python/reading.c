#include "python/reading.h"

/*
 * A packrat reader. What rules keep makes the time linear, which is watched as well; what lies
 * behind a statement that was read is given back, so that memory is needed for one top-level
 * statement at a time; and rules call one another as deep as 60 brackets within one another need,
 * which takes less than 700 KiB of stack. Where a limit is met the reading is given up.
 */
enum { DEPTH_LIMIT = 1600, STEPS_PER_TOKEN = 2000, MEMORY_LIMIT = 64 << 20 };

static _Noreturn void give_up(struct reading *r) {
    r->gave_up = true;
    longjmp(*r->p->lexer.escape, 1);
}

static void use_memory(struct reading *r, size_t size) {
    r->memory += size;
    if (r->memory > MEMORY_LIMIT)
        give_up(r);
}

void fetch_token(struct reading *r) {
    struct lexer *lexer = &r->p->lexer;
    lexer_next(lexer);
    if (r->tokens.count == r->tokens.capacity)
        use_memory(r, r->tokens.capacity * sizeof(*r->tokens.items));
    vector_push(&r->arena, &r->tokens,
                (struct read_token){lexer->token, NULL, (uint8_t)lexer->bracket_count});
    r->step_limit += STEPS_PER_TOKEN;
    if (lexer->token.start >= r->last.start)
        r->last = lexer->token;
}

static struct row *row_of(struct reading *r, uint32_t at) {
    struct row *row = token_at(r, at)->kept;
    size_t size = sizeof(*row) + r->grammar->slot_count * sizeof(*row->by_slot);
    if (row)
        return row;
    row = r->free;
    if (row) {
        r->free = row->next;
    } else {
        use_memory(r, size);
        row = arena_allocate(&r->arena, size);
    }
    memset(row, 0, size);
    return r->tokens.items[at].kept = row;
}

static void forget(struct reading *r, uint32_t from, uint32_t to) {
    for (uint32_t at = from; at < to; at++) {
        struct row *row = r->tokens.items[at].kept;
        if (!row)
            continue;
        row->next = r->free;
        r->free = row;
        r->tokens.items[at].kept = NULL;
    }
}

static const struct match no_match = {.end = NO_MATCH};

static bool is_soft_keyword(const struct token *token, const char *word) {
    return token->kind == TOKEN_NAME && text_is(text_range(token->start, token->end), word);
}

/* CPython takes a name for one when it is the beginning of one. */
static bool begins_soft_keyword(const struct token *token) {
    size_t size = (size_t)(token->end - token->start);
    if (token->kind != TOKEN_NAME)
        return false;
    for (const char *const *word = soft_keywords; *word; word++)
        if (strncmp(*word, token->start, size) == 0)
            return true;
    return false;
}

static bool token_fits(const struct item *item, const struct token *token) {
    if (item->kind == ITEM_TOKEN)
        return token->kind == item->index;
    return item->kind == ITEM_SOFT_KEYWORD ? is_soft_keyword(token, soft_keywords[item->index])
                                           : begins_soft_keyword(token);
}

static struct match read_once(struct reading *r, const struct item *item, uint32_t at) {
    if (item->kind == ITEM_RULE)
        return read_rule(r, item->index, at);
    return token_fits(item, &token_at(r, at)->token) ? (struct match){.end = at + 1, .first = at}
                                                     : no_match;
}

static struct match read_several(struct reading *r, const struct item *item, uint32_t at) {
    struct match all = read_once(r, item, at);
    if (all.end == NO_MATCH)
        return item->count == SOME ? no_match : (struct match){.end = at, .first = at};
    for (;;) {
        uint32_t next = all.end;
        if (item->separator != TOKEN_END && token_at(r, next++)->token.kind != item->separator)
            return all;
        struct match one = read_once(r, item, next);
        if (one.end == NO_MATCH)
            return all;
        all.end = one.end;
    }
}

static void missing(struct reading *r, const struct item *item, uint32_t at) {
    parser_fail(r->p, token_at(r, at)->token.start, "'%s' is expected here",
                token_spelling(item->index));
}

static struct match read_item(struct reading *r, const struct item *item, uint32_t at) {
    if (item->count == ANY_NUMBER || item->count == SOME)
        return read_several(r, item, at);
    struct match match = read_once(r, item, at);
    bool fits = match.end != NO_MATCH;
    switch ((enum item_count)item->count) {
    case OPTIONAL:
        return fits ? match : (struct match){.end = at, .first = at};
    case AHEAD:
        return fits ? (struct match){.end = at, .first = at} : no_match;
    case NOT_AHEAD:
        return fits ? no_match : (struct match){.end = at, .first = at};
    case FORCED:
        if (!fits)
            missing(r, item, at);
        return match;
    default:
        return match;
    }
}

/* *is_last: when it does not fit, the others do not count. */
static struct match read_alternative(struct reading *r, const struct alternative *alternative,
                                     uint32_t at, bool *is_last) {
    const struct item *items = r->grammar->items.items + alternative->first_item;
    struct match whole = {.end = at, .first = at, .kind = alternative->kind};
    struct occasion occasion = {.start = at};
    for (unsigned i = 0; i < alternative->item_count; i++) {
        if (items[i].kind == ITEM_CUT) {
            *is_last = true;
            continue;
        }
        struct match match = read_item(r, &items[i], whole.end);
        if (match.end == NO_MATCH)
            return no_match;
        whole.end = match.end;
        if (items[i].is_subject)
            occasion.subject = match;
        if (i + 1 == alternative->through) {
            whole.first = match.first;
            whole.kind = match.kind;
        }
    }
    if (!alternative->report)
        return whole;
    occasion.end = whole.end;
    occasion.kind = whole.kind;
    if (report(r, alternative->report - 1u, &occasion) == ACCEPTED) {
        whole.kind = occasion.kind;
        return whole;
    }
    *is_last = true;
    return no_match;
}

static struct match read_alternatives(struct reading *r, const struct rule *rule, uint32_t at) {
    const struct alternative *all = r->grammar->alternatives.items + rule->first_alternative;
    unsigned kind = token_at(r, at)->token.kind;
    bool is_last = false;
    for (unsigned i = 0; i < rule->alternative_count && !is_last; i++) {
        if (!token_set_has(&all[i].starts, kind) || (all[i].second_only && !r->second))
            continue;
        struct match match = read_alternative(r, &all[i], at, &is_last);
        if (match.end != NO_MATCH)
            return match;
    }
    return no_match;
}

static void keep(struct reading *r, const struct rule *rule, uint32_t at, struct match match) {
    row_of(r, at)->by_slot[rule->slot - 1] = match;
}

/* Read again and again, with what was read before as what the rule begins with. */
static struct match read_left_recursive(struct reading *r, const struct rule *rule, uint32_t at) {
    struct match best = no_match;
    for (;;) {
        keep(r, rule, at, best);
        struct match match = read_alternatives(r, rule, at);
        if (match.end == NO_MATCH || (best.end != NO_MATCH && match.end <= best.end))
            break;
        best = match;
        if (!token_set_has(&rule->goes_on, token_at(r, best.end)->token.kind))
            break;
    }
    keep(r, rule, at, best);
    return best;
}

struct match read_rule(struct reading *r, unsigned index, uint32_t at) {
    const struct rule *rule = &r->grammar->rules.items[index];
    struct read_token *token = token_at(r, at);
    if (!token_set_has(&rule->starts, token->token.kind))
        return no_match;
    if (rule->slot && token->kept && token->kept->by_slot[rule->slot - 1].end)
        return token->kept->by_slot[rule->slot - 1];
    if (++r->depth > DEPTH_LIMIT || ++r->steps > r->step_limit)
        give_up(r);
    bool second = r->second;
    if (rule->how == FIRST_READING)
        r->second = false;
    struct match match = rule->how == LEFT_RECURSIVE ? read_left_recursive(r, rule, at)
                                                     : read_alternatives(r, rule, at);
    r->second = second;
    r->depth--;
    if (rule->how == KEPT)
        keep(r, rule, at, match);
    if (index == r->statement && match.end != NO_MATCH)
        forget(r, at + 1, match.end);
    return match;
}

void reading_init(struct reading *r, struct parser *p) {
    *r = (struct reading){.p = p};
    arena_init(&r->arena, p->arena->heap);
    r->grammar = grammar_new(&r->arena, p->version);
    r->statement = grammar_rule(r->grammar, "statement");
    r->bitwise_or = grammar_rule(r->grammar, "bitwise_or");
    r->expression = grammar_rule(r->grammar, "expression");
    r->star_expression = grammar_rule(r->grammar, "star_expression");
    r->star_named_expression = grammar_rule(r->grammar, "star_named_expression");
    r->last.start = p->lexer.begin;
}

/* One statement after the other; what was read is behind the rest of the tokens then. */
static bool read_file(struct reading *r) {
    while (token_at(r, 0)->token.kind != TOKEN_END) {
        struct match match = read_rule(r, r->statement, 0);
        if (match.end == NO_MATCH)
            return false;
        forget(r, 0, (uint32_t)r->tokens.count);
        r->tokens.count -= match.end;
        memmove(r->tokens.items, r->tokens.items + match.end,
                r->tokens.count * sizeof(*r->tokens.items));
    }
    return true;
}

static bool read_all(struct reading *r) {
    if (r->p->mode == PY_MODE_EXEC)
        return read_file(r);
    const char *rule = r->p->mode == PY_MODE_EVAL ? "eval" : "statement_newline";
    return read_rule(r, grammar_rule(r->grammar, rule), 0).end != NO_MATCH;
}

enum reading_end reading_run(struct reading *r, const char *place, bool second) {
    struct lexer *lexer = &r->p->lexer;
    jmp_buf escape;
    lexer_restart(lexer, place);
    forget(r, 0, (uint32_t)r->tokens.count);
    r->tokens.count = 0;
    r->second = second;
    r->depth = 0;
    lexer->escape = &escape;
    if (setjmp(escape))
        return r->gave_up ? READING_GAVE_UP : READING_REPORTED;
    if (place != lexer->begin)
        lexer_next(lexer); /* the line end of the statement before */
    return read_all(r) ? READING_FITS : READING_FAILS;
}
