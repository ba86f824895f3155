/* What the commands of `cordon probe` share. */
#ifndef CORDON_CLI_COMMAND_PROBE_H
#define CORDON_CLI_COMMAND_PROBE_H

#include "cli/cli.h"

#include <cordon/probe.h>

/* Reads and checks a recipe, which the caller frees; otherwise writes why not and gives EXIT_USAGE.
 */
int probe_read_recipe(struct cli *cli, const struct cli_arguments *arguments, const char *path,
                      cordon_probe_recipe **recipe);

/* --window and --overlap, --engine. */
int probe_scan_options(struct cli *cli, const struct cli_arguments *arguments,
                       cordon_probe_options *options);

/* Writes the result and gives the exit status for its verdict. */
int probe_write_result(struct cli *cli, const struct cli_arguments *arguments,
                       const cordon_probe_result *result);

/* For heap_push_cleanup(). */
void probe_free_recipe(void *recipe);
void probe_free_result(void *result);

extern const struct cli_command command_probe_run;

#endif
