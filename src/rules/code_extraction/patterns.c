#include "rules/code_extraction/patterns.h"

#include "base/buffer.h"
#include "base/vector.h"

/* Names in concatenations may repeat a text without end; further ones count as unknown. */
enum { MOST_JOINED = 1 << 24 };

/* What a name is bound to in one scope. */
struct binding {
    size_t count;
    struct text text; /* of the only binding; NULL data when it is no text */
    struct fence fence;
};

struct bindings {
    struct map names; /* to struct binding */
};

struct nodes {
    const struct py_node **items;
    size_t count;
    size_t capacity;
};

/* Where names are looked up; NULL: they are not followed. */
struct lookup {
    struct patterns *patterns;
    const struct bindings *own, *module;
};

static const struct binding *find(const struct lookup *lookup, struct text name) {
    const struct binding *binding = lookup->own ? map_get(&lookup->own->names, name) : NULL;
    if (!binding && lookup->module)
        binding = map_get(&lookup->module->names, name);
    return binding;
}

/* A replacement field is one NUL character, whatever it holds. */
static void add_fstring(struct buffer *out, const struct py_JoinedStr *string) {
    for (uint32_t i = 0; i < string->values.count; i++) {
        const struct py_Constant *part = py_as_string(string->values.items[i]);
        if (part)
            buffer_text(out, part->text);
        else
            buffer_byte(out, '\0');
    }
}

/* One operand of a concatenation, or a whole argument; false when it has no text. */
static bool add_operand(const struct lookup *lookup, struct buffer *out,
                        const struct py_node *node) {
    const struct py_Constant *constant = py_as_string(node);
    const struct py_Name *name = py_as_Name(node);
    if (constant) {
        buffer_text(out, constant->text);
        return true;
    }
    if (py_is(node, PY_JoinedStr)) {
        add_fstring(out, py_as_JoinedStr(node));
        return true;
    }
    const struct binding *binding = name ? find(lookup, name->id) : NULL;
    if (!binding || binding->count != 1 || !binding->text.data ||
        lookup->patterns->joined > MOST_JOINED)
        return false;
    lookup->patterns->joined += binding->text.size;
    buffer_text(out, binding->text);
    return true;
}

/* The operands of a chain of + in order, one after the other; NUL for one without text. NULL data
 * when none has one. */
static struct text text_of_expression(const struct lookup *lookup, const struct py_node *node) {
    struct buffer out;
    struct nodes rest = {0};
    bool any = false;
    struct arena *arena = lookup->patterns->arena;
    buffer_init(&out, arena);
    vector_push(arena, &rest, node);
    while (rest.count) {
        node = rest.items[--rest.count];
        const struct py_BinOp *sum = py_as_BinOp(node);
        if (sum && node->op == PY_ADD) {
            vector_push(arena, &rest, sum->right);
            vector_push(arena, &rest, sum->left);
        } else if (add_operand(lookup, &out, node)) {
            any = true;
        } else {
            buffer_byte(&out, '\0');
        }
    }
    return any ? buffer_view(&out) : (struct text){NULL, 0};
}

/* value NULL: bound to something that is no text. */
static void bind(struct patterns *patterns, struct bindings *bindings, struct text name,
                 const struct py_node *value) {
    const struct lookup nowhere = {patterns, NULL, NULL};
    void **place = map_put(patterns->arena, &bindings->names, name);
    if (!*place) {
        *place = arena_new(patterns->arena, struct binding);
        ((struct binding *)*place)->fence = fence_none;
    }
    struct binding *binding = *place;
    binding->count++;
    binding->text = value ? text_of_expression(&nowhere, value) : (struct text){NULL, 0};
    binding->fence = fence_sum(binding->fence, fence_of_text(binding->text));
}

static void bind_target(struct patterns *patterns, struct bindings *bindings,
                        const struct py_node *target, const struct py_node *value) {
    if (py_is(target, PY_Name))
        bind(patterns, bindings, py_as_Name(target)->id, value);
}

static void bind_parameters(struct patterns *patterns, struct bindings *bindings,
                            const struct py_list *parameters) {
    for (uint32_t i = 0; i < parameters->count; i++)
        bind(patterns, bindings, py_as_arg(parameters->items[i])->arg, NULL);
}

struct walk {
    struct arena *arena;
    struct nodes statements;
};

static void add_statement(void *context, const struct py_node *node) {
    struct walk *walk = context;
    if (py_kind_group(node->kind) == PY_STMT || node->kind == PY_ExceptHandler ||
        node->kind == PY_match_case)
        vector_push(walk->arena, &walk->statements, node);
}

static void bind_statement(struct patterns *patterns, struct bindings *bindings,
                           const struct py_node *node) {
    const struct py_Assign *assign = py_as_Assign(node);
    const struct py_AnnAssign *annotated = py_as_AnnAssign(node);
    const struct py_AugAssign *augmented = py_as_AugAssign(node);
    for (uint32_t i = 0; assign && i < assign->targets.count; i++)
        bind_target(patterns, bindings, assign->targets.items[i], assign->value);
    if (annotated)
        bind_target(patterns, bindings, annotated->target, annotated->value);
    if (augmented)
        bind_target(patterns, bindings, augmented->target, augmented->value);
}

/* The statements of a body at any depth, but not those of functions and classes in it. */
static void bind_body(struct patterns *patterns, struct bindings *bindings,
                      const struct py_node *owner) {
    struct walk walk = {patterns->arena, {0}};
    py_children(owner, add_statement, &walk);
    while (walk.statements.count) {
        const struct py_node *node = walk.statements.items[--walk.statements.count];
        if (py_as_function(node) || py_is(node, PY_ClassDef))
            continue;
        bind_statement(patterns, bindings, node);
        py_children(node, add_statement, &walk);
    }
}

static const struct bindings *bindings_of(struct patterns *patterns,
                                          const struct py_function *function) {
    const struct py_index *index = patterns->index;
    struct bindings **place =
        &patterns->scopes[function ? function->number : index->function_count];
    if (*place)
        return *place;
    *place = arena_new(patterns->arena, struct bindings);
    if (function) {
        const struct py_arguments *parameters = py_as_arguments(function->def->args);
        bind_parameters(patterns, *place, &parameters->posonlyargs);
        bind_parameters(patterns, *place, &parameters->args);
        bind_parameters(patterns, *place, &parameters->kwonlyargs);
    }
    bind_body(patterns, *place, function ? &function->def->node : index->tree->root);
    return *place;
}

void patterns_init(struct patterns *patterns, struct arena *arena, const struct py_index *index) {
    *patterns = (struct patterns){
        .arena = arena,
        .index = index,
        .scopes = arena_array(arena, struct bindings *, index->function_count + 1),
    };
}

struct fence patterns_of(struct patterns *patterns, const struct py_node *argument,
                         const struct py_function *function) {
    struct lookup lookup = {.patterns = patterns};
    bool follows = py_is(argument, PY_Name) || py_is(argument, PY_BinOp);
    if (follows && function)
        lookup.own = bindings_of(patterns, function);
    if (follows)
        lookup.module = bindings_of(patterns, NULL);
    if (py_is(argument, PY_Name)) {
        const struct binding *binding = find(&lookup, py_as_Name(argument)->id);
        return binding ? binding->fence : fence_none;
    }
    return fence_of_text(text_of_expression(&lookup, argument));
}
