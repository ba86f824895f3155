#include "base/path.h"
#include "formats/shell.h"
#include "rules/build.h"
#include "rules/pip_install.h"

/* `sh -c` within `sh -c` that is taken apart. */
enum { INLINE_DEPTH = 8 };

/* The index of the first word that is no option; options in `valued` take the next word. */
static size_t subcommand(struct shell_command program, size_t from, const char *const *valued) {
    size_t at = from;
    while (at < program.count && text_starts(program.words[at].text, T("-")))
        at += text_is_any(program.words[at].text, valued) ? 2 : 1;
    return at;
}

static struct text word_at(struct shell_command program, size_t index) {
    return index < program.count ? program.words[index].text : T("");
}

static bool has_option(struct shell_command program, const char *option) {
    for (size_t i = 1; i < program.count; i++)
        if (text_is(program.words[i].text, option))
            return true;
    return false;
}

static void check_sync(struct build *build, struct shell_command program) {
    if (has_option(program, "--frozen"))
        build_warn(build, "use 'uv sync --locked'",
                   "'uv sync --frozen' does not check that uv.lock fits the project");
    else if (!has_option(program, "--locked"))
        build_warn(build, "use 'uv sync --locked'",
                   "'uv sync' without --locked may change what is installed");
    if (!build->has_lock)
        build_warn(build, "copy or mount the committed uv.lock before 'uv sync'",
                   "'uv sync' runs without a committed uv.lock in the build");
}

static const char *const uv_valued[] = {
    "--directory", "--project", "--config-file", "--cache-dir", "--color", "--python", "-p", NULL};

static void check_uv(struct build *build, struct shell_command program) {
    size_t at = subcommand(program, 1, uv_valued);
    struct text name = word_at(program, at);
    struct text second = word_at(program, subcommand(program, at + 1, uv_valued));
    if (text_is(name, "sync"))
        check_sync(build, program);
    else if (text_is(name, "lock"))
        build_warn(build, "lock before the build and commit uv.lock",
                   "'uv lock' makes the lock during the build");
    else if (text_is(name, "add") || text_is(name, "tool"))
        build_warn(build, "add it to a project whose uv.lock is committed",
                   "'uv %.*s' resolves versions during the build", TEXT_ARGS(name));
    else if (text_is(name, "python") && text_is(second, "install"))
        build_warn(build, "start from an image that has this Python, fixed by its digest",
                   "'uv python install' downloads what is current during the build");
    else if (text_is(name, "pip"))
        check_pip(build, program, subcommand(program, at + 1, uv_valued), true);
}

/* name: prefix digits? ('.' digits)* */
static bool is_versioned(struct text name, const char *prefix) {
    if (!text_starts(name, text_of(prefix)))
        return false;
    for (size_t i = strlen(prefix); i < name.size; i++)
        if ((name.data[i] < '0' || name.data[i] > '9') && name.data[i] != '.')
            return false;
    return true;
}

static const char *const pip_valued[] = {
    "--cache-dir", "--proxy",        "--timeout",     "--retries",       "--log", "--cert",
    "--python",    "--trusted-host", "--client-cert", "--exists-action", NULL};

/* python [options] -m pip ... */
static void check_python(struct build *build, struct shell_command program) {
    static const char *const valued[] = {"-W", "-X", NULL};
    for (size_t i = 1; i < program.count && text_starts(program.words[i].text, T("-")); i++) {
        if (text_is(program.words[i].text, "-m")) {
            if (is_versioned(word_at(program, i + 1), "pip"))
                check_pip(build, program, subcommand(program, i + 2, pip_valued), false);
            return;
        }
        i += text_is_any(program.words[i].text, valued);
    }
}

static bool is_commit(struct text text) {
    if (text.size != 40)
        return false;
    for (size_t i = 0; i < text.size; i++)
        if (!memchr("0123456789abcdef", text.data[i], 16))
            return false;
    return true;
}

static void check_git(struct build *build, struct shell_command program) {
    static const char *const valued[] = {"-C",          "-c",          "--git-dir",
                                         "--work-tree", "--namespace", NULL};
    if (!text_is(word_at(program, subcommand(program, 1, valued)), "clone"))
        return;
    for (size_t i = 1; i < program.count; i++) {
        struct text word = program.words[i].text;
        size_t equals = text_find_last_byte(word, '=');
        if (is_commit(equals == TEXT_NONE ? word : text_from(word, equals + 1)))
            return;
    }
    build_warn(build, "name the whole commit: git clone --revision <40 hex digits> URL",
               "'git clone' takes what the branch or tag holds during the build");
}

/* By bare name: a path leads to one that the build itself has installed, which was found there. */
static const char *const unlocked_managers[] = {
    "npm",   "yarn",  "pnpm",   "bun",    "cargo", "gem",  "bundle",   "bundler", "go",
    "conda", "mamba", "poetry", "pipenv", "pdm",   "pipx", "composer", NULL};
static const char *const system_managers[] = {"apt-get", "apt",      "apk",    "yum",
                                              "dnf",     "microdnf", "zypper", NULL};

static bool is_unlocked_manager(struct shell_command program) {
    struct text name = word_at(program, 0);
    /* `micromamba env create -f FILE` builds from a file, which may be an explicit lock. */
    if (text_is(name, "micromamba"))
        return text_is(word_at(program, 1), "install");
    return text_is_any(name, unlocked_managers);
}

/* `bash Miniforge3-Linux-x86_64.sh -b`: conda's own installers are how conda gets into an image. */
static bool is_conda_installer(struct arena *arena, struct shell_command program) {
    static const char *const names[] = {"miniconda", "miniforge", "mambaforge", "anaconda"};
    struct text script =
        path_name(word_at(program, subcommand(program, 1, (const char *[]){NULL})));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (text_starts(text_lower(arena, script), text_of(names[i])))
            return shell_is_shell(shell_program_name(program));
    return false;
}

static void note_system_install(struct build *build, struct shell_command program) {
    if (!has_option(program, "install") && !has_option(program, "add"))
        return;
    struct text place = text_format(build->check->arena, "%.*s:%u", TEXT_ARGS(build->path),
                                    build->instruction->first_line);
    size_t count = build->all->os_installs.count;
    if (count == 0 || !text_equal(build->all->os_installs.items[count - 1], place))
        vector_push(build->check->arena, &build->all->os_installs, place);
}

static void check_program(struct build *build, struct shell_command program) {
    struct text name = shell_program_name(program);
    if (text_is(name, "uv"))
        check_uv(build, program);
    else if (is_versioned(name, "pip"))
        check_pip(build, program, subcommand(program, 1, pip_valued), false);
    else if (is_versioned(name, "python"))
        check_python(build, program);
    else if (text_is(name, "git"))
        check_git(build, program);
    else if (is_unlocked_manager(program))
        build_warn(build, "install from a lock that the repository holds, or from a fixed image",
                   "What '%.*s' installs cannot be verified here", TEXT_ARGS(name));
    else if (is_conda_installer(build->check->arena, program))
        build_warn(build, "start from an image that holds what is needed, fixed by its digest",
                   "What this installer of conda brings in cannot be verified here");
    else if (text_is_any(name, system_managers))
        note_system_install(build, program);
}

/* For each pipeline, the last stage in which a shell reads what is piped to it; 0 for none. What
 * stands first in a group reads what is piped to the group. */
static uint32_t *shell_stages(struct arena *arena, const struct shell_script *script) {
    uint32_t *last = arena_array(arena, uint32_t, script->pipeline_count);
    for (size_t i = 0; i < script->count; i++) {
        const struct shell_command *command = &script->commands[i];
        if (!shell_is_shell(shell_program_name(shell_program(*command))))
            continue;
        uint32_t pipeline = command->pipeline, stage = command->stage;
        while (stage == 0 && script->pipelines[pipeline].parent != SHELL_NONE) {
            stage = script->pipelines[pipeline].stage;
            pipeline = script->pipelines[pipeline].parent;
        }
        if (stage > last[pipeline])
            last[pipeline] = stage;
    }
    return last;
}

/* curl or wget with a shell behind it in its pipeline, or in one around it. */
static void check_download(struct build *build, const struct shell_script *script,
                           const uint32_t *shells, const struct shell_command *command) {
    uint32_t pipeline = command->pipeline;
    uint32_t stage = command->stage;
    while (pipeline != SHELL_NONE && shells[pipeline] <= stage) {
        stage = script->pipelines[pipeline].stage;
        pipeline = script->pipelines[pipeline].parent;
    }
    if (pipeline != SHELL_NONE)
        build_warn(build, "keep the script in the repository, or copy the tool from a fixed image",
                   "A downloaded script is piped into a shell, and nothing verifies it");
}

/* Takes what stands before an escaped separator off the front: `ssh host a \&\& b` hands two
 * commands to another shell, and `find -exec a \;` one. */
static bool take_part(struct shell_command *rest, struct shell_command *part) {
    static const char *const separators[] = {"&&", "||", ";", "|", "&", NULL};
    *part = *rest;
    size_t at = 0;
    while (at < rest->count &&
           !(rest->words[at].escaped && text_is_any(rest->words[at].text, separators)))
        at++;
    part->count = at;
    size_t taken = at < rest->count ? at + 1 : at;
    rest->words += taken;
    rest->count -= taken;
    return taken != 0;
}

static void check_script(struct build *build, struct shell_script script, int depth);

static void check_command(struct build *build, const struct shell_script *script,
                          const uint32_t *shells, struct shell_command command, int depth) {
    struct shell_command program = shell_program(command);
    struct text name = shell_program_name(program);
    struct text text;
    if (text_is(name, "curl") || text_is(name, "wget"))
        check_download(build, script, shells, &command);
    else if (depth < INLINE_DEPTH && shell_inline_text(program, &text))
        check_script(build, shell_parse(build->check->arena, text), depth + 1);
    else
        check_program(build, program);
}

static void check_script(struct build *build, struct shell_script script, int depth) {
    const uint32_t *shells = shell_stages(build->check->arena, &script);
    for (size_t i = 0; i < script.count; i++) {
        struct shell_command rest = script.commands[i];
        struct shell_command part;
        while (take_part(&rest, &part))
            check_command(build, &script, shells, part, depth);
    }
}

void build_check_run(struct build *build) {
    const struct docker_instruction *run = build->instruction;
    struct arena *arena = build->check->arena;
    if (run->form == DOCKER_SHELL_FORM)
        check_script(build, shell_parse(arena, run->text), 0);
    else if (run->form == DOCKER_EXEC_FORM)
        check_script(build, shell_exec(arena, run->words, run->word_count), 0);
}
