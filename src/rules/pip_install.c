#include "rules/pip_install.h"

#include "base/buffer.h"

/* Names that a message lists. */
enum { SHOWN_NAMES = 20 };

struct targets {
    struct buffer names; /* "a", "b" and so on, for the message */
    size_t count;
};

struct install {
    struct build *build;
    bool requires_hashes;
    bool no_dependencies;
    struct targets requirements, projects, templates, packages;
};

/* Options of pip and of `uv pip` whose value is the next word. */
static const char *const valued_options[] = {"-c",
                                             "--constraint",
                                             "-i",
                                             "--index-url",
                                             "--extra-index-url",
                                             "-f",
                                             "--find-links",
                                             "-t",
                                             "--target",
                                             "--platform",
                                             "--python-version",
                                             "--implementation",
                                             "--abi",
                                             "--root",
                                             "--prefix",
                                             "--src",
                                             "-b",
                                             "--build",
                                             "--build-constraint",
                                             "--build-constraints",
                                             "--upgrade-strategy",
                                             "-C",
                                             "--config-settings",
                                             "--config-setting",
                                             "--global-option",
                                             "--install-option",
                                             "--hash",
                                             "--no-binary",
                                             "--only-binary",
                                             "--progress-bar",
                                             "--root-user-action",
                                             "--report",
                                             "--group",
                                             "--cache-dir",
                                             "--timeout",
                                             "--retries",
                                             "--trusted-host",
                                             "--proxy",
                                             "--cert",
                                             "--client-cert",
                                             "--log",
                                             "--exists-action",
                                             "--python",
                                             "-p",
                                             "--index",
                                             "--default-index",
                                             "--index-strategy",
                                             "--keyring-provider",
                                             "--resolution",
                                             "--prerelease",
                                             "--exclude-newer",
                                             "--link-mode",
                                             "--override",
                                             "--overrides",
                                             "--exclude",
                                             "--excludes",
                                             "--extra",
                                             "--refresh-package",
                                             "--reinstall-package",
                                             "-P",
                                             "--upgrade-package",
                                             "--python-platform",
                                             "--torch-backend",
                                             "--no-build-isolation-package",
                                             "--allow-insecure-host",
                                             "--directory",
                                             "--project",
                                             "--config-file",
                                             "--color",
                                             "--use-feature",
                                             "--use-deprecated",
                                             "--fork-strategy",
                                             "--config-settings-package",
                                             NULL};

static bool takes_value(struct text option) {
    for (const char *const *name = valued_options; *name; name++)
        if (text_is(option, *name))
            return true;
    return false;
}

static void add(struct targets *targets, struct text name) {
    if (++targets->count == SHOWN_NAMES)
        buffer_string(&targets->names, " and more");
    if (targets->count >= SHOWN_NAMES)
        return;
    if (targets->count > 1)
        buffer_string(&targets->names, ", ");
    buffer_format(&targets->names, "'%.*s'", TEXT_ARGS(name));
}

/* '$NAME', '{{ name }}', '{name}' */
static bool is_template(const struct shell_word *word) {
    return word->expands || text_find_byte(word->text, '{') != TEXT_NONE;
}

static bool is_commit(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (!memchr("0123456789abcdef", text.data[i], 16))
            return false;
    return text.size == 40;
}

/* target: (name '@')? 'git+' url '@' commit ('#' fragment)? */
static void check_git_target(struct install *install, struct text target) {
    struct text url = text_slice(target, 0, text_find_byte(target, '#'));
    size_t at = text_find_last_byte(url, '@');
    if (at == TEXT_NONE || !is_commit(text_from(url, at + 1)))
        build_warn(install->build, "end the URL in '@' and the whole commit, 40 hex digits",
                   "The Git dependency '%.*s' names no whole commit", TEXT_ARGS(target));
}

static bool is_local(struct text target) {
    if (text_contains(target, T("://")) && !text_starts(target, T("file:")))
        return false;
    return text_starts(target, T(".")) || text_starts(target, T("~")) ||
           (text_find_byte(target, '/') != TEXT_NONE && !text_contains(target, T("@")));
}

static void add_target(struct install *install, const struct shell_word *word, bool editable) {
    struct text target = word->text;
    if (target.size == 0)
        return;
    if (is_template(word))
        add(&install->templates, target);
    else if (text_contains(target, T("git+")))
        check_git_target(install, target);
    else if (is_local(target) || (editable && !text_contains(target, T("://"))))
        add(&install->projects, target);
    else
        add(&install->packages, target);
}

/* Behind the letter of `-r`, or of `-qr`, where `q` takes no value; NULL data when it is not there.
 */
static struct text behind_letter(struct text option, char letter) {
    size_t at = 1;
    while (at < option.size && option.data[at] != letter && strchr("qvUI", option.data[at]))
        at++;
    bool there = option.data[0] == '-' && at < option.size && option.data[at] == letter;
    return there ? text_from(option, at + 1) : (struct text){0};
}

/* Whether the word at *at is that option: its value is that of `--name=value`, of `-nvalue`, or the
 * next word, which *at moves to; an empty one where there is none. */
static bool take_value(struct shell_command program, size_t *at, char letter, const char *name,
                       struct shell_word *value) {
    *value = program.words[*at];
    struct text option = value->text;
    size_t size = strlen(name);
    struct text behind = behind_letter(option, letter);
    if (text_is(option, name) || (behind.data && behind.size == 0)) {
        *value = *at + 1 < program.count ? program.words[++*at] : (struct shell_word){0};
        return true;
    }
    if (text_starts(option, text_of(name)) && option.size > size && option.data[size] == '=')
        behind = text_from(option, size + 1);
    value->text = behind;
    return behind.data != NULL;
}

static void read_option(struct install *install, struct shell_command program, size_t *at) {
    struct text option = program.words[*at].text;
    struct shell_word value;
    if (take_value(program, at, 'r', "--requirement", &value) ||
        take_value(program, at, 'r', "--requirements", &value)) {
        if (value.text.size)
            add(&install->requirements, value.text);
    } else if (take_value(program, at, 'e', "--editable", &value))
        add_target(install, &value, true);
    else if (text_is(option, "--require-hashes"))
        install->requires_hashes = true;
    else if (text_is(option, "--no-deps") || text_is(option, "--no-dependencies"))
        install->no_dependencies = true;
    else
        *at += takes_value(option);
}

static struct text names(struct targets *targets) {
    return buffer_view(&targets->names);
}

static void judge(struct install *install) {
    struct build *build = install->build;
    if (install->requirements.count && !install->requires_hashes)
        build_warn(build, "install a snapshot with hashes: pip install --require-hashes -r FILE",
                   "%.*s is installed without --require-hashes",
                   TEXT_ARGS(names(&install->requirements)));
    if (install->projects.count && !install->no_dependencies)
        build_warn(build, "install the locked dependencies first, then the project with --no-deps",
                   "Installing %.*s resolves its dependencies during the build",
                   TEXT_ARGS(names(&install->projects)));
    if (install->templates.count)
        build_warn(build, "name the packages in a locked snapshot",
                   "%.*s is filled in during the build, so that it cannot be verified",
                   TEXT_ARGS(names(&install->templates)));
    if (install->packages.count)
        build_warn(build, "install from uv.lock, or from a snapshot with --require-hashes",
                   "%.*s is installed without a lock", TEXT_ARGS(names(&install->packages)));
}

void check_pip(struct build *build, struct shell_command program, size_t at, bool uv) {
    struct text name = at < program.count ? program.words[at].text : T("");
    bool sync = uv && text_is(name, "sync");
    if (!text_is(name, "install") && !sync)
        return;
    struct install install = {.build = build};
    struct arena *arena = build->check->arena;
    buffer_init(&install.requirements.names, arena);
    buffer_init(&install.projects.names, arena);
    buffer_init(&install.templates.names, arena);
    buffer_init(&install.packages.names, arena);
    for (size_t i = 1; i < program.count; i++) {
        const struct shell_word *word = &program.words[i];
        if (text_starts(word->text, T("-")) && word->text.size > 1)
            read_option(&install, program, &i);
        else if (i > at && sync)
            add(&install.requirements, word->text);
        else if (i > at)
            add_target(&install, word, false);
    }
    judge(&install);
}
