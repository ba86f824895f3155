#include "python/index.h"

#include "base/vector.h"

/*
 * One walk over the tree with a stack of its own, so that depth costs memory and never the C stack.
 * What is on the stack is visited in source order: a visit pushes its children in that order, and
 * the segment it pushed is then turned around.
 */

/* What a parent knows about a child and the child cannot tell. */
enum role {
    PLAIN,
    FIRST_OF_BODY, /* a string here is a docstring */
    DOCSTRING,
    FSTRING_PART
};

struct item {
    const struct py_node *node;
    struct py_block *block;
    enum role role;
};

struct scoped_binding {
    struct py_binding binding;
    uint32_t scope;
};

struct walk {
    struct arena *arena;   /* of the index */
    struct arena *scratch; /* released after the walk */
    VECTOR(struct item) stack;
    VECTOR(struct py_scope *) scopes;
    VECTOR(struct py_block *) blocks;
    VECTOR(struct scoped_binding) bindings;
    VECTOR(struct py_import) imports;
    VECTOR(struct py_function *) functions; /* in scratch, copied when all are known */
    VECTOR(struct py_class) classes;
    VECTOR(struct py_call) calls;
    VECTOR(struct py_string) strings;
    VECTOR(const struct py_Assign *) assigns;
};

/* Scopes, blocks and bindings */

static struct py_block *open_block(struct walk *walk, const struct py_node *node,
                                   struct py_block *parent) {
    struct py_block *block = arena_new(walk->arena, struct py_block);
    *block = *parent;
    block->node = node;
    block->parent = parent;
    block->number = (uint32_t)walk->blocks.count;
    vector_push(walk->scratch, &walk->blocks, block);
    return block;
}

static struct py_scope *scope_of(const struct walk *walk, const struct py_block *block) {
    return walk->scopes.items[block->scope->number];
}

/* The block that is the scope's body. */
static struct py_block *open_scope(struct walk *walk, enum py_scope_kind kind,
                                   const struct py_node *node, struct py_block *outer) {
    struct py_scope *scope = arena_new(walk->arena, struct py_scope);
    scope->kind = kind;
    scope->node = node;
    scope->number = (uint32_t)walk->scopes.count;
    if (outer) {
        scope->parent = scope_of(walk, outer);
        scope->function = scope->parent->function;
    }
    vector_push(walk->scratch, &walk->scopes, scope);
    struct py_block none = {0};
    struct py_block *block = open_block(walk, node, outer ? outer : &none);
    block->parent = outer;
    block->scope = scope;
    if (kind == PY_SCOPE_FUNCTION)
        block->in_try = block->in_type_checking = false;
    return block;
}

static void bind(struct walk *walk, const struct py_scope *scope, struct text name,
                 enum py_binding_kind kind, const struct py_node *node) {
    if (name.data)
        vector_push(walk->scratch, &walk->bindings,
                    (struct scoped_binding){{name, kind, node}, scope->number});
}

/* The stack */

static void push(struct walk *walk, const struct py_node *node, struct py_block *block,
                 enum role role) {
    if (!node || (node->kind == PY_Name && node->op == PY_LOAD) ||
        (node->kind == PY_Constant && node->op != PY_STRING))
        return; /* nothing to gather */
    vector_push(walk->scratch, &walk->stack, (struct item){node, block, role});
}

static void push_list(struct walk *walk, struct py_list list, struct py_block *block,
                      enum role role) {
    for (uint32_t i = 0; i < list.count; i++)
        push(walk, list.items[i], block, role);
}

static void push_body(struct walk *walk, struct py_list body, struct py_block *block) {
    for (uint32_t i = 0; i < body.count; i++)
        push(walk, body.items[i], block, i ? PLAIN : FIRST_OF_BODY);
}

/* Items from begin and from middle are each in source order; afterwards all are. */
static void merge(struct walk *walk, size_t begin, size_t middle) {
    struct item *items = walk->stack.items;
    size_t end = walk->stack.count, a = 0, b = middle, to = begin, left = middle - begin;
    if (!left || middle == end || items[middle - 1].node->start <= items[middle].node->start)
        return;
    struct item *first = arena_copy(walk->scratch, items + begin, left * sizeof(*items));
    while (a < left)
        items[to++] =
            b < end && items[b].node->start < first[a].node->start ? items[b++] : first[a++];
}

static void turn_around(struct walk *walk, size_t begin) {
    for (size_t end = walk->stack.count; begin + 1 < end; begin++) {
        struct item item = walk->stack.items[begin];
        walk->stack.items[begin] = walk->stack.items[--end];
        walk->stack.items[end] = item;
    }
}

struct below {
    struct walk *walk;
    struct py_block *block;
};

static void push_child(void *context, const struct py_node *child) {
    struct below *below = context;
    push(below->walk, child, below->block, PLAIN);
}

/* All children in field order. */
static void push_children(struct walk *walk, const struct py_node *node, struct py_block *block) {
    struct below below = {walk, block};
    py_children(node, push_child, &below);
}

/* Visits: each gathers what its node tells and pushes what is below it */

static void bind_type_params(struct walk *walk, struct py_list params, struct py_block *outer,
                             const struct py_block *inner) {
    for (uint32_t i = 0; i < params.count; i++) {
        const struct py_node *param = params.items[i];
        struct text name = param->kind == PY_TypeVar ? ((const struct py_TypeVar *)param)->name
                           : param->kind == PY_ParamSpec
                               ? ((const struct py_ParamSpec *)param)->name
                               : ((const struct py_TypeVarTuple *)param)->name;
        bind(walk, inner->scope, name, PY_BIND_TYPE, param);
    }
    push_list(walk, params, outer, PLAIN);
}

static void bind_parameters(struct walk *walk, struct py_list parameters, struct py_block *outer,
                            const struct py_block *inner) {
    for (uint32_t i = 0; i < parameters.count; i++) {
        const struct py_arg *parameter = py_as_arg(parameters.items[i]);
        bind(walk, inner->scope, parameter->arg, PY_BIND_PARAMETER, &parameter->node);
        push(walk, parameter->annotation, outer, PLAIN);
    }
}

/* Parameters are bound inside; annotations and defaults are evaluated outside. */
static void visit_arguments(struct walk *walk, const struct py_node *node, struct py_block *outer,
                            const struct py_block *inner) {
    const struct py_arguments *args = py_as_arguments(node);
    struct py_list vararg = {(struct py_node *[]){args->vararg}, args->vararg != NULL};
    struct py_list kwarg = {(struct py_node *[]){args->kwarg}, args->kwarg != NULL};
    size_t begin = walk->stack.count;
    bind_parameters(walk, args->posonlyargs, outer, inner);
    bind_parameters(walk, args->args, outer, inner);
    bind_parameters(walk, vararg, outer, inner);
    bind_parameters(walk, args->kwonlyargs, outer, inner);
    bind_parameters(walk, kwarg, outer, inner);
    size_t middle = walk->stack.count;
    push_list(walk, args->defaults, outer, PLAIN);
    push_list(walk, args->kw_defaults, outer, PLAIN);
    merge(walk, begin, middle);
}

static void visit_function(struct walk *walk, const struct py_FunctionDef *def,
                           struct py_block *outer) {
    bind(walk, outer->scope, def->name, PY_BIND_FUNCTION, &def->node);
    struct py_block *inner = open_scope(walk, PY_SCOPE_FUNCTION, &def->node, outer);
    struct py_scope *scope = scope_of(walk, inner);
    struct py_function *function = arena_new(walk->scratch, struct py_function);
    *function = (struct py_function){.def = def,
                                     .outer = outer->scope,
                                     .scope = scope,
                                     .parent = outer->scope->function,
                                     .block = outer,
                                     .number = (uint32_t)walk->functions.count};
    vector_push(walk->scratch, &walk->functions, function);
    scope->function = function;
    push_list(walk, def->decorator_list, outer, PLAIN);
    bind_type_params(walk, def->type_params, outer, inner);
    visit_arguments(walk, def->args, outer, inner);
    push(walk, def->returns, outer, PLAIN);
    push_body(walk, def->body, inner);
}

static void visit_class(struct walk *walk, const struct py_ClassDef *def, struct py_block *outer) {
    bind(walk, outer->scope, def->name, PY_BIND_CLASS, &def->node);
    struct py_block *inner = open_scope(walk, PY_SCOPE_CLASS, &def->node, outer);
    vector_push(walk->scratch, &walk->classes,
                (struct py_class){def, outer->scope, inner->scope, outer});
    push_list(walk, def->decorator_list, outer, PLAIN);
    bind_type_params(walk, def->type_params, outer, inner);
    size_t begin = walk->stack.count;
    push_list(walk, def->bases, outer, PLAIN);
    size_t middle = walk->stack.count;
    push_list(walk, def->keywords, outer, PLAIN);
    merge(walk, begin, middle);
    push_body(walk, def->body, inner);
}

static void visit_lambda(struct walk *walk, const struct py_Lambda *lambda,
                         struct py_block *outer) {
    struct py_block *inner = open_scope(walk, PY_SCOPE_LAMBDA, &lambda->node, outer);
    visit_arguments(walk, lambda->args, outer, inner);
    push(walk, lambda->body, inner, PLAIN);
}

/* key and value of a dict's, elt and NULL of the others. */
static void visit_comprehension(struct walk *walk, const struct py_node *node,
                                const struct py_node *key, const struct py_node *value,
                                struct py_list generators, struct py_block *outer) {
    struct py_block *inner = open_scope(walk, PY_SCOPE_COMPREHENSION, node, outer);
    push(walk, key, inner, PLAIN);
    push(walk, value, inner, PLAIN);
    for (uint32_t i = 0; i < generators.count; i++) {
        const struct py_comprehension *generator = py_as_comprehension(generators.items[i]);
        push(walk, generator->target, inner, PLAIN);
        push(walk, generator->iter, i ? inner : outer, PLAIN);
        push_list(walk, generator->ifs, inner, PLAIN);
    }
}

static void visit_type_alias(struct walk *walk, const struct py_TypeAlias *alias,
                             struct py_block *outer) {
    struct text name = py_last_name(alias->name);
    bind(walk, outer->scope, name, PY_BIND_TYPE, &alias->node);
    struct py_block *inner = open_scope(walk, PY_SCOPE_TYPE_ALIAS, &alias->node, outer);
    bind_type_params(walk, alias->type_params, outer, inner);
    push(walk, alias->value, inner, PLAIN);
}

static void visit_walrus(struct walk *walk, const struct py_NamedExpr *walrus,
                         struct py_block *block) {
    const struct py_scope *scope = block->scope;
    while (scope->kind == PY_SCOPE_COMPREHENSION)
        scope = scope->parent;
    bind(walk, scope, py_last_name(walrus->target), PY_BIND_ASSIGN, walrus->target);
    push(walk, walrus->value, block, PLAIN);
}

static void visit_annotated(struct walk *walk, const struct py_AnnAssign *assign,
                            struct py_block *block) {
    const struct py_Name *name = py_as_Name(assign->target);
    if (name && !assign->value)
        bind(walk, block->scope, name->id, PY_BIND_ANNOTATION, &name->node);
    else
        push(walk, assign->target, block, PLAIN);
    push(walk, assign->annotation, block, PLAIN);
    push(walk, assign->value, block, PLAIN);
}

static void add_import(struct walk *walk, struct py_import import, struct py_block *block) {
    import.scope = block->scope;
    import.block = block;
    import.in_function = block->scope->function != NULL;
    import.in_try = block->in_try;
    import.in_type_checking = block->in_type_checking;
    import.in_block = block->node != block->scope->node;
    vector_push(walk->scratch, &walk->imports, import);
    if (import.bound.size)
        bind(walk, block->scope, import.bound, PY_BIND_IMPORT, &import.alias->node);
}

static void visit_import(struct walk *walk, const struct py_Import *statement,
                         struct py_block *block) {
    for (uint32_t i = 0; i < statement->names.count; i++) {
        const struct py_alias *alias = py_as_alias(statement->names.items[i]);
        size_t dot = text_find_byte(alias->name, '.');
        struct text bound = alias->asname.data ? alias->asname : text_slice(alias->name, 0, dot);
        add_import(walk,
                   (struct py_import){.statement = &statement->node,
                                      .alias = alias,
                                      .module = alias->name,
                                      .bound = bound},
                   block);
    }
}

static void visit_import_from(struct walk *walk, const struct py_ImportFrom *statement,
                              struct py_block *block) {
    for (uint32_t i = 0; i < statement->names.count; i++) {
        const struct py_alias *alias = py_as_alias(statement->names.items[i]);
        struct text bound = alias->asname.data ? alias->asname : alias->name;
        if (text_is(alias->name, "*"))
            bound = (struct text){0};
        add_import(walk,
                   (struct py_import){.statement = &statement->node,
                                      .alias = alias,
                                      .module = statement->module,
                                      .name = alias->name,
                                      .bound = bound,
                                      .level = statement->level},
                   block);
    }
}

static void visit_names(struct walk *walk, struct py_names names, const struct py_node *statement,
                        struct py_block *block) {
    for (uint32_t i = 0; i < names.count; i++)
        bind(walk, block->scope, names.items[i], PY_BIND_GLOBAL, statement);
}

static void visit_call(struct walk *walk, const struct py_Call *call, struct py_block *block) {
    vector_push(
        walk->scratch, &walk->calls,
        (struct py_call){
            .call = call, .name = py_last_name(call->func), .scope = block->scope, .block = block});
    push(walk, call->func, block, PLAIN);
    size_t begin = walk->stack.count;
    push_list(walk, call->args, block, PLAIN);
    size_t middle = walk->stack.count;
    push_list(walk, call->keywords, block, PLAIN);
    merge(walk, begin, middle);
}

/* Keys and values, or keys and patterns. */
static void push_pairs(struct walk *walk, struct py_list keys, struct py_list values,
                       struct py_block *block) {
    for (uint32_t i = 0; i < values.count; i++) {
        push(walk, keys.items[i], block, PLAIN);
        push(walk, values.items[i], block, PLAIN);
    }
}

static bool tests_type_checking(const struct py_node *statement) {
    const struct py_If *branch = py_as_If(statement);
    return branch && text_is(py_last_name(branch->test), "TYPE_CHECKING");
}

static void visit_compound(struct walk *walk, const struct py_node *node, struct py_block *block) {
    struct py_block *inner = open_block(walk, node, block);
    inner->in_try |= node->kind == PY_Try || node->kind == PY_TryStar;
    inner->in_type_checking |= tests_type_checking(node);
    push_children(walk, node, inner);
}

static void visit_pattern(struct walk *walk, const struct py_node *node, struct py_block *block) {
    const struct py_MatchMapping *mapping = py_as_MatchMapping(node);
    struct text name = mapping                      ? mapping->rest
                       : node->kind == PY_MatchStar ? py_as_MatchStar(node)->name
                                                    : py_as_MatchAs(node)->name;
    bind(walk, block->scope, name, PY_BIND_PATTERN, node);
    if (mapping)
        push_pairs(walk, mapping->keys, mapping->patterns, block);
    else
        push_children(walk, node, block);
}

static bool visit_scope(struct walk *walk, const struct py_node *node, struct py_block *block) {
    switch ((enum py_kind)node->kind) {
    case PY_FunctionDef:
    case PY_AsyncFunctionDef:
        visit_function(walk, py_as_function(node), block);
        return true;
    case PY_ClassDef:
        visit_class(walk, py_as_ClassDef(node), block);
        return true;
    case PY_Lambda:
        visit_lambda(walk, py_as_Lambda(node), block);
        return true;
#define X(type, key, value)                                                                        \
    case PY_##type: {                                                                              \
        const struct py_##type *typed = (const void *)node;                                        \
        visit_comprehension(walk, node, key, value, typed->generators, block);                     \
        return true;                                                                               \
    }
        X(ListComp, typed->elt, NULL)
        X(SetComp, typed->elt, NULL)
        X(GeneratorExp, typed->elt, NULL)
        X(DictComp, typed->key, typed->value)
#undef X
    case PY_TypeAlias:
        visit_type_alias(walk, py_as_TypeAlias(node), block);
        return true;
    default:
        return false;
    }
}

static bool visit_statement(struct walk *walk, const struct py_node *node, struct py_block *block,
                            enum role role) {
    switch ((enum py_kind)node->kind) {
    case PY_If:
    case PY_For:
    case PY_AsyncFor:
    case PY_While:
    case PY_With:
    case PY_AsyncWith:
    case PY_Try:
    case PY_TryStar:
    case PY_Match:
        visit_compound(walk, node, block);
        return true;
    case PY_Module:
        push_body(walk, ((const struct py_Module *)node)->body, block);
        return true;
    case PY_Expr:
        push(walk, py_as_Expr(node)->value, block, role == FIRST_OF_BODY ? DOCSTRING : PLAIN);
        return true;
    case PY_Assign:
        vector_push(walk->scratch, &walk->assigns, py_as_Assign(node));
        return false;
    case PY_AnnAssign:
        visit_annotated(walk, py_as_AnnAssign(node), block);
        return true;
    case PY_Import:
        visit_import(walk, py_as_Import(node), block);
        return true;
    case PY_ImportFrom:
        visit_import_from(walk, py_as_ImportFrom(node), block);
        return true;
    case PY_Global:
        visit_names(walk, py_as_Global(node)->names, node, block);
        return true;
    case PY_Nonlocal:
        visit_names(walk, py_as_Nonlocal(node)->names, node, block);
        return true;
    case PY_ExceptHandler:
        bind(walk, block->scope, py_as_ExceptHandler(node)->name, PY_BIND_EXCEPT, node);
        return false;
    default:
        return false;
    }
}

static bool visit_expression(struct walk *walk, const struct py_node *node, struct py_block *block,
                             enum role role) {
    switch ((enum py_kind)node->kind) {
    case PY_Name: /* loads are never pushed */
        bind(walk, block->scope, py_as_Name(node)->id, PY_BIND_ASSIGN, node);
        return true;
    case PY_Constant:
        vector_push(
            walk->scratch, &walk->strings,
            (struct py_string){py_as_Constant(node), role == DOCSTRING, role == FSTRING_PART});
        return true;
    case PY_Call:
        visit_call(walk, py_as_Call(node), block);
        return true;
    case PY_NamedExpr:
        visit_walrus(walk, py_as_NamedExpr(node), block);
        return true;
    case PY_JoinedStr:
        push_list(walk, py_as_JoinedStr(node)->values, block, FSTRING_PART);
        return true;
    case PY_TemplateStr:
        push_list(walk, py_as_TemplateStr(node)->values, block, FSTRING_PART);
        return true;
    case PY_Interpolation: /* its str is a copy of the source, not a literal in it */
        push(walk, py_as_Interpolation(node)->value, block, PLAIN);
        push(walk, py_as_Interpolation(node)->format_spec, block, PLAIN);
        return true;
    case PY_Dict:
        push_pairs(walk, py_as_Dict(node)->keys, py_as_Dict(node)->values, block);
        return true;
    case PY_IfExp:
        push(walk, py_as_IfExp(node)->body, block, PLAIN);
        push(walk, py_as_IfExp(node)->test, block, PLAIN);
        push(walk, py_as_IfExp(node)->orelse, block, PLAIN);
        return true;
    case PY_MatchMapping:
    case PY_MatchStar:
    case PY_MatchAs:
        visit_pattern(walk, node, block);
        return true;
    default:
        return false;
    }
}

static void visit(struct walk *walk, struct item item) {
    size_t begin = walk->stack.count;
    if (!visit_expression(walk, item.node, item.block, item.role) &&
        !visit_statement(walk, item.node, item.block, item.role) &&
        !visit_scope(walk, item.node, item.block))
        push_children(walk, item.node, item.block);
    turn_around(walk, begin);
}

/* Putting together */

/* Bindings of each scope side by side, in source order. */
static void place_bindings(struct walk *walk) {
    struct py_binding *bindings =
        arena_allocate(walk->arena, walk->bindings.count * sizeof(*bindings));
    for (size_t i = 0; i < walk->bindings.count; i++)
        walk->scopes.items[walk->bindings.items[i].scope]->binding_count++;
    struct py_binding *next = bindings;
    struct py_binding **ends = arena_allocate(walk->scratch, walk->scopes.count * sizeof(*ends));
    for (size_t i = 0; i < walk->scopes.count; i++) {
        walk->scopes.items[i]->bindings = ends[i] = next;
        next += walk->scopes.items[i]->binding_count;
    }
    for (size_t i = 0; i < walk->bindings.count; i++)
        *ends[walk->bindings.items[i].scope]++ = walk->bindings.items[i].binding;
}

/* Until now scopes and functions point at the walk's own functions. */
static const struct py_function *place_functions(struct walk *walk) {
    struct py_function *functions =
        arena_allocate(walk->arena, walk->functions.count * sizeof(*functions));
    for (size_t i = 0; i < walk->functions.count; i++) {
        functions[i] = *walk->functions.items[i];
        if (functions[i].parent)
            functions[i].parent = &functions[functions[i].parent->number];
    }
    for (size_t i = 0; i < walk->scopes.count; i++)
        if (walk->scopes.items[i]->function)
            walk->scopes.items[i]->function = &functions[walk->scopes.items[i]->function->number];
    return functions;
}

static void link_calls(struct arena *arena, struct py_index *index, struct py_call *calls) {
    for (size_t i = index->call_count; i-- > 0;) {
        calls[i].function = calls[i].scope->function;
        if (!calls[i].name.data)
            continue;
        void **first = map_put(arena, &index->calls_by_name, calls[i].name);
        calls[i].next_of_name = *first;
        *first = &calls[i];
    }
}

#define KEEP(walk, list)                                                                           \
    arena_copy((walk)->arena, (walk)->list.items, (walk)->list.count * sizeof(*(walk)->list.items))

static struct py_index *put_together(struct walk *walk, const struct py_tree *tree) {
    struct py_index *index = arena_new(walk->arena, struct py_index);
    index->tree = tree;
    place_bindings(walk);
    index->functions = place_functions(walk);
    index->function_count = walk->functions.count;
    index->module = walk->scopes.items[0];
    index->scopes = KEEP(walk, scopes);
    index->scope_count = walk->scopes.count;
    index->blocks = KEEP(walk, blocks);
    index->block_count = walk->blocks.count;
    index->imports = KEEP(walk, imports);
    index->import_count = walk->imports.count;
    index->classes = KEEP(walk, classes);
    index->class_count = walk->classes.count;
    index->strings = KEEP(walk, strings);
    index->string_count = walk->strings.count;
    index->assigns = KEEP(walk, assigns);
    index->assign_count = walk->assigns.count;
    struct py_call *calls = KEEP(walk, calls);
    index->calls = calls;
    index->call_count = walk->calls.count;
    link_calls(walk->arena, index, calls);
    return index;
}

const struct py_index *py_index_build(struct arena *arena, const struct py_tree *tree) {
    struct arena scratch;
    arena_init(&scratch, arena->heap);
    struct walk walk = {.arena = arena, .scratch = &scratch};
    struct py_block *module = open_scope(&walk, PY_SCOPE_MODULE, tree->root, NULL);
    push(&walk, tree->root, module, PLAIN);
    while (walk.stack.count)
        visit(&walk, walk.stack.items[--walk.stack.count]);
    const struct py_index *index = put_together(&walk, tree);
    arena_release(&scratch);
    return index;
}
