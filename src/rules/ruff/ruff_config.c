#include "rules/ruff/ruff_config.h"

#include "base/path.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "rules/ruff/ruff_glob.h"

static const char probe_name[] = "_inspect_evals_lint_probe.py";

/* A configuration file and, in front of it, what it extends. */
struct layer {
    struct text path;   /* absolute */
    struct text folder; /* of its patterns */
    const struct toml_value *settings;
    const struct toml_value *lint; /* the table, or NULL */
};

struct layers {
    struct layer *items;
    size_t count;
    size_t capacity;
};

struct resolver {
    struct check *check;
    struct layers layers; /* the governing file first */
    struct text folder;   /* of the package, absolute */
    struct text probe;    /* the file that is asked about, absolute */
    bool preview, explicit_only;
    struct text *problem;
};

static bool is_pyproject(struct text path) {
    return text_is(path_name(path), "pyproject.toml");
}

static const struct toml_value *parse(struct arena *arena, struct text content) {
    struct error error = {0};
    return utf8_find_invalid(content) == TEXT_NONE ? toml_parse(arena, T(""), content, &error)
                                                   : NULL;
}

/* What cannot be judged governs as well: ruff stops there. */
static bool governs(struct check *check, const struct source_file *file) {
    if (file->result == FILE_MISSING || file->result == FILE_NOT_REGULAR)
        return false;
    if (file->result != FILE_READ || !is_pyproject(file->path))
        return true;
    const struct toml_value *root = parse(check->arena, file->content);
    const struct toml_value *tool = root ? toml_find(root, T("tool")) : NULL;
    return !root || (tool && (tool->type != TOML_TABLE || toml_find(tool, T("ruff"))));
}

struct text ruff_governing_file(struct check *check) {
    static const char *const names[] = {".ruff.toml", "ruff.toml", "pyproject.toml"};
    for (struct text folder = check->package->folder;; folder = path_folder(folder)) {
        for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
            struct text path = path_join(check->arena, folder, text_of(names[i]));
            if (governs(check, package_read(check->package, path)))
                return path;
        }
        if (!folder.size || text_is(folder, "/"))
            return (struct text){NULL, 0};
    }
}

static bool is_list_of_texts(const struct toml_value *value) {
    for (size_t i = 0; value->type == TOML_ARRAY && i < value->array.count; i++)
        if (value->array.items[i]->type != TOML_STRING)
            return false;
    return value->type == TOML_ARRAY;
}

static bool is_table_of_lists(const struct toml_value *value) {
    for (size_t i = 0; value->type == TOML_TABLE && i < value->table.count; i++)
        if (!is_list_of_texts(value->table.entries[i].value))
            return false;
    return value->type == TOML_TABLE;
}

/* NULL, or the setting that has a value of the wrong type. */
static const char *wrong_setting(const struct toml_value *table) {
    static const char *const booleans[] = {"preview", "explicit-preview-rules", "force-exclude"};
    static const char *const lists[] = {"select",        "extend-select", "ignore",
                                        "extend-ignore", "exclude",       "extend-exclude"};
    static const char *const tables[] = {"per-file-ignores", "extend-per-file-ignores"};
    const struct toml_value *value;
    for (size_t i = 0; i < sizeof(booleans) / sizeof(*booleans); i++)
        if ((value = toml_find(table, text_of(booleans[i]))) && value->type != TOML_BOOLEAN)
            return booleans[i];
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        if ((value = toml_find(table, text_of(lists[i]))) && !is_list_of_texts(value))
            return lists[i];
    for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
        if ((value = toml_find(table, text_of(tables[i]))) && !is_table_of_lists(value))
            return tables[i];
    return NULL;
}

static bool fail(struct resolver *resolver, const struct layer *layer, const char *why) {
    struct text root = resolver->check->package->repository->root;
    struct text shown = path_relative(layer->path, root);
    *resolver->problem = text_format(resolver->check->arena, "%.*s %s",
                                     TEXT_ARGS(shown.data ? shown : layer->path), why);
    return false;
}

static bool check_settings(struct resolver *resolver, struct layer *layer) {
    const struct toml_value *extend = toml_find(layer->settings, T("extend"));
    layer->lint = toml_find(layer->settings, T("lint"));
    const char *wrong = wrong_setting(layer->settings);
    if (!wrong && extend && extend->type != TOML_STRING)
        wrong = "extend";
    if (!wrong && layer->lint && layer->lint->type != TOML_TABLE)
        wrong = "lint";
    if (!wrong && layer->lint)
        wrong = wrong_setting(layer->lint);
    if (!wrong && !is_pyproject(layer->path) && toml_find(layer->settings, T("tool")))
        wrong = "tool";
    return !wrong ||
           fail(resolver, layer,
                text_format(resolver->check->arena, "has a wrong setting: %s", wrong).data);
}

static bool read_layer(struct resolver *resolver, struct layer *layer) {
    struct arena *arena = resolver->check->arena;
    struct text content;
    int reason;
    enum file_result result = repository_read(resolver->check->package->repository, arena,
                                              layer->path, SOURCE_FILE_LIMIT, &content, &reason);
    if (result != FILE_READ)
        return fail(resolver, layer, file_result_text(arena, result, reason).data);
    const struct toml_value *root = parse(arena, content);
    const struct toml_value *tool = root ? toml_find(root, T("tool")) : NULL;
    if (!root || (is_pyproject(layer->path) && tool && tool->type != TOML_TABLE))
        return fail(resolver, layer, "is not valid TOML");
    static const struct toml_value nothing = {.type = TOML_TABLE};
    layer->settings = root;
    if (is_pyproject(layer->path))
        layer->settings = tool ? toml_find(tool, T("ruff")) : NULL;
    if (!layer->settings)
        layer->settings = &nothing;
    if (layer->settings->type != TOML_TABLE)
        return fail(resolver, layer, "has a wrong setting: tool.ruff");
    return check_settings(resolver, layer);
}

/* Reads the file and all that it extends in turn. */
static bool load(struct resolver *resolver, struct text path) {
    struct arena *arena = resolver->check->arena;
    struct map seen = {0};
    for (;;) {
        struct layer layer = {.path = path, .folder = path_folder(path)};
        if (map_has(&seen, path))
            return fail(resolver, &layer, "extends itself");
        map_put(arena, &seen, path);
        if (!read_layer(resolver, &layer))
            return false;
        vector_push(arena, &resolver->layers, layer);
        const struct toml_value *extend = toml_find(layer.settings, T("extend"));
        if (!extend)
            return true;
        path = path_normalise(arena, path_join(arena, layer.folder, extend->text));
    }
}

/* A setting of the linter: below `lint`, or at its old place beside it. */
static const struct toml_value *linter_setting(const struct layer *layer, const char *name) {
    const struct toml_value *value = layer->lint ? toml_find(layer->lint, text_of(name)) : NULL;
    return value ? value : toml_find(layer->settings, text_of(name));
}

/* How narrow a selector is that covers the rule: 0 for ALL, then PL, PLW, PLW1 and so on; -1 when
 * it does not cover the rule. */
static int narrowness(struct text selector) {
    if (text_is(selector, "ALL"))
        return 0;
    bool covers = selector.size >= 2 && text_starts(T(RUFF_CODE), selector);
    return covers ? (int)selector.size - 1 : -1;
}

/* The narrowest selector of a list that reaches the rule; -1 for none. */
static int reach(const struct resolver *resolver, const struct toml_value *list) {
    int narrowest = -1;
    for (size_t i = 0; list && i < list->array.count; i++) {
        struct text selector = list->array.items[i]->text;
        bool counts =
            resolver->preview && (!resolver->explicit_only || text_is(selector, RUFF_CODE));
        if (counts && narrowness(selector) > narrowest)
            narrowest = narrowness(selector);
    }
    return narrowest;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static bool is_selected(const struct resolver *resolver) {
    bool selected = false;
    int carried = -1; /* what a file that only ignores leaves to the next one */
    for (size_t i = resolver->layers.count; i-- > 0;) {
        const struct layer *layer = &resolver->layers.items[i];
        const struct toml_value *select = linter_setting(layer, "select");
        const struct toml_value *extend = linter_setting(layer, "extend-select");
        int on = larger(reach(resolver, select), reach(resolver, extend));
        int ignored = larger(reach(resolver, linter_setting(layer, "ignore")),
                             reach(resolver, linter_setting(layer, "extend-ignore")));
        int off = larger(ignored, carried);
        if (select)
            selected = on > off;
        else if (on >= 0 || off >= 0)
            selected = on > off;
        bool only_ignores = select && !select->array.count && (!extend || !extend->array.count);
        carried = only_ignores ? ignored : -1;
    }
    return selected;
}

/* The last value that is set, from the governing file on. */
static bool flag(const struct resolver *resolver, const char *name, bool in_lint, bool *value) {
    for (size_t i = 0; i < resolver->layers.count; i++) {
        const struct layer *layer = &resolver->layers.items[i];
        const struct toml_value *table = in_lint ? layer->lint : layer->settings;
        const struct toml_value *found = table ? toml_find(table, text_of(name)) : NULL;
        if (!found)
            continue;
        *value = found->boolean;
        return true;
    }
    return false;
}

enum match { NO_GLOB, MATCHES, DIFFERS };

/* By its name alone, or as a path from the folder of the pattern's file. */
static enum match match_path(struct resolver *resolver, const struct layer *layer,
                             struct text pattern, struct text path) {
    struct arena *arena = resolver->check->arena;
    struct text full = path_normalise(arena, path_join(arena, layer->folder, pattern));
    struct text below = path_relative(full, layer->folder);
    const struct ruff_glob *name = ruff_glob_compile(arena, pattern, 0);
    const struct ruff_glob *whole =
        ruff_glob_compile(arena, full, below.data ? full.size - below.size : 0);
    if (!name || !whole)
        return NO_GLOB;
    return ruff_glob_match(arena, name, path_name(path)) || ruff_glob_match(arena, whole, path)
               ? MATCHES
               : DIFFERS;
}

static bool covers(const struct toml_value *selectors) {
    for (size_t i = 0; i < selectors->array.count; i++)
        if (narrowness(selectors->array.items[i]->text) >= 0)
            return true;
    return false;
}

/* False when a pattern is no glob. */
static bool ignore_by_table(struct resolver *resolver, const struct layer *layer,
                            const struct toml_value *table, bool *ignored) {
    for (size_t i = 0; table && i < table->table.count; i++) {
        struct text pattern = table->table.entries[i].key;
        bool negated = text_starts(pattern, T("!"));
        enum match match =
            match_path(resolver, layer, text_from(pattern, negated), resolver->probe);
        if (match == NO_GLOB)
            return fail(resolver, layer, "has a pattern that is no glob");
        if ((match == MATCHES) != negated && covers(table->table.entries[i].value))
            *ignored = true;
    }
    return true;
}

/* The table of the first file that has one; what is to be added, of all of them. */
static bool ignore_by_file(struct resolver *resolver, bool *ignored) {
    bool replaced = false;
    for (size_t i = 0; i < resolver->layers.count; i++) {
        const struct layer *layer = &resolver->layers.items[i];
        const struct toml_value *own = linter_setting(layer, "per-file-ignores");
        bool discarded = false;
        if (!ignore_by_table(resolver, layer, own, replaced ? &discarded : ignored) ||
            !ignore_by_table(resolver, layer, linter_setting(layer, "extend-per-file-ignores"),
                             ignored))
            return false;
        replaced |= own != NULL;
    }
    return true;
}

/* Whether a pattern matches the file or, with folders, a folder down to it from the governing
 * file's. */
static bool exclude_by_list(struct resolver *resolver, const struct layer *layer,
                            const struct toml_value *list, bool folders, bool *excluded) {
    struct text top = resolver->layers.items[0].folder;
    for (size_t i = 0; list && i < list->array.count; i++) {
        struct text path = resolver->probe;
        do {
            enum match match = match_path(resolver, layer, list->array.items[i]->text, path);
            if (match == NO_GLOB)
                return fail(resolver, layer, "has a pattern that is no glob");
            *excluded |= match == MATCHES;
            path = path_folder(path);
        } while (folders && path_relative(path, top).data);
    }
    return true;
}

static bool is_default_exclude(struct text name) {
    static const char *const names[] = {".bzr",
                                        ".direnv",
                                        ".eggs",
                                        ".git",
                                        ".git-rewrite",
                                        ".hg",
                                        ".ipynb_checkpoints",
                                        ".mypy_cache",
                                        ".nox",
                                        ".pants.d",
                                        ".pyenv",
                                        ".pytest_cache",
                                        ".pytype",
                                        ".ruff_cache",
                                        ".svn",
                                        ".tox",
                                        ".venv",
                                        ".vscode",
                                        "__pypackages__",
                                        "_build",
                                        "buck-out",
                                        "dist",
                                        "node_modules",
                                        "site-packages",
                                        "venv"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (text_is(name, names[i]))
            return true;
    return false;
}

/* Exclusions count only where they are enforced: the file is named, not found. */
static bool exclude(struct resolver *resolver, bool *excluded) {
    bool forced = false, own = false, own_of_lint = false, discarded = false;
    flag(resolver, "force-exclude", false, &forced);
    for (size_t i = 0; i < resolver->layers.count; i++) {
        const struct layer *layer = &resolver->layers.items[i];
        const struct toml_value *list = toml_find(layer->settings, T("exclude"));
        const struct toml_value *lint = layer->lint ? toml_find(layer->lint, T("exclude")) : NULL;
        if (!exclude_by_list(resolver, layer, list, true, own ? &discarded : excluded) ||
            !exclude_by_list(resolver, layer, toml_find(layer->settings, T("extend-exclude")), true,
                             excluded) ||
            !exclude_by_list(resolver, layer, lint, false, own_of_lint ? &discarded : excluded))
            return false;
        own |= list != NULL;
        own_of_lint |= lint != NULL;
    }
    struct text top = resolver->layers.items[0].folder;
    for (struct text path = resolver->folder; !own && path_relative(path, top).data;
         path = path_folder(path))
        *excluded |= is_default_exclude(path_name(path));
    *excluded &= forced;
    return true;
}

enum ruff_answer ruff_resolve(struct check *check, struct text file, struct text *problem) {
    struct arena *arena = check->arena;
    struct text root = check->package->repository->root;
    struct resolver resolver = {.check = check, .problem = problem};
    bool excluded = false, ignored = false;
    resolver.folder = path_normalise(arena, path_join(arena, root, check->package->folder));
    resolver.probe = path_join(arena, resolver.folder, text_of(probe_name));
    if (!load(&resolver, path_normalise(arena, path_join(arena, root, file))) ||
        !exclude(&resolver, &excluded) || !ignore_by_file(&resolver, &ignored))
        return RUFF_UNREADABLE;
    if (!flag(&resolver, "preview", true, &resolver.preview))
        flag(&resolver, "preview", false, &resolver.preview);
    for (size_t i = resolver.layers.count; i-- > 0;) {
        const struct toml_value *value =
            linter_setting(&resolver.layers.items[i], "explicit-preview-rules");
        if (value)
            resolver.explicit_only = value->boolean;
    }
    return is_selected(&resolver) && !excluded && !ignored ? RUFF_ENABLED : RUFF_DISABLED;
}
