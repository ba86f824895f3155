#include "cli/rule_pages.h"

#include "base/vector.h"
#include "cli/output.h"

#include <limits.h>

static bool is_format(const struct cli_arguments *arguments, const char *format) {
    return text_is(cli_value(arguments, "output-format"), format);
}

static bool is_terminal(const struct cli *cli, const struct cli_arguments *arguments) {
    return cli->out_is_terminal && !output_path(arguments);
}

static cordon_render_options render_options_of(const struct cli *cli,
                                               const struct cli_arguments *arguments) {
    cordon_render_options options;
    cordon_render_options_init(&options);
    options.color = cli_wants_color(cli, arguments);
    options.width = is_terminal(cli, arguments) ? cli->width : UINT_MAX;
    return options;
}

typedef VECTOR(const cordon_rule *) rule_vector;

struct rules_document {
    bool preview;
    rule_vector rules;
    const char *format;
    cordon_render_options options;
};

static cordon_status write_list(void *context, cordon_writer writer, void *user,
                                cordon_error **error) {
    const struct rules_document *document = context;
    return cordon_rules_list(document->rules.items, document->rules.count, document->preview,
                             document->format, &document->options, writer, user, error);
}

static bool is_selected(const cordon_rule *rule, const char *const *selectors, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (cordon_rule_selected(rule, selectors[i]))
            return true;
    return false;
}

int list_rules(struct cli *cli, const struct cli_arguments *arguments,
               const cordon_lint_options *options) {
    struct rules_document document = {
        .preview = options->preview,
        .format = is_format(arguments, "json") ? "json" : "text",
        .options = render_options_of(cli, arguments),
    };
    for (size_t i = 0; i < cordon_rule_count(); i++) {
        const cordon_rule *rule = cordon_rule_at(i);
        if ((options->preview || !cordon_rule_is_preview(rule)) &&
            (!options->select || is_selected(rule, options->select, options->select_count)) &&
            !is_selected(rule, options->ignore, options->ignore_count))
            vector_push(cli->arena, &document.rules, rule);
    }
    if (!document.rules.count)
        cli_note(cli, arguments,
                 T("every rule that is selected is ignored, or in preview and listed with "
                   "--preview"));
    return output_write(cli, arguments, NULL, write_list, &document);
}

/* Codes are in capitals, names are not. */
static const char *in_capitals(struct arena *arena, struct text word) {
    char *capitals = arena_array(arena, char, word.size + 1);
    for (size_t i = 0; i < word.size; i++)
        capitals[i] =
            word.data[i] >= 'a' && word.data[i] <= 'z' ? word.data[i] - 'a' + 'A' : word.data[i];
    capitals[word.size] = '\0';
    return capitals;
}

/* Those that a word of --explain selects, in preview or not, whatever the case of a code. */
static int add_rules(struct cli *cli, const struct cli_arguments *arguments, struct text word,
                     rule_vector *rules) {
    const char *name = text_copy(cli->arena, word).data, *code = in_capitals(cli->arena, word);
    size_t before = rules->count;
    for (size_t i = 0; word.size && i < cordon_rule_count(); i++)
        if (cordon_rule_selected(cordon_rule_at(i), name) ||
            cordon_rule_selected(cordon_rule_at(i), code))
            vector_push(cli->arena, rules, cordon_rule_at(i));
    if (rules->count > before)
        return EXIT_FINE;
    const char *near = cordon_rule_suggest(name);
    return cli_usage_error(cli, arguments, "there is no rule '%s'%s%s%s", name,
                           near ? "; did you mean '"
                                : "; give a name, a code or the beginning of codes, as "
                                  "--list-rules shows them",
                           near ? near : "", near ? "'?" : "");
}

static cordon_status write_pages(void *context, cordon_writer writer, void *user,
                                 cordon_error **error) {
    const struct rules_document *document = context;
    return cordon_rules_explain(document->rules.items, document->rules.count, document->format,
                                &document->options, writer, user, error);
}

int explain_rules(struct cli *cli, const struct cli_arguments *arguments) {
    rule_vector rules = {0};
    struct text word;
    for (size_t i = 0; (word = cli_value_at(arguments, "explain", i)).data; i++) {
        int code = add_rules(cli, arguments, word, &rules);
        if (code)
            return code;
    }
    bool as_text = is_terminal(cli, arguments) && !is_format(arguments, "markdown");
    struct rules_document document = {
        .rules = rules,
        .format = is_format(arguments, "json") ? "json"
                  : as_text                    ? "text"
                                               : "markdown",
        .options = render_options_of(cli, arguments),
    };
    return output_write(cli, arguments, NULL, write_pages, &document);
}
