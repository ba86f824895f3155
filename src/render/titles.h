/*
 * titles: what people call categories and statuses.
 */
#ifndef CORDON_RENDER_TITLES_H
#define CORDON_RENDER_TITLES_H

#include "lint/report.h"

const char *category_title(enum category category); /* "Best practices" */
const char *status_title(enum status status);       /* "Not met" */

#endif
