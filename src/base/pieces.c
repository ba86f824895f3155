#include "base/pieces.h"

#include <errno.h>
#include <unistd.h>

static void close_stream(void *argument) {
    close(((struct pieces *)argument)->stream);
}

bool pieces_open(struct pieces *pieces, struct heap *heap, int folder, const char *path,
                 size_t limit, struct text mark, size_t window) {
    size_t size;
    int reason;
    *pieces = (struct pieces){.heap = heap, .mark = mark, .limit = limit, .capacity = window};
    if (file_open(folder, path, limit, &pieces->stream, &size, &reason) != FILE_READ)
        return false;
    heap_push_cleanup(heap, &pieces->cleanup, close_stream, pieces);
    pieces->window = heap_allocate(heap, window);
    return true;
}

void pieces_close(struct pieces *pieces) {
    heap_pop_cleanup(pieces->heap, &pieces->cleanup);
    close_stream(pieces);
    heap_free(pieces->heap, pieces->window);
}

static void grow(struct pieces *pieces) {
    char *grown = heap_allocate(pieces->heap, pieces->capacity * 2);
    memcpy(grown, pieces->window, pieces->size);
    heap_free(pieces->heap, pieces->window);
    pieces->window = grown;
    pieces->capacity *= 2;
}

/* Until the window is full or the file ends. */
static void fill(struct pieces *pieces) {
    pieces->size -= pieces->taken;
    memmove(pieces->window, pieces->window + pieces->taken, pieces->size);
    pieces->taken = 0;
    while (!pieces->ended && pieces->size < pieces->capacity) {
        ssize_t count =
            read(pieces->stream, pieces->window + pieces->size, pieces->capacity - pieces->size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count > 0) {
            pieces->size += (size_t)count;
            pieces->total += (size_t)count;
        }
        pieces->failed = count < 0 || pieces->total > pieces->limit;
        pieces->ended = count == 0 || pieces->failed;
    }
}

static bool is_marked(const struct pieces *pieces, size_t line) {
    return text_starts(text_range(pieces->window + line, pieces->window + pieces->size),
                       pieces->mark);
}

/* Where the first marked line begins, or TEXT_NONE. */
static size_t first_marked(const struct pieces *pieces) {
    struct text text = {pieces->window, pieces->size};
    size_t line = 0, length;
    while (!is_marked(pieces, line)) {
        length = text_find_byte(text_from(text, line), '\n');
        if (length == TEXT_NONE)
            return TEXT_NONE;
        line += length + 1;
    }
    return line;
}

/* Same for the last one, the line at the beginning left out. */
static size_t last_marked(const struct pieces *pieces) {
    struct text before = {pieces->window, pieces->size};
    do {
        before.size = text_find_last_byte(before, '\n');
        if (before.size == TEXT_NONE)
            return TEXT_NONE;
    } while (!is_marked(pieces, before.size + 1));
    return before.size + 1;
}

bool pieces_next(struct pieces *pieces, struct text *piece) {
    size_t end = TEXT_NONE;
    fill(pieces);
    while (!pieces->failed && (!pieces->begun || !pieces->ended)) {
        end = pieces->begun ? last_marked(pieces) : first_marked(pieces);
        if (end != TEXT_NONE || pieces->ended)
            break;
        grow(pieces);
        fill(pieces);
    }
    if (pieces->failed || (pieces->begun && !pieces->size))
        return false;
    pieces->begun = true;
    pieces->taken = end == TEXT_NONE ? pieces->size : end;
    *piece = (struct text){pieces->window, pieces->taken};
    return true;
}
