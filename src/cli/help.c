#include "cli/cli.h"

#include "base/utf8.h"

enum { HELP_COLUMN = 28, MOST_WIDTH = 100 };

/* Words of text from column on, lines broken at width, later lines indented. */
static void wrap(struct buffer *out, struct text text, size_t column, size_t indent, size_t width) {
    struct text rest = text, word;
    bool first = true;
    while (text_split(&rest, ' ', &word)) {
        size_t size = utf8_width(word);
        if (!first && column + 1 + size > width) {
            buffer_byte(out, '\n');
            buffer_repeat(out, ' ', indent);
            column = indent;
            first = true;
        }
        if (!first) {
            buffer_byte(out, ' ');
            column++;
        }
        buffer_text(out, word);
        column += size;
        first = false;
    }
    buffer_byte(out, '\n');
}

bool cli_is_required(const struct cli_command *command, const struct cli_option *option) {
    for (const char *const *name = command->required; name && *name; name++)
        if (strcmp(*name, option->name) == 0)
            return true;
    return false;
}

void cli_write_usage(struct buffer *out, const struct cli_command *command) {
    if (command->options)
        buffer_string(out, " [OPTIONS]");
    for (const struct cli_option *option = command->options; option && option->name; option++)
        if (cli_is_required(command, option))
            buffer_format(out, " --%s %s", option->name, option->value);
    if (command->commands)
        buffer_string(out, " COMMAND");
    if (command->operands)
        buffer_format(out, " %s", command->operands);
}

struct text cli_option_help(struct arena *arena, const struct cli_command *command,
                            const struct cli_option *option) {
    return text_format(arena, "%s%s", cli_is_required(command, option) ? "Required. " : "",
                       option->help);
}

static void help_entry(struct buffer *out, struct text left, struct text help, size_t width) {
    buffer_format(out, "  %.*s", TEXT_ARGS(left));
    size_t column = 2 + utf8_width(left);
    if (column + 2 > HELP_COLUMN) {
        buffer_byte(out, '\n');
        column = 0;
    }
    buffer_repeat(out, ' ', HELP_COLUMN - column);
    wrap(out, help, HELP_COLUMN, HELP_COLUMN, width);
}

static void help_option(struct cli *cli, const struct cli_command *command,
                        const struct cli_option *option, size_t width) {
    struct buffer left;
    buffer_init(&left, cli->arena);
    if (option->letter)
        buffer_format(&left, "-%c, ", option->letter);
    else
        buffer_string(&left, "    ");
    buffer_format(&left, "--%s", option->name);
    if (option->value)
        buffer_format(&left, " %s", option->value);
    help_entry(&cli->out, buffer_view(&left), cli_option_help(cli->arena, command, option), width);
}

static void help_paragraphs(struct buffer *out, const char *about, size_t width) {
    struct text rest = text_of(about);
    while (rest.size) {
        size_t end = text_find(rest, T("\n\n"));
        wrap(out, text_slice(rest, 0, end), 0, 0, width);
        rest = end == TEXT_NONE ? T("") : text_from(rest, end + 2);
        if (rest.size)
            buffer_byte(out, '\n');
    }
}

static void help_examples(struct buffer *out, const char *examples) {
    buffer_string(out, "\nExamples:\n");
    struct text rest = text_of(examples), line;
    while (text_split(&rest, '\n', &line))
        if (line.size)
            buffer_format(out, "  %.*s\n", TEXT_ARGS(line));
}

void cli_help(struct cli *cli, const struct cli_command *command, struct text path) {
    size_t width = cli->width < MOST_WIDTH ? cli->width : MOST_WIDTH;
    if (width < HELP_COLUMN + 20)
        width = HELP_COLUMN + 20;
    struct buffer *out = &cli->out;
    buffer_format(out, "%s\n\nUsage: %.*s", command->summary, TEXT_ARGS(path));
    cli_write_usage(out, command);
    buffer_string(out, "\n");
    if (command->about) {
        buffer_byte(out, '\n');
        help_paragraphs(out, command->about, width);
    }
    if (command->commands) {
        buffer_string(out, "\nCommands:\n");
        for (const struct cli_command *const *each = command->commands; *each; each++)
            help_entry(out, text_of((*each)->name), text_of((*each)->summary), width);
    }
    buffer_string(out, "\nOptions:\n");
    for (const struct cli_option *option = command->options; option && option->name; option++)
        help_option(cli, command, option, width);
    help_option(cli, command, &cli_help_option, width);
    if (command->examples)
        help_examples(out, command->examples);
}
