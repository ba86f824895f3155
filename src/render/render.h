/*
 * render: a finished report as text for people and as documents for programs.
 */
#ifndef CORDON_RENDER_RENDER_H
#define CORDON_RENDER_RENDER_H

#include "base/buffer.h"
#include "lint/report.h"

/* The document of schema version 2, in preview 3, followed by a line end. */
void render_json(struct buffer *out, const struct report *report);

struct text_options {
    bool color;
    bool quiet;      /* only what failed or warned, and no tables */
    bool statistics; /* findings counted by rule */
    unsigned width;  /* of the terminal */
};

void render_text(struct buffer *out, const struct report *report,
                 const struct text_options *options);

#endif
