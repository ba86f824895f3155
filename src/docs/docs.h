/*
 * docs: what the program writes about itself: its site, its man pages, completions for shells, and
 * the tables of its pages. Everything comes from the tables that the program works by.
 */
#ifndef CORDON_DOCS_DOCS_H
#define CORDON_DOCS_DOCS_H

#include "base/buffer.h"
#include "base/error.h"
#include "cli/command.h"

/* The site: each page as HTML and as Markdown, rules.json, llms.txt, llms-full.txt, a search. */
bool docs_write_site(struct arena *arena, struct text folder, struct error *error);

/* "cordon-lint.1" and so on, one for each command. */
bool docs_write_manuals(struct arena *arena, struct text folder, struct error *error);

/* For bash, zsh and fish. */
void docs_completions_bash(struct buffer *out, struct arena *arena);
void docs_completions_zsh(struct buffer *out, struct arena *arena);
void docs_completions_fish(struct buffer *out, struct arena *arena);

/* A JSON object: names of the generated parts of pages, and their Markdown. */
void docs_write_parts(struct buffer *out, struct arena *arena);

/* Writes folder/name; folders on the way are made. */
bool docs_write_file(struct arena *arena, struct text folder, struct text name, struct text content,
                     struct error *error);

/* Calls visit for the command and all below it; path is what is typed: "cordon probe scan". */
typedef bool docs_visit(void *context, const struct cli_command *command, struct text path);
bool docs_each_command(struct arena *arena, const struct cli_command *command, struct text path,
                       docs_visit *visit, void *context);

#endif
