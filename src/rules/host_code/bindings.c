#include "rules/host_code/bindings.h"

#include "rules/host_code/sinks.h"

/* The builtins are the first names, so that a number tells them. */
static const char *const builtins[] = {"exec", "eval", "compile", "__import__"};
enum { BUILTIN_COUNT = sizeof builtins / sizeof *builtins };

static bool is_sandbox(struct text target) {
    return text_ends(target, T(".sandbox"));
}

/* The sink of an imported dotted name: "eval" for "builtins.eval", while a module that happens to
 * be called eval is none. */
static struct text sink_name(struct text target) {
    struct text module = T("builtins.");
    bool builtin = text_starts(target, module);
    struct text name = builtin ? text_from(target, module.size) : target;
    bool dotted = text_find_byte(name, '.') != TEXT_NONE;
    return builtin == dotted ? (struct text){0} : name;
}

static bool leads_to_sink(struct text target) {
    return text_is(target, "builtins") || sink_find(sink_name(target)) || sink_begins(target);
}

/* What an import's name stands for: "a.b" of `import a.b as x`, "a" of `import a.b`, "a.b" of
 * `from a import b` and of `from .a import b`. NULL data when that leads nowhere. */
static struct text read_target(struct arena *arena, const struct py_import *import) {
    struct text target = import->alias->asname.data ? import->module : import->bound;
    if (import->name.data) {
        if (!leads_to_sink(import->module) && !text_is(import->name, "sandbox"))
            return (struct text){0}; /* nearly all of them */
        struct text module = import->module.data ? import->module : T("");
        target = text_format(arena, "%.*s.%.*s", TEXT_ARGS(module), TEXT_ARGS(import->name));
    }
    return leads_to_sink(target) || is_sandbox(target) ? target : (struct text){0};
}

static uint32_t name_number(const struct bindings *bindings, struct text name) {
    return (uint32_t)(uintptr_t)map_get(&bindings->names, name);
}

static void keep_name(struct bindings *bindings, struct text name) {
    void **number = map_put(bindings->arena, &bindings->names, name);
    if (!*number)
        *number = (void *)(uintptr_t)bindings->names.count;
}

/* Lambdas and comprehensions belong to the body they are written in. */
static void find_bodies(struct bindings *bindings) {
    const struct py_index *index = bindings->index;
    uint32_t *bodies = arena_array(bindings->arena, uint32_t, index->scope_count);
    for (uint32_t i = 0; i < index->scope_count; i++) {
        const struct py_scope *scope = index->scopes[i];
        bool own = scope->kind == PY_SCOPE_MODULE || scope->kind == PY_SCOPE_CLASS ||
                   scope->kind == PY_SCOPE_FUNCTION;
        bodies[i] = own ? i : bodies[scope->parent->number];
    }
    bindings->bodies = bodies;
}

static bool is_module_block(const struct py_block *block) {
    return block->scope->kind == PY_SCOPE_MODULE && block->node != block->scope->node;
}

/* The block whose import this is: a try is part of what it stands in. NULL: the whole body. */
static const struct py_block *block_of(const struct py_import *import) {
    for (const struct py_block *block = import->block; is_module_block(block);
         block = block->parent)
        if (!py_is(block->node, PY_Try) && !py_is(block->node, PY_TryStar))
            return block;
    return NULL;
}

enum { BOUND = 1, DECLARED_ELSEWHERE };

static void keep_import(struct bindings *bindings, uint32_t number, bool *imports) {
    const struct py_import *import = &bindings->index->imports[number];
    uint32_t name = name_number(bindings, import->bound);
    uint32_t body = bindings->bodies[import->scope->number];
    if (!name)
        return;
    if (import->level && !is_sandbox(bindings->targets[number])) {
        *pairs_put(bindings->arena, &bindings->hidden, body, name) = BOUND;
        return;
    }
    const struct py_block *block = block_of(import);
    if (!block) {
        *pairs_put(bindings->arena, &bindings->in_scope, body, name) = number + 1;
        return;
    }
    imports[block->number] = true;
    *pairs_put(bindings->arena, &bindings->in_block, block->number, name) = number + 1;
    *pairs_put(bindings->arena, &bindings->anywhere, 0, name) = number + 1;
}

/* The later of two imports wins. A relative one is a binding like any other, unless it is of
 * sandbox. */
static void keep_imports(struct bindings *bindings) {
    const struct py_index *index = bindings->index;
    bool *imports = arena_array(bindings->arena, bool, index->block_count);
    for (uint32_t i = 0; i < index->import_count; i++)
        keep_import(bindings, i, imports);
    uint32_t *above = arena_array(bindings->arena, uint32_t, index->block_count);
    for (uint32_t i = 0; i < index->block_count; i++) {
        const struct py_block *block = index->blocks[i];
        above[i] = imports[i] ? i : block->parent ? above[block->parent->number] : 0;
    }
    bindings->block_above = above;
}

/* A name declared global or nonlocal is not local, so binding it hides nothing. */
static void note_hidden(struct bindings *bindings, uint32_t body,
                        const struct py_binding *binding) {
    uint32_t name = name_number(bindings, binding->name);
    bool deleted = py_is(binding->node, PY_Name) && binding->node->op == PY_DEL;
    if (!name || deleted || binding->kind == PY_BIND_IMPORT)
        return;
    uint32_t *hidden = pairs_put(bindings->arena, &bindings->hidden, body, name);
    if (binding->kind == PY_BIND_GLOBAL)
        *hidden = DECLARED_ELSEWHERE;
    else if (!*hidden)
        *hidden = BOUND;
}

/* What a comprehension binds hides in the whole body, a lambda's parameter in the lambda. */
static void find_hidden(struct bindings *bindings) {
    for (size_t i = 0; i < bindings->index->scope_count; i++) {
        const struct py_scope *scope = bindings->index->scopes[i];
        if (scope->kind == PY_SCOPE_TYPE_ALIAS)
            continue;
        uint32_t body = scope->kind == PY_SCOPE_LAMBDA ? scope->number : bindings->bodies[i];
        for (size_t k = 0; k < scope->binding_count; k++)
            note_hidden(bindings, body, &scope->bindings[k]);
    }
}

void bindings_init(struct bindings *bindings, struct arena *arena, const struct py_index *index) {
    *bindings = (struct bindings){.arena = arena, .index = index};
    for (size_t i = 0; i < BUILTIN_COUNT; i++)
        keep_name(bindings, text_of(builtins[i]));
    bindings->targets = arena_array(arena, struct text, index->import_count);
    for (size_t i = 0; i < index->import_count; i++) {
        bindings->targets[i] = read_target(arena, &index->imports[i]);
        if (bindings->targets[i].data && index->imports[i].bound.size)
            keep_name(bindings, index->imports[i].bound);
    }
    find_bodies(bindings);
    keep_imports(bindings);
    if (bindings->names.count > BUILTIN_COUNT) /* builtins are never hidden */
        find_hidden(bindings);
}

/* So many blocks that import something of interest are looked through, the nearest first. */
enum { BLOCKS_LOOKED_THROUGH = 128 };

static uint32_t find_in_module(const struct bindings *bindings, uint32_t name,
                               const struct py_block *block, bool builtin) {
    uint32_t number = bindings->block_above[block->number];
    for (int i = 0; number && i < BLOCKS_LOOKED_THROUGH; i++) {
        uint32_t import = pairs_get(&bindings->in_block, number, name);
        if (import)
            return import;
        number = bindings->block_above[bindings->index->blocks[number]->parent->number];
    }
    uint32_t import = pairs_get(&bindings->in_scope, 0, name);
    return import || builtin ? import : pairs_get(&bindings->anywhere, 0, name);
}

/* The import in force that binds the name, from 1; 0: none. A name of a class body is seen in that
 * body only. */
static uint32_t find_import(const struct bindings *bindings, uint32_t name,
                            const struct py_call *call, bool builtin) {
    uint32_t own_body = bindings->bodies[call->scope->number];
    for (const struct py_scope *scope = call->scope; scope->parent; scope = scope->parent) {
        bool is_body = bindings->bodies[scope->number] == scope->number;
        bool is_seen = scope->kind != PY_SCOPE_CLASS || scope->number == own_body;
        uint32_t import =
            is_body && is_seen ? pairs_get(&bindings->in_scope, scope->number, name) : 0;
        if (import)
            return import;
        if (is_seen && !builtin && pairs_get(&bindings->hidden, scope->number, name) == BOUND)
            return 0;
    }
    return find_in_module(bindings, name, call->block, builtin);
}

static const struct py_Name *first_name(const struct py_node *callee) {
    while (py_is(callee, PY_Attribute))
        callee = py_as_Attribute(callee)->value;
    return py_as_Name(callee);
}

struct text bindings_callee(const struct bindings *bindings, const struct py_call *call) {
    const struct py_node *callee = call->call->func;
    const struct py_Name *first = first_name(callee);
    uint32_t name = first ? name_number(bindings, first->id) : 0;
    if (!name)
        return (struct text){0};
    bool builtin = name <= BUILTIN_COUNT;
    uint32_t import = find_import(bindings, name, call, builtin);
    if (!import)
        return builtin ? py_dotted_name(bindings->arena, callee) : (struct text){0};
    if (bindings->index->imports[import - 1].level || !bindings->targets[import - 1].data)
        return (struct text){0};
    struct text rest = text_from(py_dotted_name(bindings->arena, callee), first->id.size);
    return sink_name(text_join(bindings->arena, bindings->targets[import - 1], rest));
}

bool bindings_is_sandbox(const struct bindings *bindings, const struct py_call *call) {
    const struct py_Name *callee = py_as_Name(call->call->func);
    uint32_t name = callee ? name_number(bindings, callee->id) : 0;
    uint32_t import = name ? find_import(bindings, name, call, false) : 0;
    return import && is_sandbox(bindings->targets[import - 1]);
}
