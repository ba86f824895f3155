/*
 * render: a finished report as text for people and as documents for programs.
 */
#ifndef CORDON_RENDER_RENDER_H
#define CORDON_RENDER_RENDER_H

#include "base/buffer.h"
#include "lint/report.h"

struct render_options {
    /* text and concise */
    bool quiet;      /* only what failed or warned, and no tables */
    bool statistics; /* findings counted by rule, at the end */
    /* text */
    bool color;
    unsigned width; /* of the terminal */
    /* Markdown */
    unsigned heading_level; /* of a package */
    bool footer;
    /* A link for a place, or NULL; line 0 is the file. May be NULL. */
    const char *(*source_link)(void *user, struct text path, uint32_t line);
    /* Called between packages, so that what was written can go out and make room. May be NULL. */
    void (*written)(void *user);
    /* What the format's part() made of a package, by its number; empty when it did not. NULL:
     * nothing was made. */
    struct text (*part)(void *user, size_t package);
    void *user;
    /* all that link to the pages of rules */
    struct text docs_base; /* without a slash at its end */
};

struct render_options render_defaults(void);

/* What a format calls after each package. */
static inline void render_written(const struct render_options *options) {
    if (options->written)
        options->written(options->user);
}

/* A value of --output-format. */
struct render_format {
    const char *name;
    const char *summary;
    void (*render)(struct buffer *out, const struct report *report,
                   const struct render_options *options);
    /* A package by itself, as render() then finds it by options->part: such a report can be written
     * without its findings. NULL when the document is not made of such parts. */
    void (*part)(struct buffer *out, const struct package_report *package);
};

extern const struct render_format render_formats[]; /* ends with a NULL name */

const struct render_format *render_format_find(struct text name); /* or NULL */

/* The name that is near, or NULL data. */
struct text render_format_suggest(struct text name);

struct text render_format_list(struct arena *arena); /* "text, concise, json, ..." */

/* The formats. Each ends with a line end. */
void render_text(struct buffer *out, const struct report *report,
                 const struct render_options *options);
void render_json(struct buffer *out, const struct report *report,
                 const struct render_options *options);
void render_json_package(struct buffer *out, const struct package_report *package);
void render_github(struct buffer *out, const struct report *report,
                   const struct render_options *options);
void render_markdown(struct buffer *out, const struct report *report,
                     const struct render_options *options);
void render_html(struct buffer *out, const struct report *report,
                 const struct render_options *options);
void render_sarif(struct buffer *out, const struct report *report,
                  const struct render_options *options);
void render_junit(struct buffer *out, const struct report *report,
                  const struct render_options *options);
void render_gitlab(struct buffer *out, const struct report *report,
                   const struct render_options *options);
void render_concise(struct buffer *out, const struct report *report,
                    const struct render_options *options);

#endif
