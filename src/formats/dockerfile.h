/*
 * dockerfile: the instructions of a Dockerfile as BuildKit's parser splits them (moby/buildkit,
 * frontend/dockerfile/parser), except that a blank line ends a continued instruction.
 */
#ifndef CORDON_FORMATS_DOCKERFILE_H
#define CORDON_FORMATS_DOCKERFILE_H

#include "base/error.h"

enum docker_keyword {
    DOCKER_OTHER, /* no instruction that is known */
    DOCKER_ADD,
    DOCKER_ARG,
    DOCKER_CMD,
    DOCKER_COPY,
    DOCKER_ENTRYPOINT,
    DOCKER_ENV,
    DOCKER_EXPOSE,
    DOCKER_FROM,
    DOCKER_HEALTHCHECK,
    DOCKER_LABEL,
    DOCKER_MAINTAINER,
    DOCKER_ONBUILD,
    DOCKER_RUN,
    DOCKER_SHELL,
    DOCKER_STOPSIGNAL,
    DOCKER_USER,
    DOCKER_VOLUME,
    DOCKER_WORKDIR,
};

/* `--name=value`, `--name` */
struct docker_flag {
    struct text name;
    struct text value;
};

/* `<<name`, whose lines follow the instruction. */
struct docker_heredoc {
    struct text name;
    struct text body;    /* whole lines */
    uint32_t first_line; /* of the body */
    bool expands;        /* the name is not quoted */
    bool strips_tabs;    /* `<<-` */
};

enum docker_form {
    DOCKER_SHELL_FORM,
    DOCKER_EXEC_FORM, /* a JSON list of strings: words */
    DOCKER_BAD_JSON,  /* JSON that is no list of strings: refused by a build */
};

struct docker_instruction {
    enum docker_keyword keyword;
    uint32_t first_line;
    uint32_t last_line; /* here-documents included */
    const struct docker_flag *flags;
    size_t flag_count;
    enum docker_form form;
    struct text text; /* behind the flags, continuation lines joined, comments dropped */
    const struct text
        *words; /* of text: the list's strings, or what blanks separate, without quotes */
    size_t word_count;
    const struct docker_heredoc *heredocs;
    size_t heredoc_count;
};

/* A comment line before the first instruction. */
struct docker_comment {
    struct text text; /* behind the '#', without blanks around it */
    uint32_t line;
};

struct dockerfile {
    struct text syntax; /* of `# syntax=`, or empty */
    char escape;        /* '\' unless `# escape=` says otherwise */
    const struct docker_comment *comments;
    size_t comment_count;
    const struct docker_instruction *instructions;
    size_t count;
};

/* NULL with *error set only when the text is not UTF-8. */
const struct dockerfile *dockerfile_parse(struct arena *arena, struct text file, struct text source,
                                          struct error *error);

/* The value of the last flag of that name, NULL data when there is none. */
struct text docker_flag(const struct docker_instruction *instruction, const char *name);

/* A part `name=value` of a `--mount` flag; false at the end. name and value may be empty. */
bool docker_mount_part(struct text *rest, struct text *name, struct text *value);

/* Whether a word is `<<name`, which stands for a here-document. */
bool docker_is_heredoc(struct text word);

#endif
