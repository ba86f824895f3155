#include "repo/tree.h"

#include "base/path.h"
#include "base/vector.h"
#include "repo/package.h"

#include <errno.h>

struct walk {
    struct arena *arena;
    const struct repository *repository;
    struct tree *tree;
    struct notices *notices;
};

static struct text child(struct walk *walk, struct text folder, struct text name) {
    return text_is(folder, ".") ? name : path_join(walk->arena, folder, name);
}

static bool is_read(struct text name) {
    return is_python_name(name) || is_dockerfile_name(name) || is_compose_name(name) ||
           text_is(name, ".noautolint");
}

static void note(struct walk *walk, struct text path, const char *what) {
    vector_push(walk->arena, walk->notices,
                text_format(walk->arena, "%.*s: %s", TEXT_ARGS(path), what));
}

static void add_file(struct walk *walk, struct text path, enum entry_type type) {
    struct tree_file file = {.path = path, .regular = type == ENTRY_FILE};
    if (type == ENTRY_LINK) {
        enum entry_type target;
        bool leads = folder_has(walk->repository->root_folder, path.data, &target);
        if (leads && target == ENTRY_FOLDER)
            return;
        bool unseen = !leads && !folder_is_absent(errno); /* reading it tells why */
        file.regular = unseen || (leads && target == ENTRY_FILE);
        if (!file.regular)
            note(walk, path, "the link leads to no regular file, so nothing is linted");
        else if (!repository_contains(walk->repository, walk->arena, path))
            note(walk, path, "the link leads out of the repository, so the file is not read");
    }
    if (file.regular || type == ENTRY_LINK)
        vector_push(walk->arena, &walk->tree->files, file);
}

static void add_folder(struct walk *walk, struct text path, const struct folder_entries *entries) {
    struct tree_folder folder = {.path = path};
    for (size_t i = 0; i < entries->count; i++) {
        const struct folder_entry *entry = &entries->items[i];
        if (!text_is(entry->name, "__init__.py"))
            continue;
        folder.has_init =
            entry->type == ENTRY_FILE ||
            (entry->type == ENTRY_LINK &&
             folder_has_file(walk->repository->root_folder, child(walk, path, entry->name).data));
    }
    vector_push(walk->arena, &walk->tree->folders, folder);
}

/* As deep as a path that can be opened is long: the system refuses longer ones. */
static void walk_folder(struct walk *walk, struct text path) {
    struct folder_entries entries;
    int reason;
    enum file_result result =
        folder_read(walk->arena, walk->repository->root_folder, path.data, &entries, &reason);
    if (result == FILE_MISSING)
        return;
    if (result != FILE_READ) {
        struct text why = file_result_text(walk->arena, result, reason);
        note(walk, path, text_format(walk->arena, "%s; nothing in it is linted", why.data).data);
        return;
    }
    add_folder(walk, path, &entries);
    for (size_t i = 0; i < entries.count; i++) {
        const struct folder_entry *entry = &entries.items[i];
        if (entry->type == ENTRY_FOLDER)
            walk_folder(walk, child(walk, path, entry->name));
        else if (is_read(entry->name))
            add_file(walk, child(walk, path, entry->name), entry->type);
    }
}

void tree_read(struct arena *arena, const struct repository *repository, struct text folder,
               struct tree *tree, struct notices *notices) {
    *tree = (struct tree){0};
    struct walk walk = {arena, repository, tree, notices};
    folder = text_copy(arena, folder);
    if (repository_contains(repository, arena, folder))
        walk_folder(&walk, folder);
    else
        note(&walk, folder, "the folder is outside the repository; nothing in it is linted");
}

const struct tree_file *tree_find(const struct tree *tree, struct text path) {
    size_t low = 0, high = tree->files.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = path_compare(tree->files.items[middle].path, path);
        if (order == 0)
            return &tree->files.items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
