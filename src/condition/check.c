#include "condition/check.h"

#include "base/suggest.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "python/unicode.h"

enum { SHOWN = 60 }; /* bytes of the offending text in a message */

/* The allowed names, and behind them three constants that one may have meant: a name can be spelt
 * like these, in letters of other widths. */
static const struct text suggested_names[] = {
    TEXT("capture"), TEXT("exit_code"), TEXT("walltime_sec"), TEXT("peak_vram_mib"),
    TEXT("math"),    TEXT("float"),     TEXT("int"),          TEXT("len"),
    TEXT("True"),    TEXT("False"),     TEXT("None")};

/* A node that waits for its check. An operator or context is no node of the tree: its name is
 * given, unless it is allowed, and it stands at its parent. */
struct waiting {
    const struct py_node *node;
    const char *name;
};

struct checker {
    struct arena *arena;
    const struct py_tree *tree;
    struct condition_refusal *refusal;
    VECTOR(struct waiting) queue;
};

static bool refuse(struct checker *checker, const struct py_node *node, const char *reason,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Always false. */
static bool refuse(struct checker *checker, const struct py_node *node, const char *reason,
                   const char *format, ...) {
    struct py_place place = py_tree_place(checker->tree, node->start);
    va_list arguments;
    va_start(arguments, format);
    checker->refusal->reason = reason;
    checker->refusal->message = text_vformat(checker->arena, format, arguments);
    checker->refusal->line = place.line;
    checker->refusal->column = place.column + 1;
    va_end(arguments);
    return false;
}

/* The source of a node on one line, cut when it is long. */
static struct text shown(struct checker *checker, const struct py_node *node) {
    struct text text = py_tree_text(checker->tree, node);
    struct text copy = text_copy(checker->arena, utf8_begin(text, SHOWN));
    for (size_t i = 0; i < copy.size; i++)
        if ((unsigned char)copy.data[i] < 0x20)
            ((char *)copy.data)[i] = ' ';
    return copy.size < text.size ? text_join(checker->arena, copy, T("...")) : copy;
}

/* A forbidden node as its author wrote it, and what to write instead. */
struct advice {
    const char *name;
    const char *spelling;
    const char *instead;
};

#define ARITHMETIC "of the arithmetic operators + - / // are allowed"
#define GROUP      "match the text with the pattern's regex and test the named group here"
#define JOINS      "join comparisons with and, or, not"
#define NUMBERS    "a condition compares numbers and texts and joins comparisons with and, or, not"

static struct advice advice(const char *name) {
    static const struct advice table[] = {
        {"In", "'in'", GROUP},
        {"NotIn", "'not in'", GROUP},
        {"Is", "'is'", "compare with =="},
        {"IsNot", "'is not'", "compare with !="},
        {"Mult", "'*'", ARITHMETIC},
        {"Pow", "'**'", ARITHMETIC},
        {"Mod", "'%'", ARITHMETIC},
        {"MatMult", "'@'", ARITHMETIC},
        {"LShift", "'<<'", ARITHMETIC},
        {"RShift", "'>>'", ARITHMETIC},
        {"BitAnd", "'&'", JOINS},
        {"BitOr", "'|'", JOINS},
        {"BitXor", "'^'", JOINS},
        {"Invert", "'~'", JOINS},
        {"JoinedStr", "an f-string", "write a text without the prefix f"},
        {"TemplateStr", "a t-string", "write a text without the prefix t"},
        {"keyword", "a keyword argument", "give arguments by position"},
        {"Starred", "'*' before an argument", "give each argument by itself"},
        {"NamedExpr", "':='", "write the expression where its value is needed"},
        {"List", "a list", NUMBERS},
        {"Tuple", "a tuple", NUMBERS},
        {"Dict", "a dictionary", NUMBERS},
        {"Set", "a set", NUMBERS},
        {"Lambda", "lambda", NUMBERS},
        {"ListComp", "a comprehension", NUMBERS},
        {"SetComp", "a comprehension", NUMBERS},
        {"DictComp", "a comprehension", NUMBERS},
        {"GeneratorExp", "a comprehension", NUMBERS},
        {"Await", "await", NUMBERS},
        {"Yield", "yield", NUMBERS},
        {"YieldFrom", "yield", NUMBERS},
        {"Slice", "a slice", NUMBERS},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i];
    return (struct advice){name, name, NUMBERS};
}

static bool is_name(const struct py_node *node, const char *name) {
    const struct py_Name *found = py_as_Name(node);
    return found && text_is(found->id, name);
}

const struct py_Attribute *condition_math_function(const struct py_node *node) {
    const struct py_Attribute *attribute = py_as_Attribute(node);
    if (!attribute || !is_name(attribute->value, "math"))
        return NULL;
    return text_is(attribute->attr, "isnan") || text_is(attribute->attr, "isinf") ? attribute
                                                                                  : NULL;
}

static bool check_name(struct checker *checker, const struct py_Name *name) {
    enum { COUNT = sizeof(suggested_names) / sizeof(suggested_names[0]), ALLOWED = COUNT - 3 };
    for (size_t i = 0; i < ALLOWED; i++)
        if (text_equal(name->id, suggested_names[i]))
            return true;
    struct text near = suggest(name->id, suggested_names, COUNT),
                text = shown(checker, &name->node);
    if (near.data)
        return refuse(checker, &name->node, "name", "there is no '%.*s'; did you mean '%.*s'?",
                      TEXT_ARGS(text), TEXT_ARGS(near));
    return refuse(checker, &name->node, "name",
                  "there is no '%.*s'; the names are capture, exit_code, walltime_sec, "
                  "peak_vram_mib, math, float, int, len",
                  TEXT_ARGS(text));
}

static bool check_subscript(struct checker *checker, const struct py_Subscript *subscript) {
    if (!is_name(subscript->value, "capture")) {
        struct text text = shown(checker, subscript->value);
        return refuse(checker, &subscript->node, "subscript",
                      "'%.*s' cannot be indexed; only capture['NAME'] is allowed", TEXT_ARGS(text));
    }
    if (!py_as_string(subscript->slice))
        return refuse(checker, &subscript->node, "index",
                      "capture takes the name of a group as a text in quotes: capture['NAME']");
    return true;
}

static bool check_call(struct checker *checker, const struct py_Call *call) {
    const struct py_node *callee = call->func;
    if (is_name(callee, "float") || is_name(callee, "int") || is_name(callee, "len") ||
        condition_math_function(callee))
        return true;
    struct text text = shown(checker, callee);
    return refuse(checker, &call->node, "call-target",
                  "'%.*s' cannot be called; the functions are float, int, len, math.isnan, "
                  "math.isinf",
                  TEXT_ARGS(text));
}

static bool check_attribute(struct checker *checker, const struct py_node *node) {
    if (condition_math_function(node))
        return true;
    struct text text = shown(checker, node);
    return refuse(checker, node, "attribute",
                  "'%.*s' is not allowed; the only attributes are math.isnan and math.isinf",
                  TEXT_ARGS(text));
}

static bool check_constant(struct checker *checker, const struct py_Constant *constant) {
    if (constant->node.op != PY_INTEGER || constant->integer < CONDITION_INTEGER_BOUND)
        return true;
    return refuse(checker, &constant->node, "int-too-big",
                  "integer literals must be below 1000000000; for larger numbers write a float, "
                  "such as 1e9");
}

static bool refuse_kind(struct checker *checker, const struct py_node *node, const char *name) {
    struct advice found = advice(name);
    return refuse(checker, node, name, "%s is not allowed; %s", found.spelling, found.instead);
}

static bool check_node(struct checker *checker, const struct waiting *waiting) {
    const struct py_node *node = waiting->node;
    if (waiting->name)
        return refuse_kind(checker, node, waiting->name);
    switch ((enum py_kind)node->kind) {
    case PY_Attribute:
        return check_attribute(checker, node);
    case PY_Name:
        return check_name(checker, (const struct py_Name *)node);
    case PY_Subscript:
        return check_subscript(checker, (const struct py_Subscript *)node);
    case PY_Call:
        return check_call(checker, (const struct py_Call *)node);
    case PY_Constant:
        return check_constant(checker, (const struct py_Constant *)node);
    case PY_Expression:
    case PY_BoolOp:
    case PY_BinOp:
    case PY_UnaryOp:
    case PY_Compare:
    case PY_IfExp:
        return true;
    default:
        return refuse_kind(checker, node, py_kind_name(node->kind));
    }
}

static void wait_for(struct checker *checker, const struct py_node *node, const char *name) {
    vector_push(checker->arena, &checker->queue, (struct waiting){node, name});
}

/* Operators that are allowed need no check of their own. */
static void wait_for_operator(struct checker *checker, const struct py_node *node) {
    static const bool operators[] = {
        [PY_ADD] = true, [PY_SUB] = true, [PY_DIV] = true, [PY_FLOORDIV] = true};
    if (!operators[node->op])
        wait_for(checker, node, py_operator_name(node->op));
}

static void wait_for_comparisons(struct checker *checker, const struct py_Compare *compare) {
    for (uint32_t i = 0; i < compare->comparators.count; i++)
        if (compare->ops[i] > PY_GTE)
            wait_for(checker, &compare->node, py_cmpop_name(compare->ops[i]));
}

static void wait_for_list(struct checker *checker, const struct py_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        wait_for(checker, list->items[i], NULL);
}

/* Children in the order of Python's ast.iter_child_nodes(). Only of allowed nodes: others end the
 * check. */
static void wait_for_children(struct checker *checker, const struct py_node *node) {
    switch ((enum py_kind)node->kind) {
    case PY_Expression:
        wait_for(checker, ((const struct py_Expression *)node)->body, NULL);
        break;
    case PY_BoolOp:
        wait_for_list(checker, &((const struct py_BoolOp *)node)->values);
        break;
    case PY_BinOp:
        wait_for(checker, ((const struct py_BinOp *)node)->left, NULL);
        wait_for_operator(checker, node);
        wait_for(checker, ((const struct py_BinOp *)node)->right, NULL);
        break;
    case PY_UnaryOp:
        if (node->op == PY_INVERT)
            wait_for(checker, node, py_unaryop_name(node->op));
        wait_for(checker, ((const struct py_UnaryOp *)node)->operand, NULL);
        break;
    case PY_Compare:
        wait_for(checker, ((const struct py_Compare *)node)->left, NULL);
        wait_for_comparisons(checker, (const struct py_Compare *)node);
        wait_for_list(checker, &((const struct py_Compare *)node)->comparators);
        break;
    case PY_IfExp:
        wait_for(checker, ((const struct py_IfExp *)node)->test, NULL);
        wait_for(checker, ((const struct py_IfExp *)node)->body, NULL);
        wait_for(checker, ((const struct py_IfExp *)node)->orelse, NULL);
        break;
    case PY_Call:
        wait_for(checker, ((const struct py_Call *)node)->func, NULL);
        wait_for_list(checker, &((const struct py_Call *)node)->args);
        wait_for_list(checker, &((const struct py_Call *)node)->keywords);
        break;
    case PY_Subscript:
        wait_for(checker, ((const struct py_Subscript *)node)->value, NULL);
        wait_for(checker, ((const struct py_Subscript *)node)->slice, NULL);
        break;
    case PY_Attribute:
        wait_for(checker, ((const struct py_Attribute *)node)->value, NULL);
        break;
    default:
        break;
    }
}

/* Breadth first: the reported node is the shallowest, and of those the first. */
static bool check_tree(struct checker *checker) {
    wait_for(checker, checker->tree->root, NULL);
    for (size_t i = 0; i < checker->queue.count; i++) {
        struct waiting waiting = checker->queue.items[i];
        if (!check_node(checker, &waiting))
            return false;
        wait_for_children(checker, waiting.node);
    }
    return true;
}

/* str.strip() */
static struct text strip(struct text text) {
    if (!text.size)
        return T("");
    const char *begin = text.data, *end = text.data + text.size;
    for (const char *at = begin; at < end && py_is_space(utf8_next(&at, end));)
        begin = at;
    while (end > begin) {
        const char *last = end - 1;
        while (last > begin && ((unsigned char)*last & 0xc0) == 0x80)
            last--;
        const char *at = last;
        if (!py_is_space(utf8_next(&at, end)) || at != end)
            break;
        end = last;
    }
    return text_range(begin, end);
}

static void refuse_text(struct arena *arena, struct condition_refusal *refusal, const char *reason,
                        const char *message) {
    refusal->reason = reason;
    refusal->message = text_format(arena, "%s", message);
}

const struct py_tree *condition_check(struct arena *arena, struct text text,
                                      struct condition_refusal *refusal) {
    static const struct py_options options = {
        .mode = PY_MODE_EVAL, .version = PY_VERSION_3_13, .is_text = true};
    struct text stripped = strip(text);
    *refusal = (struct condition_refusal){.text = stripped};
    if (!stripped.size) {
        refuse_text(arena, refusal, "empty",
                    "the condition is empty; leave it out when there is nothing to check");
        return NULL;
    }
    if (utf8_length(stripped) > CONDITION_LENGTH) {
        refuse_text(
            arena, refusal, "too-long",
            "the condition has more than 256 characters; let the regex do more of the work");
        return NULL;
    }
    if (utf8_find_invalid(stripped) != TEXT_NONE) {
        refuse_text(arena, refusal, "syntax", "the condition is not valid UTF-8");
        return NULL;
    }
    refusal->text = stripped = text_copy(arena, stripped);
    const struct py_tree *tree = py_parse(arena, stripped, &options);
    if (!tree->root) {
        refusal->reason = "syntax";
        refusal->message = tree->error.message;
        refusal->line = tree->error.line;
        refusal->column = tree->error.column;
        return NULL;
    }
    struct checker checker = {.arena = arena, .tree = tree, .refusal = refusal};
    return check_tree(&checker) ? tree : NULL;
}
