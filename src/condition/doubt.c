#include "condition/doubt.h"

#include "base/buffer.h"
#include "base/suggest.h"
#include "condition/check.h"

/* What is known of an expression's value before there is a trial. */
enum kind { KIND_UNKNOWN /* 0 */, KIND_NUMBER, KIND_TEXT, KIND_OTHER };

struct doubter {
    struct arena *arena;
    const struct py_tree *tree;
    condition_doubts *doubts;
    const struct text *groups;
    size_t group_count;
    bool reads_trial;
};

static void doubt(struct doubter *doubter, const struct py_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void doubt(struct doubter *doubter, const struct py_node *node, const char *format, ...) {
    struct py_place place = py_tree_place(doubter->tree, node->start);
    va_list words;
    va_start(words, format);
    struct text message = text_vformat(doubter->arena, format, words);
    va_end(words);
    vector_push(doubter->arena, doubter->doubts,
                (struct condition_doubt){message, place.line, place.column + 1});
}

/* The tree is of 256 characters: recursion goes no deeper than that. */
static enum kind look(struct doubter *doubter, const struct py_node *node);

static enum kind look_at_list(struct doubter *doubter, const struct py_list *list) {
    enum kind kind = look(doubter, list->items[0]);
    for (uint32_t i = 1; i < list->count; i++)
        if (look(doubter, list->items[i]) != kind)
            kind = KIND_UNKNOWN;
    return kind;
}

static enum kind look_at_arithmetic(struct doubter *doubter, const struct py_BinOp *bin_op) {
    enum kind left = look(doubter, bin_op->left), right = look(doubter, bin_op->right);
    bool joins = bin_op->node.op == PY_ADD && (left == right || !left || !right);
    if (left == right && (left == KIND_NUMBER || joins))
        return left;
    if (!joins && (left == KIND_TEXT || right == KIND_TEXT))
        doubt(doubter, &bin_op->node,
              "this arithmetic with a text is a TypeError; put int(...) or float(...) around the "
              "text");
    return KIND_UNKNOWN;
}

static enum kind look_at_sign(struct doubter *doubter, const struct py_UnaryOp *unary) {
    enum kind kind = look(doubter, unary->operand);
    if (unary->node.op == PY_NOT)
        return KIND_NUMBER;
    if (kind == KIND_TEXT)
        doubt(doubter, &unary->node,
              "a sign before a text is a TypeError; put int(...) or float(...) around the text");
    return kind == KIND_NUMBER ? KIND_NUMBER : KIND_UNKNOWN;
}

static void compare(struct doubter *doubter, const struct py_node *node, unsigned op,
                    enum kind left, enum kind right) {
    if (left == right || left == KIND_UNKNOWN || right == KIND_UNKNOWN)
        return;
    bool numbers = left + right == KIND_NUMBER + KIND_TEXT;
    const char *what = numbers ? "a text with a number" : "values that have no comparison";
    const char *instead = numbers ? "; put int(...) or float(...) around the text" : "";
    if (op == PY_EQ || op == PY_NOTEQ)
        doubt(doubter, node, "this compares %s and is always %s%s", what,
              op == PY_EQ ? "false" : "true", instead);
    else
        doubt(doubter, node, "this compares %s, which is a TypeError%s", what, instead);
}

static void look_at_comparison(struct doubter *doubter, const struct py_Compare *comparison) {
    enum kind left = look(doubter, comparison->left);
    for (uint32_t i = 0; i < comparison->comparators.count; i++) {
        enum kind right = look(doubter, comparison->comparators.items[i]);
        compare(doubter, &comparison->node, comparison->ops[i], left, right);
        left = right;
    }
}

static void look_at_call(struct doubter *doubter, const struct py_Call *call) {
    const struct py_Name *name = py_as_Name(call->func);
    bool converts = name && !text_is(name->id, "len"), measures = name && !converts;
    uint32_t count = call->args.count;
    enum kind first = count ? look(doubter, call->args.items[0]) : KIND_UNKNOWN;
    for (uint32_t i = 1; i < count; i++)
        look(doubter, call->args.items[i]);
    if (converts ? count > (text_is(name->id, "int") ? 2 : 1) : count != 1)
        doubt(doubter, &call->node, "this call is a TypeError: it has %s arguments",
              count ? "too many" : "no");
    else if (measures && first == KIND_NUMBER)
        doubt(doubter, &call->node, "len() of a number is a TypeError");
    else if (!name && first == KIND_TEXT)
        doubt(doubter, &call->node,
              "this function takes a number, and a text is a TypeError; put float(...) around it");
}

enum { FEW_GROUPS = 8 }; /* that are listed */

static void look_at_group(struct doubter *doubter, const struct py_Subscript *subscript) {
    struct text name = py_as_string(subscript->slice)->text;
    struct buffer list;
    buffer_init(&list, doubter->arena);
    doubter->reads_trial = true;
    for (size_t i = 0; i < doubter->group_count; i++) {
        if (text_equal(doubter->groups[i], name))
            return;
        if (i < FEW_GROUPS)
            buffer_format(&list, "%s%.*s", i ? ", " : "", TEXT_ARGS(doubter->groups[i]));
    }
    struct text near = suggest(name, doubter->groups, doubter->group_count);
    struct text known =
        text_format(doubter->arena, "; its named groups are %.*s%s", TEXT_ARGS(buffer_view(&list)),
                    doubter->group_count > FEW_GROUPS ? ", ..." : "");
    if (!doubter->group_count)
        known = T("; it has no named group, which is written (?P<NAME>...)");
    doubt(doubter, &subscript->node, "the regex has no group '%.*s', so this is a KeyError%.*s",
          TEXT_ARGS(name), TEXT_ARGS(near.data ? suggest_phrase(doubter->arena, near) : known));
}

static enum kind look_at_name(struct doubter *doubter, const struct py_Name *name) {
    bool number = text_is(name->id, "exit_code") || text_is(name->id, "walltime_sec") ||
                  text_is(name->id, "peak_vram_mib");
    doubter->reads_trial |= number || text_is(name->id, "capture");
    return number ? KIND_NUMBER : KIND_OTHER;
}

static enum kind kind_of_constant(const struct py_node *constant) {
    switch ((enum py_constant_kind)constant->op) {
    case PY_FALSE:
    case PY_TRUE:
    case PY_INTEGER:
    case PY_FLOAT:
        return KIND_NUMBER;
    case PY_STRING:
        return KIND_TEXT;
    case PY_IMAGINARY:
        return KIND_UNKNOWN;
    default:
        return KIND_OTHER;
    }
}

static enum kind look(struct doubter *doubter, const struct py_node *node) {
    switch ((enum py_kind)node->kind) {
    case PY_BoolOp:
        return look_at_list(doubter, &((const struct py_BoolOp *)node)->values);
    case PY_BinOp:
        return look_at_arithmetic(doubter, (const struct py_BinOp *)node);
    case PY_UnaryOp:
        return look_at_sign(doubter, (const struct py_UnaryOp *)node);
    case PY_Compare:
        look_at_comparison(doubter, (const struct py_Compare *)node);
        return KIND_NUMBER;
    case PY_IfExp: {
        const struct py_IfExp *choice = (const struct py_IfExp *)node;
        look(doubter, choice->test);
        enum kind body = look(doubter, choice->body), other = look(doubter, choice->orelse);
        return body == other ? body : KIND_UNKNOWN;
    }
    case PY_Call:
        look_at_call(doubter, (const struct py_Call *)node);
        return KIND_NUMBER;
    case PY_Subscript:
        look_at_group(doubter, (const struct py_Subscript *)node);
        return KIND_TEXT;
    case PY_Name:
        return look_at_name(doubter, (const struct py_Name *)node);
    case PY_Constant:
        return kind_of_constant(node);
    default:
        return KIND_OTHER;
    }
}

static void doubt_constant(struct doubter *doubter, const struct condition *condition) {
    struct condition_facts none = {0};
    struct condition_verdict verdict = condition_evaluate(condition, &none, doubter->arena);
    doubt(doubter, doubter->tree->root, "the condition reads nothing of the trial and %s",
          verdict.exception ? "always raises an exception"
          : verdict.fired   ? "always holds; leave it out"
                            : "never holds");
}

void condition_find_doubts(struct arena *arena, const struct condition *condition,
                           const struct text *groups, size_t group_count,
                           condition_doubts *doubts) {
    struct condition_refusal refusal;
    struct doubter doubter = {.arena = arena,
                              .tree = condition_check(arena, condition_text(condition), &refusal),
                              .doubts = doubts,
                              .groups = groups,
                              .group_count = group_count};
    look(&doubter, ((const struct py_Expression *)doubter.tree->root)->body);
    if (!doubter.reads_trial)
        doubt_constant(&doubter, condition);
}
