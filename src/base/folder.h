/*
 * folder: what a folder holds, without a system call for each name.
 */
#ifndef CORDON_BASE_FOLDER_H
#define CORDON_BASE_FOLDER_H

#include "base/file.h"

enum entry_type { ENTRY_FILE, ENTRY_FOLDER, ENTRY_LINK, ENTRY_OTHER };

struct folder_entry {
    struct text name; /* followed by a NUL byte */
    enum entry_type type;
};

struct folder_entries {
    struct folder_entry *items;
    size_t count;
};

/* The entries without "." and "..", in order of their bytes. path is relative to the folder
 * (AT_FDCWD: the working directory), links followed. FILE_READ, FILE_MISSING, FILE_NOT_REGULAR
 * (it is no folder) or FILE_FAILED with its errno in *reason. */
enum file_result folder_read(struct arena *arena, int folder, const char *path,
                             struct folder_entries *entries, int *reason);

/* What a path leads to, links followed; false when it leads nowhere. */
bool folder_has(int folder, const char *path, enum entry_type *type);

/* Whether folder_has() was false because there is nothing, going by errno; otherwise the system
 * could not look. */
bool folder_is_absent(int reason);

/* Whether realpath() failed, going by errno, as opening the path would: nothing can be read. */
bool folder_leads_nowhere(int reason);

bool folder_has_file(int folder, const char *path); /* a regular file */

#endif
