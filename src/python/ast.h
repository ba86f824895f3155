/*
 * ast: the nodes of a Python syntax tree.
 *
 * Types, fields and positions are those of CPython 3.13's `ast` module (Parser/Python.asdl), with
 * 3.14's TemplateStr and Interpolation. Every node type is listed once, in PY_NODES, and its fields
 * once, in PY_FIELDS_<Type>; structs, names and the tables that dump and walk a tree come from
 * these lists.
 *
 * A node begins with a struct py_node. Its op byte holds what is an enumeration in CPython: the
 * context of a name, the operator of an operation, the kind of a constant. Positions are byte
 * offsets into the tree's source; py_tree_place() (parse.h) turns one into line and column.
 * Nodes and the texts in them live as long as the tree's arena and source.
 */
#ifndef CORDON_PYTHON_AST_H
#define CORDON_PYTHON_AST_H

#include "base/text.h"

/* X(type, group) */
#define PY_NODES(X)                                                                                \
    X(Module, MOD)                                                                                 \
    X(Interactive, MOD)                                                                            \
    X(Expression, MOD)                                                                             \
    X(FunctionDef, STMT)                                                                           \
    X(AsyncFunctionDef, STMT)                                                                      \
    X(ClassDef, STMT)                                                                              \
    X(Return, STMT)                                                                                \
    X(Delete, STMT)                                                                                \
    X(Assign, STMT)                                                                                \
    X(TypeAlias, STMT)                                                                             \
    X(AugAssign, STMT)                                                                             \
    X(AnnAssign, STMT)                                                                             \
    X(For, STMT)                                                                                   \
    X(AsyncFor, STMT)                                                                              \
    X(While, STMT)                                                                                 \
    X(If, STMT)                                                                                    \
    X(With, STMT)                                                                                  \
    X(AsyncWith, STMT)                                                                             \
    X(Match, STMT)                                                                                 \
    X(Raise, STMT)                                                                                 \
    X(Try, STMT)                                                                                   \
    X(TryStar, STMT)                                                                               \
    X(Assert, STMT)                                                                                \
    X(Import, STMT)                                                                                \
    X(ImportFrom, STMT)                                                                            \
    X(Global, STMT)                                                                                \
    X(Nonlocal, STMT)                                                                              \
    X(Expr, STMT)                                                                                  \
    X(Pass, STMT)                                                                                  \
    X(Break, STMT)                                                                                 \
    X(Continue, STMT)                                                                              \
    X(BoolOp, EXPR)                                                                                \
    X(NamedExpr, EXPR)                                                                             \
    X(BinOp, EXPR)                                                                                 \
    X(UnaryOp, EXPR)                                                                               \
    X(Lambda, EXPR)                                                                                \
    X(IfExp, EXPR)                                                                                 \
    X(Dict, EXPR)                                                                                  \
    X(Set, EXPR)                                                                                   \
    X(ListComp, EXPR)                                                                              \
    X(SetComp, EXPR)                                                                               \
    X(DictComp, EXPR)                                                                              \
    X(GeneratorExp, EXPR)                                                                          \
    X(Await, EXPR)                                                                                 \
    X(Yield, EXPR)                                                                                 \
    X(YieldFrom, EXPR)                                                                             \
    X(Compare, EXPR)                                                                               \
    X(Call, EXPR)                                                                                  \
    X(FormattedValue, EXPR)                                                                        \
    X(Interpolation, EXPR)                                                                         \
    X(JoinedStr, EXPR)                                                                             \
    X(TemplateStr, EXPR)                                                                           \
    X(Constant, EXPR)                                                                              \
    X(Attribute, EXPR)                                                                             \
    X(Subscript, EXPR)                                                                             \
    X(Starred, EXPR)                                                                               \
    X(Name, EXPR)                                                                                  \
    X(List, EXPR)                                                                                  \
    X(Tuple, EXPR)                                                                                 \
    X(Slice, EXPR)                                                                                 \
    X(comprehension, OTHER)                                                                        \
    X(ExceptHandler, OTHER)                                                                        \
    X(arguments, OTHER)                                                                            \
    X(arg, OTHER)                                                                                  \
    X(keyword, OTHER)                                                                              \
    X(alias, OTHER)                                                                                \
    X(withitem, OTHER)                                                                             \
    X(match_case, OTHER)                                                                           \
    X(MatchValue, PATTERN)                                                                         \
    X(MatchSingleton, PATTERN)                                                                     \
    X(MatchSequence, PATTERN)                                                                      \
    X(MatchMapping, PATTERN)                                                                       \
    X(MatchClass, PATTERN)                                                                         \
    X(MatchStar, PATTERN)                                                                          \
    X(MatchAs, PATTERN)                                                                            \
    X(MatchOr, PATTERN)                                                                            \
    X(TypeVar, TYPE_PARAM)                                                                         \
    X(ParamSpec, TYPE_PARAM)                                                                       \
    X(TypeVarTuple, TYPE_PARAM)

/*
 * F(type, field), in CPython's order. Types:
 *   NODE    a node                          OPT      a node or NULL
 *   LIST    nodes; an item may be NULL in   NAME     an identifier, after NFKC
 *           Dict.keys, arguments.kw_defaults
 *   OPTNAME an identifier or NULL data      NAMES    identifiers
 *   INT     a number                        OPS      one enum py_cmpop a comparator
 *   CONTEXT, OPERATOR, BOOLOP, UNARYOP      in the node's op byte: no member
 *   SINGLETON                               enum py_constant_kind, in op: no member
 *   VALUE   the value of a constant         KIND     the `u` of a u"": the flag PY_FLAG_U
 */
#define PY_FIELDS_Module(F)      F(LIST, body)
#define PY_FIELDS_Interactive(F) F(LIST, body)
#define PY_FIELDS_Expression(F)  F(NODE, body)
#define PY_FIELDS_FunctionDef(F)                                                                   \
    F(NAME, name)                                                                                  \
    F(NODE, args) F(LIST, body) F(LIST, decorator_list) F(OPT, returns) F(LIST, type_params)
#define PY_FIELDS_AsyncFunctionDef(F) PY_FIELDS_FunctionDef(F)
#define PY_FIELDS_ClassDef(F)                                                                      \
    F(NAME, name)                                                                                  \
    F(LIST, bases) F(LIST, keywords) F(LIST, body) F(LIST, decorator_list) F(LIST, type_params)
#define PY_FIELDS_Return(F)     F(OPT, value)
#define PY_FIELDS_Delete(F)     F(LIST, targets)
#define PY_FIELDS_Assign(F)     F(LIST, targets) F(NODE, value)
#define PY_FIELDS_TypeAlias(F)  F(NODE, name) F(LIST, type_params) F(NODE, value)
#define PY_FIELDS_AugAssign(F)  F(NODE, target) F(OPERATOR, op) F(NODE, value)
#define PY_FIELDS_AnnAssign(F)  F(NODE, target) F(NODE, annotation) F(OPT, value) F(INT, simple)
#define PY_FIELDS_For(F)        F(NODE, target) F(NODE, iter) F(LIST, body) F(LIST, orelse)
#define PY_FIELDS_AsyncFor(F)   PY_FIELDS_For(F)
#define PY_FIELDS_While(F)      F(NODE, test) F(LIST, body) F(LIST, orelse)
#define PY_FIELDS_If(F)         F(NODE, test) F(LIST, body) F(LIST, orelse)
#define PY_FIELDS_With(F)       F(LIST, items) F(LIST, body)
#define PY_FIELDS_AsyncWith(F)  PY_FIELDS_With(F)
#define PY_FIELDS_Match(F)      F(NODE, subject) F(LIST, cases)
#define PY_FIELDS_Raise(F)      F(OPT, exc) F(OPT, cause)
#define PY_FIELDS_Try(F)        F(LIST, body) F(LIST, handlers) F(LIST, orelse) F(LIST, finalbody)
#define PY_FIELDS_TryStar(F)    PY_FIELDS_Try(F)
#define PY_FIELDS_Assert(F)     F(NODE, test) F(OPT, msg)
#define PY_FIELDS_Import(F)     F(LIST, names)
#define PY_FIELDS_ImportFrom(F) F(OPTNAME, module) F(LIST, names) F(INT, level)
#define PY_FIELDS_Global(F)     F(NAMES, names)
#define PY_FIELDS_Nonlocal(F)   F(NAMES, names)
#define PY_FIELDS_Expr(F)       F(NODE, value)
#define PY_FIELDS_Pass(F)
#define PY_FIELDS_Break(F)
#define PY_FIELDS_Continue(F)
#define PY_FIELDS_BoolOp(F)         F(BOOLOP, op) F(LIST, values)
#define PY_FIELDS_NamedExpr(F)      F(NODE, target) F(NODE, value)
#define PY_FIELDS_BinOp(F)          F(NODE, left) F(OPERATOR, op) F(NODE, right)
#define PY_FIELDS_UnaryOp(F)        F(UNARYOP, op) F(NODE, operand)
#define PY_FIELDS_Lambda(F)         F(NODE, args) F(NODE, body)
#define PY_FIELDS_IfExp(F)          F(NODE, test) F(NODE, body) F(NODE, orelse)
#define PY_FIELDS_Dict(F)           F(LIST, keys) F(LIST, values)
#define PY_FIELDS_Set(F)            F(LIST, elts)
#define PY_FIELDS_ListComp(F)       F(NODE, elt) F(LIST, generators)
#define PY_FIELDS_SetComp(F)        F(NODE, elt) F(LIST, generators)
#define PY_FIELDS_DictComp(F)       F(NODE, key) F(NODE, value) F(LIST, generators)
#define PY_FIELDS_GeneratorExp(F)   F(NODE, elt) F(LIST, generators)
#define PY_FIELDS_Await(F)          F(NODE, value)
#define PY_FIELDS_Yield(F)          F(OPT, value)
#define PY_FIELDS_YieldFrom(F)      F(NODE, value)
#define PY_FIELDS_Compare(F)        F(NODE, left) F(OPS, ops) F(LIST, comparators)
#define PY_FIELDS_Call(F)           F(NODE, func) F(LIST, args) F(LIST, keywords)
#define PY_FIELDS_FormattedValue(F) F(NODE, value) F(INT, conversion) F(OPT, format_spec)
#define PY_FIELDS_Interpolation(F)                                                                 \
    F(NODE, value) F(NAME, str) F(INT, conversion) F(OPT, format_spec)
#define PY_FIELDS_JoinedStr(F)     F(LIST, values)
#define PY_FIELDS_TemplateStr(F)   F(LIST, values)
#define PY_FIELDS_Constant(F)      F(VALUE, value) F(KIND, kind)
#define PY_FIELDS_Attribute(F)     F(NODE, value) F(NAME, attr) F(CONTEXT, ctx)
#define PY_FIELDS_Subscript(F)     F(NODE, value) F(NODE, slice) F(CONTEXT, ctx)
#define PY_FIELDS_Starred(F)       F(NODE, value) F(CONTEXT, ctx)
#define PY_FIELDS_Name(F)          F(NAME, id) F(CONTEXT, ctx)
#define PY_FIELDS_List(F)          F(LIST, elts) F(CONTEXT, ctx)
#define PY_FIELDS_Tuple(F)         F(LIST, elts) F(CONTEXT, ctx)
#define PY_FIELDS_Slice(F)         F(OPT, lower) F(OPT, upper) F(OPT, step)
#define PY_FIELDS_comprehension(F) F(NODE, target) F(NODE, iter) F(LIST, ifs) F(INT, is_async)
#define PY_FIELDS_ExceptHandler(F) F(OPT, type) F(OPTNAME, name) F(LIST, body)
#define PY_FIELDS_arguments(F)                                                                     \
    F(LIST, posonlyargs)                                                                           \
    F(LIST, args)                                                                                  \
    F(OPT, vararg) F(LIST, kwonlyargs) F(LIST, kw_defaults) F(OPT, kwarg) F(LIST, defaults)
#define PY_FIELDS_arg(F)            F(NAME, arg) F(OPT, annotation)
#define PY_FIELDS_keyword(F)        F(OPTNAME, arg) F(NODE, value)
#define PY_FIELDS_alias(F)          F(NAME, name) F(OPTNAME, asname)
#define PY_FIELDS_withitem(F)       F(NODE, context_expr) F(OPT, optional_vars)
#define PY_FIELDS_match_case(F)     F(NODE, pattern) F(OPT, guard) F(LIST, body)
#define PY_FIELDS_MatchValue(F)     F(NODE, value)
#define PY_FIELDS_MatchSingleton(F) F(SINGLETON, value)
#define PY_FIELDS_MatchSequence(F)  F(LIST, patterns)
#define PY_FIELDS_MatchMapping(F)   F(LIST, keys) F(LIST, patterns) F(OPTNAME, rest)
#define PY_FIELDS_MatchClass(F)                                                                    \
    F(NODE, cls) F(LIST, patterns) F(NAMES, kwd_attrs) F(LIST, kwd_patterns)
#define PY_FIELDS_MatchStar(F)    F(OPTNAME, name)
#define PY_FIELDS_MatchAs(F)      F(OPT, pattern) F(OPTNAME, name)
#define PY_FIELDS_MatchOr(F)      F(LIST, patterns)
#define PY_FIELDS_TypeVar(F)      F(NAME, name) F(OPT, bound) F(OPT, default_value)
#define PY_FIELDS_ParamSpec(F)    F(NAME, name) F(OPT, default_value)
#define PY_FIELDS_TypeVarTuple(F) F(NAME, name) F(OPT, default_value)

enum py_kind {
#define X(type, group) PY_##type,
    PY_NODES(X)
#undef X
        PY_KIND_COUNT
};

enum py_group { PY_MOD, PY_STMT, PY_EXPR, PY_OTHER, PY_PATTERN, PY_TYPE_PARAM };

enum py_context { PY_LOAD, PY_STORE, PY_DEL };

enum py_operator {
    PY_ADD,
    PY_SUB,
    PY_MULT,
    PY_MATMULT,
    PY_DIV,
    PY_MOD_OP,
    PY_POW,
    PY_LSHIFT,
    PY_RSHIFT,
    PY_BITOR,
    PY_BITXOR,
    PY_BITAND,
    PY_FLOORDIV
};

enum py_boolop { PY_AND, PY_OR };
enum py_unaryop { PY_INVERT, PY_NOT, PY_UADD, PY_USUB };

enum py_cmpop { PY_EQ, PY_NOTEQ, PY_LT, PY_LTE, PY_GT, PY_GTE, PY_IS, PY_ISNOT, PY_IN, PY_NOTIN };

enum py_constant_kind {
    PY_NONE,
    PY_FALSE,
    PY_TRUE,
    PY_ELLIPSIS,
    PY_INTEGER,
    PY_FLOAT,
    PY_IMAGINARY,
    PY_STRING,
    PY_BYTES
};

enum py_flag {
    PY_FLAG_U = 1,          /* Constant: written with the prefix u */
    PY_FLAG_PARENTHESES = 2 /* written in parentheses of its own */
};

struct py_node {
    uint8_t kind; /* enum py_kind */
    uint8_t op;
    uint16_t flags;
    uint32_t start; /* byte offsets into the tree's source; end is behind the last byte */
    uint32_t end;
    uint32_t height; /* nodes on the longest way down to a leaf, this one included */
};

/* No tree is higher: a walk may recurse, or keep a stack of this size. */
enum { PY_HEIGHT_LIMIT = 22000 };

struct py_list {
    struct py_node **items;
    uint32_t count;
};

struct py_names {
    struct text *items;
    uint32_t count;
};

#define PY_MEMBER(type, field)   PY_MEMBER_##type(field)
#define PY_MEMBER_NODE(field)    struct py_node *field;
#define PY_MEMBER_OPT(field)     struct py_node *field;
#define PY_MEMBER_LIST(field)    struct py_list field;
#define PY_MEMBER_NAME(field)    struct text field;
#define PY_MEMBER_OPTNAME(field) struct text field;
#define PY_MEMBER_NAMES(field)   struct py_names field;
#define PY_MEMBER_INT(field)     int32_t field;
#define PY_MEMBER_OPS(field)     const uint8_t *field;
#define PY_MEMBER_CONTEXT(field)
#define PY_MEMBER_OPERATOR(field)
#define PY_MEMBER_BOOLOP(field)
#define PY_MEMBER_UNARYOP(field)
#define PY_MEMBER_SINGLETON(field)
#define PY_MEMBER_KIND(field)
/* PY_STRING: UTF-8 after escapes and joining, a surrogate as three bytes. PY_BYTES: the bytes.
 * PY_INTEGER: its digits as written without underscores, prefix included; integer is the value
 * when it fits, else UINT64_MAX. PY_FLOAT, PY_IMAGINARY: number. */
#define PY_MEMBER_VALUE(field)                                                                     \
    struct text text;                                                                              \
    union {                                                                                        \
        uint64_t integer;                                                                          \
        double number;                                                                             \
    };

/* struct py_Call, py_Name, ..., and py_as_Call(node): the node as that type, or NULL when it is
 * NULL or of another one. An async statement has the struct of the plain one as well. */
#define X(type, group)                                                                             \
    struct py_##type {                                                                             \
        struct py_node node;                                                                       \
        PY_FIELDS_##type(PY_MEMBER)                                                                \
    };                                                                                             \
    static inline const struct py_##type *py_as_##type(const struct py_node *node) {               \
        return node && node->kind == PY_##type ? (const struct py_##type *)node : NULL;            \
    }
PY_NODES(X)
#undef X

static inline bool py_is(const struct py_node *node, enum py_kind kind) {
    return node && node->kind == kind;
}

/* FunctionDef or AsyncFunctionDef, whose structs are the same. */
static inline const struct py_FunctionDef *py_as_function(const struct py_node *node) {
    return node && (node->kind == PY_FunctionDef || node->kind == PY_AsyncFunctionDef)
               ? (const struct py_FunctionDef *)node
               : NULL;
}

/* A string constant (not bytes, not an f-string), or NULL. */
static inline const struct py_Constant *py_as_string(const struct py_node *node) {
    const struct py_Constant *constant = py_as_Constant(node);
    return constant && constant->node.op == PY_STRING ? constant : NULL;
}

const char *py_kind_name(enum py_kind kind); /* "FunctionDef" */
enum py_group py_kind_group(enum py_kind kind);

enum py_field_type {
    PY_FIELD_END, /* behind the last one */
    PY_FIELD_NODE,
    PY_FIELD_OPT,
    PY_FIELD_LIST,
    PY_FIELD_NAME,
    PY_FIELD_OPTNAME,
    PY_FIELD_NAMES,
    PY_FIELD_INT,
    PY_FIELD_OPS,
    PY_FIELD_CONTEXT,
    PY_FIELD_OPERATOR,
    PY_FIELD_BOOLOP,
    PY_FIELD_UNARYOP,
    PY_FIELD_SINGLETON,
    PY_FIELD_VALUE,
    PY_FIELD_KIND
};

struct py_field {
    const char *name;
    uint16_t type;   /* enum py_field_type */
    uint16_t offset; /* of the member in the node's struct; 0 when it has none */
};

/* The fields of a node type in CPython's order, ended by PY_FIELD_END. */
const struct py_field *py_kind_fields(enum py_kind kind);

/* The member of a field: a struct py_node *, struct py_list, struct text, ... */
static inline const void *py_field_of(const struct py_node *node, const struct py_field *field) {
    return (const char *)node + field->offset;
}

/* How CPython's class of an enumeration value is called: "Load", "Add", "NotIn", ... */
/* What the op byte says as that field of the node: "Load", "Add", ... */
const char *py_op_name(const struct py_node *node, const struct py_field *field);
const char *py_context_name(enum py_context context);
const char *py_operator_name(enum py_operator op);
const char *py_boolop_name(enum py_boolop op);
const char *py_unaryop_name(enum py_unaryop op);
const char *py_cmpop_name(enum py_cmpop op);

/* Calls visit for each child that is a node, in field order, NULL items left out. Does not go
 * deeper: a visit that wants to calls this itself, or keeps a stack of its own for trees of any
 * depth. */
void py_children(const struct py_node *node,
                 void (*visit)(void *context, const struct py_node *child), void *context);

#endif
