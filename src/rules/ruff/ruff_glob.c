#include "rules/ruff/ruff_glob.h"

#include "base/glob.h"
#include "base/utf8.h"
#include "base/vector.h"

enum { DEEPEST = 50 };

/* A pattern is a program for several states at once: what it costs does not depend on how it is
 * nested. */
enum operation { ONE, ANY, SET, SPLIT, JUMP, END };

struct step {
    enum operation operation;
    uint32_t character; /* ONE */
    struct text set;    /* SET: between the brackets */
    size_t to;          /* SPLIT: also here, beside the next step; JUMP */
};

struct ruff_glob {
    struct step *items;
    size_t count;
    size_t capacity;
};

struct compiler {
    struct arena *arena;
    struct text pattern;
    size_t at;
    unsigned depth;
    struct ruff_glob *glob;
};

static size_t emit(struct compiler *compiler, struct step step) {
    vector_push(compiler->arena, compiler->glob, step);
    return compiler->glob->count - 1;
}

static void emit_star(struct compiler *compiler) {
    size_t split = emit(compiler, (struct step){.operation = SPLIT});
    emit(compiler, (struct step){.operation = ANY});
    emit(compiler, (struct step){.operation = JUMP, .to = split});
    compiler->glob->items[split].to = compiler->glob->count;
}

static bool take(struct compiler *compiler, const char *word) {
    if (!text_starts(text_from(compiler->pattern, compiler->at), text_of(word)))
        return false;
    compiler->at += strlen(word);
    return true;
}

/* Any folders with the slash behind them, or nothing. */
static void emit_folders(struct compiler *compiler) {
    size_t split = emit(compiler, (struct step){.operation = SPLIT});
    emit_star(compiler);
    emit(compiler, (struct step){.operation = ONE, .character = '/'});
    compiler->glob->items[split].to = compiler->glob->count;
}

/* '[' ('!' | '^')? ']'? ... ']' */
static bool compile_set(struct compiler *compiler) {
    struct text rest = text_from(compiler->pattern, compiler->at);
    size_t end = rest.size && (rest.data[0] == '!' || rest.data[0] == '^');
    end += end < rest.size && rest.data[end] == ']';
    while (end < rest.size && rest.data[end] != ']')
        end++;
    if (end == rest.size)
        return false;
    emit(compiler, (struct step){.operation = SET, .set = text_slice(rest, 0, end)});
    compiler->at += end + 1;
    return true;
}

static bool compile_parts(struct compiler *compiler);

/* '{' parts (',' parts)* '}' */
static bool compile_choice(struct compiler *compiler) {
    VECTOR(size_t) ends = {0};
    bool more = true;
    if (++compiler->depth > DEEPEST)
        return false;
    while (more) {
        size_t split = emit(compiler, (struct step){.operation = SPLIT});
        if (!compile_parts(compiler))
            return false;
        more = take(compiler, ",");
        if (!more)
            compiler->glob->items[split].to = split + 1;
        if (!more && !take(compiler, "}"))
            return false;
        vector_push(compiler->arena, &ends, emit(compiler, (struct step){.operation = JUMP}));
        if (more)
            compiler->glob->items[split].to = compiler->glob->count;
    }
    for (size_t i = 0; i < ends.count; i++)
        compiler->glob->items[ends.items[i]].to = compiler->glob->count;
    compiler->depth--;
    return true;
}

static bool compile_part(struct compiler *compiler) {
    bool begins = !compiler->at || compiler->pattern.data[compiler->at - 1] == '/';
    if (begins && take(compiler, "**/")) {
        emit_folders(compiler);
    } else if (take(compiler, "*")) {
        emit_star(compiler);
    } else if (take(compiler, "?")) {
        emit(compiler, (struct step){.operation = ANY});
    } else if (take(compiler, "[")) {
        return compile_set(compiler);
    } else if (take(compiler, "{")) {
        return compile_choice(compiler);
    } else {
        take(compiler, "\\");
        if (compiler->at == compiler->pattern.size)
            return false;
        const char *next = compiler->pattern.data + compiler->at;
        uint32_t c = utf8_next(&next, compiler->pattern.data + compiler->pattern.size);
        compiler->at = (size_t)(next - compiler->pattern.data);
        emit(compiler, (struct step){.operation = ONE, .character = c});
    }
    return true;
}

/* Up to the end, or in a choice up to its comma or brace. */
static bool compile_parts(struct compiler *compiler) {
    while (compiler->at < compiler->pattern.size) {
        char c = compiler->pattern.data[compiler->at];
        if (compiler->depth && (c == ',' || c == '}'))
            return true;
        if (c == '}' || !compile_part(compiler))
            return false;
    }
    return !compiler->depth;
}

const struct ruff_glob *ruff_glob_compile(struct arena *arena, struct text pattern,
                                          size_t literal) {
    struct compiler compiler = {arena, pattern, 0, 0, arena_new(arena, struct ruff_glob)};
    const char *end = pattern.data + literal;
    for (const char *at = pattern.data; at < end;)
        emit(&compiler, (struct step){.operation = ONE, .character = utf8_next(&at, end)});
    compiler.at = literal;
    if (!compile_parts(&compiler))
        return NULL;
    emit(&compiler, (struct step){.operation = END});
    return compiler.glob;
}

static bool set_matches(struct text set, uint32_t c) {
    bool negated = text_starts(set, T("!")) || text_starts(set, T("^"));
    return glob_set_has(text_from(set, negated), c) != negated;
}

/* The steps at which the match may stand, each once. */
struct states {
    size_t *items;
    size_t count;
    size_t *marks; /* of each step: the round in which it was added */
    size_t *stack;
};

static void add_state(const struct ruff_glob *glob, struct states *states, size_t first,
                      size_t round) {
    size_t depth = 0;
    states->stack[depth++] = first;
    while (depth) {
        size_t step = states->stack[--depth];
        if (states->marks[step] == round)
            continue;
        states->marks[step] = round;
        const struct step *it = &glob->items[step];
        if (it->operation == SPLIT || it->operation == JUMP)
            states->stack[depth++] = it->to;
        if (it->operation == SPLIT)
            states->stack[depth++] = step + 1;
        if (it->operation != SPLIT && it->operation != JUMP)
            states->items[states->count++] = step;
    }
}

static struct states new_states(struct arena *arena, const struct ruff_glob *glob) {
    return (struct states){
        .items = arena_array(arena, size_t, glob->count),
        .marks = arena_array(arena, size_t, glob->count),
        .stack = arena_array(arena, size_t, 2 * glob->count + 2),
    };
}

bool ruff_glob_match(struct arena *arena, const struct ruff_glob *glob, struct text text) {
    struct states now = new_states(arena, glob), next = new_states(arena, glob);
    const char *at = text.data, *end = text.data + text.size;
    size_t round = 1;
    add_state(glob, &now, 0, round);
    while (at < end) {
        uint32_t c = utf8_next(&at, end);
        next.count = 0;
        round++;
        for (size_t i = 0; i < now.count; i++) {
            const struct step *step = &glob->items[now.items[i]];
            if ((step->operation == ONE && step->character == c) || step->operation == ANY ||
                (step->operation == SET && set_matches(step->set, c)))
                add_state(glob, &next, now.items[i] + 1, round);
        }
        struct states swap = now;
        now = next;
        next = swap;
    }
    for (size_t i = 0; i < now.count; i++)
        if (glob->items[now.items[i]].operation == END)
            return true;
    return false;
}
