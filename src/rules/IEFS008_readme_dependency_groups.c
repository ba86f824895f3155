#include "base/path.h"
#include "formats/requirement.h"
#include "rules/readme.h"
#include "rules/rules.h"

enum kind { EXTRA, GROUP };

static const char *const kind_names[] = {[EXTRA] = "extra", [GROUP] = "dependency group"};
static const char *const sections[] = {
    [EXTRA] = "[project.optional-dependencies]", [GROUP] = "[dependency-groups]"};

/* What a pyproject.toml defines. Names are normalised. */
struct project {
    struct text file;
    struct text name; /* empty when it has none */
    struct map names[2];
};

struct reader {
    struct check *check;
    struct text readme;
    const struct project *governing;
    const struct project *root; /* NULL when there is none */
    bool isolated;
    struct map reported;
    size_t checked;
};

static struct map keys_of(struct arena *arena, const struct toml_value *table) {
    struct map keys = {0};
    for (size_t i = 0; table && table->type == TOML_TABLE && i < table->table.count; i++)
        map_put(arena, &keys, distribution_name(arena, table->table.entries[i].key));
    return keys;
}

static struct project *read_project(struct arena *arena, struct text file,
                                    const struct toml_value *pyproject) {
    if (!pyproject)
        return NULL;
    struct project *project = arena_new(arena, struct project);
    const struct toml_value *name = toml_get(pyproject, "project", "name", NULL);
    project->file = file;
    if (name && name->type == TOML_STRING)
        project->name = distribution_name(arena, name->text);
    project->names[EXTRA] =
        keys_of(arena, toml_get(pyproject, "project", "optional-dependencies", NULL));
    project->names[GROUP] = keys_of(arena, toml_get(pyproject, "dependency-groups", NULL));
    return project;
}

/* Finds the pyproject.toml that governs the evaluation; false after a skip. */
static bool find_projects(struct reader *reader) {
    struct check *check = reader->check;
    struct text root_file = T("pyproject.toml"), folder = check->config->isolated_packages_dir;
    reader->root = read_project(check->arena, root_file, check->package->repository->pyproject);
    reader->governing = reader->root;
    if (folder.size) {
        struct text own = path_join(check->arena, folder, check->package->name);
        struct text file = path_join(check->arena, own, root_file);
        const struct source_file *source = package_read(check->package, file);
        struct error error = {0};
        reader->isolated = source->result != FILE_MISSING && source->result != FILE_NOT_REGULAR;
        if (reader->isolated)
            reader->governing =
                read_project(check->arena, file,
                             source->result == FILE_READ
                                 ? toml_parse(check->arena, file, source->content, &error)
                                 : NULL);
        if (!reader->governing && reader->isolated)
            check_skip(check, "%.*s, which governs the evaluation, cannot be read",
                       TEXT_ARGS(file));
    }
    if (!reader->governing && !reader->isolated)
        check_skip(check, "There is no pyproject.toml");
    return reader->governing;
}

static bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* What is of another form is a placeholder. */
static bool is_name(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (!is_alphanumeric(text.data[i]) && (!i || !strchr("._-", text.data[i])))
            return false;
    return text.size > 0;
}

static struct text hint_for(const struct reader *reader, const struct project *project,
                            enum kind kind, struct text name) {
    struct arena *arena = reader->check->arena;
    enum kind other = kind == EXTRA ? GROUP : EXTRA;
    if (map_has(&project->names[other], distribution_name(arena, name)))
        return text_format(arena, "it is %s there; write --%s %.*s",
                           other == EXTRA ? "an extra" : "a dependency group",
                           other == EXTRA ? "extra" : "group", TEXT_ARGS(name));
    if (reader->isolated && project == reader->governing)
        return text_format(arena,
                           "the evaluation has a project of its own; show how to install "
                           "%.*s, or define the name in its %s",
                           TEXT_ARGS(path_folder(project->file)), sections[kind]);
    return text_format(arena, "name one that %s defines, or define it there", sections[kind]);
}

static void check_reference(struct reader *reader, const struct project *project, enum kind kind,
                            struct text name, uint32_t line) {
    struct check *check = reader->check;
    if (!is_name(name))
        return;
    reader->checked++;
    if (map_has(&project->names[kind], distribution_name(check->arena, name)))
        return;
    struct text identity = text_format(check->arena, "%u %d %.*s", line, kind, TEXT_ARGS(name));
    if (map_has(&reader->reported, identity))
        return;
    map_put(check->arena, &reader->reported, identity);
    check_finding(
        check, location_at(reader->readme, line, 0), hint_for(reader, project, kind, name).data,
        "%.*s defines no %s '%.*s'%s", TEXT_ARGS(project->file), kind_names[kind], TEXT_ARGS(name),
        reader->isolated && project == reader->governing ? "; it governs this evaluation" : "");
}

static bool is_program(struct readme_word word, const char *program) {
    return text_is(path_name(word.text), program);
}

/* Whether the word is the option alone or with `=`; *value is what follows. */
static bool is_option(struct text word, struct text option, struct text *value) {
    if (!text_starts(word, option))
        return false;
    *value = text_from(word, option.size);
    if (value->size && value->data[0] != '=')
        return false;
    if (value->size)
        *value = text_from(*value, 1);
    return true;
}

static bool runs_uv(const struct readme_command *command) {
    for (size_t i = 0; i < command->count; i++)
        if (is_program(command->words[i], "uv"))
            return true;
    return false;
}

/* Options of uv that choose another project. */
static bool is_elsewhere(const struct readme_command *command) {
    struct text value;
    for (size_t i = 0; i < command->count; i++)
        if (is_option(command->words[i].text, T("--project"), &value) ||
            is_option(command->words[i].text, T("--directory"), &value) ||
            is_option(command->words[i].text, T("--package"), &value))
            return true;
    return false;
}

static void check_options_of_uv(struct reader *reader, const struct readme_command *command) {
    for (size_t i = 0; i < command->count; i++) {
        struct readme_word word = command->words[i];
        struct text value;
        bool extra = is_option(word.text, T("--extra"), &value);
        if (!extra && !is_option(word.text, T("--group"), &value))
            continue;
        bool alone = text_find_byte(word.text, '=') == TEXT_NONE;
        if (alone && i + 1 == command->count)
            continue;
        check_reference(reader, reader->governing, extra ? EXTRA : GROUP,
                        alone ? command->words[i + 1].text : value, word.line);
    }
}

/* pip, pip3, pip3.12 */
static bool is_pip(struct text program) {
    if (!text_starts(program, T("pip")))
        return false;
    struct text version = text_from(program, 3);
    size_t dots = 0;
    for (size_t i = 0; i < version.size; i++) {
        bool dot = version.data[i] == '.';
        dots += dot;
        if (dot ? !i || i + 1 == version.size || dots > 1
                : version.data[i] < '0' || version.data[i] > '9')
            return false;
    }
    return true;
}

/* The index of the first word that can be a requirement; the command's count when nothing is
 * installed. */
static size_t find_requirements(const struct readme_command *command) {
    for (size_t i = 0; i + 1 < command->count; i++) {
        struct text next = command->words[i + 1].text;
        struct text program = path_name(command->words[i].text);
        if ((text_is(next, "install") && is_pip(program)) ||
            (text_is(next, "add") && text_is(program, "uv")))
            return i + 2;
    }
    return command->count;
}

static const struct project *find_project(const struct reader *reader, struct text name) {
    if (text_is(name, "."))
        return reader->governing;
    if (!is_name(name))
        return NULL;
    name = distribution_name(reader->check->arena, name);
    if (text_equal(name, reader->governing->name))
        return reader->governing;
    return reader->root && text_equal(name, reader->root->name) ? reader->root : NULL;
}

/* PROJECT[EXTRA, ...], whatever follows the bracket */
static void check_requirement(struct reader *reader, struct readme_word word) {
    size_t open = text_find_byte(word.text, '['), close = text_find_byte(word.text, ']');
    if (open == TEXT_NONE || close == TEXT_NONE || close < open)
        return;
    const struct project *project = find_project(reader, text_slice(word.text, 0, open));
    struct text rest = text_slice(word.text, open + 1, close), extra;
    while (project && text_split(&rest, ',', &extra))
        check_reference(reader, project, EXTRA, text_trim(extra), word.line);
}

/* The command, or the one it is given to, leaves the folder. */
static bool changes_folder(const struct readme_command *command) {
    for (size_t i = 0; i < command->count && i < 2; i++)
        if (text_is(command->words[i].text, "cd") || text_is(command->words[i].text, "pushd"))
            return true;
    return false;
}

static void check_command(struct reader *reader, const struct readme_command *command) {
    bool uv = runs_uv(command);
    if (uv && is_elsewhere(command))
        return;
    if (uv)
        check_options_of_uv(reader, command);
    for (size_t i = find_requirements(command); i < command->count; i++)
        check_requirement(reader, command->words[i]);
}

static void check_readme_dependency_groups(struct check *check) {
    struct reader reader = {.check = check};
    const struct source_file *readme = readme_of(check);
    if (!readme || !find_projects(&reader))
        return;
    reader.readme = readme->path;
    struct readme_commands commands = readme_read(check->arena, readme->content);
    size_t left = SIZE_MAX; /* the block whose folder was left */
    for (size_t i = 0; i < commands.count; i++) {
        const struct readme_command *command = &commands.items[i];
        if (command->block != left && changes_folder(command))
            left = command->block;
        if (command->block != left)
            check_command(&reader, command);
    }
    if (reader.checked)
        check_pass(check, "Every extra and dependency group that the README asks for is defined");
    else
        check_skip(check, "The README asks for no extra and no dependency group");
}

static const char *const settings[] = {"readme-location", "isolated-packages-dir", NULL};

const struct rule rule_readme_dependency_groups = {
    .code = "IEFS008",
    .name = "readme_dependency_groups",
    .summary =
        "Extras and dependency groups that the README installs are defined in pyproject.toml",
    .category = CATEGORY_FILE_STRUCTURE,
    .scopes = SCOPE_EVAL,
    .severity = SEVERITY_ERROR,
    .preview = true,
    .settings = settings,
    .check = check_readme_dependency_groups,
};
