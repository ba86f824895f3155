#include "repo/lock.h"

#include "base/file.h"
#include "base/pieces.h"
#include "base/vector.h"
#include "formats/requirement.h"

enum { KNOWN_VERSION = 1 };

static const struct text lock_name = TEXT("uv.lock");

/* The files of a package, which are most of the lock. */
static const struct text skipped[] = {TEXT("wheels"), TEXT("sdist"), {NULL, 0}};

/* A name that the lock mentions. What it requires stands in the array of all requirements, as
 * numbers, so that following them does not go through the file's tables again. */
struct locked {
    struct text name; /* normalised */
    size_t first;
    size_t count;
};

struct lock {
    struct map numbers; /* name to its number plus one */
    VECTOR(struct locked) items;
    VECTOR(uint32_t) required;
};

/* A lock while it is read. */
struct reader {
    struct lock *lock;
    struct arena *arena;   /* the lock's */
    struct arena *scratch; /* for what is forgotten right after */
    struct errors *warnings;
};

static uint32_t number_of(struct reader *reader, struct text written) {
    struct lock *lock = reader->lock;
    struct text name = distribution_name(reader->scratch, written);
    uintptr_t known = (uintptr_t)map_get(&lock->numbers, name);
    if (known)
        return (uint32_t)(known - 1);
    name = text_copy(reader->arena, name);
    vector_push(reader->arena, &lock->items, (struct locked){.name = name});
    *map_put(reader->arena, &lock->numbers, name) = (void *)(uintptr_t)lock->items.count;
    return (uint32_t)(lock->items.count - 1);
}

static const struct toml_value *find_of_type(const struct toml_value *table, struct text key,
                                             enum toml_type type) {
    const struct toml_value *value = toml_find(table, key);
    return value && value->type == type ? value : NULL;
}

static void add_package(struct reader *reader, const struct toml_value *package, struct text name) {
    struct lock *lock = reader->lock;
    const struct toml_value *list = toml_find(package, T("dependencies"));
    size_t first = lock->required.count;
    uint32_t number = number_of(reader, name);
    if (list && list->type != TOML_ARRAY)
        errors_add(reader->arena, reader->warnings, lock_name, list->line, 0,
                   "'dependencies' must be an array of tables; it is passed over");
    for (size_t i = 0; list && list->type == TOML_ARRAY && i < list->array.count; i++) {
        const struct toml_value *item = list->array.items[i];
        const struct toml_value *required = find_of_type(item, T("name"), TOML_STRING);
        if (required)
            vector_push(reader->arena, &lock->required, number_of(reader, required->text));
        else
            errors_add(reader->arena, reader->warnings, lock_name, item->line, 0,
                       "a dependency of %.*s has no name; it is passed over", TEXT_ARGS(name));
    }
    lock->items.items[number].first = first;
    lock->items.items[number].count = lock->required.count - first;
}

static void add_packages(struct reader *reader, const struct toml_value *root) {
    const struct toml_value *packages = toml_find(root, T("package"));
    if (packages && packages->type != TOML_ARRAY) {
        errors_add(reader->arena, reader->warnings, lock_name, packages->line, 0,
                   "'package' must be an array of tables; it is passed over");
        return;
    }
    for (size_t i = 0; packages && i < packages->array.count; i++) {
        const struct toml_value *package = packages->array.items[i];
        const struct toml_value *name = find_of_type(package, T("name"), TOML_STRING);
        if (name)
            add_package(reader, package, name->text);
        else
            errors_add(reader->arena, reader->warnings, lock_name, package->line, 0,
                       "a package has no name; it is passed over");
    }
}

static void check_version(struct reader *reader, const struct toml_value *root) {
    const struct toml_value *version = toml_find(root, T("version"));
    if (!version || version->type != TOML_INTEGER)
        errors_add(reader->arena, reader->warnings, lock_name, version ? version->line : 1, 0,
                   "the version of the lock file is missing; it is read as version %d",
                   KNOWN_VERSION);
    else if (version->integer != KNOWN_VERSION)
        errors_add(reader->arena, reader->warnings, lock_name, version->line, 0,
                   "version %.*s of the lock file is not known; it is read as version %d",
                   TEXT_ARGS(version->text), KNOWN_VERSION);
}

static void read_whole(struct reader *reader, struct text content) {
    struct error error = {0};
    uint32_t line = 1;
    const struct toml_value *root =
        toml_parse_part(reader->scratch, lock_name, content, &line, skipped, &error);
    if (root) {
        check_version(reader, root);
        add_packages(reader, root);
    } else {
        errors_add(reader->arena, reader->warnings, error.file, error.line, error.column, "%.*s",
                   TEXT_ARGS(error.message));
    }
}

/* Whether the tables of pieces that are read one by one are those of the whole: the first must not
 * speak of packages, and the others of nothing else, so that none adds to what is in another. A
 * piece that ends inside a string or an array is no TOML by itself. */
static bool stands_alone(const struct toml_value *root, bool first) {
    bool packages = toml_find(root, T("package"));
    return first ? !packages : packages && root->table.count == 1;
}

/* Most of a large lock is forgotten right after it is read. False when the file has to be read as a
 * whole, if only to see what is wrong with it. */
static bool read_pieces(struct reader *reader, struct pieces *pieces) {
    struct text piece;
    uint32_t line = 1;
    bool good = true;
    for (bool first = true; good && pieces_next(pieces, &piece); first = false) {
        struct error error = {0};
        const struct toml_value *root =
            toml_parse_part(reader->scratch, lock_name, piece, &line, skipped, &error);
        good = root && stands_alone(root, first);
        if (good && first)
            check_version(reader, root);
        else if (good)
            add_packages(reader, root);
        arena_reset(reader->scratch);
    }
    return good && !pieces->failed;
}

/* False when that is not possible, with nothing changed. */
static bool read_file_in_pieces(struct reader *reader, const struct repository *repository) {
    enum { WINDOW = 1 << 17 };
    struct pieces pieces;
    struct errors warned = *reader->warnings;
    if (!repository_contains(repository, reader->scratch, lock_name) ||
        !pieces_open(&pieces, reader->arena->heap, repository->root_folder, lock_name.data,
                     FILE_SIZE_LIMIT, T("[[package]]"), WINDOW))
        return false;
    bool good = read_pieces(reader, &pieces);
    pieces_close(&pieces);
    if (!good) {
        *reader->warnings = warned;
        *reader->lock = (struct lock){0};
    }
    return good;
}

/* False when there is none. */
static bool read_file(struct reader *reader, const struct repository *repository) {
    struct text content = {NULL, 0};
    int reason;
    if (read_file_in_pieces(reader, repository))
        return true;
    enum file_result result =
        repository_read(repository, reader->scratch, lock_name, FILE_SIZE_LIMIT, &content, &reason);
    if (result == FILE_READ) {
        read_whole(reader, content);
    } else if (result != FILE_MISSING) {
        struct text why = file_result_text(reader->scratch, result, reason);
        errors_add(reader->arena, reader->warnings, lock_name, 0, 0,
                   "%.*s, so nothing is known of what dependencies require in turn",
                   TEXT_ARGS(why));
    }
    return result != FILE_MISSING;
}

const struct lock *lock_read(struct arena *arena, const struct repository *repository,
                             struct errors *warnings) {
    struct arena scratch;
    struct reader reader = {arena_new(arena, struct lock), arena, &scratch, warnings};
    arena_init(&scratch, arena->heap);
    bool found = read_file(&reader, repository);
    arena_release(&scratch);
    return found ? reader.lock : NULL;
}

const struct lock *lock_parse(struct arena *arena, struct text content, struct errors *warnings) {
    struct arena scratch;
    struct reader reader = {arena_new(arena, struct lock), arena, &scratch, warnings};
    arena_init(&scratch, arena->heap);
    read_whole(&reader, content);
    arena_release(&scratch);
    return reader.lock;
}

void lock_add_required(struct arena *arena, const struct lock *lock, struct map *names) {
    bool *followed = arena_array(arena, bool, lock->items.count);
    VECTOR(uint32_t) queue = {0};
    for (size_t i = 0; i < names->count; i++) {
        uintptr_t place = (uintptr_t)map_get(&lock->numbers, names->entries[i].key);
        if (place && !followed[place - 1]) {
            followed[place - 1] = true;
            vector_push(arena, &queue, (uint32_t)(place - 1));
        }
    }
    for (size_t i = 0; i < queue.count; i++) {
        const struct locked *locked = &lock->items.items[queue.items[i]];
        map_put(arena, names, locked->name);
        for (size_t j = 0; j < locked->count; j++) {
            uint32_t required = lock->required.items[locked->first + j];
            if (followed[required])
                continue;
            followed[required] = true;
            vector_push(arena, &queue, required);
        }
    }
}
