#define _GNU_SOURCE /* getdents64, O_DIRECTORY */
#include "base/folder.h"

#include "base/file.h"
#include "base/vector.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef VECTOR(struct folder_entry) entry_vector;

static enum entry_type type_of_mode(mode_t mode) {
    if (S_ISREG(mode))
        return ENTRY_FILE;
    if (S_ISDIR(mode))
        return ENTRY_FOLDER;
    return S_ISLNK(mode) ? ENTRY_LINK : ENTRY_OTHER;
}

/* Some file systems do not tell the type with the name. */
static enum entry_type entry_type(int folder, const struct dirent64 *entry) {
    switch (entry->d_type) {
    case DT_REG:
        return ENTRY_FILE;
    case DT_DIR:
        return ENTRY_FOLDER;
    case DT_LNK:
        return ENTRY_LINK;
    case DT_UNKNOWN:
        break;
    default:
        return ENTRY_OTHER;
    }
    struct stat status;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
        return ENTRY_OTHER;
    return type_of_mode(status.st_mode);
}

static void add_entry(struct arena *arena, int folder, const struct dirent64 *entry,
                      entry_vector *found) {
    struct text name = text_of(entry->d_name);
    if (text_is(name, ".") || text_is(name, ".."))
        return;
    vector_push(arena, found,
                (struct folder_entry){text_copy(arena, name), entry_type(folder, entry)});
}

static int compare_entries(const void *a, const void *b) {
    return text_compare(((const struct folder_entry *)a)->name,
                        ((const struct folder_entry *)b)->name);
}

static int read_entries(struct arena *arena, int folder, entry_vector *found) {
    _Alignas(struct dirent64) char room[1 << 15];
    for (;;) {
        ssize_t size = getdents64(folder, room, sizeof(room));
        if (size < 0)
            return errno;
        if (size == 0)
            return 0;
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(room + at);
            add_entry(arena, folder, entry, found);
            at += entry->d_reclen;
        }
    }
}

enum file_result folder_read(struct arena *arena, int folder, const char *path,
                             struct folder_entries *entries, int *reason) {
    *entries = (struct folder_entries){0};
    *reason = 0;
    int stream = file_open_raw(folder, path, O_RDONLY | O_DIRECTORY);
    if (stream < 0) {
        *reason = errno;
        if (errno == ENOENT)
            return FILE_MISSING;
        return errno == ENOTDIR ? FILE_NOT_REGULAR : FILE_FAILED;
    }
    struct cleanup cleanup;
    heap_push_cleanup(arena->heap, &cleanup, file_close, &stream);
    entry_vector found = {0};
    *reason = read_entries(arena, stream, &found);
    heap_pop_cleanup(arena->heap, &cleanup);
    close(stream);
    if (found.count)
        qsort(found.items, found.count, sizeof(*found.items), compare_entries);
    *entries = (struct folder_entries){found.items, found.count};
    return *reason ? FILE_FAILED : FILE_READ;
}

bool folder_has(int folder, const char *path, enum entry_type *type) {
    struct stat status;
    if (fstatat(folder, path, &status, 0) < 0)
        return false;
    *type = type_of_mode(status.st_mode);
    return true;
}

bool folder_is_absent(int reason) {
    return reason == ENOENT || reason == ENOTDIR || reason == ELOOP || reason == ENAMETOOLONG ||
           reason == EBADF; /* a path in a folder that is not there itself */
}

bool folder_leads_nowhere(int reason) {
    return reason == ENOENT || reason == ENOTDIR || reason == ELOOP || reason == EACCES;
}

bool folder_has_file(int folder, const char *path) {
    enum entry_type type;
    return folder_has(folder, path, &type) && type == ENTRY_FILE;
}
