#include "docs/docs.h"

/* What roff would read as a request, an escape or a hyphen is made plain. */
static void write_roff(struct buffer *out, struct text text) {
    for (size_t i = 0; i < text.size; i++) {
        bool begins = i == 0 || text.data[i - 1] == '\n';
        if (begins && (text.data[i] == '.' || text.data[i] == '\''))
            buffer_string(out, "\\&");
        if (text.data[i] == '\\')
            buffer_string(out, "\\e");
        else if (text.data[i] == '-')
            buffer_string(out, "\\-");
        else
            buffer_byte(out, text.data[i]);
    }
}

static void write_strong(struct buffer *out, struct text text) {
    buffer_string(out, "\\fB");
    write_roff(out, text);
    buffer_string(out, "\\fR");
}

/* "cordon probe scan" as "cordon-probe-scan". */
static struct text manual_name(struct arena *arena, struct text path) {
    struct text name = text_copy(arena, path);
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] == ' ')
            ((char *)name.data)[i] = '-';
    return name;
}

static void write_synopsis(struct buffer *out, const struct cli_command *command,
                           struct text path) {
    struct buffer usage;
    buffer_init(&usage, out->arena);
    cli_write_usage(&usage, command);
    buffer_string(out, ".SH SYNOPSIS\n");
    write_strong(out, path);
    write_roff(out, buffer_view(&usage));
    buffer_byte(out, '\n');
}

static void write_description(struct buffer *out, const struct cli_command *command) {
    buffer_string(out, ".SH DESCRIPTION\n");
    write_roff(out, text_of(command->summary));
    struct text rest = text_of(command->about);
    while (rest.size) {
        size_t end = text_find(rest, T("\n\n"));
        buffer_string(out, "\n.PP\n");
        write_roff(out, text_slice(rest, 0, end));
        rest = end == TEXT_NONE ? T("") : text_from(rest, end + 2);
    }
    buffer_byte(out, '\n');
}

static void write_commands(struct buffer *out, const struct cli_command *command) {
    if (!command->commands)
        return;
    buffer_string(out, ".SH COMMANDS\n");
    for (const struct cli_command *const *each = command->commands; *each; each++) {
        buffer_string(out, ".TP\n");
        write_strong(out, text_of((*each)->name));
        buffer_byte(out, '\n');
        write_roff(out, text_of((*each)->summary));
        buffer_byte(out, '\n');
    }
}

static void write_option(struct buffer *out, const struct cli_command *command,
                         const struct cli_option *option) {
    buffer_string(out, ".TP\n");
    if (option->letter)
        buffer_format(out, "\\fB\\-%c\\fR, ", option->letter);
    buffer_string(out, "\\fB\\-\\-");
    write_roff(out, text_of(option->name));
    buffer_string(out, "\\fR");
    if (option->value)
        buffer_format(out, " \\fI%s\\fR", option->value);
    buffer_byte(out, '\n');
    write_roff(out, cli_option_help(out->arena, command, option));
    buffer_byte(out, '\n');
}

static void write_examples(struct buffer *out, const struct cli_command *command) {
    if (!command->examples)
        return;
    buffer_string(out, ".SH EXAMPLES\n.nf\n");
    write_roff(out, text_trim(text_of(command->examples)));
    buffer_string(out, "\n.fi\n");
}

static void write_see_also(struct buffer *out, struct arena *arena,
                           const struct cli_command *command, struct text path) {
    size_t up = text_find_last_byte(path, ' ');
    struct text name = manual_name(arena, path);
    const char *separator = "";
    buffer_string(out, ".SH SEE ALSO\n");
    if (up != TEXT_NONE) {
        write_strong(out, text_slice(name, 0, up));
        buffer_string(out, "(1)");
        separator = ", ";
    }
    for (const struct cli_command *const *each = command->commands; each && *each; each++) {
        buffer_string(out, separator);
        write_strong(out, text_format(arena, "%.*s-%s", TEXT_ARGS(name), (*each)->name));
        buffer_string(out, "(1)");
        separator = ", ";
    }
    buffer_byte(out, '\n');
}

struct manuals {
    struct arena *arena;
    struct text folder;
    struct error *error;
};

static bool write_manual(void *context, const struct cli_command *command, struct text path) {
    struct manuals *manuals = context;
    struct text name = manual_name(manuals->arena, path), summary = text_of(command->summary);
    struct buffer out;
    buffer_init(&out, manuals->arena);
    buffer_format(&out, ".TH %.*s 1 \"\" \"cordon %s\"\n.SH NAME\n", TEXT_ARGS(name),
                  CORDON_VERSION);
    write_roff(&out, name);
    buffer_string(&out, " \\- ");
    write_roff(&out, text_slice(summary, 0, summary.size - 1)); /* without its full stop */
    buffer_byte(&out, '\n');
    write_synopsis(&out, command, path);
    write_description(&out, command);
    write_commands(&out, command);
    buffer_string(&out, ".SH OPTIONS\n");
    for (const struct cli_option *option = command->options; option && option->name; option++)
        write_option(&out, command, option);
    write_option(&out, command, &cli_help_option);
    write_examples(&out, command);
    write_see_also(&out, manuals->arena, command, path);
    return docs_write_file(manuals->arena, manuals->folder,
                           text_format(manuals->arena, "%.*s.1", TEXT_ARGS(name)),
                           buffer_view(&out), manuals->error);
}

bool docs_write_manuals(struct arena *arena, struct text folder, struct error *error) {
    struct manuals manuals = {arena, folder, error};
    return docs_each_command(arena, &command_cordon, T("cordon"), write_manual, &manuals) &&
           docs_write_file(arena, folder, T("inspect-evals-lint.1"), T(".so man1/cordon-lint.1\n"),
                           error);
}
