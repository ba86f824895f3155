/*
 * text: the parts of the text report. Not for use outside render/.
 */
#ifndef CORDON_RENDER_TEXT_H
#define CORDON_RENDER_TEXT_H

#include "render/style.h"

/* "file:line:column", with the parts that there are. */
struct text finding_place(struct arena *arena, const struct diagnostic *diagnostic);
struct text score_text(struct arena *arena, const struct score *score);

/* Of several packages: the summary, what each rule came to, and the failures by rule. */
void render_overview(struct page *page, const struct report *report);

/* Findings counted by rule, the most frequent first. */
void render_statistics(struct page *page, const struct report *report);

#endif
