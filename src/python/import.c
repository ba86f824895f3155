#include "python/parser.h"

#include "base/buffer.h"

/* dotted_name: NAME ('.' NAME)*. The slice of the source, unless blanks or non-ASCII names are in
 * it. */
static struct text dotted_name(struct parser *p) {
    const char *start = here(p);
    struct text name = expect_name(p);
    if (!at(p, TOKEN_DOT))
        return name;
    struct buffer whole;
    bool simple = name.data == start;
    size_t size = name.size;
    buffer_init(&whole, p->arena);
    if (!simple)
        buffer_text(&whole, name);
    while (accept(p, TOKEN_DOT)) {
        struct text part = expect_name(p);
        if (simple && part.data == start + size + 1) {
            size += part.size + 1;
            continue;
        }
        if (simple)
            buffer_add(&whole, start, size);
        simple = false;
        buffer_byte(&whole, '.');
        buffer_text(&whole, part);
    }
    return simple ? (struct text){start, size} : buffer_view(&whole);
}

static struct py_node *alias_node(struct parser *p, const char *start, struct text name,
                                  struct text as) {
    struct py_alias *node = NODE(p, alias, start);
    node->name = name;
    node->asname = as;
    return &node->node;
}

/* ['as' NAME] */
static struct py_node *renamed_alias(struct parser *p, const char *start, struct text name) {
    struct text as = {NULL, 0};
    if (accept(p, TOKEN_AS))
        as = expect_name(p);
    return alias_node(p, start, name, as);
}

/* import_name: 'import' dotted_name ['as' NAME] (',' ...)* */
static struct py_node *import_names(struct parser *p) {
    const char *start = here(p);
    advance(p);
    size_t since = mark(p);
    do {
        const char *alias_start = here(p);
        push(p, renamed_alias(p, alias_start, dotted_name(p)));
    } while (accept(p, TOKEN_COMMA));
    struct py_Import *node = NODE(p, Import, start);
    node->names = list_since(p, since);
    cover_list(p, &node->node, node->names);
    return &node->node;
}

/* import_from_as_names: NAME ['as' NAME] (',' NAME ['as' NAME])* */
static void import_from_names(struct parser *p, bool parentheses) {
    do {
        if (parentheses && at(p, TOKEN_RIGHT_PARENTHESIS))
            return;
        const char *start = here(p);
        push(p, renamed_alias(p, start, expect_name(p)));
    } while (accept(p, TOKEN_COMMA));
}

/* import_from_targets: '(' import_from_as_names [','] ')' | import_from_as_names | '*' */
static struct py_list import_from_targets(struct parser *p) {
    size_t since = mark(p);
    if (at(p, TOKEN_STAR)) {
        const char *start = here(p);
        advance(p);
        push(p, alias_node(p, start, T("*"), (struct text){NULL, 0}));
    } else if (accept(p, TOKEN_LEFT_PARENTHESIS)) {
        if (at(p, TOKEN_RIGHT_PARENTHESIS))
            parser_refuse(p);
        import_from_names(p, true);
        expect(p, TOKEN_RIGHT_PARENTHESIS);
    } else {
        import_from_names(p, false);
    }
    return list_since(p, since);
}

/* import_from: 'from' ('.' | '...')* dotted_name 'import' import_from_targets
 *            | 'from' ('.' | '...')+ 'import' import_from_targets */
static struct py_node *import_from(struct parser *p) {
    const char *start = here(p);
    advance(p);
    int32_t level = 0;
    for (;; advance(p)) {
        if (at(p, TOKEN_DOT))
            level += 1;
        else if (at(p, TOKEN_ELLIPSIS))
            level += 3;
        else
            break;
    }
    struct text module = {NULL, 0};
    if (!level || !at(p, TOKEN_IMPORT))
        module = dotted_name(p);
    expect(p, TOKEN_IMPORT);
    struct py_list names = import_from_targets(p);
    struct py_ImportFrom *node = NODE(p, ImportFrom, start);
    node->module = module;
    node->names = names;
    node->level = level;
    cover_list(p, &node->node, names);
    return &node->node;
}

struct py_node *import_statement(struct parser *p) {
    return at(p, TOKEN_IMPORT) ? import_names(p) : import_from(p);
}
