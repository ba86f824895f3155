#include "python/parser.h"

/* Parameters being gathered: pairs of an arg and its default or NULL on the scratch stack. */
struct parameter_list {
    size_t since;
    bool lambda;
    bool has_slash;
    bool has_star;
    bool has_default;       /* among those before the star */
    size_t positional_only; /* pairs before '/' */
    size_t positional;      /* pairs before '*' */
    struct py_node *vararg;
    struct py_node *kwarg;
};

static bool ends_parameters(const struct parser *p, const struct parameter_list *list) {
    return at(p, list->lambda ? TOKEN_COLON : TOKEN_RIGHT_PARENTHESIS);
}

static size_t pairs(const struct parser *p, const struct parameter_list *list) {
    return (mark(p) - list->since) / 2;
}

/* param: NAME [':' expression], after '*' also ':' star_expression */
static struct py_node *param(struct parser *p, const struct parameter_list *list, bool star) {
    const char *start = here(p);
    struct text name = expect_name(p);
    struct py_node *annotation = NULL;
    if (!list->lambda && accept(p, TOKEN_COLON))
        annotation = star ? star_expression(p) : expression(p);
    struct py_arg *node = NODE(p, arg, start);
    node->arg = name;
    node->annotation = annotation;
    cover(p, &node->node, annotation);
    return &node->node;
}

/* default: '=' expression */
static struct py_node *default_value(struct parser *p, const struct parameter_list *list) {
    const char *start = here(p);
    if (!accept(p, TOKEN_EQUAL))
        return NULL;
    if (!list->lambda)
        return expression(p);
    if (++p->lambda_depth > LAMBDA_LIMIT)
        too_deep(p, start);
    struct py_node *value = expression(p);
    p->lambda_depth--;
    return value;
}

/* A name, with a default or without. */
static void plain_parameter(struct parser *p, struct parameter_list *list) {
    struct py_node *arg = param(p, list, false);
    struct py_node *value = default_value(p, list);
    if (!value && list->has_default && !list->has_star)
        parser_refuse(p);
    list->has_default |= value && !list->has_star;
    push(p, arg);
    push(p, value);
}

/* '/' behind the positional-only parameters */
static void slash(struct parser *p, struct parameter_list *list) {
    if (list->has_star || list->has_slash || !pairs(p, list))
        parser_refuse(p);
    list->has_slash = true;
    list->positional_only = pairs(p, list);
    advance(p);
}

/* '*' [param] */
static void star(struct parser *p, struct parameter_list *list) {
    if (list->has_star)
        parser_refuse(p);
    list->has_star = true;
    list->positional = pairs(p, list);
    advance(p);
    if (accept(p, TOKEN_COMMA))
        plain_parameter(p, list); /* a bare '*' needs one */
    else
        list->vararg = param(p, list, true);
}

/* kwds: '**' param */
static void double_star(struct parser *p, struct parameter_list *list) {
    advance(p);
    list->kwarg = param(p, list, false);
    accept(p, TOKEN_COMMA);
}

static struct py_list nodes(struct parser *p, size_t count) {
    if (!count)
        return (struct py_list){NULL, 0};
    return (struct py_list){arena_allocate(p->arena, count * sizeof(struct py_node *)), 0};
}

/* The first or second of each pair in a range; NULL ones only when wanted. */
static struct py_list column(struct parser *p, const struct parameter_list *list, size_t first,
                             size_t behind, size_t which, bool with_null) {
    struct py_list column = nodes(p, behind - first);
    for (size_t i = first; i < behind; i++) {
        struct py_node *node = p->scratch.items[list->since + 2 * i + which];
        if (node || with_null)
            column.items[column.count++] = node;
    }
    return column;
}

static struct py_node *arguments_node(struct parser *p, const struct parameter_list *list,
                                      const char *start) {
    size_t count = pairs(p, list), positional = list->has_star ? list->positional : count;
    struct py_arguments *node = NODE(p, arguments, start);
    node->posonlyargs = column(p, list, 0, list->positional_only, 0, false);
    node->args = column(p, list, list->positional_only, positional, 0, false);
    node->vararg = list->vararg;
    node->kwonlyargs = column(p, list, positional, count, 0, false);
    node->kw_defaults = column(p, list, positional, count, 1, true);
    node->kwarg = list->kwarg;
    node->defaults = (struct py_list){NULL, 0};
    if (list->has_default)
        node->defaults = column(p, list, 0, positional, 1, false);
    for (size_t i = list->since; i < mark(p); i++)
        cover(p, &node->node, p->scratch.items[i]);
    cover(p, &node->node, list->vararg);
    cover(p, &node->node, list->kwarg);
    p->scratch.count = list->since;
    return &node->node;
}

/*
 * parameters: (param [default] ',')* ['/' ','] (param [default] ',')*
 *             ['*' [param] ',' (param [default] ',')*] ['**' param]
 * The same for lambda_parameters, which have no annotations.
 */
struct py_node *parameters(struct parser *p, bool lambda) {
    struct parameter_list list = {.since = mark(p), .lambda = lambda};
    const char *start = here(p);
    while (!ends_parameters(p, &list)) {
        if (at(p, TOKEN_SLASH))
            slash(p, &list);
        else if (at(p, TOKEN_STAR))
            star(p, &list);
        else if (at(p, TOKEN_DOUBLE_STAR))
            double_star(p, &list);
        else
            plain_parameter(p, &list);
        if (list.kwarg || !accept(p, TOKEN_COMMA))
            break;
    }
    return arguments_node(p, &list, start);
}

static struct py_node *type_param_default(struct parser *p, bool star) {
    if (!accept(p, TOKEN_EQUAL))
        return NULL;
    return star ? star_expression(p) : expression(p);
}

/* type_param: NAME [':' expression] ['=' expression] */
static struct py_node *type_variable(struct parser *p) {
    const char *start = here(p);
    struct text name = expect_name(p);
    struct py_node *bound = accept(p, TOKEN_COLON) ? expression(p) : NULL;
    struct py_node *value = type_param_default(p, false);
    struct py_TypeVar *node = NODE(p, TypeVar, start);
    node->name = name;
    node->bound = bound;
    node->default_value = value;
    cover(p, &node->node, bound);
    cover(p, &node->node, value);
    return &node->node;
}

/* type_param: '*' NAME ['=' star_expression] | '**' NAME ['=' expression] */
static struct py_node *starred_type_param(struct parser *p) {
    const char *start = here(p);
    bool tuple = at(p, TOKEN_STAR);
    advance(p);
    struct text name = expect_name(p);
    if (at(p, TOKEN_COLON))
        parser_refuse(p);
    struct py_node *value = type_param_default(p, tuple);
    struct py_TypeVarTuple *node = NODE(p, TypeVarTuple, start);
    node->node.kind = tuple ? PY_TypeVarTuple : PY_ParamSpec;
    node->name = name;
    node->default_value = value;
    cover(p, &node->node, value);
    return &node->node;
}

/* type_params: '[' type_param (',' type_param)* [','] ']', which may be left out */
struct py_list type_params(struct parser *p) {
    size_t since = mark(p);
    if (!accept(p, TOKEN_LEFT_BRACKET))
        return (struct py_list){NULL, 0};
    do {
        if (at(p, TOKEN_STAR) || at(p, TOKEN_DOUBLE_STAR))
            push(p, starred_type_param(p));
        else
            push(p, type_variable(p));
    } while (accept(p, TOKEN_COMMA) && !at(p, TOKEN_RIGHT_BRACKET));
    expect(p, TOKEN_RIGHT_BRACKET);
    return list_since(p, since);
}
