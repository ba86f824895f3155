/* What the commands of `cordon probe` share. */
#ifndef CORDON_CLI_COMMAND_PROBE_H
#define CORDON_CLI_COMMAND_PROBE_H

#include "cli/cli.h"
#include "probe/scan.h"

/* Where a trial's output was kept; empty for a log that was there before. */
struct probe_kept {
    struct text folder;
};

/* Reads and checks a recipe; otherwise writes why not and gives EXIT_USAGE. Free the recipe. */
int probe_read_recipe(struct cli *cli, const struct cli_arguments *arguments, const char *path,
                      struct recipe *recipe);

/* --window and --overlap, --engine. */
int probe_scan_options(struct cli *cli, const struct cli_arguments *arguments,
                       struct scan_options *options);

/* Writes the result and gives the exit status for its verdict. */
int probe_write_result(struct cli *cli, const struct cli_arguments *arguments,
                       const struct trial *trial, const struct findings *findings,
                       const struct probe_kept *kept);

extern const struct cli_command command_probe_run;

#endif
