/*
 * rule_pages: what `cordon lint` says about its rules without linting anything.
 */
#ifndef CORDON_CLI_RULE_PAGES_H
#define CORDON_CLI_RULE_PAGES_H

#include <cordon/lint.h>

#include "cli/cli.h"

/* Both go to the file of --output or to standard output, and give the exit status. */

/* The rules in force, with --preview those in preview too, as far as the options select them: a
 * table as wide as the terminal, a line a rule when it is piped, or a JSON document. */
int list_rules(struct cli *cli, const struct cli_arguments *arguments,
               const cordon_lint_options *options);

/* The page of each rule that --explain selects: as text in a terminal, as Markdown when it is
 * piped, or as JSON, of several rules as an array. */
int explain_rules(struct cli *cli, const struct cli_arguments *arguments);

#endif
