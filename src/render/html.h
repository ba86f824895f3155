/*
 * html: the parts of the HTML report. Not for use outside render/.
 *
 * The page is written out in full; its script only hides and shows what is there, so that no data
 * stands inside a script, and the page's policy lets nothing but its own style and script in.
 */
#ifndef CORDON_RENDER_HTML_H
#define CORDON_RENDER_HTML_H

#include "render/render.h"

struct html_asset {
    struct text content;
    const char *source; /* what the page's policy names it by */
};

extern const struct html_asset html_style;
extern const struct html_asset html_script;

/* <tag class="name">text</tag> */
void html_element(struct buffer *out, const char *tag, const char *name, struct text text);

void html_finding(struct buffer *out, const struct diagnostic *diagnostic,
                  const struct render_options *options);
void html_outcome(struct buffer *out, const struct outcome *outcome,
                  const struct render_options *options);

#endif
