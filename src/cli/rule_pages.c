#include "cli/rule_pages.h"

#include <cordon/lint.h>

#include "base/vector.h"
#include "cli/output.h"

#include <limits.h>

static bool is_format(const struct cli_arguments *arguments, const char *format) {
    return text_is(cli_value(arguments, "output-format"), format);
}

static bool is_terminal(const struct cli *cli, const struct cli_arguments *arguments) {
    return cli->out_is_terminal && !cli_given(arguments, "output");
}

static cordon_render_options render_options_of(const struct cli *cli,
                                               const struct cli_arguments *arguments) {
    cordon_render_options options;
    cordon_render_options_init(&options);
    options.color = cli_wants_color(cli, arguments);
    options.width = is_terminal(cli, arguments) ? cli->width : UINT_MAX;
    return options;
}

struct rules_document {
    bool preview;
    const cordon_rule *const *rules;
    size_t count;
    const char *format;
    cordon_render_options options;
};

static cordon_status write_list(void *context, cordon_writer writer, void *user,
                                cordon_error **error) {
    const struct rules_document *document = context;
    return cordon_rules_list(document->preview, document->format, &document->options, writer, user,
                             error);
}

int list_rules(struct cli *cli, const struct cli_arguments *arguments) {
    struct rules_document document = {
        .preview = cli_given(arguments, "preview"),
        .format = is_format(arguments, "json") ? "json" : "text",
        .options = render_options_of(cli, arguments),
    };
    return output_write(cli, arguments, write_list, &document);
}

/* The rule that a word of --explain names; NULL after an error. */
static const cordon_rule *find_rule(struct cli *cli, const struct cli_arguments *arguments,
                                    struct text word) {
    const char *name = text_copy(cli->arena, word).data;
    const cordon_rule *rule = cordon_rule_find(name);
    if (rule)
        return rule;
    const char *near = cordon_rule_suggest(name);
    cli_usage_error(cli, arguments, "there is no rule '%s'%s%s%s", name,
                    near ? "; did you mean '"
                         : "; give a name or a code, as --list-rules shows them",
                    near ? near : "", near ? "'?" : "");
    return NULL;
}

static cordon_status write_pages(void *context, cordon_writer writer, void *user,
                                 cordon_error **error) {
    const struct rules_document *document = context;
    return cordon_rules_explain(document->rules, document->count, document->format,
                                &document->options, writer, user, error);
}

int explain_rules(struct cli *cli, const struct cli_arguments *arguments) {
    VECTOR(const cordon_rule *) rules = {0};
    struct text word;
    for (size_t i = 0; (word = cli_value_at(arguments, "explain", i)).data; i++) {
        const cordon_rule *rule = find_rule(cli, arguments, word);
        if (!rule)
            return EXIT_USAGE;
        vector_push(cli->arena, &rules, rule);
    }
    bool as_text = is_terminal(cli, arguments) && !is_format(arguments, "markdown");
    struct rules_document document = {
        .rules = rules.items,
        .count = rules.count,
        .format = is_format(arguments, "json") ? "json"
                  : as_text                    ? "text"
                                               : "markdown",
        .options = render_options_of(cli, arguments),
    };
    return output_write(cli, arguments, write_pages, &document);
}
