/*
 * metadata: the files that say what an installed distribution is.
 *
 * METADATA and PKG-INFO hold headers (packaging.python.org/specifications/core-metadata), RECORD
 * the installed files as CSV (packaging.python.org/specifications/recording-installed-packages).
 */
#ifndef CORDON_FORMATS_METADATA_H
#define CORDON_FORMATS_METADATA_H

#include "base/text.h"

/* Begins with the file's text and line 0. */
struct metadata_reader {
    struct text rest;
    uint32_t line; /* lines read so far */
};

struct metadata_header {
    struct text name;    /* as written */
    struct text value;   /* trimmed; a folded one still holds its line ends */
    uint32_t line;       /* 1-based, where it begins */
    const char *problem; /* why the line is no header, or NULL */
};

/* The next header; false at the empty line that ends them, or at the end. */
bool metadata_next(struct metadata_reader *reader, struct metadata_header *header);

struct record_entry {
    struct text path; /* relative to the folder that holds the distribution's own */
    uint32_t line;
    const char *problem; /* why the row has no path, or NULL */
};

/* The next row; false at the end. A path in quotes is copied to the arena. */
bool record_next(struct metadata_reader *reader, struct arena *arena, struct record_entry *entry);

/* The name by which an installed file is imported: the first part of "pkg/mod.py", or the module
 * that "mod.py" or "mod.cpython-313-x86_64-linux-gnu.so" is, for Python 3.minor. Empty when there
 * is none. */
struct text record_import_name(struct text path, unsigned minor);

#endif
