/*
 * Whole repositories, packed: "-- PATH --" on a line begins a file, "-- PATH -> TARGET --" is a
 * link. They are written to a folder in memory, linted by every rule and reported in one of the
 * formats, which the size of the input chooses: most of a report is the same for all inputs, and
 * all formats of each would take most of the time. Nothing outside of the folder is written to:
 * paths that leave it are passed over.
 */
#define _GNU_SOURCE /* nftw */
#include "base/path.h"
#include "lint/registry.h"
#include "lint/runner.h"
#include "render/render.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILES = 64, LONGEST_PATH = 300, OPEN_FOLDERS = 16 };

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

static bool stays_inside(struct text path) {
    struct text part;
    if (!path.size || path.size > LONGEST_PATH || path.data[0] == '/' ||
        text_find_byte(path, '\0') != TEXT_NONE)
        return false;
    while (text_split(&path, '/', &part))
        if (text_is(part, "..") || !part.size)
            return false;
    return true;
}

/* A folder on the way may be a link that an earlier entry made: it is not followed. */
static int open_folder(int root, struct arena *arena, struct text path) {
    int folder = dup(root);
    struct text part;
    while (folder >= 0 && text_split(&path, '/', &part)) {
        const char *name = text_copy(arena, part).data;
        mkdirat(folder, name, 0700);
        int below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        close(folder);
        folder = below;
    }
    return folder;
}

static void write_file(int root, struct arena *arena, struct text path, struct text content) {
    size_t arrow = text_find(path, T(" -> "));
    struct text target = arrow == TEXT_NONE ? (struct text){NULL, 0} : text_from(path, arrow + 4);
    path = text_slice(path, 0, arrow);
    if (!stays_inside(path))
        return;
    int folder = open_folder(root, arena, path_folder(path));
    if (folder < 0)
        return;
    const char *name = text_copy(arena, path_name(path)).data;
    if (target.data) {
        if (stays_inside(target) && symlinkat(text_copy(arena, target).data, folder, name) < 0)
            unlinkat(folder, name, 0);
    } else {
        int stream = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
        if (stream >= 0 && file_write_all(stream, content))
            close(stream);
    }
    close(folder);
}

/* PATH of "-- PATH --", or nothing. */
static struct text heading(struct text line) {
    bool is_one = line.size > 6 && text_starts(line, T("-- ")) && text_ends(line, T(" --"));
    return is_one ? text_slice(line, 3, line.size - 3) : (struct text){NULL, 0};
}

static void unpack(int root, struct arena *arena, struct text packed) {
    struct text line, path = {NULL, 0}, content = {NULL, 0};
    for (size_t files = 0; files < MOST_FILES && text_split(&packed, '\n', &line);) {
        struct text next = heading(line);
        if (next.data) {
            if (path.data)
                write_file(root, arena, path, content);
            path = next;
            content = (struct text){packed.data, 0};
            files++;
        } else if (path.data) {
            content.size = (size_t)(line.data + line.size - content.data) + (packed.data != NULL);
        }
    }
    if (path.data)
        write_file(root, arena, path, content);
}

static void report(struct arena *arena, const struct report *report, size_t choice) {
    struct render_options rendering = render_defaults();
    size_t count = 0;
    struct buffer out;
    buffer_init(&out, arena);
    while (render_formats[count].name)
        count++;
    render_formats[choice % count].render(&out, report, &rendering);
}

static void lint(struct arena *arena, const char *folder, size_t choice) {
    struct repository repository;
    struct repository_input input = {
        .root = text_of(folder), .rules = registry_known(arena), .preview = true};
    struct error error = {0};
    struct package_places places = {0};
    struct lint_options options = {.jobs = 1};
    struct lint_run run;
    if (!repository_open(&repository, arena, &input, &error)) {
        if (!error_is_set(&error))
            abort();
        return;
    }
    if (layout_add_all(arena, repository.root_folder, &repository.config, &places, &error) &&
        lint_packages(&run, &repository, &places, &options, &error) == LINT_DONE) {
        report(arena, &run.report, choice);
        lint_release(&run);
    } else if (!error_is_set(&error)) {
        abort();
    }
    repository_close(&repository);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heap heap;
    struct arena arena;
    char in_memory[] = "/dev/shm/cordon-fuzz-XXXXXX", on_disk[] = "/tmp/cordon-fuzz-XXXXXX";
    const char *folder = mkdtemp(in_memory);
    if (!folder)
        folder = mkdtemp(on_disk);
    if (!folder)
        abort();
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    unpack(root, &arena, text_copy(&arena, (struct text){(const char *)data, size}));
    close(root);
    lint(&arena, folder, size);
    heap_release(&heap);
    nftw(folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    return 0;
}
