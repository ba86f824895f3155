/*
 * shell: the simple commands of a POSIX shell text (POSIX.1-2017, Shell Command Language), as a
 * reader needs them: words with their quotes removed, and what is piped into what. Nothing is
 * expanded: `$NAME` stays in the word.
 */
#ifndef CORDON_FORMATS_SHELL_H
#define CORDON_FORMATS_SHELL_H

#include "base/text.h"

#define SHELL_NONE UINT32_MAX

struct shell_word {
    struct text text;
    bool quoted;  /* at least in part, or escaped: then it is no keyword */
    bool escaped; /* a backslash outside of quotes */
    bool expands; /* holds a variable or a command whose output is not known */
};

/* A command without the redirections. Words of keywords (`then`, `{`, `!`) are still there. */
struct shell_command {
    const struct shell_word *words;
    size_t count;
    uint32_t pipeline;
    uint32_t stage; /* of the pipeline, from 0 */
};

struct shell_pipeline {
    uint32_t
        parent;     /* the pipeline whose stage is the subshell this one stands in, or SHELL_NONE */
    uint32_t stage; /* of the parent */
};

struct shell_script {
    const struct shell_command *commands; /* in order of their beginnings */
    size_t count;
    const struct shell_pipeline *pipelines;
    size_t pipeline_count;
};

/* Any text gives a script; what is not closed ends with the text. Commands in `$(...)`, backquotes
 * and parentheses are listed like the others. */
struct shell_script shell_parse(struct arena *arena, struct text text);

/* One command of given words, such as the exec form of a Dockerfile has. */
struct shell_script shell_exec(struct arena *arena, const struct text *words, size_t count);

/* The words behind what only leads to a command: keywords, assignments, sudo, env and exec with
 * their options. The first one is the program; none are left of a lone `fi`. */
struct shell_command shell_program(struct shell_command command);

/* The program's name without its folder. */
struct text shell_program_name(struct shell_command program);

/* Whether a name is that of a POSIX shell. */
bool shell_is_shell(struct text name);

/* The text that `sh -c text` runs; false for another program. */
bool shell_inline_text(struct shell_command program, struct text *text);

#endif
