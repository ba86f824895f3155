#include "formats/shell.h"

static bool is_assignment(const struct shell_word *word) {
    size_t size = text_find_byte(word->text, '=');
    if (size == TEXT_NONE || size == 0)
        return false;
    for (size_t i = 0; i < size; i++) {
        char byte = word->text.data[i];
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
        if (!letter && !(i && byte >= '0' && byte <= '9'))
            return false;
    }
    return true;
}

static void drop(struct shell_command *command, size_t count) {
    count = count < command->count ? count : command->count;
    command->words += count;
    command->count -= count;
}

/* Options of sudo, env, exec and time whose value is the next word. */
static bool takes_value(struct text program, struct text option) {
    static const char *const sudo[] = {
        "-u",       "-g",      "-h",       "-p",        "-C",           "-r",      "-t",
        "-T",       "-U",      "-D",       "-R",        "--user",       "--group", "--host",
        "--prompt", "--chdir", "--chroot", "--timeout", "--other-user", NULL};
    static const char *const env[] = {"-u", "-C", "--unset", "--chdir", NULL};
    static const char *const exec[] = {"-a", NULL};
    return text_is_any(option, text_is(program, "sudo")  ? sudo
                               : text_is(program, "env") ? env
                                                         : exec);
}

/* prefix: program option* ('--')? */
static void drop_prefix(struct shell_command *command, struct text program) {
    drop(command, 1);
    while (command->count && text_starts(command->words[0].text, T("-"))) {
        struct text option = command->words[0].text;
        drop(command, takes_value(program, option) ? 2 : 1);
        if (text_is(option, "--"))
            break;
    }
}

struct shell_command shell_program(struct shell_command command) {
    static const char *const keywords[] = {"then", "do", "else", "elif", "if",   "while", "until",
                                           "!",    "{",  "}",    "fi",   "done", "esac",  NULL};
    static const char *const prefixes[] = {"sudo", "env", "exec", "time", NULL};
    while (command.count) {
        const struct shell_word *word = &command.words[0];
        struct text name = shell_program_name(command);
        if (text_is_any(name, prefixes))
            drop_prefix(&command, name);
        else if (is_assignment(word) || (!word->quoted && text_is_any(word->text, keywords)))
            drop(&command, 1);
        else
            break;
    }
    return command;
}

struct text shell_program_name(struct shell_command program) {
    if (program.count == 0)
        return T("");
    struct text name = program.words[0].text;
    size_t slash = text_find_last_byte(name, '/');
    return slash == TEXT_NONE ? name : text_from(name, slash + 1);
}

bool shell_is_shell(struct text name) {
    static const char *const shells[] = {"sh", "bash", "zsh", "dash", "ash", "ksh", NULL};
    return text_is_any(name, shells);
}

bool shell_inline_text(struct shell_command program, struct text *text) {
    if (!shell_is_shell(shell_program_name(program)))
        return false;
    for (size_t i = 1; i + 1 < program.count; i++) {
        struct text option = program.words[i].text;
        if (!text_starts(option, T("-")))
            return false;
        if (!text_starts(option, T("--")) && text_ends(option, T("c"))) {
            *text = program.words[i + 1].text;
            return true;
        }
        if (text_is(option, "-o"))
            i++;
    }
    return false;
}
