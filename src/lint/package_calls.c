#include "lint/package_calls.h"

#include "base/path.h"

/* Scopes around a call, and modules that pass a name on, that are looked through. */
enum { SCOPES_LOOKED_THROUGH = 200, MODULES_LOOKED_THROUGH = 16 };

/* What a name is bound to in a scope: a number from 1, and which list it is a place in. */
enum { BOUND_HIDDEN = 1, BOUND_FUNCTION, BOUND_IMPORT, BOUND_KINDS };

static uint32_t number_of(const struct called_file *file, struct text name) {
    return (uint32_t)(uintptr_t)map_get(&file->names, name);
}

static uint32_t *bound_place(struct arena *arena, struct called_file *file,
                             const struct py_scope *scope, struct text name) {
    void **number = map_put(arena, &file->names, name);
    if (!*number)
        *number = (void *)(uintptr_t)file->names.count;
    return pairs_put(arena, &file->bound, scope->number, (uint32_t)(uintptr_t)*number);
}

/* In a function what is assigned hides what is defined; at the top level a definition stays one
 * when the name is also assigned, as in `f = wrap(f)`. */
static void keep_bindings(struct arena *arena, struct called_file *file,
                          const struct py_scope *scope) {
    for (size_t i = 0; i < scope->binding_count; i++) {
        const struct py_binding *binding = &scope->bindings[i];
        if (binding->kind == PY_BIND_GLOBAL || binding->kind == PY_BIND_ANNOTATION)
            continue;
        uint32_t *bound = bound_place(arena, file, scope, binding->name);
        bool top = scope->kind == PY_SCOPE_MODULE;
        if (binding->kind == PY_BIND_FUNCTION) {
            if (*bound != BOUND_HIDDEN || top)
                *bound = BOUND_KINDS * pairs_get(&file->functions, binding->node->start, 0) +
                         BOUND_FUNCTION;
        } else if (binding->kind != PY_BIND_IMPORT && (!top || !*bound)) {
            *bound = BOUND_HIDDEN;
        }
    }
}

/* An import after a definition of the same name does not replace it. */
static void keep_imports(struct arena *arena, struct called_file *file) {
    const struct py_index *index = file->file->index;
    for (uint32_t i = 0; i < index->import_count; i++) {
        const struct py_import *import = &index->imports[i];
        if (!import->bound.size) {
            if (file->star_count < STARS_LOOKED_THROUGH)
                file->stars[file->star_count++] = i;
            continue;
        }
        map_put(arena, &file->imported, import->bound);
        uint32_t *bound = bound_place(arena, file, import->scope, import->bound);
        bool top = import->scope->kind == PY_SCOPE_MODULE;
        if (!*bound || *bound % BOUND_KINDS == BOUND_IMPORT || (top && *bound == BOUND_HIDDEN))
            *bound = BOUND_KINDS * (i + 1) + BOUND_IMPORT;
    }
}

/* "name.part" of "part/module.py" and of "part/__init__.py" */
static struct text dotted(struct arena *arena, struct text name, struct text path) {
    struct text text = text_format(arena, "%.*s.%.*s", TEXT_ARGS(name), TEXT_ARGS(path));
    char *bytes = (char *)text.data;
    for (size_t i = name.size; i < text.size; i++)
        if (bytes[i] == '/')
            bytes[i] = '.';
    return text;
}

static struct text without_last(struct text module) {
    size_t dot = text_find_last_byte(module, '.');
    return text_slice(module, 0, dot == TEXT_NONE ? 0 : dot);
}

static void keep_file(struct package_calls *calls, struct package *package, uint32_t number,
                      const struct python_file *python) {
    struct called_file *file = &calls->files[number];
    if (!python->index)
        return;
    file->file = python;
    struct text path = path_relative(python->source.path, package->folder);
    struct text module =
        dotted(calls->arena, package->name, text_slice(path, 0, path.size - strlen(".py")));
    file->folder = without_last(module);
    if (text_is(path_name(path), "__init__.py"))
        module = file->folder;
    file->module = module;
    *map_put(calls->arena, &calls->modules, module) = (void *)(uintptr_t)(number + 1);
    for (uint32_t i = 0; i < python->index->function_count; i++)
        *pairs_put(calls->arena, &file->functions, python->index->functions[i].def->node.start, 0) =
            i + 1;
    for (size_t i = 0; i < python->index->scope_count; i++)
        if (python->index->scopes[i]->kind != PY_SCOPE_CLASS)
            keep_bindings(calls->arena, file, python->index->scopes[i]);
    keep_imports(calls->arena, file);
}

void package_calls_init(struct package_calls *calls, struct arena *arena, struct package *package) {
    struct python_files python = package_python(package);
    *calls = (struct package_calls){.arena = arena,
                                    .name = package->name,
                                    .prefix = package->config->import_prefix,
                                    .files = arena_array(arena, struct called_file, python.count),
                                    .count = python.count};
    for (uint32_t i = 0; i < python.count; i++)
        keep_file(calls, package, i, python.items[i]);
}

/* The module as the map of modules has it; empty when it is outside of the package. */
static struct text absolute_module(const struct package_calls *calls, struct text module) {
    struct text prefix = calls->prefix;
    if (prefix.size && text_starts(module, prefix) && module.size > prefix.size &&
        module.data[prefix.size] == '.')
        module = text_from(module, prefix.size + 1);
    bool own = text_starts(module, calls->name) &&
               (module.size == calls->name.size || module.data[calls->name.size] == '.');
    return own ? module : T("");
}

static struct text imported_module(const struct package_calls *calls,
                                   const struct called_file *file, const struct py_import *import) {
    struct text module = import->module.data ? import->module : T("");
    if (!import->level)
        return absolute_module(calls, module);
    struct text folder = file->folder;
    for (int32_t i = 1; i < import->level && folder.size; i++) {
        if (text_equal(folder, calls->name))
            return i + 1 == import->level ? absolute_module(calls, module) : T("");
        folder = without_last(folder);
    }
    return !module.size
               ? folder
               : text_format(calls->arena, "%.*s.%.*s", TEXT_ARGS(folder), TEXT_ARGS(module));
}

static struct call_target module_target(const struct package_calls *calls, struct text module) {
    uint32_t number = (uint32_t)(uintptr_t)map_get(&calls->modules, module);
    return number ? (struct call_target){TARGET_MODULE, number - 1, 0}
                  : (struct call_target){.kind = TARGET_OUTSIDE};
}

static struct call_target name_in_module(const struct package_calls *calls, struct text module,
                                         struct text name, int depth);

/* `import a.b` binds a; `import a.b as x` binds a.b. */
static struct call_target import_target(const struct package_calls *calls,
                                        const struct called_file *file,
                                        const struct py_import *import, int depth) {
    if (import->name.data) {
        struct text module = imported_module(calls, file, import);
        return module.size ? name_in_module(calls, module, import->name, depth + 1)
                           : (struct call_target){.kind = TARGET_OUTSIDE};
    }
    struct text module = import->alias->asname.data ? import->module : import->bound;
    return module_target(calls, absolute_module(calls, module));
}

static struct call_target bound_target(const struct package_calls *calls, uint32_t file,
                                       uint32_t bound, int depth) {
    const struct called_file *called = &calls->files[file];
    switch (bound % BOUND_KINDS) {
    case BOUND_FUNCTION:
        return (struct call_target){TARGET_FUNCTION, file, bound / BOUND_KINDS - 1};
    case BOUND_IMPORT:
        return import_target(calls, called, &called->file->index->imports[bound / BOUND_KINDS - 1],
                             depth);
    default:
        return (struct call_target){.kind = TARGET_UNKNOWN};
    }
}

/* `from .module import *` */
static struct call_target name_by_star(const struct package_calls *calls,
                                       const struct called_file *file, struct text name,
                                       int depth) {
    struct call_target target = {.kind = TARGET_OUTSIDE};
    for (uint32_t i = 0; i < file->star_count; i++) {
        const struct py_import *import = &file->file->index->imports[file->stars[i]];
        struct text module = imported_module(calls, file, import);
        if (!module.size)
            continue;
        target = name_in_module(calls, module, name, depth + MODULES_LOOKED_THROUGH / 2);
        if (target.kind == TARGET_FUNCTION)
            break;
    }
    return target;
}

static struct call_target name_in_module(const struct package_calls *calls, struct text module,
                                         struct text name, int depth) {
    struct call_target found = module_target(calls, module);
    if (depth > MODULES_LOOKED_THROUGH)
        return (struct call_target){.kind = TARGET_UNKNOWN};
    if (found.kind == TARGET_MODULE) {
        const struct called_file *file = &calls->files[found.file];
        uint32_t number = number_of(file, name);
        uint32_t bound = number ? pairs_get(&file->bound, 0, number) : 0;
        struct call_target target = bound ? bound_target(calls, found.file, bound, depth)
                                          : name_by_star(calls, file, name, depth);
        if (target.kind != TARGET_OUTSIDE)
            return target;
    }
    return module_target(
        calls, text_format(calls->arena, "%.*s.%.*s", TEXT_ARGS(module), TEXT_ARGS(name)));
}

static struct call_target name_target(const struct package_calls *calls, uint32_t file,
                                      const struct py_scope *scope, struct text name) {
    const struct called_file *called = &calls->files[file];
    uint32_t number = number_of(called, name);
    for (int looked = 0; number && scope; scope = scope->parent, looked++) {
        uint32_t bound = pairs_get(&called->bound, scope->number, number);
        if (bound)
            return bound_target(calls, file, bound, 0);
        if (looked == SCOPES_LOOKED_THROUGH)
            return (struct call_target){.kind = TARGET_UNKNOWN};
    }
    return name_by_star(calls, called, name, 0);
}

enum { LONGEST_CHAIN = 16 };

struct call_target package_calls_find(const struct package_calls *calls, uint32_t file,
                                      const struct py_scope *scope, const struct py_node *callee) {
    struct text attributes[LONGEST_CHAIN];
    size_t count = 0;
    for (; py_is(callee, PY_Attribute) && count < LONGEST_CHAIN;
         callee = py_as_Attribute(callee)->value)
        attributes[count++] = py_as_Attribute(callee)->attr;
    const struct py_Name *name = py_as_Name(callee);
    if (!name)
        return (struct call_target){.kind = TARGET_UNKNOWN};
    struct call_target target = name_target(calls, file, scope, name->id);
    while (count-- > 0 && target.kind != TARGET_OUTSIDE) {
        if (target.kind != TARGET_MODULE)
            return (struct call_target){.kind = TARGET_UNKNOWN};
        target = name_in_module(calls, calls->files[target.file].module, attributes[count], 0);
    }
    return target;
}

bool package_calls_binds(const struct package_calls *calls, uint32_t file, struct text name) {
    const struct called_file *called = &calls->files[file];
    uint32_t number = number_of(called, name);
    return number && (pairs_get(&called->bound, 0, number) || map_has(&called->imported, name));
}
