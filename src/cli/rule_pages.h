/*
 * rule_pages: what `cordon lint` says about its rules without linting anything.
 */
#ifndef CORDON_CLI_RULE_PAGES_H
#define CORDON_CLI_RULE_PAGES_H

#include "cli/cli.h"

/* A line a rule, or a JSON document; of the rules in force, with preview those in preview too. */
int list_rules(struct cli *cli, bool as_json, bool preview);

void list_rules_as_json(struct buffer *out, bool preview);

/* The page of each rule given by --explain. */
int explain_rules(struct cli *cli, const struct cli_arguments *arguments);

#endif
