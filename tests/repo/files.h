/* A temporary folder that a test fills. */
#ifndef CORDON_TESTS_FILES_H
#define CORDON_TESTS_FILES_H

#include "base/path.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Its absolute and physical path. */
static inline struct text files_begin(struct arena *arena) {
    char pattern[] = "/tmp/cordon-test-XXXXXX";
    if (!mkdtemp(pattern))
        abort();
    char *physical = realpath(pattern, NULL);
    struct text folder = text_copy(arena, text_of(physical));
    free(physical);
    return folder;
}

static inline void files_end(struct arena *arena, struct text folder) {
    if (system(text_format(arena, "rm -rf '%.*s'", TEXT_ARGS(folder)).data) != 0)
        abort();
}

/* Writes a file and makes the folders it needs. */
static inline void files_write(struct arena *arena, struct text folder, const char *name,
                               const char *content) {
    struct text path = path_join(arena, folder, text_of(name));
    char *at = (char *)path.data + folder.size;
    while ((at = strchr(at + 1, '/'))) {
        *at = '\0';
        mkdir(path.data, 0777);
        *at = '/';
    }
    FILE *file = fopen(path.data, "w");
    if (!file || fputs(content, file) < 0 || fclose(file) != 0)
        abort();
}

#endif
