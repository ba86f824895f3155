#include "docs/docs.h"

#include <cordon/lint.h>

struct writer {
    struct buffer *out;
    struct arena *arena;
};

static bool takes_rules(const struct cli_option *option) {
    return option->value && text_starts(text_of(option->value), T("RULE"));
}

static bool takes_path(const struct cli_option *option) {
    return option->value &&
           (strcmp(option->value, "FILE") == 0 || strcmp(option->value, "PATH") == 0 ||
            strcmp(option->value, "FOLDER") == 0);
}

/* The first sentence, without its full stop. */
static struct text brief(const char *help) {
    struct text text = text_of(help);
    text = text_slice(text, 0, text_find(text, T(". ")));
    return text_ends(text, T(".")) ? text_slice(text, 0, text.size - 1) : text;
}

/* The text with a backslash before each of these characters, and "'" as the shell wants it. */
static void write_quoted(struct buffer *out, struct text text, const char *special,
                         const char *apostrophe) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\'') {
            buffer_string(out, apostrophe);
            continue;
        }
        if (strchr(special, text.data[i]))
            buffer_byte(out, '\\');
        buffer_byte(out, text.data[i]);
    }
}

static void write_words(struct buffer *out, const char *const *words) {
    for (size_t i = 0; words[i]; i++)
        buffer_format(out, "%s%s", i ? " " : "", words[i]);
}

static void write_rules(struct buffer *out) {
    for (size_t i = 0; i < cordon_rule_count(); i++) {
        const cordon_rule *rule = cordon_rule_at(i);
        buffer_format(out, "%s%s %s", i ? " " : "", cordon_rule_code(rule), cordon_rule_name(rule));
    }
}

/* bash: one function, which finds the command that is being typed and then its words. */

static bool bash_path(void *context, const struct cli_command *command, struct text path) {
    struct writer *writer = context;
    if (command != &command_cordon)
        buffer_format(writer->out, "        \"%.*s\") path=\"%.*s\" ;;\n", TEXT_ARGS(path),
                      TEXT_ARGS(path));
    return true;
}

static bool bash_values(void *context, const struct cli_command *command, struct text path) {
    struct buffer *out = ((struct writer *)context)->out;
    for (const struct cli_option *option = command->options; option && option->name; option++) {
        if (!option->value)
            continue;
        buffer_format(out, "    \"%.*s --%s\"", TEXT_ARGS(path), option->name);
        if (option->letter)
            buffer_format(out, " | \"%.*s -%c\"", TEXT_ARGS(path), option->letter);
        buffer_string(out, ")");
        if (option->choices) {
            buffer_string(out, " COMPREPLY=($(compgen -W \"");
            write_words(out, option->choices);
            buffer_string(out, "\" -- \"$current\"))");
        } else if (takes_rules(option)) {
            buffer_string(out, " COMPREPLY=($(compgen -P \"${current%\"${current##*,}\"}\" "
                               "-W \"$rules\" -- \"${current##*,}\"))");
        }
        bool listed = option->choices || takes_rules(option);
        buffer_string(out, listed ? "; return ;;\n" : " return ;;\n");
    }
    return true;
}

static bool bash_words(void *context, const struct cli_command *command, struct text path) {
    struct buffer *out = ((struct writer *)context)->out;
    buffer_format(out, "    \"%.*s\") words=\"", TEXT_ARGS(path));
    for (const struct cli_command *const *each = command->commands; each && *each; each++)
        buffer_format(out, "%s ", (*each)->name);
    for (const struct cli_option *option = command->options; option && option->name; option++)
        buffer_format(out, "--%s ", option->name);
    buffer_format(out, "--%s\" ;;\n", cli_help_option.name);
    return true;
}

void docs_completions_bash(struct buffer *out, struct arena *arena) {
    struct writer writer = {out, arena};
    buffer_string(out, "# Completions of cordon for bash.\n"
                       "_cordon() {\n"
                       "    local current=${COMP_WORDS[COMP_CWORD]} path=cordon rules words i\n"
                       "    local previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    rules=\"");
    write_rules(out);
    buffer_string(out, "\"\n"
                       "    COMPREPLY=()\n"
                       "    [[ ${COMP_WORDS[0]##*/} == inspect-evals-lint ]] && "
                       "path=\"cordon lint\"\n"
                       "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                       "        case \"$path ${COMP_WORDS[i]}\" in\n");
    docs_each_command(arena, &command_cordon, T("cordon"), bash_path, &writer);
    buffer_string(out, "        esac\n"
                       "    done\n"
                       "    # --option=value is three words here\n"
                       "    [[ $current == = ]] && current=\n"
                       "    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                       "    case \"$path $previous\" in\n");
    docs_each_command(arena, &command_cordon, T("cordon"), bash_values, &writer);
    buffer_string(out, "    esac\n"
                       "    case $path in\n");
    docs_each_command(arena, &command_cordon, T("cordon"), bash_words, &writer);
    buffer_string(out, "    esac\n"
                       "    # what is neither an option nor a command is a file, bash's default\n"
                       "    [[ $current == -* || $words != --* ]] && "
                       "COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                       "}\n"
                       "complete -o bashdefault -o default -F _cordon cordon inspect-evals-lint\n");
}

/* zsh: a function for each command, made of _arguments. */

/* "__cordon_probe_scan"; "_cordon" is the file itself, which zsh runs each time. */
static struct text zsh_function(struct arena *arena, struct text path) {
    struct text name = text_format(arena, "__%.*s", TEXT_ARGS(path));
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == ' ' || name.data[i] == '-')
            ((char *)name.data)[i] = '_';
    return name;
}

static void zsh_option(struct buffer *out, const struct cli_option *option) {
    buffer_string(out, " \\\n        ");
    if (option->letter)
        buffer_format(out, "'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name,
                      option->letter, option->value ? "+" : "", option->name,
                      option->value ? "=" : "");
    else
        buffer_format(out, "'%s--%s%s", option->value ? "*" : "", option->name,
                      option->value ? "=" : "");
    buffer_byte(out, '[');
    write_quoted(out, brief(option->help), "\\[]:", "'\\''");
    buffer_byte(out, ']');
    if (option->value) {
        buffer_format(out, ":%s:", option->value);
        if (option->choices) {
            buffer_byte(out, '(');
            write_words(out, option->choices);
            buffer_byte(out, ')');
        } else if (takes_rules(option)) {
            buffer_string(out, "__cordon_rules");
        } else if (takes_path(option)) {
            buffer_string(out, "_files");
        }
    }
    buffer_byte(out, '\'');
}

static void zsh_commands(struct buffer *out, struct arena *arena, const struct cli_command *command,
                         struct text path) {
    buffer_string(out, "    case $state in\n"
                       "    command)\n"
                       "        local -a commands=(");
    for (const struct cli_command *const *each = command->commands; *each; each++) {
        buffer_format(out, "\n            '%s:", (*each)->name);
        write_quoted(out, brief((*each)->summary), "\\:", "'\\''");
        buffer_byte(out, '\'');
    }
    buffer_string(out, ")\n"
                       "        _describe command commands ;;\n"
                       "    argument)\n"
                       "        case $line[1] in\n");
    for (const struct cli_command *const *each = command->commands; *each; each++) {
        struct text below = text_format(arena, "%.*s %s", TEXT_ARGS(path), (*each)->name);
        buffer_format(out, "        %s) %.*s ;;\n", (*each)->name,
                      TEXT_ARGS(zsh_function(arena, below)));
    }
    buffer_string(out, "        esac ;;\n"
                       "    esac\n");
}

static bool zsh_command(void *context, const struct cli_command *command, struct text path) {
    struct writer *writer = context;
    struct buffer *out = writer->out;
    buffer_format(out,
                  "%.*s() {\n"
                  "    local context state state_descr line\n"
                  "    typeset -A opt_args\n"
                  "    _arguments -s -S -C",
                  TEXT_ARGS(zsh_function(writer->arena, path)));
    for (const struct cli_option *option = command->options; option && option->name; option++)
        zsh_option(out, option);
    zsh_option(out, &cli_help_option);
    if (command->commands)
        buffer_string(out, " \\\n        '1:command:->command' '*::argument:->argument'");
    else if (command->operands)
        buffer_string(out, " \\\n        '*:argument:_files'");
    buffer_byte(out, '\n');
    if (command->commands)
        zsh_commands(out, writer->arena, command, path);
    buffer_string(out, "}\n\n");
    return true;
}

void docs_completions_zsh(struct buffer *out, struct arena *arena) {
    struct writer writer = {out, arena};
    buffer_string(out, "#compdef cordon inspect-evals-lint\n"
                       "# Completions of cordon for zsh.\n\n"
                       "__cordon_rules() {\n"
                       "    local -a rules=(");
    write_rules(out);
    buffer_string(out, ")\n"
                       "    _sequence compadd - $rules\n"
                       "}\n\n");
    docs_each_command(arena, &command_cordon, T("cordon"), zsh_command, &writer);
    buffer_string(out, "case $service in\n"
                       "inspect-evals-lint) __cordon_lint \"$@\" ;;\n"
                       "*) __cordon \"$@\" ;;\n"
                       "esac\n");
}

/* fish: a line for each word, with the command at which it counts. */

static bool fish_path(void *context, const struct cli_command *command, struct text path) {
    struct writer *writer = context;
    if (command != &command_cordon)
        buffer_format(writer->out, " \"%.*s\"", TEXT_ARGS(path));
    return true;
}

static void fish_option(struct buffer *out, struct text path, const struct cli_option *option) {
    buffer_format(out, "complete -c $name -n '__cordon_at \"%.*s\"' -l %s", TEXT_ARGS(path),
                  option->name);
    if (option->letter)
        buffer_format(out, " -s %c", option->letter);
    if (option->value)
        buffer_string(out, takes_path(option) ? " -r -F" : " -x");
    if (option->choices) {
        buffer_string(out, " -a '");
        write_words(out, option->choices);
        buffer_byte(out, '\'');
    } else if (takes_rules(option)) {
        buffer_string(out, " -a '(__cordon_rules)'");
    }
    buffer_string(out, " -d '");
    write_quoted(out, brief(option->help), "\\", "\\'");
    buffer_string(out, "'\n");
}

static bool fish_command(void *context, const struct cli_command *command, struct text path) {
    struct buffer *out = ((struct writer *)context)->out;
    for (const struct cli_command *const *each = command->commands; each && *each; each++) {
        buffer_format(out, "complete -c $name -f -n '__cordon_at \"%.*s\"' -a %s -d '",
                      TEXT_ARGS(path), (*each)->name);
        write_quoted(out, brief((*each)->summary), "\\", "\\'");
        buffer_string(out, "'\n");
    }
    for (const struct cli_option *option = command->options; option && option->name; option++)
        fish_option(out, path, option);
    fish_option(out, path, &cli_help_option);
    return true;
}

void docs_completions_fish(struct buffer *out, struct arena *arena) {
    struct writer writer = {out, arena};
    buffer_string(out, "# Completions of cordon for fish.\n"
                       "function __cordon_at\n"
                       "    set -l words (commandline -opc)\n"
                       "    set -l path cordon\n"
                       "    string match -q '*inspect-evals-lint' $words[1]; and "
                       "set path 'cordon lint'\n"
                       "    for word in $words[2..]\n"
                       "        switch \"$path $word\"\n"
                       "            case");
    docs_each_command(arena, &command_cordon, T("cordon"), fish_path, &writer);
    buffer_string(out, "\n"
                       "                set path \"$path $word\"\n"
                       "        end\n"
                       "    end\n"
                       "    test \"$path\" = $argv[1]\n"
                       "end\n"
                       "function __cordon_rules\n"
                       "    set -l before (string match -r '.*,' -- (commandline -ct))\n"
                       "    string replace -r '^' -- \"$before\" ");
    write_rules(out);
    buffer_string(out, "\n"
                       "end\n"
                       "for name in cordon inspect-evals-lint\n");
    docs_each_command(arena, &command_cordon, T("cordon"), fish_command, &writer);
    buffer_string(out, "end\n");
}
