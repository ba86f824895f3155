#include "cli/cli.h"
#include "docs/docs.h"

static int failed(struct cli *cli, const struct cli_arguments *arguments,
                  const struct error *error) {
    struct text message = error_text(cli->arena, error);
    return cli_error(cli, arguments, "%.*s", TEXT_ARGS(message));
}

static int write_site(struct cli *cli, const struct cli_arguments *arguments, struct text folder) {
#ifdef CORDON_SITE
    struct error error = {0};
    return docs_write_site(cli->arena, folder, &error) ? EXIT_FINE : failed(cli, arguments, &error);
#else
    (void)folder;
    return cli_error(cli, arguments,
                     "this build cannot write HTML; build it again where md4c is installed");
#endif
}

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static int run_docs(struct cli *cli, const struct cli_arguments *arguments) {
    struct text site = cli_value(arguments, "output"), manuals = cli_value(arguments, "man"),
                shell = cli_value(arguments, "completions");
    bool parts = cli_given(arguments, "parts");
    struct error error = {0};
    if (!site.data + !manuals.data + !shell.data + !parts != 3)
        return cli_usage_error(cli, arguments,
                               "say what to write: one of --output FOLDER, --man FOLDER, "
                               "--completions SHELL, --parts");
    if ((site.data && !site.size) || (manuals.data && !manuals.size))
        return cli_usage_error(cli, arguments, "the folder's name is empty");
    if (site.data)
        return write_site(cli, arguments, site);
    if (manuals.data)
        return docs_write_manuals(cli->arena, manuals, &error) ? EXIT_FINE
                                                               : failed(cli, arguments, &error);
    if (parts)
        docs_write_parts(&cli->out, cli->arena);
    else if (text_is(shell, "bash"))
        docs_completions_bash(&cli->out, cli->arena);
    else if (text_is(shell, "zsh"))
        docs_completions_zsh(&cli->out, cli->arena);
    else
        docs_completions_fish(&cli->out, cli->arena);
    return EXIT_FINE;
}

static const struct cli_option options[] = {
    {"output", 'o', "FOLDER", NULL,
     "Write the documentation's site: each page as HTML and Markdown, a search, rules.json, "
     "llms.txt and llms-full.txt. It needs no server."},
    {"man", 0, "FOLDER", NULL, "Write the manual page of each command."},
    {"completions", 0, "SHELL", shells, "Print completions for bash, zsh or fish."},
    {"parts", 0, NULL, NULL,
     "Print the generated parts of the pages as JSON: names, and tables in Markdown."},
    {0},
};

const struct cli_command command_docs = {
    .name = "docs",
    .summary = "Write the documentation: a site, manual pages, completions.",
    .about = "Everything is in the program; nothing is fetched.\n\n"
             "Exit status: 0, or 2 when something cannot be written.",
    .examples = "cordon docs --output site                 # then open site/index.html\n"
                "cordon docs --man ~/.local/share/man/man1 # for man cordon-lint\n"
                "source <(cordon docs --completions bash)  # for this shell\n",
    .options = options,
    .run = run_docs,
};
