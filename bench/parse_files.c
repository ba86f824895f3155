/*
 * parse_files: how fast Python files become trees, and what that takes.
 *
 *     parse_files ROUNDS FILE...
 *
 * Reads the files, then parses all of them ROUNDS times on this thread, each in an arena that is
 * reset in between. Prints, as JSON, the best round's seconds of processor time, the bytes, the
 * ratio of memory to source over all files, and the worst one of a file of 16 KiB or more.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "python/parse.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct totals {
    size_t bytes;
    size_t memory; /* peak bytes of each file's heap, added up */
    size_t refused;
    double worst;
};

static void parse_one(struct text content, struct totals *totals) {
    static const struct py_options options = {.mode = PY_MODE_EXEC, .version = PY_VERSION_3_13};
    struct heap heap;
    struct arena arena;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    totals->refused += py_parse(&arena, content, &options)->root == NULL;
    totals->bytes += content.size;
    totals->memory += heap.peak + content.size;
    double ratio = (double)(heap.peak + content.size) / (double)(content.size + 1);
    if (content.size >= 16384 && ratio > totals->worst)
        totals->worst = ratio;
    heap_release(&heap);
}

int main(int count, char **words) {
    struct heap heap;
    struct arena arena;
    if (count < 3)
        return 2;
    heap_init(&heap, NULL);
    arena_init(&arena, &heap);
    int rounds = atoi(words[1]), files = count - 2, reason;
    struct text *contents = arena_array(&arena, struct text, (size_t)files);
    for (int i = 0; i < files; i++)
        file_read(&arena, AT_FDCWD, words[i + 2], SIZE_MAX / 2, &contents[i], &reason);
    double best = 1e9;
    struct totals totals = {0};
    for (int round = 0; round < rounds; round++) {
        double begin = now();
        totals = (struct totals){0};
        for (int i = 0; i < files; i++)
            parse_one(contents[i], &totals);
        double seconds = now() - begin;
        best = seconds < best ? seconds : best;
    }
    printf("{\"files\": %d, \"bytes\": %zu, \"refused\": %zu, \"seconds\": %.6f, "
           "\"memory\": %.2f, \"worst\": %.2f}\n",
           files, totals.bytes, totals.refused, best, (double)totals.memory / (double)totals.bytes,
           totals.worst);
    heap_release(&heap);
    return 0;
}
