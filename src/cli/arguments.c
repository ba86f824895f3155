#include "cli/cli.h"

#include "base/printable.h"
#include "base/suggest.h"
#include "base/vector.h"

struct given {
    const struct cli_option *option;
    struct text value;
};

struct cli_arguments {
    const struct cli_command *command;
    struct text path;
    VECTOR(struct given) given;
    VECTOR(struct text) operands;
    size_t after_dashes;
};

const struct cli_option cli_help_option = {"help", 'h', NULL, NULL, "Show this help."};

static const struct cli_option *find_option(const struct cli_command *command, struct text name) {
    if (text_is(name, cli_help_option.name))
        return &cli_help_option;
    for (const struct cli_option *option = command->options; option && option->name; option++)
        if (text_is(name, option->name))
            return option;
    return NULL;
}

static const struct cli_option *find_letter(const struct cli_command *command, char letter) {
    if (letter == cli_help_option.letter)
        return &cli_help_option;
    for (const struct cli_option *option = command->options; option && option->name; option++)
        if (option->letter && option->letter == letter)
            return option;
    return NULL;
}

struct text cli_value_at(const struct cli_arguments *arguments, const char *option, size_t index) {
    for (size_t i = 0; i < arguments->given.count; i++)
        if (text_is(text_of(option), arguments->given.items[i].option->name) && index-- == 0)
            return arguments->given.items[i].value;
    return (struct text){NULL, 0};
}

struct text cli_value(const struct cli_arguments *arguments, const char *option) {
    struct text last = {NULL, 0};
    for (size_t i = 0; i < arguments->given.count; i++)
        if (text_is(text_of(option), arguments->given.items[i].option->name))
            last = arguments->given.items[i].value;
    return last;
}

bool cli_given(const struct cli_arguments *arguments, const char *option) {
    return cli_value(arguments, option).data != NULL;
}

size_t cli_operand_count(const struct cli_arguments *arguments) {
    return arguments->operands.count;
}

struct text cli_operand(const struct cli_arguments *arguments, size_t index) {
    return arguments->operands.items[index];
}

size_t cli_operands_after_dashes(const struct cli_arguments *arguments) {
    return arguments->after_dashes;
}

static int fail(struct cli *cli, const struct cli_arguments *arguments, const char *format,
                va_list words) __attribute__((format(printf, 3, 0)));

static int fail(struct cli *cli, const struct cli_arguments *arguments, const char *format,
                va_list words) {
    cli->out.size = 0;
    struct text message = printable(cli->arena, text_vformat(cli->arena, format, words));
    buffer_format(&cli->err, "%.*s: error: %.*s\n", TEXT_ARGS(arguments->path), TEXT_ARGS(message));
    return EXIT_USAGE;
}

void cli_hint_at_help(struct cli *cli, const struct cli_arguments *arguments) {
    buffer_format(&cli->err, "Try '%.*s --help'.\n", TEXT_ARGS(arguments->path));
}

int cli_usage_error(struct cli *cli, const struct cli_arguments *arguments, const char *format,
                    ...) {
    va_list words;
    va_start(words, format);
    int code = fail(cli, arguments, format, words);
    va_end(words);
    cli_hint_at_help(cli, arguments);
    return code;
}

int cli_error(struct cli *cli, const struct cli_arguments *arguments, const char *format, ...) {
    va_list words;
    va_start(words, format);
    int code = fail(cli, arguments, format, words);
    va_end(words);
    return code;
}

static void free_error(void *error) {
    cordon_error_free(error);
}

int cli_failed(struct cli *cli, const struct cli_arguments *arguments, cordon_status status,
               cordon_error *error) {
    if (status == CORDON_NO_MEMORY || !error)
        heap_exhausted(cli->heap);
    struct cleanup cleanup;
    heap_push_cleanup(cli->heap, &cleanup, free_error, error);
    struct text message = cli_text(cordon_error_text(error));
    int code = cli_error(cli, arguments, "%.*s", TEXT_ARGS(message));
    heap_pop_cleanup(cli->heap, &cleanup);
    cordon_error_free(error);
    return code;
}

void cli_note(struct cli *cli, const struct cli_arguments *arguments, struct text message) {
    buffer_format(&cli->err, "%.*s: note: ", TEXT_ARGS(arguments->path));
    printable_add(&cli->err, message);
    buffer_byte(&cli->err, '\n');
}

/* name: what it is without its dashes. */
static int unknown_option(struct cli *cli, const struct cli_arguments *arguments, struct text word,
                          struct text name) {
    VECTOR(struct text) names = {0};
    vector_push(cli->arena, &names, text_of(cli_help_option.name));
    for (const struct cli_option *option = arguments->command->options; option && option->name;
         option++)
        vector_push(cli->arena, &names, text_of(option->name));
    struct text near = suggest(name, names.items, names.count);
    if (near.data)
        return cli_usage_error(cli, arguments, "unknown option '%.*s'; did you mean '--%.*s'?",
                               TEXT_ARGS(word), TEXT_ARGS(near));
    return cli_usage_error(cli, arguments, "unknown option '%.*s'", TEXT_ARGS(word));
}

static int check_choice(struct cli *cli, const struct cli_arguments *arguments,
                        const struct cli_option *option, struct text value) {
    if (!option->choices)
        return EXIT_FINE;
    VECTOR(struct text) names = {0};
    struct buffer list;
    buffer_init(&list, cli->arena);
    for (const char *const *choice = option->choices; *choice; choice++) {
        if (text_is(value, *choice))
            return EXIT_FINE;
        vector_push(cli->arena, &names, text_of(*choice));
        buffer_format(&list, "%s%s", list.size ? ", " : "", *choice);
    }
    struct text near = suggest(value, names.items, names.count);
    struct text all = buffer_view(&list);
    if (near.data)
        return cli_usage_error(
            cli, arguments, "--%s does not take '%.*s'; did you mean '%.*s'? It takes one of %.*s",
            option->name, TEXT_ARGS(value), TEXT_ARGS(near), TEXT_ARGS(all));
    return cli_usage_error(cli, arguments, "--%s does not take '%.*s'; it takes one of %.*s",
                           option->name, TEXT_ARGS(value), TEXT_ARGS(all));
}

/* Words that are still to be read. */
struct words {
    char **items;
    int count;
    int next;
};

static int take_value(struct cli *cli, struct cli_arguments *arguments,
                      const struct cli_option *option, struct text written, struct words *words) {
    struct text value = written;
    if (!value.data) {
        if (words->next == words->count)
            return cli_usage_error(cli, arguments, "--%s needs a value: --%s %s", option->name,
                                   option->name, option->value);
        value = text_of(words->items[words->next++]);
    }
    vector_push(cli->arena, &arguments->given, (struct given){option, value});
    return check_choice(cli, arguments, option, value);
}

static int read_long(struct cli *cli, struct cli_arguments *arguments, struct text word,
                     struct words *words) {
    size_t equals = text_find_byte(word, '=');
    struct text name = text_slice(word, 2, equals);
    const struct cli_option *option = find_option(arguments->command, name);
    if (!option)
        return unknown_option(cli, arguments, text_slice(word, 0, equals), name);
    struct text value = equals == TEXT_NONE ? (struct text){NULL, 0} : text_from(word, equals + 1);
    if (option->value)
        return take_value(cli, arguments, option, value, words);
    if (value.data)
        return cli_usage_error(cli, arguments, "--%s takes no value", option->name);
    vector_push(cli->arena, &arguments->given, (struct given){option, T("")});
    return EXIT_FINE;
}

static int read_letters(struct cli *cli, struct cli_arguments *arguments, struct text word,
                        struct words *words) {
    for (size_t i = 1; i < word.size; i++) {
        const struct cli_option *option = find_letter(arguments->command, word.data[i]);
        if (!option && i == 1 && word.size > 2) /* perhaps a long option with one dash */
            return unknown_option(cli, arguments, word, text_from(word, 1));
        if (!option)
            return cli_usage_error(cli, arguments, "unknown option '-%c'", word.data[i]);
        if (option->value) {
            bool attached = i + 1 < word.size;
            return take_value(cli, arguments, option,
                              attached ? text_from(word, i + 1) : (struct text){NULL, 0}, words);
        }
        vector_push(cli->arena, &arguments->given, (struct given){option, T("")});
    }
    return EXIT_FINE;
}

static int read_words(struct cli *cli, struct cli_arguments *arguments, struct words *words) {
    while (words->next < words->count) {
        struct text word = text_of(words->items[words->next++]);
        int code = EXIT_FINE;
        if (arguments->after_dashes != TEXT_NONE) {
            vector_push(cli->arena, &arguments->operands, word);
        } else if (text_is(word, "--")) {
            arguments->after_dashes = arguments->operands.count;
        } else if (text_starts(word, T("--"))) {
            code = read_long(cli, arguments, word, words);
        } else if (word.size > 1 && word.data[0] == '-') {
            code = read_letters(cli, arguments, word, words);
        } else {
            vector_push(cli->arena, &arguments->operands, word);
        }
        if (code)
            return code;
    }
    return EXIT_FINE;
}

/* Names all that is missing, so that it need not be found out one by one. */
static int check_required(struct cli *cli, const struct cli_arguments *arguments) {
    const struct cli_option *option = arguments->command->options;
    struct buffer missing;
    buffer_init(&missing, cli->arena);
    for (; option && option->name; option++)
        if (cli_is_required(arguments->command, option) && !cli_given(arguments, option->name))
            buffer_format(&missing, "%s--%s %s", missing.size ? ", " : "", option->name,
                          option->value);
    if (!missing.size)
        return EXIT_FINE;
    return cli_usage_error(cli, arguments, "missing what is required: %.*s",
                           TEXT_ARGS(buffer_view(&missing)));
}

static int run_command(struct cli *cli, struct cli_arguments *arguments, struct words *words) {
    int code = read_words(cli, arguments, words);
    /* As git and ruff do, --help wins over a mistake beside it. */
    if (cli_given(arguments, "help")) {
        cli->err.size = 0;
        cli_help(cli, arguments->command, arguments->path);
        return EXIT_FINE;
    }
    if (code)
        return code;
    if (arguments->operands.count && !arguments->command->operands)
        return cli_usage_error(cli, arguments, "unexpected argument '%.*s'",
                               TEXT_ARGS(arguments->operands.items[0]));
    code = check_required(cli, arguments);
    return code ? code : arguments->command->run(cli, arguments);
}

int cli_help_wanted(struct cli *cli, const struct cli_arguments *arguments) {
    cli_help(cli, arguments->command, arguments->path);
    return EXIT_USAGE;
}

static int unknown_command(struct cli *cli, const struct cli_arguments *arguments,
                           struct text word) {
    VECTOR(struct text) names = {0};
    struct buffer list;
    buffer_init(&list, cli->arena);
    for (const struct cli_command *const *each = arguments->command->commands; *each; each++) {
        vector_push(cli->arena, &names, text_of((*each)->name));
        buffer_format(&list, "%s%s", list.size ? ", " : "", (*each)->name);
    }
    vector_push(cli->arena, &names, T("help"));
    struct text near = suggest(word, names.items, names.count);
    if (near.data)
        return cli_usage_error(cli, arguments, "unknown command '%.*s'; did you mean '%.*s'?",
                               TEXT_ARGS(word), TEXT_ARGS(near));
    return cli_usage_error(cli, arguments, "unknown command '%.*s'; the commands are %s",
                           TEXT_ARGS(word), buffer_view(&list).data);
}

/* "help COMMAND" is "COMMAND --help", as in git. */
static int run_help(struct cli *cli, const struct cli_command *command, struct text path, int count,
                    char **words) {
    static char option[] = "--help";
    char **all = arena_array(cli->arena, char *, (size_t)count + 1);
    memcpy(all, words, (size_t)count * sizeof(*all));
    all[count] = option;
    return cli_run(cli, command, path, count + 1, all);
}

int cli_run(struct cli *cli, const struct cli_command *command, struct text path, int count,
            char **words) {
    struct cli_arguments arguments = {.command = command, .path = path, .after_dashes = TEXT_NONE};
    if (command->commands && count && words[0][0] != '-') {
        struct text word = text_of(words[0]);
        for (const struct cli_command *const *each = command->commands; *each; each++)
            if (text_is(word, (*each)->name))
                return cli_run(cli, *each,
                               text_format(cli->arena, "%.*s %s", TEXT_ARGS(path), (*each)->name),
                               count - 1, words + 1);
        if (text_is(word, "help"))
            return run_help(cli, command, path, count - 1, words + 1);
        if (!command->operands)
            return unknown_command(cli, &arguments, word);
    }
    struct words rest = {words, count, 0};
    return run_command(cli, &arguments, &rest);
}
