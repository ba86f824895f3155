/*
 * replace: whole files out.
 */
#ifndef CORDON_BASE_REPLACE_H
#define CORDON_BASE_REPLACE_H

#include "base/file.h"

/* Where a path leads: links are followed, as a shell's redirection does. */
struct destination {
    const char *path;
    int descriptor; /* of this process, which the path is a name for (/dev/stdout); or -1 */
    bool in_place;  /* that, a device or a pipe: it is written to, not replaced */
};

/* Whether following the path goes over a link that lies below the folder, and ends outside of it.
 * The folder is given as realpath() does. */
bool path_is_led_out(struct arena *arena, struct text path, struct text folder);

/* False with errno when that cannot be found out. What does not exist is to be made. */
bool destination_find(struct arena *arena, const char *path, struct destination *destination);

/* Opens what is written in place. A descriptor, or -1 with errno. */
int destination_open(const struct destination *destination);

/* Writes a file's content; false with errno. It must not run out of a heap's memory: it is called
 * while signals are blocked. */
typedef bool file_writer(void *context, int stream);

/* Replaces the file as a whole, and keeps its mode, or leaves it as it was; what is not replaced is
 * written in place. False with errno. */
bool destination_write(struct arena *arena, const struct destination *destination,
                       file_writer *write, void *context);

bool file_replace_text(struct arena *arena, const char *path, struct text content,
                       struct error *error);

#endif
