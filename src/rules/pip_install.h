/*
 * pip_install: what a `pip install` or `uv pip install` takes in.
 */
#ifndef CORDON_RULES_PIP_INSTALL_H
#define CORDON_RULES_PIP_INSTALL_H

#include "formats/shell.h"
#include "rules/build.h"

/* at: the index of pip's subcommand among the program's words. */
void check_pip(struct build *build, struct shell_command program, size_t at, bool uv);

#endif
