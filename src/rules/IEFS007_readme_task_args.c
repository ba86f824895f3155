#include "base/buffer.h"
#include "base/path.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "python/unicode.h"
#include "rules/readme.h"
#include "rules/rules.h"
#include "rules/task.h"

#include <stdlib.h>

enum {
    MOST_PAIRS = 1 << 22, /* of a task and an argument that are looked at in one README */
    MOST_SHOWN = 12,      /* parameters in a hint */
    MOST_COMPARED = 100,  /* parameters that a misspelt argument is compared with */
    LONGEST_SHOWN = 80    /* bytes of a word in a message */
};

/* What the tasks of one name take together. */
struct signature {
    struct map parameters;
    bool anything;      /* one has **kwargs */
    struct texts names; /* of the parameters, sorted; made for the first finding */
};

struct reader {
    struct check *check;
    const struct source_file *readme;
    struct text package_name; /* what stands before the slash in `package/task` */
    struct map by_name;       /* name of a task to struct signature */
    struct map by_place;      /* "physical/path.py@name" to the same */
    struct map resolved;      /* word of a command to the same, NULL when it names no task here */
    struct map reported;      /* what has a finding */
    size_t pairs;
    bool checked;
};

static void add_parameters(struct arena *arena, struct signature *signature,
                           const struct py_list *parameters) {
    for (uint32_t i = 0; i < parameters->count; i++)
        map_put(arena, &signature->parameters, py_as_arg(parameters->items[i])->arg);
}

static void add_task(struct arena *arena, struct map *tasks, struct text key,
                     const struct py_FunctionDef *def) {
    const struct py_arguments *arguments = py_as_arguments(def->args);
    void **place = map_put(arena, tasks, key);
    if (!*place)
        *place = arena_new(arena, struct signature);
    struct signature *signature = *place;
    add_parameters(arena, signature, &arguments->args);
    add_parameters(arena, signature, &arguments->kwonlyargs);
    signature->anything |= arguments->kwarg != NULL;
}

static void add_tasks(struct reader *reader) {
    struct check *check = reader->check;
    struct python_files files = package_python(check->package);
    for (size_t f = 0; f < files.count; f++) {
        if (!has_task(files.items[f]))
            continue;
        const struct py_index *index = files.items[f]->index;
        struct text path = repository_resolve(check->package->repository, check->arena,
                                              files.items[f]->source.path);
        for (size_t i = 0; i < index->function_count; i++) {
            const struct py_FunctionDef *def = index->functions[i].def;
            if (!is_task(&index->functions[i]))
                continue;
            add_task(check->arena, &reader->by_name, def->name, def);
            add_task(check->arena, &reader->by_place,
                     text_format(check->arena, "%.*s@%.*s", TEXT_ARGS(path), TEXT_ARGS(def->name)),
                     def);
        }
    }
}

static struct signature *merge(struct arena *arena, const struct signature *a,
                               const struct signature *b) {
    struct signature *both = arena_new(arena, struct signature);
    both->anything = a->anything || b->anything;
    for (size_t i = 0; i < a->parameters.count; i++)
        map_put(arena, &both->parameters, a->parameters.entries[i].key);
    for (size_t i = 0; i < b->parameters.count; i++)
        map_put(arena, &both->parameters, b->parameters.entries[i].key);
    return both;
}

/* path.py@name: from the root, from the README's folder or from the package. */
static struct signature *find_by_path(struct reader *reader, struct text path, struct text name) {
    struct check *check = reader->check;
    const struct repository *repository = check->package->repository;
    const struct text folders[] = {T(""), path_folder(reader->readme->path),
                                   check->package->folder};
    struct signature *found = NULL;
    if (!text_ends(path, T(".py")) || memchr(path.data, '\0', path.size))
        return NULL;
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        struct text full =
            repository_resolve(repository, check->arena, path_join(check->arena, folders[i], path));
        if (!full.data)
            continue;
        struct signature *here =
            map_get(&reader->by_place,
                    text_format(check->arena, "%.*s@%.*s", TEXT_ARGS(full), TEXT_ARGS(name)));
        if (here && here != found)
            found = found ? merge(check->arena, found, here) : here;
    }
    return found;
}

/* task, package/task or path.py@task. */
static struct signature *find_task(struct reader *reader, struct text word) {
    size_t at = text_find_last_byte(word, '@'), slash = text_find_byte(word, '/');
    if (at != TEXT_NONE)
        return find_by_path(reader, text_slice(word, 0, at), text_from(word, at + 1));
    if (text_ends(word, T(".py")))
        return NULL;
    if (slash == TEXT_NONE)
        return map_get(&reader->by_name, word);
    if (!text_equal(text_slice(word, 0, slash), reader->package_name))
        return NULL;
    return map_get(&reader->by_name, text_from(word, slash + 1));
}

static struct signature *resolve(struct reader *reader, struct text word) {
    if (map_has(&reader->resolved, word))
        return map_get(&reader->resolved, word);
    struct signature *found = find_task(reader, word);
    *map_put(reader->check->arena, &reader->resolved, word) = found;
    return found;
}

static int compare_texts(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static struct text shown(struct arena *arena, struct text word) {
    size_t end = LONGEST_SHOWN;
    if (word.size <= end)
        return word;
    while (end && ((unsigned char)word.data[end] & 0xc0) == 0x80)
        end--;
    return text_join(arena, text_slice(word, 0, end), T("..."));
}

static struct texts sorted_names(struct arena *arena, const struct map *parameters) {
    struct text *names = arena_array(arena, struct text, parameters->count);
    for (size_t i = 0; i < parameters->count; i++)
        names[i] = parameters->entries[i].key;
    qsort(names, parameters->count, sizeof(*names), compare_texts);
    return (struct texts){names, parameters->count};
}

static struct text hint_for(struct arena *arena, struct signature *signature,
                            struct text argument) {
    size_t count = signature->parameters.count;
    if (!count)
        return T("the task takes no arguments");
    if (!signature->names.items)
        signature->names = sorted_names(arena, &signature->parameters);
    const struct text *names = signature->names.items;
    struct buffer hint;
    buffer_init(&hint, arena);
    buffer_string(&hint, "the task takes ");
    for (size_t i = 0; i < count && i < MOST_SHOWN; i++)
        buffer_format(&hint, "%s%.*s", i ? ", " : "", TEXT_ARGS(shown(arena, names[i])));
    if (count > MOST_SHOWN)
        buffer_format(&hint, " and %zu more", count - MOST_SHOWN);
    buffer_text(&hint,
                suggest_phrase(arena, suggest(argument, names,
                                              count < MOST_COMPARED ? count : MOST_COMPARED)));
    return buffer_view(&hint);
}

/* The name of the task as written, without what says where it is. */
static struct text task_name(struct text word) {
    return path_name(text_from(word, text_find_last_byte(word, '@') + 1));
}

static void report(struct reader *reader, struct signature *signature, struct text task,
                   struct text argument, uint32_t line) {
    struct check *check = reader->check;
    struct text identity = text_format(check->arena, "%u %.*s %.*s", line, TEXT_ARGS(argument),
                                       TEXT_ARGS(task_name(task)));
    if (map_has(&reader->reported, identity))
        return;
    map_put(check->arena, &reader->reported, identity);
    check_finding(check, location_at(reader->readme->path, line, 0),
                  hint_for(check->arena, signature, argument).data,
                  "'%.*s' is no argument of the task %.*s, so it is ignored",
                  TEXT_ARGS(shown(check->arena, argument)),
                  TEXT_ARGS(shown(check->arena, task_name(task))));
}

static void check_argument(struct reader *reader, const struct readme_word *tasks, size_t count,
                           struct text assignment, uint32_t line) {
    size_t equals = text_find_byte(assignment, '=');
    struct text name = py_strip(text_slice(assignment, 0, equals));
    if (equals == TEXT_NONE || !name.size)
        return;
    for (size_t i = 0; i < count && reader->pairs < MOST_PAIRS; i++, reader->pairs++) {
        struct signature *signature = resolve(reader, tasks[i].text);
        if (!signature || signature->anything)
            continue;
        reader->checked = true;
        if (!map_has(&signature->parameters, name))
            report(reader, signature, tasks[i].text, name, line);
    }
}

/* The index behind the first `inspect eval` or `inspect eval-set`; 0 when there is none. */
static size_t behind_eval(const struct readme_command *command) {
    for (size_t i = 0; i + 1 < command->count; i++) {
        struct text next = command->words[i + 1].text;
        if (text_is(path_name(command->words[i].text), "inspect") &&
            (text_is(next, "eval") || text_is(next, "eval-set")))
            return i + 2;
    }
    return 0;
}

/* inspect eval TASK ... [-T NAME=VALUE | -TNAME=VALUE | anything] ... */
static void check_command(struct reader *reader, const struct readme_command *command) {
    size_t begin = behind_eval(command), tasks = 0;
    if (!begin)
        return;
    const struct readme_word *words = command->words + begin;
    size_t count = command->count - begin;
    while (tasks < count && !text_starts(words[tasks].text, T("-")))
        tasks++;
    for (size_t i = tasks; i < count; i++) {
        if (!text_starts(words[i].text, T("-T")))
            continue;
        if (words[i].text.size > 2)
            check_argument(reader, words, tasks, text_from(words[i].text, 2), words[i].line);
        else if (i + 1 < count)
            check_argument(reader, words, tasks, words[i + 1].text, words[i + 1].line);
    }
}

static void check_readme_task_args(struct check *check) {
    struct text prefix = check->config->import_prefix;
    struct reader reader = {
        .check = check,
        .readme = readme_of(check),
        .package_name =
            prefix.size ? text_slice(prefix, 0, text_find_byte(prefix, '.')) : check->package->name,
    };
    if (!reader.readme)
        return;
    struct readme_commands commands = readme_read(check->arena, reader.readme->content);
    add_tasks(&reader);
    for (size_t i = 0; i < commands.count; i++)
        check_command(&reader, &commands.items[i]);
    if (reader.pairs >= MOST_PAIRS)
        check_warn(check, &(struct error){.file = reader.readme->path,
                                          .message = T("too many arguments of tasks; not all are "
                                                       "checked")});
    if (reader.checked)
        check_pass(check, "Every -T argument in the README is one that its task takes");
    else
        check_skip(check, "The README gives no argument to a task of the evaluation");
}

static const char *const settings[] = {"readme-location", "import-prefix", NULL};

const struct rule rule_readme_task_args = {
    .code = "IEFS007",
    .name = "readme_task_args",
    .summary = "Arguments that the README passes to a task with -T are parameters of the task",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .settings = settings,
    .check = check_readme_task_args,
};
