/*
 * embedded: the files of docs/ that the program carries, the pages of rules excepted (rule_page()).
 */
#ifndef CORDON_DOCS_EMBEDDED_H
#define CORDON_DOCS_EMBEDDED_H

#include "base/text.h"

struct embedded_file {
    struct text path; /* below docs/: "guide/install.md" */
    struct text content;
};

extern const struct embedded_file embedded_files[]; /* pages in reading order, then the site's */
extern const size_t embedded_file_count;

#endif
